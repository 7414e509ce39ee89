#include "engine/hand/firing.h"

#include "engine/display/windows.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/xtest.h"

#define FOCUS_WAIT_US 500000
#define SPARE_MAX 256

void firing_end(firing *f, enum hand_status status, char *reason_take)
{
    guard_grab(f->guard, false);
    f->phase = PHASE_OVER;
    f->status = status;
    g_free(f->reason);
    f->reason = reason_take ? reason_take : g_strdup("");
    g_clear_pointer(&f->text, text_free);
    g_clear_pointer(&f->paste, paste_free);
    press_unlend(f->press);
    f->loan = NULL;
    f->returning = false;
}

/* ---- checks on receipt ---- */

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
    if (!guard_ready(f->guard, &f->fire->guard, error) || !keymap_load(f->keymap, error))
        return false;
    int spare[SPARE_MAX], n_spare = keymap_spare(f->keymap, spare, SPARE_MAX);
    const struct firing_limits limits = {f->width, f->height,         xtest_button_count(f->dpy), n_spare, f->fire->target_window,
                                         f->press, f->fire->clipboard};
    const GArray *events = f->fire->timeline->events;
    gint64 at_ms = 0;
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->at_ms < at_ms) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u comes before the one in front of it", i);
            return false;
        }
        at_ms = e->at_ms;
        if (!firing_check_event(&limits, e, i, error))
            return false;
        f->uses[GRABS_KEYBOARD] |=
            e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_TEXT || (e->loop && timeline_loop_uses_keyboard(e->loop));
        f->uses[GRABS_POINTER] |=
            e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_SCROLL || (e->loop && timeline_loop_uses_buttons(e->loop));
    }
    return firing_find_missing(f, error);
}

firing *firing_new(hand_request *request_take, Display *dpy, keymap *k, press *p, guard *g, const struct firing_others *others,
                   gint64 now_us)
{
    firing *f = g_new0(firing, 1);
    f->request = request_take;
    f->fire = &request_take->fire;
    f->dpy = dpy;
    f->keymap = k;
    f->press = p;
    f->others = *others;
    f->guard = g;
    f->received_us = f->look_us = now_us;
    f->match = -1;
    f->steady.needed = f->fire->guard.rules.unsteady;
    f->fired = g_string_new(NULL);
    xtest_screen_size(dpy, &f->width, &f->height);
    g_autoptr(GError) error = NULL;
    if (!check(f, &error))
        firing_end(f, HAND_REFUSED, g_strdup(error->message));
    return f;
}

void firing_free(firing *f)
{
    if (!f)
        return;
    guard_grab(f->guard, false);
    text_free(f->text);
    paste_free(f->paste);
    route_free(f->route);
    approach_free(f->approach);
    player_free(f->player);
    bounds_free(f->bounds);
    hand_request_free(f->turn);
    hand_request_free(f->request);
    g_string_free(f->fired, TRUE);
    g_free(f->reason);
    g_free(f->yielded);
    g_free(f->in_the_way);
    if (f->missing)
        g_ptr_array_unref(f->missing);
    g_free(f);
}

/* ---- before the first event ---- */

static bool expired(firing *f, gint64 now_us)
{
    gint64 grant_us = (gint64)f->fire->grant_ms * 1000;
    if (now_us - f->received_us < grant_us)
        return false;
    firing_end(f, HAND_EXPIRED,
               g_strdup_printf("the grant of %d ms was over before the first event could be fired%s%s", f->fire->grant_ms,
                               f->in_the_way ? ": somebody else holds down " : "", f->in_the_way ? f->in_the_way : ""));
    return true;
}

/* True: somebody used keyboard or mouse while the focus was still where they had it; and the firing is over. */
static bool others_came(firing *f)
{
    f->yielded = yield_look(f->others.yield, press_held(f->press), false);
    if (f->yielded)
        firing_end(f, HAND_ABORTED, g_strdup(f->yielded));
    return f->yielded != NULL;
}

/* Looks again, or ends it. */
static void not_as_it_was(firing *f, bool may_return, char *sentence_take, gint64 now_us)
{
    g_autofree char *sentence = sentence_take;
    if (f->patience_us == 0)
        f->patience_us = now_us + LIKENESS_PATIENCE_MS * 1000;
    guard_grab(f->guard, false);
    if (may_return && now_us < f->patience_us)
        f->look_us = now_us + (f->steady.needed ? STEADY_LOOK_US : LOOK_AGAIN_US);
    else
        firing_end(f, HAND_STALE, g_steal_pointer(&sentence));
}

