#include "engine/display/proc.h"

#include <string.h>

bool proc_thread(const char *folder, struct proc_thread *ret_thread)
{
    g_autofree char *stat_path = g_build_filename(folder, "stat", NULL), *stat = NULL;
    g_autofree char *ran_path = g_build_filename(folder, "schedstat", NULL), *ran = NULL;
    char *rest;
    *ret_thread = (struct proc_thread){0};
    if (!g_file_get_contents(stat_path, &stat, NULL, NULL) || !g_file_get_contents(ran_path, &ran, NULL, NULL))
        return false;
    const char *state = strrchr(stat, ')'); /* the name before it may hold anything */
    if (!state || strlen(state) < 3)
        return false;
    ret_thread->state = state[2];
    ret_thread->ran_ns = g_ascii_strtoull(ran, &rest, 10);
    ret_thread->waited_ns = g_ascii_strtoull(rest, NULL, 10);
    return true;
}

bool proc_name(gint64 pid, char ret_name[PROC_NAME_BYTES])
{
    g_autofree char *path = g_strdup_printf("/proc/%d/comm", (int)pid), *name = NULL;
    return g_file_get_contents(path, &name, NULL, NULL) && g_strlcpy(ret_name, name, PROC_NAME_BYTES) > 0;
}
