#include "engine/hand/firing.h"

#include "engine/hand/approach.h"
#include "engine/hand/bounds.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/guard.h"
#include "engine/hand/saved_focus.h"
#include "engine/hand/route.h"
#include "engine/hand/way.h"

#define FOCUS_WAIT_US 500000
#define SPARE_MAX 256

/* Enters the next phase; firing_phase_may() must allow it. */
static void firing_go(firing *f, enum firing_phase to)
{
    g_assert(firing_phase_may(f->phase, to));
    f->phase = to;
}

static void over(firing *f, enum hand_status status, char *reason_take)
{
    firing_go(f, PHASE_OVER);
    f->ending.status = status;
    f->ending.reason = reason_take ? reason_take : g_strdup("");
}

void firing_end(firing *f, enum hand_status status, char *reason_take)
{
    guard_grab(f->at.guard, false);
    over(f, status, reason_take);
    typing_clear(&f->typing);
    press_unlend(f->at.press);
    f->lending.loan = NULL;
}

void firing_unsteady(firing *f, enum hand_status status)
{
    firing_end(f, status, g_strconcat(f->differed ? f->differed : "the target has changed", STEADY_SENTENCE, NULL));
}

/* ---- checks on receipt ---- */

struct firing_limits firing_limits_of(const firing *f, int n_spare, bool clipboard)
{
    return (struct firing_limits){f->width,
                                  f->height,
                                  f->at.ports->hand.buttons(f->at.ports->hand.data),
                                  n_spare,
                                  f->fire->target_window,
                                  f->at.press,
                                  clipboard,
                                  f->at.ports->hand.begin && !f->at.ports->hand.acts,
                                  f->at.ports->hand.acts};
}

/* Whether the event acts where the pointer is, or goes on from there. */
static bool starts_from_pointer(const struct timeline_event *e)
{
    return e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_SCROLL ||
           (e->type == TIMELINE_MOVE && e->origin == ORIGIN_RELATIVE) || (e->loop && timeline_loop_uses_pointer(e->loop));
}

static bool check(firing *f, GError **error)
{
    if (!f->fire->timeline || f->fire->timeline->events->len == 0) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "the timeline is empty: nothing to fire");
        return false;
    }
    g_autofree char *digest = timeline_digest(f->fire->timeline);
    if (g_strcmp0(digest, f->fire->digest) != 0) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "the timeline is not the one that was approved: its digest is %.12s…, approved was %.12s…", digest,
                    f->fire->digest ? f->fire->digest : "(none)");
        return false;
    }
    if (!guard_ready(f->at.guard, &f->fire->guard, error) || !f->at.ports->keyboard.load(f->at.ports->keyboard.data, error))
        return false;
    int spare[SPARE_MAX], n_spare = f->at.ports->keyboard.spare(f->at.ports->keyboard.data, spare, SPARE_MAX);
    const struct firing_limits limits = firing_limits_of(f, n_spare, f->fire->clipboard);
    const GArray *events = f->fire->timeline->events;
    gint64 at_ms = 0;
    bool placed = f->at.ports->hand.placed(f->at.ports->hand.data);
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->at_ms < at_ms) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u comes before the one in front of it", i);
            return false;
        }
        at_ms = e->at_ms;
        if (!placed && starts_from_pointer(e)) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                        "event %u starts from the pointer, and this screen does not tell where that is (move it to a point "
                        "first)",
                        i);
            return false;
        }
        placed = placed || e->type == TIMELINE_MOVE;
        if (!firing_check_event(&limits, e, i, error))
            return false;
        f->uses_keys |= e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_TEXT || e->type == TIMELINE_ACT ||
                        (e->loop && timeline_loop_uses_keyboard(e->loop));
        f->uses_buttons |= e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_SCROLL || e->type == TIMELINE_GESTURE ||
                           (e->loop && timeline_loop_uses_buttons(e->loop));
    }
    return firing_loan_find(&f->lending, f->at.press, f->fire, error);
}

firing *firing_new(hand_request *request_take, const struct firing_display *at, gint64 now_us)
{
    firing *f = g_new0(firing, 1);
    f->request = request_take;
    f->fire = &request_take->fire;
    f->at = *at;
    f->wait.received_us = f->look_us = now_us;
    compared_init(&f->compared, f->fire->guard.rules.unsteady);
    f->calm.tireless = f->fire->guard.works;
    f->calm.unmoved = true;
    f->record.fired = g_string_new(NULL);
    at->ports->display.size(at->ports->display.data, &f->width, &f->height);
    g_autoptr(GError) error = NULL;
    if (!check(f, &error))
        firing_end(f, HAND_REFUSED, g_strdup(error->message));
    return f;
}

