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

void proc_threads(gint64 pid, void (*function)(void *data, const char *folder), void *data)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task", (int)pid);
    g_autoptr(GDir) tasks = g_dir_open(path, 0, NULL);
    for (const char *task; tasks && (task = g_dir_read_name(tasks));) {
        g_autofree char *thread = g_build_filename(path, task, NULL);
        function(data, thread);
    }
}

struct children {
    GArray *pids; /* borrowed */
    bool told;
};

static void add_children(void *data, const char *thread)
{
    struct children *c = data;
    g_autofree char *path = g_strconcat(thread, "/children", NULL), *list = NULL;
    if (!g_file_get_contents(path, &list, NULL, NULL))
        return;
    c->told = true;
    g_auto(GStrv) words = g_strsplit(g_strstrip(list), " ", -1);
    for (char **w = words; *w; w++) {
        gint64 pid = g_ascii_strtoll(*w, NULL, 10);
        if (pid > 0)
            g_array_append_val(c->pids, pid);
    }
}

bool proc_children(gint64 pid, GArray *pids)
{
    struct children c = {.pids = pids};
    proc_threads(pid, add_children, &c);
    return c.told;
}
