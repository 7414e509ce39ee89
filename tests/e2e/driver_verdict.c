#include "tests/e2e/driver_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char *state_now(const driver *d)
{
    const char *state = "";
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind == EVENT_STATE)
            state = e->state;
    }
    return state;
}

void driver_pause(driver *d)
{
    driver_send(d, "{\"command\":\"pause\"}");
    gint64 until = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    while (!g_str_equal(state_now(d), "paused")) {
        if (g_get_monotonic_time() > until)
            fail_msg("the run does not pause: it is %s", state_now(d));
        driver_listen(d, 100);
    }
    d->seen = d->heard->len;
}

bool driver_outcome(driver *d, int id, const char **ret_reason)
{
    gint64 until = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    for (;;) {
        for (; d->seen < d->heard->len; d->seen++) {
            const event *e = g_ptr_array_index(d->heard, d->seen);
            *ret_reason = e->reason ? e->reason : "";
            if (e->kind == EVENT_FIRED && e->id == id)
                return g_str_equal(e->status, "done");
            if (e->kind == EVENT_DECISION && e->id == id && !g_str_equal(e->decided.verdict, "approved"))
                return false;
        }
        if (g_get_monotonic_time() > until)
            fail_msg("nothing came of proposal %d", id);
        driver_listen(d, 100);
    }
}

gint64 driver_travel_ms(const event *proposal)
{
    const GArray *events = proposal->fire.timeline->events;
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_KEY_DOWN)
            return e->at_ms;
    }
    return 0;
}

const char *driver_frame(const driver *d)
{
    const char *path = NULL;
    for (guint i = 0; i < d->seen; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind == EVENT_FRAME)
            path = e->picture.path;
    }
    return path;
}
