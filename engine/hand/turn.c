#include "engine/hand/turn.h"

#include "engine/display/proc.h"

#include <stdbool.h>

struct turn_seen {
    gint64 pid;
    guint64 ran_ns, first_ran_ns, first_waited_ns;
};

void turn_clear(struct turn *t)
{
    g_clear_pointer(&t->seen, g_array_unref);
    t->waited_us = t->ran_us = 0;
}

/* ret_new: it was not seen before. */
static struct turn_seen *seen_of(struct turn *t, gint64 pid, bool *ret_new)
{
    t->seen = t->seen ? t->seen : g_array_new(FALSE, TRUE, sizeof(struct turn_seen));
    for (guint i = 0; i < t->seen->len; i++)
        if (g_array_index(t->seen, struct turn_seen, i).pid == pid) {
            *ret_new = false;
            return &g_array_index(t->seen, struct turn_seen, i);
        }
    const struct turn_seen one = {.pid = pid};
    *ret_new = true;
    g_array_append_val(t->seen, one);
    return &g_array_index(t->seen, struct turn_seen, t->seen->len - 1);
}

static enum turn_says look_at(struct turn *t, gint64 pid)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/task/%d", (int)pid, (int)pid);
    struct proc_thread is;
    bool first;
    if (!proc_thread(folder, &is))
        return TURN_UNKNOWN;
    struct turn_seen *s = seen_of(t, pid, &first);
    if (first) {
        s->first_ran_ns = is.ran_ns;
        s->first_waited_ns = is.waited_ns;
    }
    bool ran = first || is.ran_ns != s->ran_ns;
    s->ran_ns = is.ran_ns;
    t->waited_us = MAX(t->waited_us, (gint64)((is.waited_ns - s->first_waited_ns) / 1000));
    t->ran_us = MAX(t->ran_us, (gint64)((is.ran_ns - s->first_ran_ns) / 1000));
    return is.state == 'S' || is.state == 'I' ? TURN_RESTS : is.state == 'R' && ran ? TURN_WORKS : TURN_HELD_UP;
}

enum turn_says turn_look(struct turn *t, const GArray *pids)
{
    enum turn_says all = pids->len > 0 ? TURN_RESTS : TURN_UNKNOWN;
    for (guint i = 0; i < pids->len; i++) {
        enum turn_says one = look_at(t, g_array_index(pids, gint64, i));
        all = one != TURN_UNKNOWN || i == 0 ? MIN(all, one) : all; /* the first has the window; another one may end */
    }
    return all;
}
