#include "engine/hand/approach.h"
#include "engine/hand/firing_check.h"
#include "engine/hand/firing_parts.h"
#include "engine/hand/guard.h"
#include "engine/hand/saved_focus.h"
#include "engine/hand/route.h"
#include "engine/hand/way.h"
#include "skills/timeline/key.h"

#define DIVERTED_US 200000   /* longest wait for a focus that is moving between two windows */
#define HELD_FIRST_US 250000 /* a key that is down so long is held; X servers repeat it later still */
#define HELD_LOOK_US 50000
#define ACTS_AT_ONCE 64 /* then the loop looks for requests, such as an abort */

static void world_place(void *data, bool window, struct timeline_place *ret_place)
{
    const firing *f = data;
    struct timeline_place *p = ret_place;
    *p = (struct timeline_place){.width = f->width, .height = f->height};
    f->at.ports->display.pointer(f->at.ports->display.data, &p->pointer_x, &p->pointer_y);
    struct area at = {0};
    if (!window || !f->at.ports->display.rectangle(f->at.ports->display.data, f->fire->target_window, &at))
        return;
    p->window_x = at.x;
    p->window_y = at.y;
    p->window_width = at.width;
    p->window_height = at.height;
}

static bool world_dragging(void *data)
{
    const firing *f = data;
    return held_count(press_held(f->at.press), HELD_BUTTON) > 0;
}

static bool world_popup(void *data, struct area *ret_popup)
{
    const firing *f = data;
    return guard_popup(&f->fire->guard, ret_popup);
}

bool firing_aims_at_own(firing *f)
{
    const GArray *events = f->fire->timeline->events;
    struct timeline_place place;
    int x, y;
    if (!f->at.ports->others.own_any(f->at.ports->others.data))
        return false;
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        bool keys = e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_TEXT || (e->loop && timeline_loop_uses_keyboard(e->loop));
        if (keys && (!e->loop || f->at.ports->others.own_focused(f->at.ports->others.data)))
            return f->at.ports->others.own_focused(f->at.ports->others.data);
        if (e->type != TIMELINE_BUTTON_DOWN && e->type != TIMELINE_SCROLL && !(e->loop && timeline_loop_uses_buttons(e->loop)))
            continue;
        world_place(f, f->fire->target_window != 0, &place);
        return timeline_target(f->fire->timeline, &place, &x, &y) && f->at.ports->others.own_at(f->at.ports->others.data, x, y);
    }
    return false;
}

void firing_fail_midway(firing *f, const char *reason)
{
    bool own = press_spared(f->at.press) || g_str_equal(reason, PRESS_SPARED);
    const char *spared = own ? PRESS_SPARED : NULL;
    if (spared && !f->ending.yielded)
        f->ending.yielded = g_strdup(spared);
    firing_end(f, HAND_ABORTED, g_strdup(spared ? spared : reason));
}

/* What is dragged could be dropped into it. */
static bool drags_into_own(firing *f, int x, int y, GError **error)
{
    if (!world_dragging(f) || !f->at.ports->others.own_at(f->at.ports->others.data, x, y))
        return false;
    g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, PRESS_SPARED);
    return true;
}

/* `turn`: that it is of; NULL = of the timeline. `before`: events before the turn. */
static void note_fired(struct firing_record *r, const hand_request *turn, guint before, const struct player_output *out,
                       gint64 now_us)
{
    g_string_append_printf(r->fired, "%s{\"index\":%u,\"at_ms\":%" G_GINT64_FORMAT ",\"late_us\":%" G_GINT64_FORMAT,
                           r->fired->len ? "," : "", turn ? before + out->index : out->index, (now_us - r->start_us) / 1000,
                           MAX(now_us - out->due_us, 0));
    if (turn) { /* nobody has seen it before: what it was is said as well */
        const GArray *events = turn->fire.timeline->events;
        g_autofree char *event = timeline_event_to_json(&g_array_index(events, struct timeline_event, out->index));
        g_string_append_printf(r->fired, ",\"turn\":%d,\"event\":%s", turn->turn, event);
    }
    g_string_append_c(r->fired, '}');
}

/* A button is released whatever is under it; a drop on something that was not there before is an error. */
static void let_go(firing *f, int button)
{
    int x, y;
    f->at.ports->display.pointer(f->at.ports->display.data, &x, &y);
    bool dragged = x != f->dragged_from_x || y != f->dragged_from_y;
    if (dragged)
        guard_grab(f->at.guard, true);
    char *wrong = dragged && world_dragging(f) ? route_drop(f->route) : NULL;
    press_button_up(f->at.press, button);
    if (!wrong)
        return;
    press_release_all(f->at.press);
    firing_end(f, HAND_DIVERTED, wrong);
}

