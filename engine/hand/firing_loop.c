/* The loop that a timeline ends in: turns come from whoever asked for it, and are played like a timeline, but each act only
 * within the budget (bounds.h). Everything is up when it ends, however it ends. */

#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/xtest.h"

#define HELD_LOOK_US 50000 /* while something is held and no turn comes: where it goes */

static void over(firing *f, enum hand_status status, char *reason_take)
{
    press_release_all(f->press);
    firing_end(f, status, reason_take);
}

void firing_loop_begin(firing *f, gint64 now_us)
{
    f->bounds = bounds_new(timeline_loop_of(f->fire->timeline), now_us);
    f->before_turn = f->fire->timeline->events->len;
}

bool firing_loop_allows(firing *f, const struct player_output *out)
{
    int x = 0, y = 0;
    if (!f->turn)
        return true;
    enum timeline_type type = g_array_index(f->turn->fire.timeline->events, struct timeline_event, out->index).type;
    xtest_buttons_down(f->dpy, &x, &y);
    char *wrong = bounds_judge(f->bounds, out, type, x, y);
    if (wrong)
        over(f, HAND_DIVERTED, wrong);
    return !wrong;
}

static void turn_over(firing *f)
{
    bool done = f->turn && f->turn->done;
    g_clear_pointer(&f->player, player_free);
    if (f->turn)
        f->before_turn += f->turn->fire.timeline->events->len;
    g_clear_pointer(&f->turn, hand_request_free);
    if (done)
        over(f, HAND_DONE, NULL);
    else
        f->tell_turn = true;
}

void firing_loop_turned(firing *f, bool all, gint64 now_us)
{
    if (f->phase == PHASE_OVER)
        return;
    if (!f->turn || (all && player_finished(f->player, now_us)))
        turn_over(f);
}

/* Keys go on going down in whatever has the focus while they are held, buttons drag whatever is under the pointer. */
static bool held_go_right(firing *f, gint64 now_us)
{
    const held *h = press_held(f->press);
    bool keys = held_count(h, HELD_KEY) > 0, buttons = held_count(h, HELD_BUTTON) > 0;
    bool right = (!keys || firing_goes_right(f, true, now_us)) && (!buttons || firing_goes_right(f, false, now_us));
    guard_grab(f->guard, false);
    return right;
}

bool firing_loop_advance(firing *f, gint64 now_us)
{
    if (now_us >= bounds_deadline(f->bounds)) {
        over(f, HAND_DONE, bounds_time_text(f->bounds));
        return false;
    }
    if (f->turn && f->turn_seen)
        return true;
    if (now_us < f->look_us)
        return false;
    f->held_up = false;
    if (!held_go_right(f, now_us)) /* over, or looked at again soon */
        return false;
    f->look_us = now_us + HELD_LOOK_US;
    if (!f->turn)
        return false;
    f->turn_seen = true;
    f->look_us = now_us;
    f->player = player_new(f->turn->fire.timeline, now_us);
    return true;
}

gint64 firing_loop_deadline(const firing *f)
{
    const held *h = press_held(f->press);
    bool holds = held_count(h, HELD_KEY) > 0 || held_count(h, HELD_BUTTON) > 0;
    gint64 next = f->turn && !f->turn_seen ? f->look_us : holds && !f->turn ? f->look_us : G_MAXINT64;
    return MIN(bounds_deadline(f->bounds), next);
}

static bool turn_fits(const firing *f, const hand_request *r, GError **error)
{
    const struct firing_limits limits = {f->width, f->height, xtest_button_count(f->dpy), 0, f->fire->target_window, f->press, 0};
    for (guint i = 0; i < r->fire.timeline->events->len; i++) {
        const struct timeline_event *e = &g_array_index(r->fire.timeline->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT || e->type == TIMELINE_LOOP) {
            g_set_error_literal(error, HAND_ERROR, HAND_ERROR_TIMELINE, LOOP_NO_TEXT);
            return false;
        }
        if (!firing_check_event(&limits, e, i, error))
            return false;
    }
    return true;
}

void firing_take_turn(firing *f, hand_request *request_take, gint64 now_us)
{
    g_autoptr(hand_request) r = request_take;
    g_autoptr(GError) error = NULL;
    if (f->phase != PHASE_PLAY || !f->bounds || r->fire.id != f->fire->id)
        return;                    /* of a loop that is over: its end has been said */
    if (r->reason && *r->reason) { /* also in the middle of a turn */
        over(f, HAND_DIVERTED, g_strdup(r->reason));
        return;
    }
    if (f->turn || r->turn != f->turns + 1)
        return;
    f->turns++;
    if (!turn_fits(f, r, &error))
        over(f, HAND_DIVERTED, g_strdup_printf("the loop's turn %d: %s", r->turn, error->message));
    if (f->phase == PHASE_OVER)
        return;
    f->turn = g_steal_pointer(&r);
    f->turn_seen = false;
    f->look_us = now_us;
}

hand_answer *firing_turn_told(firing *f)
{
    if (!f->tell_turn || f->phase == PHASE_OVER)
        return NULL;
    f->tell_turn = false;
    hand_answer *a = firing_answer(f, HAND_TURNED);
    a->turn = f->turns;
    a->events = bounds_events(f->bounds);
    a->ms = bounds_ms(f->bounds, g_get_monotonic_time());
    a->fired_json = g_strdup_printf("[%s]", f->fired->str);
    g_string_truncate(f->fired, 0);
    return a;
}
