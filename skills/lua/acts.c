#include "skills/lua/acts.h"

void acts_init(struct acts *a)
{
    *a = (struct acts){.timeline = timeline_new(), .later = g_array_new(FALSE, TRUE, sizeof(struct timeline_event))};
}

void acts_clear(struct acts *a)
{
    timeline_free(a->timeline);
    g_array_unref(a->later);
}

void acts_begin(struct acts *a, int pointer_x, int pointer_y)
{
    timeline_free(a->timeline);
    a->timeline = timeline_new();
    g_array_set_size(a->later, 0);
    a->clock_ms = 0;
    a->pointer_x = pointer_x;
    a->pointer_y = pointer_y;
}

/* What was put off and is due by then. */
static bool add_later(struct acts *a, gint64 until_ms, GError **error)
{
    guint n = 0;
    bool added = true;
    for (; added && n < a->later->len && g_array_index(a->later, struct timeline_event, n).at_ms <= until_ms; n++)
        added = timeline_add(a->timeline, g_array_index(a->later, struct timeline_event, n), error);
    g_array_remove_range(a->later, 0, n);
    return added;
}

bool acts_add(struct acts *a, struct timeline_event event, gint64 advance_ms, GError **error)
{
    event.at_ms = a->clock_ms;
    if (!add_later(a, a->clock_ms, error)) {
        g_free(event.text);
        timeline_loop_free(event.loop);
        return false;
    }
    if (!timeline_add(a->timeline, event, error))
        return false;
    a->clock_ms += advance_ms;
    return true;
}

bool acts_put_off(struct acts *a, struct timeline_event event, gint64 in_ms)
{
    event.at_ms = a->clock_ms + in_ms;
    if (event.at_ms > TIMELINE_MS_MAX || a->timeline->events->len + a->later->len >= TIMELINE_EVENTS_MAX)
        return false;
    guint i = a->later->len;
    while (i > 0 && g_array_index(a->later, struct timeline_event, i - 1).at_ms > event.at_ms)
        i--;
    g_array_insert_val(a->later, i, event);
    return true;
}

bool acts_wait(struct acts *a, GError **error)
{
    if (a->later->len)
        a->clock_ms = MAX(a->clock_ms, g_array_index(a->later, struct timeline_event, a->later->len - 1).at_ms);
    return acts_finish(a, error);
}

bool acts_finish(struct acts *a, GError **error)
{
    return add_later(a, G_MAXINT64, error);
}
