#include "engine/display/windows.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/xtest.h"

#define COMPARED_US 100000 /* so old may the comparison be when the first thing is done */
#define DIVERTED_US 200000 /* a focus on its way between two windows has so long to arrive */
#define ACTS_AT_ONCE 64    /* then it is asked whether anybody wants an end of it */

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

bool firing_aims_at_own(firing *f)
{
    const GArray *events = f->fire->timeline->events;
    struct timeline_place place;
    int x, y;
    if (!own_windows_any(f->others.own))
        return false;
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        bool keys = e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_TEXT || (e->loop && timeline_loop_uses_keyboard(e->loop));
        if (keys && (!e->loop || own_windows_focused(f->others.own)))
            return own_windows_focused(f->others.own);
        if (e->type != TIMELINE_BUTTON_DOWN && e->type != TIMELINE_SCROLL && !(e->loop && timeline_loop_uses_buttons(e->loop)))
            continue;
        world_place(f, f->fire->target_window != 0, &place);
        return timeline_target(f->fire->timeline, &place, &x, &y) && own_windows_at(f->others.own, x, y);
    }
    return false;
}

/* Something could not be done in the middle. A terminal of ours that came in the way is the doing of whoever brought it there. */
static void fail_midway(firing *f, const char *reason)
{
    bool own = press_spared(f->press) || g_str_equal(reason, PRESS_SPARED);
    const char *spared = own ? PRESS_SPARED : NULL;
    if (spared && !f->yielded)
        f->yielded = g_strdup(spared);
    firing_end(f, HAND_ABORTED, g_strdup(spared ? spared : reason));
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
    g_string_append_printf(f->fired, "%s{\"index\":%u,\"at_ms\":%" G_GINT64_FORMAT ",\"late_us\":%" G_GINT64_FORMAT,
                           f->fired->len ? "," : "", f->turn ? f->before_turn + out->index : out->index,
                           (now_us - f->start_us) / 1000, MAX(now_us - out->due_us, 0));
    if (f->turn) { /* nobody has seen it before: what it was is said as well */
        const GArray *events = f->turn->fire.timeline->events;
        g_autofree char *event = timeline_event_to_json(&g_array_index(events, struct timeline_event, out->index));
        g_string_append_printf(f->fired, ",\"turn\":%d,\"event\":%s", f->turn->turn, event);
    }
    g_string_append_c(f->fired, '}');
}

/* A button goes up whatever is there now; but what was dragged onto something that nobody had seen there, is no success. */
static void let_go(firing *f, int button)
{
    int x, y;
    xtest_buttons_down(f->dpy, &x, &y);
    bool dragged = x != f->dragged_from_x || y != f->dragged_from_y;
    if (dragged)
        guard_grab(f->guard, true);
    char *wrong = dragged && world_dragging(f) ? route_drop(f->route) : NULL;
    press_button_up(f->press, button);
    if (!wrong)
        return;
    press_release_all(f->press);
    firing_end(f, HAND_DIVERTED, wrong);
}

static bool act(firing *f, const struct player_output *out, gint64 now_us, GError **error)
{
    gint64 until_us = held_until(now_us, out->hold_ms, f->fire->max_hold_ms);
    switch (out->act) {
    case PLAYER_KEY_DOWN:
        if (!press_key_down(f->press, out->key, until_us, error))
            return false;
        grabs_key_pressed(f->others.grabs);
        break;
    case PLAYER_KEY_UP:
        press_key_up(f->press, out->key);
        break;
    case PLAYER_BUTTON_DOWN:
        xtest_buttons_down(f->dpy, &f->dragged_from_x, &f->dragged_from_y);
        return press_button_down(f->press, out->button, until_us, error);
    case PLAYER_BUTTON_UP:
        let_go(f, out->button);
        break;
    case PLAYER_MOVE_TO:
        if (drags_into_own(f, out->x, out->y, error))
            return false;
        xtest_move_to(f->dpy, out->x, out->y);
        calm_moved(&f->calm, now_us);
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
    case PLAYER_LOOP:
        firing_loop_begin(f, now_us);
        break;
    case PLAYER_NO_WINDOW:
    case PLAYER_OFF_SCREEN:
        firing_set_nowhere(out, f->fire->target_window, f->width, f->height, error);
        return false;
    case PLAYER_NOTHING:
        break;
    }
    return true;
}

bool firing_goes_right(firing *f, bool keys, gint64 now_us)
{
    char *grabbed = NULL;
    guard_grab(f->guard, true);
    if (!firing_ungrabbed(f, keys ? GRABS_KEYBOARD : GRABS_POINTER, !f->text && !f->paste, now_us, &grabbed) && !grabbed) {
        f->held_up = true;
        f->look_us = now_us;
        return false;
    }
    g_autofree char *wrong = grabbed ? grabbed : keys ? route_keys(f->route, now_us) : route_button(f->route, now_us);
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
        firing_end(f, HAND_DIVERTED, g_steal_pointer(&wrong));
    }
    return false;
}

static void wait_on_the_way(firing *f, gint64 now_us, gint64 until_us)
{
    if (f->waits_us == 0)
        f->waits_us = now_us;
    f->held_up = true;
    f->look_us = until_us;
}

