/* Aim: where a proposal's timeline acts, what must be as it was when it fires, and the eye's watch over that meanwhile. */

#include "engine/step/proposal.h"
#include "config/line.h"
#include "engine/devices/child.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/display/target.h"
#include "engine/hand/hand.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/control/device_control.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"

#include <string.h>

/* A square around the target point, as far as the screen goes; its inner half is the core. */
static void aim_at_point(struct screen_match_rules *r, int x, int y, int side, const struct eye_frame *f)
{
    r->close = area_cut((struct area){x - side / 2, y - side / 2, side, side}, (struct area){0, 0, f->width, f->height});
    r->core = area_cut((struct area){x - side / 4, y - side / 4, side / 2, side / 2}, r->close);
}

#define PIECES_MAX 32 /* of one window: what is cut up further is compared whole */

static void take_out(GArray *areas, struct area hole)
{
    for (guint i = 0; i < areas->len && areas->len + 3 <= PIECES_MAX;) {
        struct area a = g_array_index(areas, struct area, i), cut = area_cut(a, hole);
        if (cut.width == 0) {
            i++;
            continue;
        }
        const struct area rest[] = {
            {a.x, a.y, a.width, cut.y - a.y},
            {a.x, cut.y + cut.height, a.width, a.y + a.height - cut.y - cut.height},
            {a.x, cut.y, cut.x - a.x, cut.height},
            {cut.x + cut.width, cut.y, a.x + a.width - cut.x - cut.width, cut.height},
        };
        g_array_remove_index_fast(areas, i);
        for (gsize n = 0; n < G_N_ELEMENTS(rest); n++)
            if (rest[n].width > 0 && rest[n].height > 0)
                g_array_append_val(areas, rest[n]);
    }
}

static bool same_program(const struct eye_window *a, const struct eye_window *b)
{
    return a == b || (a->pid && a->pid == b->pid);
}

/* Keys alone have no point: their target is the whole window, but for what lies over it and is not its program's. */
static void aim_at_window(struct screen_match_rules *r, const eye_observation *o, const struct eye_window *target)
{
    r->close = eye_window_inner(target);
    for (guint i = 0; i < o->windows->len && g_ptr_array_index(o->windows, i) != target; i++) {
        const struct eye_window *over = g_ptr_array_index(o->windows, i);
        g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(struct area));
        if (same_program(over, target) && !over->tooltip)
            continue;
        eye_window_add_covered(over, r->close, parts);
        for (guint above = 0; above < i; above++) {
            const struct eye_window *w = g_ptr_array_index(o->windows, above);
            if (same_program(w, target) && !w->tooltip)
                take_out(parts, eye_window_outer(w));
        }
        for (guint n = 0; n < parts->len && r->ignored->len < SCREEN_MATCH_AREAS_MAX; n++)
            g_array_append_vals(r->ignored, &g_array_index(parts, struct area, n), 1);
    }
}

/* What is visible of a window. */
static void add_visible(GArray *all, const eye_observation *o, const struct eye_window *w)
{
    g_autoptr(GArray) visible = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct area a = area_cut(eye_window_inner(w), (struct area){0, 0, o->frame.width, o->frame.height});
    if (a.width)
        g_array_append_val(visible, a);
    g_autoptr(GArray) covered = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; i < o->windows->len && g_ptr_array_index(o->windows, i) != w; i++)
        eye_window_add_covered(g_ptr_array_index(o->windows, i), a, covered);
    for (guint i = 0; i < covered->len; i++)
        take_out(visible, g_array_index(covered, struct area, i));
    for (guint i = 0; i < visible->len; i++) {
        struct area *last = all->len ? &g_array_index(all, struct area, all->len - 1) : NULL;
        if (all->len < SCREEN_MATCH_AREAS_MAX)
            g_array_append_vals(all, &g_array_index(visible, struct area, i), 1);
        else /* rather more than is its own */
            *last = area_joined(*last, g_array_index(visible, struct area, i));
    }
}

/* The target window and the others of its process are evidence, too: a dialog asks about what is selected in the window behind
 * it. */