/* On a display that takes it as a whole: a key goes up by itself. */
static bool act_whole(firing *f, const struct player_output *out, gint64 now_us, GError **error)
{
    const struct timeline_event *e = &g_array_index(f->fire->timeline->events, struct timeline_event, out->index);
    if (out->act == PLAYER_NOTHING || out->act == PLAYER_KEY_UP)
        return true;
    f->typing.after = f->fire->timeline->events->len - out->index - 1;
    if (out->act == PLAYER_KEY_DOWN)
        player_await(f->player, now_us);
    return typing_begin_whole(&f->typing, &f->at.ports->hand, e, now_us, error);
}

static bool in_chord(const firing *f)
{
    g_auto(GStrv) keys = held_names(press_held(f->at.press), HELD_KEY);
    for (char **key = keys; *key; key++) {
        if (key_is_modifier(*key) && !g_str_has_prefix(*key, "Shift_"))
            return true;
    }
    return false;
}

/* An event that has been sent: may it open a window that later keys are for? In a loop each turn is decided on what it sees. */
static void note_pressed(firing *f, const struct player_output *out, gint64 now_us)
{
    struct pressed *p = &f->pressed;
    if (f->loop.bounds)
        return;
    bool key = out->act == PLAYER_KEY_DOWN, repeats = (key || out->act == PLAYER_KEY_UP) && !key_is_modifier(out->key);
    if (key) {
        p->opener &= !p->opened;
        p->opened = false;
    }
    if (out->act == PLAYER_BUTTON_DOWN || (key && key_steers(out->key, in_chord(f)))) {
        p->opener = true;
        p->opener_ms = g_array_index(f->fire->timeline->events, struct timeline_event, out->index).at_ms;
    }
    if (repeats && key && p->keys++ == 0)
        p->keys_look_us = now_us + HELD_FIRST_US;
    else if (repeats && !key && p->keys > 0)
        p->keys--;
}

static bool act(firing *f, const struct player_output *out, gint64 now_us, GError **error)
{
    if (f->at.ports->hand.begin)
        return act_whole(f, out, now_us, error);
    gint64 until_us = held_until(now_us, out->hold_ms, f->fire->max_hold_ms);
    switch (out->act) {
    case PLAYER_KEY_DOWN:
        if (!press_key_down(f->at.press, out->key, until_us, error))
            return false;
        f->at.ports->others.key_pressed(f->at.ports->others.data);
        break;
    case PLAYER_KEY_UP:
        press_key_up(f->at.press, out->key);
        break;
    case PLAYER_BUTTON_DOWN:
        f->at.ports->display.pointer(f->at.ports->display.data, &f->dragged_from_x, &f->dragged_from_y);
        return press_button_down(f->at.press, out->button, until_us, error);
    case PLAYER_BUTTON_UP:
        let_go(f, out->button);
        break;
    case PLAYER_MOVE_TO:
        if (drags_into_own(f, out->x, out->y, error))
            return false;
        f->at.ports->hand.move_to(f->at.ports->hand.data, out->x, out->y);
        if (f->way)
            hover_settle_moved(&f->way->calm, now_us);
        break;
    case PLAYER_MOVE_BY:
        return press_move_by(f->at.press, out->x, out->y, error);
    case PLAYER_CLICK:
        return press_click(f->at.press, out->button, error);
    case PLAYER_TEXT:
        typing_begin(&f->typing, &f->at, f->fire, out);
        break;
    case PLAYER_LOOP:
        firing_loop_begin(&f->loop, f->fire->timeline, now_us);
        break;
    case PLAYER_NO_WINDOW:
    case PLAYER_OFF_SCREEN:
        firing_set_nowhere(out, f->fire->target_window, f->width, f->height, error);
        return false;
    case PLAYER_GESTURE: /* firing_check.h refuses it */
    case PLAYER_NOTHING:
        break;
    }
    return true;
}

/* Delays the timeline. */
static void firing_hold_up(firing *f, gint64 until_us)
{
    f->held_up = true;
    f->look_us = until_us;
}

