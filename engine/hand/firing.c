#include "engine/hand/firing.h"

#include "engine/display/windows.h"
#include "engine/hand/approach.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/guard.h"
#include "engine/hand/paste.h"
#include "engine/hand/player.h"
#include "engine/hand/route.h"
#include "engine/hand/xtest.h"

#define FOCUS_WAIT_US 500000
#define FOCUS_LOOK_US 5000  /* between two looks at the focus, or at keys that a person still holds down */
#define LOOK_AGAIN_US 20000 /* between two looks at a picture that may come back */
#define COMPARED_US 100000  /* so old may the comparison be when the first thing is done */
#define DIVERTED_US 200000  /* a focus on its way between two windows has so long to arrive */
#define SPARE_MAX 256
#define ACTS_AT_ONCE 64 /* then it is asked whether anybody wants an end of it */

enum phase {
    PHASE_ARM,   /* waits for a quiet keyboard, then moves the focus if asked */
    PHASE_FOCUS, /* waits for the focus to arrive */
    PHASE_COMPARE,
    PHASE_PLAY,
    PHASE_OVER
};

struct firing {
    hand_request *request;        /* owned */
    const struct hand_fire *fire; /* in it */
    Display *dpy;                 /* borrowed */
    keymap *keymap;               /* borrowed */
    press *press;                 /* borrowed */
    struct firing_others others;
    char *yielded;      /* owned */
    guard *guard;       /* borrowed */
    route *route;       /* owned; NULL = not playing, or any window will do */
    approach *approach; /* owned; NULL = not on its way to the target, or nothing to compare */
    enum phase phase;
    gint64 received_us, look_us, focus_us, start_us;
    int width, height, buttons;
    gint64 patience_us; /* so long the picture may come back; 0 = it has not differed yet */
    gint64 compared_us; /* when all was as it was */
    gint64 diverted_us; /* so long the focus may arrive; 0 = it is where it belongs */
    guint pasted;       /* texts that have begun to be pasted */
    bool scene_seen;    /* picture and windows were compared before the focus was moved */
    bool acted;         /* something has been done */
    bool held_up;       /* what is due waits until look_us */
    char *in_the_way;   /* owned: what somebody else held down when last looked; NULL = nothing */
    player *player;     /* owned */
    text *text;         /* owned; NULL = nothing is being typed */
    paste *paste;       /* owned; NULL = nothing is being pasted */
    int spare[SPARE_MAX], n_spare;
    GString *fired; /* JSON array without its brackets */
    enum hand_status status;
    char *reason; /* owned */
    double match;
};

static void end(firing *f, enum hand_status status, char *reason_take)
{
    guard_grab(f->guard, false);
    f->phase = PHASE_OVER;
    f->status = status;
    g_free(f->reason);
    f->reason = reason_take ? reason_take : g_strdup("");
    g_clear_pointer(&f->text, text_free);
    g_clear_pointer(&f->paste, paste_free);
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
    f->n_spare = keymap_spare(f->keymap, f->spare, SPARE_MAX);
    const struct firing_limits limits = {f->width, f->height,         f->buttons, f->n_spare, f->fire->target_window,
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
    }
    return true;
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
    f->fired = g_string_new(NULL);
    f->buttons = xtest_button_count(dpy);
    xtest_screen_size(dpy, &f->width, &f->height);
    g_autoptr(GError) error = NULL;
    if (!check(f, &error))
        end(f, HAND_REFUSED, g_strdup(error->message));
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
    hand_request_free(f->request);
    g_string_free(f->fired, TRUE);
    g_free(f->reason);
    g_free(f->yielded);
    g_free(f->in_the_way);
    g_free(f);
}

/* ---- before the first event ---- */

static bool expired(firing *f, gint64 now_us)
{
    gint64 grant_us = (gint64)f->fire->grant_ms * 1000;
    if (now_us - f->received_us < grant_us)
        return false;
    end(f, HAND_EXPIRED,
        g_strdup_printf("the grant of %d ms was over before the first event could be fired%s%s", f->fire->grant_ms,
                        f->in_the_way ? ": somebody else holds down " : "", f->in_the_way ? f->in_the_way : ""));
    return true;
}

/* True: somebody used keyboard or mouse while the focus was still where they had it; and the firing is over. */
static bool others_came(firing *f)
{
    f->yielded = yield_look(f->others.yield, press_held(f->press));
    if (f->yielded)
        end(f, HAND_ABORTED, g_strdup(f->yielded));
    return f->yielded != NULL;
}