void firing_free(firing *f)
{
    if (!f)
        return;
    guard_grab(f->at.guard, false);
    typing_clear(&f->typing);
    firing_loan_clear(&f->lending);
    firing_loop_clear(&f->loop);
    route_free(f->route);
    way_free(f->way);
    player_free(f->player);
    hand_request_free(f->request);
    g_string_free(f->record.fired, TRUE);
    g_free(f->differed);
    g_free(f->ending.reason);
    g_free(f->ending.yielded);
    g_free(f->wait.in_the_way);
    g_free(f);
}

/* ---- before the first event ---- */

/* True when the first event may have been fired. */
static bool begun(const firing *f)
{
    return f->player || f->loop.bounds;
}

static bool expired(firing *f, gint64 now_us)
{
    gint64 approval_us = (gint64)f->fire->approval_ms * 1000;
    if (now_us - f->wait.received_us < approval_us)
        return false;
    firing_end(f, HAND_EXPIRED,
               g_strdup_printf("the approval of %d ms was over before the first event could be fired%s%s", f->fire->approval_ms,
                               f->wait.in_the_way ? ": somebody else holds down " : "",
                               f->wait.in_the_way ? f->wait.in_the_way : ""));
    return true;
}

/* True: somebody used keyboard or mouse while the focus was still where they had it; and the firing is over. */
static bool others_came(firing *f)
{
    f->ending.yielded = f->at.ports->others.look(f->at.ports->others.data, press_held(f->at.press), false);
    if (f->ending.yielded)
        firing_end(f, HAND_ABORTED, g_strdup(f->ending.yielded));
    return f->ending.yielded != NULL;
}

/* Looks again, or ends it. */
static void not_as_it_was(firing *f, bool may_return, char *sentence_take, gint64 now_us)
{
    g_autofree char *sentence = sentence_take;
    gint64 again_us = compared_again_us(&f->compared, may_return, now_us);
    guard_grab(f->at.guard, false);
    if (again_us)
        f->look_us = again_us;
    else
        firing_end(f, HAND_STALE, g_steal_pointer(&sentence));
}

bool firing_as_it_was(firing *f, bool scene, bool recipients, gint64 now_us)
{
    struct guard_look look = {.scene = scene, .recipients = recipients, .refocused = f->compared.refocused};
    g_autofree char *changed = guard_changed(f->at.guard, f->fire, &look);
    compared_look(&f->compared, look.match, !changed, look.may_return && !look.bar, now_us);
    if (!changed)
        return true;
    g_free(f->differed);
    f->differed = g_strdup(changed);
    /* a window manager may raise what has got the focus a moment after it */
    not_as_it_was(f, look.may_return || f->compared.refocused, g_steal_pointer(&changed), now_us);
    return false;
}

/* The target had the focus when it was looked at: since then only a terminal of ours may have taken it. */
static bool focus_was_taken(firing *f, gint64 now_us)
{
    if (!f->fire->guard.focus_kept || f->at.ports->others.own_focused(f->at.ports->others.data))
        return false;
    not_as_it_was(f, false, g_strdup("the focus has moved: neither the target nor a terminal of reins has it"), now_us);
    return true;
}

bool firing_ungrabbed(firing *f, bool keys, bool fresh, gint64 now_us, char **ret_wrong)
{
    enum grabs_device d = keys ? GRABS_KEYBOARD : GRABS_POINTER;
    struct grabber by = {0};
    *ret_wrong = NULL;
    enum grabs_says says = f->route ? f->at.ports->others.grabbed(f->at.ports->others.data, d, fresh, now_us, &by) : GRABS_FREE;
    if (says == GRABS_UNASKED) {
        guard_grab(f->at.guard, false);
        f->at.ports->others.ask_grabber(f->at.ports->others.data, d, now_us);
    } else if (says == GRABS_TAKEN && !route_grabber(f->route, &by)) {
        *ret_wrong = route_grabbed(d, &by);
    }
    return says != GRABS_UNASKED && !*ret_wrong;
}

/* Before the first event, after a look of the guard. False: not yet, or over. */
static bool is_free(firing *f, bool keys, gint64 now_us)
{
    char *wrong = NULL;
    if (firing_ungrabbed(f, keys, true, now_us, &wrong))
        return true;
    if (wrong)
        not_as_it_was(f, true, wrong, now_us);
    else
        f->look_us = now_us;
    return false;
}