static GArray *program_areas(const eye_observation *o, const struct eye_window *target)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (target)
        add_visible(all, o, target);
    for (guint i = 0; target && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w != target && same_program(w, target))
            add_visible(all, o, w);
    }
    return all;
}

/* The terminals that reins is shown in say something new all the time; not what the target's program shows in front of them. */
static void leave_out_own(const struct run *run, struct screen_match_rules *r, const struct eye_window *target)
{
    const GPtrArray *windows = run->look->observation->windows;
    g_autoptr(GPtrArray) all = devices_own_windows(run, windows);
    for (guint n = 0; n < all->len; n++) {
        const struct eye_window *own = g_ptr_array_index(all, n);
        g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(struct area));
        struct area whole = eye_window_outer(own);
        g_array_append_val(parts, whole);
        for (guint i = 0; target && i < windows->len && g_ptr_array_index(windows, i) != own; i++) {
            const struct eye_window *w = g_ptr_array_index(windows, i);
            if (same_program(w, target))
                take_out(parts, eye_window_outer(w));
        }
        for (guint i = 0; i < parts->len && r->ignored->len < SCREEN_MATCH_AREAS_MAX; i++)
            g_array_append_vals(r->ignored, &g_array_index(parts, struct area, i), 1);
    }
}

/* Whoever answers in a terminal on this display gives it the focus first: the window that has it now is to get it back. */
static void keep_focus(const struct run *run, struct hand_guard *g, gint64 focus)
{
    g_autoptr(GPtrArray) own = devices_own_windows(run, run->look->observation->windows);
    if (g->focus_window || !focus || own->len == 0 || devices_is_own_window(run, run->look->observation->windows, focus))
        return;
    g->focus_window = focus;
    g->focus_kept = true;
}

static GArray *areas_copy(const GArray *areas)
{
    GArray *copy = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (areas)
        g_array_append_vals(copy, areas->data, areas->len);
    return copy;
}

static void leave_out_places(const struct run *run, GArray *ignored, int x, int y)
{
    g_autoptr(GArray) places = proposing_left_out(run->proposing, run->look, x, y);
    for (guint i = 0; places && i < places->len && ignored->len < SCREEN_MATCH_AREAS_MAX; i++)
        g_array_append_vals(ignored, &g_array_index(places, struct area, i), 1);
}

static bool is_in(const GArray *areas, struct area a)
{
    bool is = false;
    for (guint i = 0; !is && areas && i < areas->len; i++)
        is = memcmp(&g_array_index(areas, struct area, i), &a, sizeof a) == 0;
    return is;
}

/* A place that is left out of a window is not left out of a menu that lies over it. What is masked is black in the picture. */
static void keep_menus(GArray *ignored, const eye_observation *o)
{
    g_autoptr(GArray) masked = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = ignored->len; i-- > 0;)
        if (is_in(o->masked, g_array_index(ignored, struct area, i))) {
            g_array_append_val(masked, g_array_index(ignored, struct area, i));
            g_array_remove_index_fast(ignored, i);
        }
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w->popup && !w->tooltip && w->program)
            take_out(ignored, eye_window_outer(w));
    }
    g_array_append_vals(ignored, masked->data, masked->len);
}

GArray *proposal_left_out(const struct run *run)
{
    struct screen_match_rules r = {.ignored = areas_copy(run->look->observation->blind)};
    leave_out_places(run, r.ignored, -1, -1);
    leave_out_own(run, &r, NULL);
    return r.ignored;
}

/* Whether a button or the wheel would act elsewhere if the pointer were elsewhere. */
static bool starts_from_pointer(const timeline *t, struct timeline_place place, int x, int y)
{
    bool acts = false;
    int other_x = 0, other_y = 0;
    for (guint i = 0; i < t->events->len && !acts; i++) {
        enum timeline_type type = g_array_index(t->events, struct timeline_event, i).type;
        acts = type == TIMELINE_BUTTON_DOWN || type == TIMELINE_SCROLL;
    }
    place.pointer_x += place.pointer_x > place.width / 2 ? -9 : 9;
    place.pointer_y += place.pointer_y > place.height / 2 ? -9 : 9;
    return acts && timeline_target(t, &place, &other_x, &other_y) && (other_x != x || other_y != y);
}

