#include "config/late.h"

#include "config/config.h"

#include <dlfcn.h>
#include <string.h>

bool late_load(const char *file, const char *const *names, void *table, GError **error)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    for (gsize i = 0; library && names[i]; i++) {
        void *address = dlsym(library, names[i]);
        memcpy((char *)table + i * sizeof address, &address, sizeof address);
        if (!address)
            library = NULL; /* another version: it stays mapped, and is not used */
    }
    if (library)
        return true;
    const char *why = dlerror();
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "%s cannot be loaded: %s (install its package)", file,
                why ? why : "a function is not there");
    return false;
}