/* The same of all that it uses. */
static bool nobody_has_grabbed(firing *f, gint64 now_us)
{
    g_clear_pointer(&f->route, route_free);
    f->route = route_new(&f->at.ports->display, &f->fire->guard, guard_windows(f->at.guard));
    return (!f->uses_keys || is_free(f, true, now_us)) && (!f->uses_buttons || is_free(f, false, now_us));
}

/* The person may be at the same display: their last key (it was the one that approved) must be up before the focus moves away
 * from them, or anything is pressed beside it. */
static void arm(firing *f, gint64 now_us)
{
    const struct hand_guard *g = &f->fire->guard;
    g_free(f->wait.in_the_way);
    f->wait.in_the_way = press_foreign_down(f->at.press);
    if (f->wait.in_the_way) {
        f->look_us = now_us + FOCUS_LOOK_US;
        return;
    }
    saved_focus_note(f->at.place, f->at.ports);
    if (!g->focus_window || f->at.ports->display.focus(f->at.ports->display.data, NULL) == g->focus_window) {
        firing_go(f, PHASE_COMPARE);
    } else if (!focus_was_taken(f, now_us) && firing_as_it_was(f, !g->focus_kept, false, now_us) &&
               nobody_has_grabbed(f, now_us) && !others_came(f)) {
        /* compared before it: a window that gets the focus looks different, and may be raised. One that had it when it was
         * looked at is compared once it has it again: without, it looks different, and may be covered. */
        f->at.place->focus_moved = true;
        f->at.ports->display.set_focus(f->at.ports->display.data, g->focus_window);
        f->compared.refocused = true;
        f->compared.scene_seen = !g->focus_kept;
        firing_go(f, PHASE_FOCUS);
        f->wait.focus_us = now_us + FOCUS_WAIT_US;
        f->look_us = now_us + FOCUS_LOOK_US;
    }
}

static void await_focus(firing *f, gint64 now_us)
{
    gint64 focus = f->at.ports->display.focus(f->at.ports->display.data, NULL);
    if (focus == f->fire->guard.focus_window)
        firing_go(f, PHASE_COMPARE);
    else if (now_us >= f->wait.focus_us)
        firing_end(f, HAND_STALE,
                   g_strdup_printf("the target window 0x%" G_GINT64_MODIFIER
                                   "x did not take the focus within %d ms (does the window manager refuse it?)",
                                   f->fire->guard.focus_window, FOCUS_WAIT_US / 1000));
    else
        f->look_us = now_us + FOCUS_LOOK_US;
}

/* What is compared was seen to change, and no later look right before a press comes. False: not yet, or over. */
static bool is_steady(firing *f, gint64 now_us)
{
    gint64 at_us;
    enum steady_says says = approach_wanted(f->fire) ? STEADY_GO : steady_ask(&f->compared.steady, now_us, &at_us);
    if (says == STEADY_GO)
        return true;
    guard_grab(f->at.guard, false);
    f->look_us = at_us;
    f->compared.patience_us = 0; /* what blinks in it is not gone for longer than the next time */
    if (says == STEADY_STOP)
        firing_unsteady(f, HAND_STALE);
    return false;
}

/* False: not yet, or over. */
static bool borrow(firing *f, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    bool ready = firing_loan_borrow(&f->lending, f->at.press, now_us, &error);
    if (error)
        firing_end(f, HAND_REFUSED, g_strdup(error->message));
    return ready;
}

gint64 firing_keys_window(const firing *f)
{
    bool follows = false;
    gint64 focus = f->at.ports->display.focused(f->at.ports->display.data, &follows);
    return follows ? 0 : focus;
}

bool firing_calm(firing *f, gint64 now_us)
{
    if ((!f->uses_keys && !f->uses_buttons) || approach_wanted(f->fire) || f->lending.loan)
        return true;
    guard_grab(f->at.guard, false); /* a program that waits for the server looks at rest */
    hover_settle_for(&f->calm, f->uses_keys ? firing_keys_window(f) : 0, now_us);
    gint64 calm_us = hover_settle_wait_us(&f->calm, &f->at.ports->program, now_us);
    if (calm_us == HOVER_SETTLE_HANGS)
        firing_end(f, HAND_DIVERTED, g_strdup(HOVER_SETTLE_SENTENCE));
    else if (calm_us)
        f->look_us = calm_us;
    return calm_us == 0;
}

static void compare(firing *f, gint64 now_us)
{
    if (firing_aims_at_own(f)) {
        firing_end(f, HAND_REFUSED, g_strdup(PRESS_SPARED));
        return;
    }
    guard_grab(f->at.guard, true);
    if (!firing_as_it_was(f, !f->compared.scene_seen, true, now_us) || !is_steady(f, now_us) || !nobody_has_grabbed(f, now_us))
        return;
    compared_holds(&f->compared, now_us);
    firing_go(f, PHASE_PLAY);
}