static GPtrArray *windows_copy(const GPtrArray *windows)
{
    GPtrArray *copy = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    for (guint i = 0; i < windows->len; i++)
        g_ptr_array_add(copy, eye_window_copy(g_ptr_array_index(windows, i)));
    return copy;
}

/* The window of the target's program that keys are for: the one that has the focus; else, where the person's console has it or
 * the pointer decides, the topmost of the target and the dialogs, as a dialog lies over the window that waits for it. Where no
 * window fits the profile, the topmost. NULL = nothing is known of a program. */
const struct eye_window *proposal_window_for_keys(const struct run *run, const eye_observation *o)
{
    const struct eye_window *focused = eye_observation_window(o, o->focus);
    if (control_is_driving(run->control)) /* keys go where they would go */
        return NULL;
    if (run->oneshot->decide) /* `reins do --window` means that window, whichever other its program has */
        return eye_observation_window(o, o->target);
    if (focused && focused->program && !o->pointer_root)
        return focused;
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w->program && (w->id == o->target || w->dialog || (!o->target && !w->popup)))
            return w;
    }
    return NULL;
}

/* The person sees what their own actions before it have changed. A key goes to the window that they saw have the focus, whatever
 * it shows now; a click asks for what is at its place, and nothing of the rest. */
static void aim_for_driver(struct hand_guard *g, bool pointer)
{
    g->driven = true;
    g->rules.window = (struct area){0};
    g_array_set_size(g->rules.program, 0);
    g->rules.min_frame = 0;
    if (pointer)
        return;
    g->rules.close = (struct area){0};
    g_clear_pointer(&g->frame, g_free);
    g_clear_pointer(&g->shared, g_free);
    g_clear_pointer(&g->windows, g_ptr_array_unref);
}

void proposal_aim(struct run *run, proposal *p)
{
    const eye_observation *o = run->look->observation;
    const struct eye_window *window, *acting = proposal_window_for_keys(run, o);
    const gint64 acts = acting ? acting->id : 0;
    const struct timeline_place place = screen_place(o->screen);
    bool pointer = timeline_target(p->timeline, &place, &p->x, &p->y);
    /* Which window gets the keys is not known: the screen is compared whole. */
    const guint tells = devices_tells(run->devices);
    const bool untold = !(tells & DISPLAY_TELLS_FOCUS) && timeline_uses_keyboard(p->timeline);
    p->target_window = o->screen->window_id;
    struct hand_guard *g = &p->guard;
    g->rules = (struct screen_match_rules){.tolerance = (int)config_int(run->cfg, "eye", "match_tolerance"),
                                           .min_target = run->profile->target_match,
                                           .min_frame = run->profile->frame_match,
                                           .ignored = areas_copy(o->blind)};
    if (pointer) {
        window = eye_observation_window_at(o, p->x, p->y);
        aim_at_point(&g->rules, p->x, p->y, run->profile->patch_px, &o->frame);
        g->window = window ? window->id : 0;
        g->focus = o->pointer_root ? 0 : o->focus;
        /* the person sits elsewhere (their console): the target gets the focus as it would by their own click */
        if (!o->pointer_root && acts && g->window == acts && o->focus != acts)
            g->focus_window = acts;
        g->pointer_bound = starts_from_pointer(p->timeline, place, p->x, p->y);
        g->pointer_x = place.pointer_x;
        g->pointer_y = place.pointer_y;
    } else {
        p->x = p->y = -1;
        gint64 to = acts ? acts : o->focus;
        window = timeline_uses_keyboard(p->timeline) ? eye_observation_window(o, to) : NULL;
        g->focus_window = window && acts && o->focus != acts ? acts : 0;
        g->focus = window || untold ? to : 0;
        if (window && !untold)
            aim_at_window(&g->rules, o, window);
        else if (untold)
            g->rules.close = (struct area){0, 0, o->frame.width, o->frame.height};
    }
    leave_out_places(run, g->rules.ignored, p->x, p->y);
    keep_menus(g->rules.ignored, o);
    p->window = window ? window->id : 0;
    g_free(p->title);
    p->title = g_strdup(window ? window->title : NULL);
    g->rules.window = eye_window_inner(window);
    g->rules.program = program_areas(o, window);
    leave_out_own(run, &g->rules, window);
    g->rules.animated = run->proposing->animated != PROFILE_ANIMATED_NONE;
    g->works = o->tireless && window && (window->program || window->id == o->focus);
    if (run->proposing->animated == PROFILE_ANIMATED_WINDOW && window)
        add_visible(g->rules.ignored, o, window); /* what lies over it is another window, and compared */
    keep_focus(run, g, g->focus);
    if (pointer || g->focus || untold) {
        g->frame = g_strdup(o->frame.path);
        g->shared = g_strdup(o->frame.shared);
        g->windows = tells & DISPLAY_TELLS_WINDOWS ? windows_copy(o->windows) : NULL;
    } else {
        g->rules.min_frame = 0; /* it only waits */
    }
    if (control_is_driving(run->control))
        aim_for_driver(g, pointer);
}

