/* Who else may read it. */

#include "memory/privacy.h"

#include <glib.h>
#include <sys/stat.h>

static char *look(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0 || !(info.st_mode & 077))
        return NULL;
    g_autofree char *shown = g_filename_display_name(path), *quoted = g_shell_quote(shown);
    return g_strdup_printf("%s is open to others (mode %04o) (chmod go-rwx %s)", shown, info.st_mode & 07777, quoted);
}

char *memory_others_see(const char *path)
{
    static const char *const parts[] = {"memory.sqlite", "memory.sqlite-wal", "frames", "incoming"};
    struct stat info;
    char *said = look(path);
    if (!said || stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return said; /* nobody gets to what is in a closed folder */
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *part = g_build_filename(path, parts[i], NULL);
        char *worse = look(part);
        if (!worse)
            continue;
        g_free(said);
        return worse;
    }
    return said;
}