/* What may come back (a cursor blinks) is looked at again, and what we are about to do is done in the moment in which it is as it
 * was approved. False: not yet, or over. */
static bool as_it_was(firing *f, bool scene, bool recipients, gint64 now_us)
{
    struct guard_look look = {.scene = scene, .recipients = recipients};
    g_autofree char *changed = guard_changed(f->guard, f->fire, &look);
    f->match = look.match >= 0 ? look.match : f->match;
    if (!changed)
        return true;
    if (f->patience_us == 0)
        f->patience_us = now_us + LIKENESS_PATIENCE_MS * 1000;
    guard_grab(f->guard, false);
    if (look.may_return && now_us < f->patience_us)
        f->look_us = now_us + LOOK_AGAIN_US;
    else
        end(f, HAND_STALE, g_steal_pointer(&changed));
    return false;
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
    } else if (as_it_was(f, true, false, now_us) && !others_came(f)) {
        /* compared before it: a window that gets the focus looks different, and may be raised */
        f->others.place->focus_moved = true;
        windows_set_focus(f->dpy, g->focus_window);
        f->scene_seen = true;
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
        end(f, HAND_STALE,
            g_strdup_printf("the target window 0x%" G_GINT64_MODIFIER
                            "x did not take the focus within %d ms (does the window manager refuse it?)",
                            f->fire->guard.focus_window, FOCUS_WAIT_US / 1000));
    else
        f->look_us = now_us + FOCUS_LOOK_US;
}

/* ---- playing ---- */

static void world_place(void *data, bool window, struct timeline_place *ret_place)
{
    const firing *f = data;
    struct timeline_place *p = ret_place;
    *p = (struct timeline_place){.width = f->width, .height = f->height};
    xtest_buttons_down(f->dpy, &p->pointer_x, &p->pointer_y);
    if (window)
        windows_rectangle(f->dpy, f->fire->target_window, &p->window_x, &p->window_y, &p->window_width, &p->window_height);
}

static bool world_dragging(void *data)
{
    const firing *f = data;
    return held_count(press_held(f->press), HELD_BUTTON) > 0;
}

/* Whether the first press would go into a terminal of ours. Each later one is looked at when it is due (press_spare()). */
static bool aims_at_own(firing *f)
{
    const GArray *events = f->fire->timeline->events;
    struct timeline_place place;
    int x, y;
    if (!own_windows_any(f->others.own))
        return false;
    for (guint i = 0; i < events->len; i++) {
        enum timeline_type type = g_array_index(events, struct timeline_event, i).type;
        if (type == TIMELINE_KEY_DOWN || type == TIMELINE_TEXT)
            return own_windows_focused(f->others.own);
        if (type != TIMELINE_BUTTON_DOWN && type != TIMELINE_SCROLL)
            continue;
        world_place(f, f->fire->target_window != 0, &place);
        return timeline_target(f->fire->timeline, &place, &x, &y) && own_windows_at(f->others.own, x, y);
    }
    return false;
}

static void compare(firing *f, gint64 now_us)
{
    if (aims_at_own(f)) {
        end(f, HAND_REFUSED, g_strdup(PRESS_SPARED));
        return;
    }
    guard_grab(f->guard, true);
    if (!as_it_was(f, !f->scene_seen, true, now_us))
        return;
    f->compared_us = now_us;
    f->patience_us = 0;
    f->phase = PHASE_PLAY;
}

/* Something could not be done in the middle. A terminal of ours that came in the way is the doing of whoever brought it there. */
static void fail_midway(firing *f, const char *reason)
{
    bool own = press_spared(f->press) || g_str_equal(reason, PRESS_SPARED);
    const char *spared = own ? PRESS_SPARED : NULL;
    if (spared && !f->yielded)
        f->yielded = g_strdup(spared);
    end(f, HAND_ABORTED, g_strdup(spared ? spared : reason));
}

/* What is dragged could be dropped into it. */
static bool drags_into_own(firing *f, int x, int y, GError **error)
{
    if (!world_dragging(f) || !own_windows_at(f->others.own, x, y))
        return false;
    g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, PRESS_SPARED);
    return true;
}