/* The eye compares the screen with what was decided on while the person thinks; the hand reads the picture for its own
 * comparison. */
bool proposal_watch(struct run *run, proposal *p, GError **error)
{
    struct eye_request request = {.kind = EYE_WATCH, .rules = p->guard.rules};
    run->proposing->focus = run->proposing->window = 0;
    g_clear_pointer(&run->proposing->windows, g_ptr_array_unref);
    run->proposing->changed = run->proposing->came = false;
    if (p->guard.frame) {
        hand_request prepare = {.kind = HAND_PREPARE, .frame = p->guard.frame, .shared = p->guard.shared};
        run_hand_send(run, &prepare);
    }
    if (!device_ask_eye(run, &request, devices_eye_limit_ms(run->devices), error))
        return false;
    g_clear_pointer(&p->guard.rules.restless, g_array_unref);
    g_clear_pointer(&p->guard.rules.unsettled, g_array_unref);
    p->guard.rules.restless = g_steal_pointer(&run->devices->eye.answer->restless);
    p->guard.rules.unsettled = g_steal_pointer(&run->devices->eye.answer->unsettled);
    run->proposing->caret = p->guard.rules.caret = run->devices->eye.answer->caret;
    run->proposing->second = p->guard.rules.second = run->devices->eye.answer->second;
    run->proposing->focus = p->guard.focus_window && !p->guard.focus_kept ? 0 : p->guard.focus;
    run->proposing->focus_kept = p->guard.focus_kept;
    run->proposing->focus_away = false;
    run->proposing->window = p->guard.frame ? p->window : 0;
    return true;
}

static bool touch(struct area a, struct area b)
{
    return area_overlaps((struct area){a.x - 1, a.y - 1, a.width + 2, a.height + 2}, b);
}

GArray *proposal_moving(const proposal *p)
{
    const struct screen_match_rules *r = &p->guard.rules;
    g_autoptr(GArray) all = areas_copy(r->restless);
    for (bool joined = true; joined;) {
        joined = false;
        for (guint i = 0; i < all->len; i++)
            for (guint j = i + 1; j < all->len; j++) {
                struct area *a = &g_array_index(all, struct area, i);
                if (!touch(*a, g_array_index(all, struct area, j)))
                    continue;
                *a = area_joined(*a, g_array_index(all, struct area, j));
                g_array_remove_index_fast(all, j--);
                joined = true;
            }
    }
    if (r->caret.at.width)
        g_array_append_val(all, r->caret.at);
    if (r->second.at.width)
        g_array_append_val(all, r->second.at);
    return all->len ? g_steal_pointer(&all) : NULL;
}

void proposal_unwatch(struct run *run)
{
    struct eye_request request = {.kind = EYE_UNWATCH};
    g_autofree char *line = eye_request_to_json(&request);
    run->proposing->focus = run->proposing->window = 0;
    if (child_running(&run->devices->eye.process))
        line_stream_send(run->devices->eye.process.stream, line);
}
