/* Sandboxes whose pids never reached the store: their engine was killed in between. An Xvfb of ours is known by its cookie's
 * path, a dbus-daemon, which needs no display, by its configuration's. */

#include "engine/display/display.h"

#include <string.h>

/* "…/run-17/NAME" below root → 17; 0 = not one of ours. */
static gint64 run_of(const char *path, const char *root, const char *name)
{
    if (!g_str_has_prefix(path, root) || !g_str_has_prefix(path + strlen(root), "/run-"))
        return 0;
    char *end = NULL;
    gint64 run = g_ascii_strtoll(path + strlen(root) + strlen("/run-"), &end, 10);
    return *end == '/' && g_str_equal(end + 1, name) ? run : 0;
}

/* The run whose sandbox this process serves; 0 = none. */
static gint64 serves(const char *pid, const char *root)
{
    g_autofree char *path = g_strdup_printf("/proc/%s/cmdline", pid), *words = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &words, &length, NULL))
        return 0;
    const char *last = "";
    for (const char *w = words; w < words + length; w += strlen(w) + 1) {
        if (g_str_equal(last, "-auth"))
            return run_of(w, root, "Xauthority");
        if (g_str_has_prefix(w, "--config-file="))
            return run_of(w + strlen("--config-file="), root, "bus.conf");
        last = w;
    }
    return 0;
}

void sandbox_end_orphans(const char *root, bool (*is_wanted)(gint64 run, void *data), void *data)
{
    g_autoptr(GDir) proc = g_dir_open("/proc", 0, NULL);
    const char *entry;
    while (proc && (entry = g_dir_read_name(proc))) {
        gint64 run = g_ascii_isdigit(*entry) ? serves(entry, root) : 0;
        if (run == 0 || is_wanted(run, data))
            continue;
        struct process_id process = process_id_of((pid_t)g_ascii_strtoll(entry, NULL, 10));
        process_id_end(&process, 500);
    }
}