static void note_fired(firing *f, const struct player_output *out, gint64 now_us)
{
    g_string_append_printf(f->fired, "%s{\"index\":%u,\"at_ms\":%" G_GINT64_FORMAT ",\"late_us\":%" G_GINT64_FORMAT "}",
                           f->fired->len ? "," : "", out->index, (now_us - f->start_us) / 1000, MAX(now_us - out->due_us, 0));
}

static bool act(firing *f, const struct player_output *out, gint64 now_us, GError **error)
{
    gint64 until_us = held_until(now_us, out->hold_ms, f->fire->max_hold_ms);
    switch (out->act) {
    case PLAYER_KEY_DOWN:
        return press_key_down(f->press, out->key, until_us, error);
    case PLAYER_KEY_UP:
        press_key_up(f->press, out->key);
        break;
    case PLAYER_BUTTON_DOWN:
        return press_button_down(f->press, out->button, until_us, error);
    case PLAYER_BUTTON_UP:
        press_button_up(f->press, out->button);
        break;
    case PLAYER_MOVE_TO:
        if (drags_into_own(f, out->x, out->y, error))
            return false;
        xtest_move_to(f->dpy, out->x, out->y);
        break;
    case PLAYER_MOVE_BY:
        return press_move_by(f->press, out->x, out->y, error);
    case PLAYER_CLICK:
        return press_click(f->press, out->button, error);
    case PLAYER_TEXT:
        if (f->fire->clipboard && g_array_index(f->fire->timeline->events, struct timeline_event, out->index).paste)
            f->paste = paste_new(f->dpy, f->press, (Window)f->fire->clipboard, ++f->pasted, f->fire->paste_keys, out->due_us);
        else
            f->text = press_type(f->press, out->text, out->duration_ms * 1000, out->due_us);
        break;
    case PLAYER_NO_WINDOW:
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "event %u moves from the corner of window 0x%" G_GINT64_MODIFIER "x, which is gone or not shown any more",
                    out->index, f->fire->target_window);
        return false;
    case PLAYER_OFF_SCREEN:
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "event %u would move to %d,%d, which is off the screen of %d×%d: the window has been moved there", out->index,
                    out->x, out->y, f->width, f->height);
        return false;
    case PLAYER_NOTHING:
        break;
    }
    return true;
}

/* Whether what comes next may be pressed. False: not yet, or over. */
static bool goes_right(firing *f, bool keys, gint64 now_us)
{
    guard_grab(f->guard, true);
    g_autofree char *wrong = keys ? route_keys(f->route, now_us) : route_button(f->route, now_us);
    /* a terminal of ours that comes in the way is spared by press.c, and yielded to */
    if (!wrong || (keys ? own_windows_focused(f->others.own) : own_windows_pointed(f->others.own))) {
        f->diverted_us = 0;
        return true;
    }
    guard_grab(f->guard, false);
    if (f->diverted_us == 0)
        f->diverted_us = now_us + DIVERTED_US;
    f->held_up = true;
    f->look_us = now_us + FOCUS_LOOK_US;
    if (now_us >= f->diverted_us) {
        press_release_all(f->press);
        end(f, HAND_DIVERTED, g_steal_pointer(&wrong));
    }
    return false;
}

/* Before a step of the pointer: whether the target is still there. False: not known yet, or over. */
static bool still_there(firing *f, gint64 now_us)
{
    char *changed = NULL;
    switch (approach_look(f->approach, now_us, &changed)) {
    case APPROACH_GO:
        return true;
    case APPROACH_AGAIN: /* from where the pointer is now, and with the time that it was meant to take */
        player_free(f->player);
        f->player = player_new(f->fire->timeline, now_us);
        f->start_us = now_us;
        g_string_truncate(f->fired, 0);
        f->held_up = true;
        f->look_us = now_us;
        break;
    case APPROACH_WAIT:
        f->held_up = true;
        f->look_us = now_us + LOOK_AGAIN_US;
        break;
    case APPROACH_STOP:
        end(f, HAND_DIVERTED, changed);
        break;
    }
    return false;
}

static bool may_act(firing *f, enum player_due due, gint64 now_us)
{
    if (!f->acted && due != PLAYER_DUE_WAIT && now_us - f->compared_us > COMPARED_US) {
        guard_grab(f->guard, true);
        if (!as_it_was(f, !f->scene_seen, true, now_us)) {
            f->held_up = f->phase == PHASE_PLAY;
            return false;
        }
        f->compared_us = now_us;
        f->patience_us = 0;
    }
    if (due == PLAYER_DUE_MOVE && !still_there(f, now_us))
        return false;
    if (due != PLAYER_DUE_MOVE && due != PLAYER_DUE_WAIT)
        g_clear_pointer(&f->approach, approach_free); /* from now on it is the action's doing */
    f->acted |= due != PLAYER_DUE_WAIT;
    return (due != PLAYER_DUE_KEYS && due != PLAYER_DUE_BUTTON) || goes_right(f, due == PLAYER_DUE_KEYS, now_us);
}

