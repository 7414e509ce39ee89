#include "engine/display/process_idle.h"

#include "engine/display/proc.h"

#include <string.h>

#define PROCESSES_MAX 256
#define LONG_LOOKS 5  /* so many times the time between two looks is too long */
#define WORKS_PART 10 /* a tenth of the time: a caret that blinks takes less */

struct sum {
    guint64 ran_ns;
    bool running;
};

/* The processes that are found. */
struct search {
    char name[PROC_NAME_BYTES]; /* "" = any */
    GArray *pids;               /* gint64, borrowed: those found so far, the program's own first */
};

static bool read_name(gint64 pid, char ret_name[PROC_NAME_BYTES])
{
    if (!proc_name(pid, ret_name))
        return false;
    ret_name[strcspn(ret_name, "-\n")] = '\0';
    return *ret_name != '\0';
}

static bool has_name(const struct search *s, gint64 pid)
{
    char name[PROC_NAME_BYTES];
    return read_name(pid, name) && (!*s->name || g_str_equal(name, s->name));
}

static void add_thread(void *data, const char *folder)
{
    struct sum *s = data;
    struct proc_thread t;
    proc_thread(folder, &t);
    s->ran_ns += t.ran_ns;
    s->running |= t.state == 'R' || t.state == 'D' || g_ascii_tolower(t.state) == 't'; /* one that was stopped has work left */
}

/* All that have the program's name, but the one that is known. */
static void add_scattered(struct search *s, gint64 known)
{
    g_autoptr(GDir) all = g_dir_open("/proc", 0, NULL);
    for (const char *entry; all && s->pids->len < PROCESSES_MAX && (entry = g_dir_read_name(all));) {
        gint64 pid = g_ascii_strtoll(entry, NULL, 10);
        if (pid > 0 && pid != known && has_name(s, pid))
            g_array_append_val(s->pids, pid);
    }
}

/* Those that the process has started and that have the name. */
static void add_children(struct search *s, gint64 pid)
{
    g_autoptr(GArray) children = g_array_new(FALSE, FALSE, sizeof pid);
    proc_children(pid, children);
    for (guint i = 0; i < children->len && s->pids->len < PROCESSES_MAX; i++)
        if (has_name(s, g_array_index(children, gint64, i)))
            g_array_append_val(s->pids, g_array_index(children, gint64, i));
}

void process_idle_pids(const struct process_idle *f, GArray *pids)
{
    struct search s = {.pids = pids};
    guint first = pids->len;
    if (f->pid == 0 || !read_name(f->pid, s.name))
        return;
    if (f->whole)
        *s.name = '\0';
    g_array_append_val(pids, f->pid);
    if (f->scattered)
        add_scattered(&s, f->pid);
    for (guint i = first; i < pids->len && !f->scattered; i++)
        add_children(&s, g_array_index(pids, gint64, i));
}

void process_idle_look(struct process_idle *f, gint64 now_us)
{
    struct sum s = {0};
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    const gint64 every_us = f->every_us ? f->every_us : PROCESS_IDLE_LOOK_US;
    if (now_us - f->look_us > LONG_LOOKS * every_us) /* the last look is too old to say anything */
        f->look_us = f->rests = 0;
    process_idle_pids(f, pids);
    f->processes = (int)pids->len;
    if (f->processes == 0)
        return;
    for (guint i = 0; i < pids->len; i++)
        proc_threads(g_array_index(pids, gint64, i), add_thread, &s);
    guint64 ran_us = (s.ran_ns - MIN(f->ran_ns, s.ran_ns)) / 1000;
    bool rested = f->look_us && !s.running && ran_us * WORKS_PART < (guint64)MAX(now_us - f->look_us, 0);
    f->rests = rested ? f->rests + 1 : 0;
    f->look_us = now_us;
    f->ran_ns = s.ran_ns;
}

bool process_idle_works(struct process_idle *f, gint64 now_us)
{
    process_idle_look(f, now_us);
    return f->processes > 1 && f->rests < PROCESS_IDLE_RESTS;
}