bool firing_goes_right(firing *f, bool keys, gint64 now_us)
{
    char *grabbed = NULL;
    guard_grab(f->at.guard, true);
    if (!firing_ungrabbed(f, keys, !typing_any(&f->typing), now_us, &grabbed) && !grabbed) {
        firing_hold_up(f, now_us);
        return false;
    }
    g_autofree char *wrong = grabbed                   ? grabbed
                             : !keys                   ? route_button(f->route, now_us)
                             : typing_amid(&f->typing) ? route_text(f->route, now_us)
                                                       : route_keys(f->route, f->loop.bounds || f->pressed.opened, now_us);
    /* a terminal of ours that comes in the way is spared by press.c, and yielded to */
    if (!wrong || (keys ? f->at.ports->others.own_focused(f->at.ports->others.data)
                        : f->at.ports->others.own_pointed(f->at.ports->others.data))) {
        f->diverted_us = 0;
        return true;
    }
    guard_grab(f->at.guard, false);
    if (f->diverted_us == 0)
        f->diverted_us = now_us + DIVERTED_US;
    firing_hold_up(f, now_us + FOCUS_LOOK_US);
    if (now_us >= f->diverted_us) {
        g_autofree char *left = typing_left(&f->typing);
        press_release_all(f->at.press);
        firing_end(f, HAND_DIVERTED, g_strconcat(wrong, left, NULL));
    }
    return false;
}

/* Of a loop firing_loop.c looks. */
gint64 firing_held_deadline(const firing *f)
{
    bool holds =
        f->pressed.keys > 0 && !f->loop.bounds && !typing_any(&f->typing) && held_count(press_held(f->at.press), HELD_KEY) > 0;
    return holds ? f->pressed.keys_look_us : G_MAXINT64;
}

/* A key that is held down repeats in the focused window. False: not yet, or over. */
static bool held_goes_right(firing *f, gint64 now_us)
{
    if (now_us < firing_held_deadline(f))
        return true;
    bool right = firing_goes_right(f, true, now_us);
    guard_grab(f->at.guard, false);
    if (right)
        f->pressed.keys_look_us = now_us + HELD_LOOK_US;
    return right;
}

static void wait_on_the_way(firing *f, gint64 now_us, gint64 until_us)
{
    way_wait(f->way, now_us);
    firing_hold_up(f, until_us);
}

/* How the target was seen to differ; NULL = it was not. */
static void note_unsteady(firing *f, char *differed_take, gint64 now_us)
{
    if (!differed_take)
        return;
    g_free(f->differed);
    f->differed = differed_take;
    steady_look(&f->compared.steady, false, now_us);
}

/* Before a step of the pointer, and before the press at its end: whether the target is still there. False: not known yet, or
 * over. */