bool firing_as_it_was(firing *f, bool scene, bool recipients, gint64 now_us)
{
    struct guard_look look = {.scene = scene, .recipients = recipients, .refocused = f->refocused};
    g_autofree char *changed = guard_changed(f->guard, f->fire, &look);
    f->match = look.match >= 0 ? look.match : f->match;
    if (!changed || (look.may_return && !look.bar))
        steady_look(&f->steady, !changed, now_us);
    if (!changed)
        return true;
    /* a window manager may raise what has got the focus a moment after it */
    not_as_it_was(f, look.may_return || f->refocused, g_steal_pointer(&changed), now_us);
    return false;
}

/* The target had the focus when it was looked at: since then only a terminal of ours may have taken it. */
static bool focus_was_taken(firing *f, gint64 now_us)
{
    if (!f->fire->guard.focus_kept || own_windows_focused(f->others.own))
        return false;
    not_as_it_was(f, false, g_strdup("the focus has moved: neither the target nor a terminal of reins has it"), now_us);
    return true;
}

bool firing_ungrabbed(firing *f, enum grabs_device d, bool fresh, gint64 now_us, char **ret_wrong)
{
    struct grabber by = {0};
    *ret_wrong = NULL;
    enum grabs_says says = f->route ? grabs_look(f->others.grabs, d, fresh, now_us, &by) : GRABS_FREE;
    if (says == GRABS_UNASKED) {
        guard_grab(f->guard, false);
        grabs_ask(f->others.grabs, d, now_us);
    } else if (says == GRABS_TAKEN && !route_grabber(f->route, &by)) {
        *ret_wrong = grabs_sentence(d, &by);
    }
    return says != GRABS_UNASKED && !*ret_wrong;
}

/* Before the first event, after a look of the guard. False: not yet, or over. */
static bool nobody_has_grabbed(firing *f, gint64 now_us)
{
    g_clear_pointer(&f->route, route_free);
    f->route = route_new(f->dpy, &f->fire->guard, guard_windows(f->guard));
    for (enum grabs_device d = 0; d < GRABS_DEVICES; d++) {
        char *wrong = NULL;
        if (!f->uses[d] || firing_ungrabbed(f, d, true, now_us, &wrong))
            continue;
        if (wrong)
            not_as_it_was(f, true, wrong, now_us);
        else
            f->look_us = now_us;
        return false;
    }
    return true;
}

/* The person may be at the same display: their last key (it was the one that approved) must be up before the focus moves away
 * from them, or anything is pressed beside it. */
static void arm(firing *f, gint64 now_us)
{
    const struct hand_guard *g = &f->fire->guard;
    bool pointer_root;
    g_free(f->in_the_way);
    f->in_the_way = press_foreign_down(f->press);
    if (f->in_the_way) {
        f->look_us = now_us + FOCUS_LOOK_US;
        return;
    }
    place_note(f->others.place, f->dpy, f->others.own);
    if (!g->focus_window || windows_focus(f->dpy, &pointer_root) == g->focus_window) {
        f->phase = PHASE_COMPARE;
    } else if (!focus_was_taken(f, now_us) && firing_as_it_was(f, !g->focus_kept, false, now_us) &&
               nobody_has_grabbed(f, now_us) && !others_came(f)) {
        /* compared before it: a window that gets the focus looks different, and may be raised. One that had it when it was
         * looked at is compared once it has it again: without, it looks different, and may be covered. */
        f->others.place->focus_moved = true;
        windows_set_focus(f->dpy, g->focus_window);
        f->refocused = true;
        f->scene_seen = !g->focus_kept;
        f->phase = PHASE_FOCUS;
        f->focus_us = now_us + FOCUS_WAIT_US;
        f->look_us = now_us + FOCUS_LOOK_US;
    }
}

static void await_focus(firing *f, gint64 now_us)
{
    bool pointer_root;
    gint64 focus = windows_focus(f->dpy, &pointer_root);
    if (focus == f->fire->guard.focus_window)
        f->phase = PHASE_COMPARE;
    else if (now_us >= f->focus_us)
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
    enum steady_says says = approach_wanted(f->fire) ? STEADY_GO : steady_ask(&f->steady, now_us, &at_us);
    if (says == STEADY_GO)
        return true;
    guard_grab(f->guard, false);
    f->look_us = at_us;
    f->patience_us = 0; /* what blinks in it is not gone for longer than the next time */
    if (says == STEADY_STOP)
        firing_end(f, HAND_STALE, g_strdup(STEADY_SENTENCE));
    return false;
}