static void begin(firing *f)
{
    f->record.start_us = g_get_monotonic_time();
    f->player = player_new(f->fire->timeline, f->record.start_us);
    compared_begin(&f->compared);
    f->way = way_new(f->at.ports, f->at.guard, f->fire, f->compared.scene_seen);
}

static void give_back_lent(firing *f)
{
    if (firing_loan_return(&f->lending, f->at.press, g_get_monotonic_time()))
        firing_end(f, HAND_DONE, NULL);
}

void firing_advance(firing *f, bool *ret_started)
{
    *ret_started = false;
    gint64 now_us = g_get_monotonic_time();
    if (f->phase == PHASE_OVER || (f->phase < PHASE_PLAY && expired(f, now_us)))
        return;
    if (f->phase == PHASE_ARM && now_us >= f->look_us)
        arm(f, now_us);
    if (f->phase == PHASE_FOCUS && now_us >= f->look_us)
        await_focus(f, now_us);
    if (f->phase == PHASE_COMPARE && now_us >= f->look_us && firing_calm(f, now_us) && borrow(f, now_us))
        compare(f, now_us);
    if (f->phase == PHASE_PLAY && !begun(f)) {
        if (expired(f, g_get_monotonic_time()))
            return;
        begin(f);
        *ret_started = true;
        return;
    }
    if (f->phase == PHASE_PLAY && f->loop.bounds && !firing_loop_advance(f, now_us))
        return;
    if (f->phase == PHASE_PLAY && (!f->held_up || now_us >= f->look_us) && firing_play(f, g_get_monotonic_time()))
        firing_go(f, PHASE_RETURN);
    if (f->phase == PHASE_RETURN)
        give_back_lent(f);
}

gint64 firing_deadline(const firing *f)
{
    if (f->phase == PHASE_OVER)
        return G_MAXINT64;
    if (f->phase == PHASE_RETURN)
        return firing_loan_back_deadline(&f->lending, f->at.press);
    if (f->phase == PHASE_COMPARE && firing_loan_deadline(&f->lending) != G_MAXINT64)
        return firing_loan_deadline(&f->lending);
    if (f->phase != PHASE_PLAY)
        return f->look_us;
    if (!f->player)
        return f->loop.bounds ? firing_loop_deadline(f) : 0;
    if (f->held_up)
        return f->look_us;
    return MIN(MIN(player_deadline(f->player), typing_deadline(&f->typing)),
               f->loop.bounds ? firing_loop_deadline(f) : firing_held_deadline(f));
}

void firing_abort(firing *f, const char *reason)
{
    if (f->phase == PHASE_OVER)
        return;
    g_autofree char *left = typing_left(&f->typing);
    firing_end(f, HAND_ABORTED, g_strconcat(reason, left, NULL));
}

void firing_lost(firing *f)
{
    if (f->phase != PHASE_OVER)
        over(f, HAND_ABORTED, g_strdup("the display was lost"));
}

char *firing_yielded(firing *f)
{
    return g_steal_pointer(&f->ending.yielded);
}

enum hand_give_back firing_give_back(const firing *f)
{
    return f->fire->give_back;
}

bool firing_broken(const firing *f)
{
    return f->phase == PHASE_OVER && begun(f) && f->ending.status != HAND_DONE;
}

bool firing_finished(const firing *f)
{
    return f->phase == PHASE_OVER;
}

/* Where no display tells it, the hand alone knows. */
static struct area own_pointer(const struct hand_ports *at)
{
    struct area a = {.width = 1, .height = 1};
    if (at->display.windows_told(at->display.data) || !at->hand.placed(at->hand.data))
        return (struct area){0};
    at->display.pointer(at->display.data, &a.x, &a.y);
    return a;
}

hand_answer *firing_answer(const firing *f, enum hand_answer_kind kind)
{
    hand_answer *a = g_new0(hand_answer, 1);
    a->kind = kind;
    a->id = f->fire->id;
    a->match = f->compared.match;
    if (kind == HAND_FINISHED) {
        a->status = f->ending.status;
        a->reason = g_strdup(f->ending.reason);
        a->fired_json = g_strdup_printf("[%s]", f->record.fired->str);
        a->pointer = own_pointer(f->at.ports);
        a->untouched = f->way || (f->ending.status == HAND_DIVERTED && !f->acted);
        a->follows = f->way && f->ending.status == HAND_DIVERTED ? approach_follows(f->way->approach) : (struct area){0};
    }
    return a;
}