static bool still_there(firing *f, bool presses, gint64 now_us)
{
    char *changed = NULL;
    if (!presses)
        note_unsteady(f, approach_glance(f->way->approach, now_us), now_us);
    switch (approach_look(f->way->approach, presses, now_us, &changed)) {
    case APPROACH_GO:
        player_postpone(f->player, way_go_on(f->way, now_us));
        return true;
    case APPROACH_AGAIN: /* from where the pointer is now, and with the time that it was meant to take */
        player_free(f->player);
        f->player = player_new(f->fire->timeline, now_us);
        f->record.start_us = now_us;
        g_string_truncate(f->record.fired, 0);
        hover_settle_moved(&f->way->calm, now_us);
        way_go_on(f->way, now_us);
        firing_hold_up(f, now_us);
        break;
    case APPROACH_WAIT:
        if (approach_changed(f->way->approach))
            note_unsteady(f, g_steal_pointer(&changed), now_us);
        g_free(changed);
        /* from the end of the look: the server was held meanwhile, and the program must get to draw what is waited for */
        wait_on_the_way(f, now_us, g_get_monotonic_time() + compared_pause_us(&f->compared));
        break;
    case APPROACH_STOP_THERE:
        f->at.place->stays = true;
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
    steady_look(&f->compared.steady, true, now_us);
    enum steady_says says = steady_ask(&f->compared.steady, now_us, &at_us);
    if (says == STEADY_GO)
        return true;
    wait_on_the_way(f, now_us, at_us);
    if (says == STEADY_STOP) {
        f->at.place->stays = true;
        firing_unsteady(f, HAND_DIVERTED);
    }
    return false;
}

/* The program has had its turn since the pointer's last step. `there`: at the target. False: not known yet, or over. */
static bool has_settled(firing *f, bool there, gint64 now_us)
{
    gint64 calm_us = hover_settle_wait_us(&f->way->calm, &f->at.ports->program, now_us);
    if (calm_us == HOVER_SETTLE_HANGS) {
        f->at.place->stays = there;
        firing_end(f, HAND_DIVERTED, g_strdup(HOVER_SETTLE_SENTENCE));
    } else if (calm_us) {
        note_unsteady(f, approach_glance(f->way->approach, now_us), now_us);
        wait_on_the_way(f, now_us, calm_us);
    }
    return calm_us == 0;
}

/* Before a step of the pointer. */
static bool may_move(firing *f, const struct player_world *world, gint64 now_us)
{
    int x, y;
    if (player_leads_to(f->player, now_us, world, &x, &y) && approach_enters(f->way->approach, x, y)) {
        hover_settle_for(&f->way->calm, f->fire->target_window, now_us);
        if (!has_settled(f, false, now_us))
            return false;
    }
    return still_there(f, false, now_us);
}

/* The pointer has come to its target, and what it does there has been drawn; or, before a key, the focus's program is done. */
static bool at_rest(firing *f, bool keys, gint64 now_us)
{
    if (keys)
        hover_settle_for(&f->way->calm, firing_keys_window(f), now_us);
    if (!has_settled(f, true, now_us))
        return false;
    guard_grab(f->at.guard, true);
    return still_there(f, true, now_us) && is_steady(f, now_us) &&
           (!approach_refocused(f->way->approach) || firing_goes_right(f, true, now_us));
}

static bool may_act(firing *f, enum player_due due, const struct player_world *world, gint64 now_us)
{
    if (!f->acted && due != PLAYER_DUE_WAIT && compared_old(&f->compared, now_us)) {
        f->held_up = true;
        if (!firing_calm(f, now_us))
            return false;
        guard_grab(f->at.guard, true);
        if (!firing_as_it_was(f, !f->compared.scene_seen, true, now_us))
            return false;
        f->held_up = false;
        player_postpone(f->player, now_us - player_deadline(f->player));
        compared_holds(&f->compared, now_us);
    }
    if (due == PLAYER_DUE_MOVE && f->way && !may_move(f, world, now_us))
        return false;
    bool keys = due == PLAYER_DUE_KEYS, presses = keys || due == PLAYER_DUE_BUTTON;
    if (presses && f->way && !at_rest(f, keys, now_us))
        return false;
    f->acted |= due != PLAYER_DUE_WAIT;
    f->pressed.opened = f->pressed.opener && player_next_ms(f->player) - f->pressed.opener_ms >= ROUTE_PAUSE_MS;
    if (presses && !firing_goes_right(f, keys, now_us))
        return false; /* the server may be free meanwhile: then the target is looked at again */
    if (due != PLAYER_DUE_MOVE && due != PLAYER_DUE_WAIT)
        g_clear_pointer(&f->way, way_free); /* from now on it is the action's doing */
    return true;
}

static bool play_due(firing *f, gint64 now_us)
{
    const struct player_world world = {world_place, world_dragging, world_popup, f};
    struct player_output out;
    enum player_due due;
    f->held_up = false;
    if (!held_goes_right(f, now_us) || !firing_type_on(f, now_us))
        return false;
    for (int acts = 0; (due = player_due(f->player, now_us)) != PLAYER_DUE_NONE; acts++) {
        g_autoptr(GError) error = NULL;
        if (acts == ACTS_AT_ONCE || !may_act(f, due, &world, now_us) || !player_next(f->player, now_us, &world, &out))
            return false;
        if (!firing_loop_allows(f, &out))
            return false;
        if (!act(f, &out, now_us, &error)) {
            firing_fail_midway(f, error->message);
            return false;
        }
        note_pressed(f, &out, now_us);
        if (out.begins)
            note_fired(&f->record, firing_loop_turn(&f->loop), f->loop.events, &out, now_us);
        if (f->phase == PHASE_OVER)
            return false;
        if (!firing_type_on(f, now_us))
            return false;
    }
    return true;
}

bool firing_play(firing *f, gint64 now_us)
{
    bool all = play_due(f, now_us);
    guard_grab(f->at.guard, false);
    f->at.ports->hand.flush(f->at.ports->hand.data);
    if (f->loop.bounds)
        firing_loop_turned(f, all, now_us);
    return all && !f->loop.bounds && player_finished(f->player, now_us);
}
