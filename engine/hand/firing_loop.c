/* The loop at the end of a timeline. The engine sends its turns; they are played like a timeline, but each act must be within the
 * budget (bounds.h). At its end everything is released. */

#include "engine/hand/bounds.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/guard.h"

#define HELD_LOOK_US 50000 /* between two checks of the recipients of what is held, while no turn comes */

static void over(firing *f, enum hand_status status, char *reason_take)
{
    press_release_all(f->at.press);
    firing_end(f, status, reason_take);
}

static void go(struct firing_loop *l, enum loop_stage to)
{
    g_assert(firing_phase_loop_may(l->stage, to));
    l->stage = to;
}

void firing_loop_begin(struct firing_loop *l, const timeline *t, gint64 now_us)
{
    go(l, LOOP_TELLS);
    l->bounds = bounds_new(timeline_loop_of(t), now_us);
    l->events = t->events->len;
}

void firing_loop_clear(struct firing_loop *l)
{
    bounds_free(l->bounds);
    hand_request_free(l->turn);
}

const hand_request *firing_loop_turn(const struct firing_loop *l)
{
    return l->stage == LOOP_PLAYS ? l->turn : NULL;
}

bool firing_loop_allows(firing *f, const struct player_output *out)
{
    int x = 0, y = 0;
    const hand_request *turn = firing_loop_turn(&f->loop);
    if (!turn)
        return true;
    enum timeline_type type = g_array_index(turn->fire.timeline->events, struct timeline_event, out->index).type;
    f->at.ports->display.pointer(f->at.ports->display.data, &x, &y);
    char *wrong = bounds_judge(f->loop.bounds, out, type, x, y);
    if (wrong)
        over(f, HAND_DIVERTED, wrong);
    return !wrong;
}

static void turn_over(firing *f)
{
    struct firing_loop *l = &f->loop;
    bool done = l->turn->done;
    l->events += l->turn->fire.timeline->events->len;
    g_clear_pointer(&l->turn, hand_request_free);
    if (done)
        over(f, HAND_DONE, NULL);
    else
        go(l, LOOP_TELLS);
}

void firing_loop_turned(firing *f, bool all, gint64 now_us)
{
    if (f->phase == PHASE_OVER)
        return;
    bool certain = f->loop.stage == LOOP_TELLS; /* the part before the loop is over */
    if (!certain && !(all && player_finished(f->player, now_us)))
        return;
    g_clear_pointer(&f->player, player_free);
    if (!certain)
        turn_over(f);
}

/* Held keys repeat in the focused window, and held buttons drag what is under the pointer: checks their recipients. */
static bool held_go_right(firing *f, gint64 now_us)
{
    const held *h = press_held(f->at.press);
    bool keys = held_count(h, HELD_KEY) > 0, buttons = held_count(h, HELD_BUTTON) > 0;
    bool right = (!keys || firing_goes_right(f, true, now_us)) && (!buttons || firing_goes_right(f, false, now_us));
    guard_grab(f->at.guard, false);
    return right;
}

bool firing_loop_advance(firing *f, gint64 now_us)
{
    struct firing_loop *l = &f->loop;
    if (now_us >= bounds_deadline(l->bounds)) {
        over(f, HAND_DONE, bounds_time_text(l->bounds));
        return false;
    }
    if (l->stage == LOOP_PLAYS)
        return true;
    if (now_us < f->look_us)
        return false;
    f->held_up = false;
    if (!held_go_right(f, now_us)) /* over, or looked at again soon */
        return false;
    f->look_us = now_us + HELD_LOOK_US;
    if (l->stage != LOOP_CAME)
        return false;
    go(l, LOOP_PLAYS);
    f->look_us = now_us;
    f->player = player_new(l->turn->fire.timeline, now_us);
    return true;
}

gint64 firing_loop_deadline(const firing *f)
{
    const held *h = press_held(f->at.press);
    bool holds = held_count(h, HELD_KEY) > 0 || held_count(h, HELD_BUTTON) > 0;
    bool looks = f->loop.stage == LOOP_CAME || (holds && f->loop.stage != LOOP_PLAYS);
    return MIN(bounds_deadline(f->loop.bounds), looks ? f->look_us : G_MAXINT64);
}

static bool turn_fits(const firing *f, const hand_request *r, GError **error)
{
    const struct firing_limits limits = firing_limits_of(f, 0, false);
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
    if (f->phase != PHASE_PLAY || !f->loop.bounds || r->fire.id != f->fire->id)
        return;                    /* of a loop that is over: its end has been said */
    if (r->reason && *r->reason) { /* also in the middle of a turn */
        over(f, HAND_DIVERTED, g_strdup(r->reason));
        return;
    }
    if (f->loop.stage != LOOP_WAITS || r->turn != f->loop.turns + 1)
        return;
    f->loop.turns++;
    if (!turn_fits(f, r, &error))
        over(f, HAND_DIVERTED, g_strdup_printf("the loop's turn %d: %s", r->turn, error->message));
    if (f->phase == PHASE_OVER)
        return;
    f->loop.turn = g_steal_pointer(&r);
    go(&f->loop, LOOP_CAME);
    f->look_us = now_us;
}

hand_answer *firing_turn_told(firing *f)
{
    if (f->loop.stage != LOOP_TELLS || f->phase == PHASE_OVER)
        return NULL;
    go(&f->loop, LOOP_WAITS);
    hand_answer *a = firing_answer(f, HAND_TURNED);
    a->turn = f->loop.turns;
    a->events = bounds_events(f->loop.bounds);
    a->ms = bounds_ms(f->loop.bounds, g_get_monotonic_time());
    a->fired_json = g_strdup_printf("[%s]", f->record.fired->str);
    g_string_truncate(f->record.fired, 0);
    return a;
}
