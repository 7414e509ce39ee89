/* Which skill libraries a profile's run has, and which of them any run could have. */

#include "config/profile.h"

#include <string.h>

char **profile_libraries(const profile *p)
{
    GStrvBuilder *names = g_strv_builder_new();
    for (char **name = p->skills; name && *name; name++)
        g_strv_builder_add(names, *name);
    g_autofree char *own = g_strconcat(p->name, "?", NULL);
    if (!p->skills || !g_strv_contains((const char *const *)p->skills, p->name))
        g_strv_builder_add(names, own);
    char **result = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return result;
}

static int by_string(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **profile_all_libraries(void)
{
    g_auto(GStrv) profiles = profile_names();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *all = g_ptr_array_new();
    g_ptr_array_add(all, g_strdup("base"));
    g_hash_table_add(seen, all->pdata[0]);
    for (char **name = profiles; *name; name++) {
        g_autoptr(profile) p = profile_load(*name, NULL); /* one that cannot be read has no run */
        g_auto(GStrv) libraries = p ? profile_libraries(p) : NULL;
        for (char **library = libraries; library && *library; library++) {
            g_autofree char *plain = g_strndup(*library, strcspn(*library, "?"));
            if (g_hash_table_contains(seen, plain))
                continue;
            g_ptr_array_add(all, g_steal_pointer(&plain));
            g_hash_table_add(seen, all->pdata[all->len - 1]);
        }
    }
    g_ptr_array_sort(all, by_string);
    g_ptr_array_add(all, NULL);
    return (char **)g_ptr_array_free(all, FALSE);
}