static void compare(firing *f, gint64 now_us)
{
    if (firing_aims_at_own(f)) {
        firing_end(f, HAND_REFUSED, g_strdup(PRESS_SPARED));
        return;
    }
    guard_grab(f->guard, true);
    if (!firing_as_it_was(f, !f->scene_seen, true, now_us) || !is_steady(f, now_us) || !nobody_has_grabbed(f, now_us))
        return;
    f->compared_us = now_us;
    f->patience_us = 0;
    f->phase = PHASE_PLAY;
}

void firing_advance(firing *f, bool *ret_started)
{
    *ret_started = false;
    gint64 now_us = g_get_monotonic_time();
    if (f->phase == PHASE_OVER || (f->phase != PHASE_PLAY && expired(f, now_us)))
        return;
    if (f->phase == PHASE_ARM && now_us >= f->look_us)
        arm(f, now_us);
    if (f->phase == PHASE_FOCUS && now_us >= f->look_us)
        await_focus(f, now_us);
    if (f->phase == PHASE_COMPARE && firing_borrow(f, now_us) && now_us >= f->look_us)
        compare(f, now_us);
    if (f->phase == PHASE_PLAY && !f->player && !f->bounds) {
        if (expired(f, g_get_monotonic_time()))
            return;
        f->start_us = g_get_monotonic_time();
        f->player = player_new(f->fire->timeline, f->start_us);
        f->steady = (struct steady){.needed = f->steady.needed}; /* on the way it is not looked at all the time */
        f->approach = approach_new(f->dpy, f->guard, f->fire, f->scene_seen);
        *ret_started = true;
        return;
    }
    if (f->phase == PHASE_PLAY && f->bounds && !firing_loop_advance(f, now_us))
        return;
    if (f->phase == PHASE_PLAY && (!f->held_up || now_us >= f->look_us))
        firing_play(f, g_get_monotonic_time());
}

gint64 firing_deadline(const firing *f)
{
    if (f->phase == PHASE_OVER)
        return G_MAXINT64;
    if (f->phase == PHASE_COMPARE && f->loan && !loan_ready(f->loan))
        return firing_loan_deadline(f);
    if (f->phase != PHASE_PLAY)
        return f->look_us;
    if (f->returning)
        return firing_loan_deadline(f);
    if (!f->player)
        return f->bounds ? firing_loop_deadline(f) : 0;
    if (f->held_up)
        return f->look_us;
    gint64 typed_us = f->text ? text_deadline(f->text) : f->paste ? paste_deadline(f->paste) : G_MAXINT64;
    return MIN(MIN(player_deadline(f->player), typed_us), f->bounds ? firing_loop_deadline(f) : G_MAXINT64);
}

void firing_abort(firing *f, const char *reason)
{
    if (f->phase == PHASE_OVER)
        return;
    if (f->paste) {
        firing_end(f, HAND_ABORTED, g_strdup_printf("%s; a text was being pasted, which may have arrived", reason));
    } else if (f->text) {
        guint typed = text_typed(f->text), length = text_length(f->text);
        firing_end(f, HAND_ABORTED, g_strdup_printf("%s; %u of the text's %u characters had been typed", reason, typed, length));
    } else {
        firing_end(f, HAND_ABORTED, g_strdup(reason));
    }
}

void firing_lost(firing *f)
{
    if (f->phase == PHASE_OVER)
        return;
    f->phase = PHASE_OVER;
    f->status = HAND_ABORTED;
    g_free(f->reason);
    f->reason = g_strdup("the display was lost");
}

char *firing_yielded(firing *f)
{
    return g_steal_pointer(&f->yielded);
}

enum hand_give_back firing_give_back(const firing *f)
{
    return f->fire->give_back;
}

bool firing_broken(const firing *f)
{
    return f->phase == PHASE_OVER && (f->player || f->bounds) && f->status != HAND_DONE;
}

bool firing_finished(const firing *f)
{
    return f->phase == PHASE_OVER;
}

hand_answer *firing_answer(const firing *f, enum hand_answer_kind kind)
{
    hand_answer *a = g_new0(hand_answer, 1);
    a->kind = kind;
    a->id = f->fire->id;
    a->match = f->match;
    if (kind == HAND_FINISHED) {
        a->status = f->status;
        a->reason = g_strdup(f->reason);
        a->fired_json = g_strdup_printf("[%s]", f->fired->str);
        a->untouched = f->approach != NULL;
        a->follows = f->status == HAND_DIVERTED ? approach_follows(f->approach) : (struct area){0};
    }
    return a;
}
