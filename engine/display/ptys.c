#include "engine/display/ptys.h"

#include "engine/display/proc.h"
#include "engine/picture/window.h"

#include <string.h>
#include <unistd.h>

#define PROCESSES_MAX 4096
#define UNIX98_PTY 136 /* major numbers of slaves: 136 to 143 (Linux, admin-guide/devices.txt) */

struct process {
    gint64 pid, parent, session;
    guint64 tty; /* device number; 0 = none */
};

/* Fields 4, 6 and 7 of /proc/PID/stat; the name before them may hold anything. */
static bool read_process(gint64 pid, struct process *ret)
{
    g_autofree char *path = g_strdup_printf("/proc/%" G_GINT64_FORMAT "/stat", pid), *text = NULL;
    const char *rest = g_file_get_contents(path, &text, NULL, NULL) ? strrchr(text, ')') : NULL;
    g_auto(GStrv) fields = rest && strlen(rest) > 4 ? g_strsplit(rest + 4, " ", 5) : NULL;
    if (!fields || g_strv_length(fields) < 5)
        return false;
    *ret = (struct process){.pid = pid,
                            .parent = g_ascii_strtoll(fields[0], NULL, 10),
                            .session = g_ascii_strtoll(fields[2], NULL, 10),
                            .tty = g_ascii_strtoull(fields[3], NULL, 10)};
    return true;
}

/* Where the kernel does not tell a process's children: found among all. */
static void add_children_of_all(gint64 parent, GArray *pids)
{
    g_autoptr(GDir) dir = g_dir_open("/proc", 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        struct process p;
        if (g_ascii_isdigit(name[0]) && read_process(g_ascii_strtoll(name, NULL, 10), &p) && p.parent == parent)
            g_array_append_val(pids, p.pid);
    }
}

static bool holds_master(gint64 pid)
{
    g_autofree char *folder = g_strdup_printf("/proc/%" G_GINT64_FORMAT "/fd", pid);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL); /* somebody else's, or setgid: leads_one() tells */
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *to = g_file_read_link(path, NULL);
        if (g_strcmp0(to, "/dev/ptmx") == 0 || g_strcmp0(to, "/dev/pts/ptmx") == 0)
            return true;
    }
    return false;
}

/* What a terminal starts: the leader of a session of its own on a pseudo-terminal. */
static bool leads_one(const struct process *p)
{
    guint64 major = (p->tty >> 8) & 0xfff;
    return p->session == p->pid && major >= UNIX98_PTY && major < UNIX98_PTY + 8;
}

static bool has_window(const GPtrArray *windows, gint64 pid)
{
    for (guint i = 0; i < windows->len; i++)
        if (((const struct eye_window *)g_ptr_array_index(windows, i))->pid == pid)
            return true;
    return false;
}

/* The process and all under it, but for those that have windows: what a desktop has started is not the desktop's. */
static bool has_terminal(const GPtrArray *windows, gint64 pid)
{
    g_autoptr(GArray) tree = g_array_new(FALSE, FALSE, sizeof pid), children = g_array_new(FALSE, FALSE, sizeof pid);
    g_array_append_val(tree, pid);
    for (guint at = 0; at < tree->len && at < PROCESSES_MAX; at++) {
        gint64 parent = g_array_index(tree, gint64, at);
        if (holds_master(parent))
            return true;
        g_array_set_size(children, 0);
        if (!proc_children(parent, children))
            add_children_of_all(parent, children);
        for (guint i = 0; i < children->len; i++) {
            struct process p;
            if (has_window(windows, g_array_index(children, gint64, i)) || !read_process(g_array_index(children, gint64, i), &p))
                continue;
            if (leads_one(&p))
                return true;
            g_array_append_val(tree, p.pid);
        }
    }
    return tree->len > PROCESSES_MAX; /* too many to know */
}

void ptys_mark(GPtrArray *windows)
{
    for (guint i = 0; i < windows->len; i++) {
        struct eye_window *w = g_ptr_array_index(windows, i);
        const struct eye_window *same = NULL; /* before it, of the same process */
        for (guint j = 0; j < i && !same; j++)
            same =
                ((const struct eye_window *)g_ptr_array_index(windows, j))->pid == w->pid ? g_ptr_array_index(windows, j) : NULL;
        w->terminal = same ? same->terminal : w->pid > 1 && has_terminal(windows, w->pid);
    }
}