/* Before a step of the pointer, and before the press at its end: whether the target is still there. False: not known yet, or
 * over. */
static bool still_there(firing *f, bool presses, gint64 now_us)
{
    char *changed = NULL;
    if (!presses && approach_glance(f->approach, now_us))
        steady_look(&f->steady, false, now_us);
    switch (approach_look(f->approach, presses, now_us, &changed)) {
    case APPROACH_GO:
        player_postpone(f->player, f->waits_us ? now_us - f->waits_us : 0);
        f->waits_us = 0;
        return true;
    case APPROACH_AGAIN: /* from where the pointer is now, and with the time that it was meant to take */
        player_free(f->player);
        f->player = player_new(f->fire->timeline, now_us);
        f->start_us = now_us;
        g_string_truncate(f->fired, 0);
        f->waits_us = 0;
        f->held_up = true;
        f->look_us = now_us;
        break;
    case APPROACH_WAIT:
        if (approach_changed(f->approach))
            steady_look(&f->steady, false, now_us);
        wait_on_the_way(f, now_us, now_us + (f->steady.needed ? STEADY_LOOK_US : LOOK_AGAIN_US));
        break;
    case APPROACH_STOP_THERE:
        f->others.place->stays = true;
        G_GNUC_FALLTHROUGH;
    case APPROACH_STOP:
        firing_end(f, HAND_DIVERTED, changed);
        break;
    }
    return false;
}

/* The target is what was approved. False: it was seen to change, and not for long enough, or it is over. */
static bool is_steady(firing *f, gint64 now_us)
{
    gint64 at_us;
    steady_look(&f->steady, true, now_us);
    enum steady_says says = steady_ask(&f->steady, now_us, &at_us);
    if (says == STEADY_GO)
        return true;
    wait_on_the_way(f, now_us, at_us);
    if (says == STEADY_STOP) {
        f->others.place->stays = true;
        firing_end(f, HAND_DIVERTED, g_strdup(STEADY_SENTENCE));
    }
    return false;
}

/* The pointer has come to its target, and what it does there has been drawn. */
static bool at_rest(firing *f, gint64 now_us)
{
    gint64 calm_us = calm_wait_us(&f->calm, press_ping(f->press), now_us);
    if (calm_us && approach_glance(f->approach, now_us))
        steady_look(&f->steady, false, now_us);
    if (calm_us)
        wait_on_the_way(f, now_us, calm_us);
    else
        guard_grab(f->guard, true);
    return calm_us == 0 && still_there(f, true, now_us) && is_steady(f, now_us) &&
           (!approach_refocused(f->approach) || firing_goes_right(f, true, now_us));
}

static bool may_act(firing *f, enum player_due due, gint64 now_us)
{
    if (!f->acted && due != PLAYER_DUE_WAIT && now_us - f->compared_us > COMPARED_US) {
        guard_grab(f->guard, true);
        if (!firing_as_it_was(f, !f->scene_seen, true, now_us)) {
            f->held_up = f->phase == PHASE_PLAY;
            return false;
        }
        f->compared_us = now_us;
        f->patience_us = 0;
    }
    if (due == PLAYER_DUE_MOVE && !still_there(f, false, now_us))
        return false;
    if (due == PLAYER_DUE_BUTTON && f->approach && !at_rest(f, now_us))
        return false;
    f->acted |= due != PLAYER_DUE_WAIT;
    if ((due == PLAYER_DUE_KEYS || due == PLAYER_DUE_BUTTON) && !firing_goes_right(f, due == PLAYER_DUE_KEYS, now_us))
        return false; /* the server may be free meanwhile: then the target is looked at again */
    if (due != PLAYER_DUE_MOVE && due != PLAYER_DUE_WAIT)
        g_clear_pointer(&f->approach, approach_free); /* from now on it is the action's doing */
    return true;
}

static bool paste_on(firing *f, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    if (paste_presses(f->paste) && !firing_goes_right(f, true, now_us))
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
    g_autoptr(GError) error = NULL;
    if (text_looks(f->text, now_us))
        guard_grab(f->guard, false);
    bool hangs = !text_look(f->text, now_us, &error);
    if (!hangs && now_us >= text_deadline(f->text) && !firing_goes_right(f, true, now_us))
        return false;
    if (hangs || !text_step(f->text, now_us, &error)) {
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
        if (!firing_loop_allows(f, &out))
            return false;
        if (!act(f, &out, now_us, &error)) {
            fail_midway(f, error->message);
            return false;
        }
        if (out.begins)
            note_fired(f, &out, now_us);
        if (f->phase == PHASE_OVER)
            return false;
        if (!type_on(f, now_us))
            return false;
    }
    return true;
}

void firing_play(firing *f, gint64 now_us)
{
    bool all = play_due(f, now_us);
    guard_grab(f->guard, false);
    XFlush(f->dpy);
    if (f->bounds)
        firing_loop_turned(f, all, now_us);
    else if (all && player_finished(f->player, now_us) && firing_return(f, g_get_monotonic_time()))
        firing_end(f, HAND_DONE, NULL);
}
