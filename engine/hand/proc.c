#include "engine/hand/proc.h"

#include <string.h>

bool proc_thread(const char *folder, char *ret_state, guint64 *ret_ran_ns)
{
    g_autofree char *stat_path = g_build_filename(folder, "stat", NULL), *stat = NULL;
    g_autofree char *ran_path = g_build_filename(folder, "schedstat", NULL), *ran = NULL;
    *ret_state = 0;
    *ret_ran_ns = 0;
    if (!g_file_get_contents(stat_path, &stat, NULL, NULL) || !g_file_get_contents(ran_path, &ran, NULL, NULL))
        return false;
    const char *state = strrchr(stat, ')'); /* the name before it may hold anything */
    if (!state || strlen(state) < 3)
        return false;
    *ret_state = state[2];
    *ret_ran_ns = g_ascii_strtoull(ran, NULL, 10);
    return true;
}

bool proc_name(gint64 pid, char ret_name[PROC_NAME_BYTES])
{
    g_autofree char *path = g_strdup_printf("/proc/%d/comm", (int)pid), *name = NULL;
    return g_file_get_contents(path, &name, NULL, NULL) && g_strlcpy(ret_name, name, PROC_NAME_BYTES) > 0;
}
