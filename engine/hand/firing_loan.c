/* Lends keycodes to keys that the keyboard map does not have, before the comparison, and returns them after the last such key
 * (temp_keycodes.h). */

#include "engine/hand/firing_parts.h"
#include "engine/hand/press.h"

#define OUTLASTS_MS 20000 /* the end of an action waits at most this long for a hold of its own */

static void want(struct lending *l, struct press *p, const char *key)
{
    if (key && !press_knows_key(p, key) && !g_ptr_array_find_with_equal_func(l->missing, key, g_str_equal, NULL))
        g_ptr_array_add(l->missing, (gpointer)key);
}

/* True when a later event releases it. */
static bool let_go_of(const GArray *events, guint i, const char *key)
{
    for (i++; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_UP && g_str_equal(e->key, key))
            return true;
    }
    return false;
}

bool firing_loan_find(struct lending *l, struct press *p, const struct hand_fire *fire, GError **error)
{
    const GArray *events = fire->timeline->events;
    bool pastes = false;
    l->missing = g_ptr_array_new();
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        guint before = l->missing->len;
        pastes |= e->type == TIMELINE_TEXT && e->paste && fire->clipboard;
        if (e->type == TIMELINE_KEY_DOWN)
            want(l, p, e->key);
        for (char **key = e->loop ? e->loop->keys : NULL; key && *key; key++)
            if (temp_keycodes_fits(*key))
                want(l, p, *key);
        if (e->type != TIMELINE_KEY_DOWN || l->missing->len == before || let_go_of(events, i, e->key) ||
            (e->hold_ms > 0 && e->hold_ms <= OUTLASTS_MS))
            continue;
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "event %u: the key %s is not on the display's keyboard map: it can be lent for one action, and this one does "
                    "not let go of it (choose a layout that has it)",
                    i, e->key);
        return false;
    }
    for (char **key = pastes ? fire->paste_keys : NULL; key && *key; key++)
        want(l, p, *key);
    return true;
}

void firing_loan_clear(struct lending *l)
{
    g_clear_pointer(&l->missing, g_ptr_array_unref);
}

bool firing_loan_borrow(struct lending *l, struct press *p, gint64 now_us, GError **error)
{
    if (l->missing->len == 0)
        return true;
    if (!l->loan)
        l->loan = press_lend(p, l->missing, now_us, error);
    return l->loan && temp_keycodes_step(l->loan, now_us, error) && temp_keycodes_ready(l->loan);
}

gint64 firing_loan_deadline(const struct lending *l)
{
    return l->loan && !temp_keycodes_ready(l->loan) ? temp_keycodes_deadline(l->loan) : G_MAXINT64;
}

bool firing_loan_return(struct lending *l, struct press *p, gint64 now_us)
{
    if (!l->loan)
        return true;
    if (press_holds_lent(p))
        return false;
    temp_keycodes_return(l->loan, now_us);
    return !temp_keycodes_step(l->loan, now_us, NULL) ||
           temp_keycodes_over(l->loan); /* one that hangs gets them back all the same */
}

gint64 firing_loan_back_deadline(const struct lending *l, struct press *p)
{
    if (press_holds_lent(p)) /* until its time is over, which is the press's own */
        return G_MAXINT64;
    return temp_keycodes_ready(l->loan) ? 0 : temp_keycodes_deadline(l->loan);
}
