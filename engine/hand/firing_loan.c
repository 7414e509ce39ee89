/* Keys of an action that the keyboard map does not have: lent a keycode before the comparison, given back after the last of them
 * (loan.h). */

#include "engine/hand/firing_parts.h"

#define OUTLASTS_MS 20000 /* the longest hold of its own that the end of an action waits for */

static void want(firing *f, const char *key)
{
    if (key && !press_knows_key(f->press, key) && !g_ptr_array_find_with_equal_func(f->missing, key, g_str_equal, NULL))
        g_ptr_array_add(f->missing, (gpointer)key);
}

/* Does a later event let go of it? */
static bool let_go_of(const firing *f, guint i, const char *key)
{
    const GArray *events = f->fire->timeline->events;
    for (i++; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_UP && g_str_equal(e->key, key))
            return true;
    }
    return false;
}

bool firing_find_missing(firing *f, GError **error)
{
    const GArray *events = f->fire->timeline->events;
    bool pastes = false;
    f->missing = g_ptr_array_new();
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        guint before = f->missing->len;
        pastes |= e->type == TIMELINE_TEXT && e->paste && f->fire->clipboard;
        if (e->type == TIMELINE_KEY_DOWN)
            want(f, e->key);
        for (char **key = e->loop ? e->loop->keys : NULL; key && *key; key++)
            if (loan_fits(*key))
                want(f, *key);
        if (e->type != TIMELINE_KEY_DOWN || f->missing->len == before || let_go_of(f, i, e->key) ||
            (e->hold_ms > 0 && e->hold_ms <= OUTLASTS_MS))
            continue;
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "event %u: the key %s is not on the display's keyboard map: it can be lent for one action, and this one does "
                    "not let go of it (choose a layout that has it)",
                    i, e->key);
        return false;
    }
    for (char **key = pastes ? f->fire->paste_keys : NULL; key && *key; key++)
        want(f, *key);
    return true;
}

bool firing_borrow(firing *f, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    if (f->missing->len == 0)
        return true;
    if (!f->loan)
        f->loan = press_lend(f->press, f->missing, now_us, &error);
    if (f->loan && loan_step(f->loan, now_us, &error))
        return loan_ready(f->loan);
    firing_end(f, HAND_REFUSED, g_strdup(error->message));
    return false;
}

bool firing_return(firing *f, gint64 now_us)
{
    if (!f->loan)
        return true;
    f->returning = true;
    if (press_holds_lent(f->press))
        return false;
    loan_return(f->loan, now_us);
    return !loan_step(f->loan, now_us, NULL) || loan_over(f->loan); /* one that hangs gets them back all the same */
}

gint64 firing_loan_deadline(const firing *f)
{
    if (!f->returning)
        return f->loan && !loan_ready(f->loan) ? loan_deadline(f->loan) : G_MAXINT64;
    if (press_holds_lent(f->press)) /* until its time is over, which is the press's own */
        return G_MAXINT64;
    return loan_ready(f->loan) ? 0 : loan_deadline(f->loan);
}