static bool paste_on(firing *f, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    if (paste_presses(f->paste) && !goes_right(f, true, now_us))
        return false;
    if (!paste_step(f->paste, now_us, &error)) {
        fail_midway(f, error->message);
        return false;
    }
    if (!paste_done(f->paste))
        return true;
    g_clear_pointer(&f->paste, paste_free);
    player_text_done(f->player, now_us);
    return true;
}

/* False: typing failed and the firing is over, or the keys would go elsewhere. */
static bool type_on(firing *f, gint64 now_us)
{
    if (f->paste)
        return paste_on(f, now_us);
    if (!f->text)
        return true;
    if (now_us >= text_deadline(f->text) && !goes_right(f, true, now_us))
        return false;
    g_autoptr(GError) error = NULL;
    if (!text_step(f->text, now_us, &error)) {
        fail_midway(f, error->message);
        return false;
    }
    if (text_done(f->text)) {
        g_clear_pointer(&f->text, text_free);
        player_text_done(f->player, now_us);
    }
    return true;
}

static bool play_due(firing *f, gint64 now_us)
{
    const struct player_world world = {world_place, world_dragging, f};
    struct player_output out;
    enum player_due due;
    f->held_up = false;
    if (!type_on(f, now_us))
        return false;
    for (int acts = 0; (due = player_due(f->player, now_us)) != PLAYER_DUE_NONE; acts++) {
        g_autoptr(GError) error = NULL;
        if (acts == ACTS_AT_ONCE || !may_act(f, due, now_us) || !player_next(f->player, now_us, &world, &out))
            return false;
        if (!act(f, &out, now_us, &error)) {
            fail_midway(f, error->message);
            return false;
        }
        if (out.begins)
            note_fired(f, &out, now_us);
        if (!type_on(f, now_us))
            return false;
    }
    return true;
}

static void play(firing *f, gint64 now_us)
{
    bool all = play_due(f, now_us);
    guard_grab(f->guard, false);
    XFlush(f->dpy);
    if (all && player_finished(f->player, now_us))
        end(f, HAND_DONE, NULL);
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
    if (f->phase == PHASE_COMPARE && now_us >= f->look_us)
        compare(f, now_us);
    if (f->phase == PHASE_PLAY && !f->player) {
        if (expired(f, g_get_monotonic_time()))
            return;
        f->start_us = g_get_monotonic_time();
        f->player = player_new(f->fire->timeline, f->start_us);
        f->route = route_new(f->dpy, &f->fire->guard, guard_windows(f->guard));
        f->approach = f->scene_seen ? NULL : approach_new(f->dpy, f->guard, f->fire);
        *ret_started = true;
        return;
    }
    if (f->phase == PHASE_PLAY && (!f->held_up || now_us >= f->look_us))
        play(f, g_get_monotonic_time());
}

gint64 firing_deadline(const firing *f)
{
    if (f->phase == PHASE_OVER)
        return G_MAXINT64;
    if (f->phase != PHASE_PLAY)
        return f->look_us;
    if (!f->player)
        return 0;
    if (f->held_up)
        return f->look_us;
    gint64 typed_us = f->text ? text_deadline(f->text) : f->paste ? paste_deadline(f->paste) : G_MAXINT64;
    return MIN(player_deadline(f->player), typed_us);
}

void firing_abort(firing *f, const char *reason)
{
    if (f->phase == PHASE_OVER)
        return;
    if (f->paste) {
        end(f, HAND_ABORTED, g_strdup_printf("%s; a text was being pasted, which may have arrived", reason));
    } else if (f->text) {
        guint typed = text_typed(f->text), length = text_length(f->text);
        end(f, HAND_ABORTED, g_strdup_printf("%s; %u of the text's %u characters had been typed", reason, typed, length));
    } else {
        end(f, HAND_ABORTED, g_strdup(reason));
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
    return f->phase == PHASE_OVER && f->player && f->status != HAND_DONE;
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
    }
    return a;
}
