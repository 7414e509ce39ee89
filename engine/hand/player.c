#include "engine/hand/player.h"

#include "engine/hand/hand.h"

#include <math.h>

#define RELATIVE_MAX 32767 /* of one motion: 16 bits in XTEST */

/* A move or a scroll that has begun and not ended. Steps are numbered from 1. */
struct track {
    bool running;
    guint index;
    gint64 start_us, duration_us;
    int step, steps; /* steps done, and steps in all */
    enum timeline_tween tween;
    bool relative;
    bool window;        /* measured from the target window: each step asks where the window is */
    int from_x, from_y; /* start of a move on the screen */
    int dx, dy;         /* the whole way, or wheel clicks */
    bool bent;          /* the move goes first to… */
    int bend_x, bend_y; /* …this point, relative to the start */
    int done_x, done_y; /* the part of dx and dy that was moved so far */
};

struct player {
    const timeline *timeline; /* borrowed */
    gint64 base_us;           /* time of offset 0; it is shifted when something took longer than planned */
    gint64 end_us;            /* when all moves and scrolls that have begun end */
    guint next;               /* index of the next event */
    bool typing;
    gint64 typing_end_us; /* when the timeline expects the text to be typed */
    struct track move, scroll;
    int by_x, by_y; /* the last relative motion */
};

player *player_new(const timeline *t, gint64 now_us)
{
    player *p = g_new0(player, 1);
    p->timeline = t;
    p->base_us = now_us;
    p->end_us = now_us;
    return p;
}

void player_free(player *p)
{
    g_free(p);
}

static const struct timeline_event *event_at(const player *p, guint i)
{
    return &g_array_index(p->timeline->events, struct timeline_event, i);
}

static gint64 event_due(const player *p)
{
    return p->base_us + event_at(p, p->next)->at_ms * 1000;
}

/* A move's last step comes at the end of its duration; a scroll's first click at the beginning. */
static gint64 track_due(const struct track *t, bool from_start)
{
    if (!t->running)
        return G_MAXINT64;
    return t->start_us + t->duration_us * (from_start ? t->step : t->step + 1) / t->steps;
}

static double ease(enum timeline_tween tween, double t)
{
    switch (tween) {
    case TWEEN_EASE_IN:
        return t * t;
    case TWEEN_EASE_OUT:
        return 1 - (1 - t) * (1 - t);
    case TWEEN_EASE_IN_OUT:
        return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    case TWEEN_EASE_IN_CUBIC:
        return t * t * t;
    case TWEEN_EASE_OUT_CUBIC:
        return 1 - (1 - t) * (1 - t) * (1 - t);
    case TWEEN_EASE_IN_OUT_CUBIC:
        return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
    case TWEEN_MINIMUM_JERK:
        return t * t * t * (10 + t * (6 * t - 15));
    case TWEEN_LINEAR:
    case TWEEN_COUNT:
        break;
    }
    return t;
}

/* Sets t->dx and t->dy: the move's target, relative to its start. False: the output in `out` ends the firing. */
static bool move_aim(const player *p, struct track *t, const struct player_world *world, struct player_output *out)
{
    struct timeline_place place = {0};
    int x = 0, y = 0;
    out->index = t->index;
    world->place(world->data, t->window, &place);
    if (!timeline_move_point(event_at(p, t->index), &place, &x, &y)) {
        out->act = PLAYER_NO_WINDOW;
        return false;
    }
    if (t->window && (x < 0 || y < 0 || x >= place.width || y >= place.height)) { /* others were checked before the firing */
        out->act = PLAYER_OFF_SCREEN;
        out->x = x;
        out->y = y;
        return false;
    }
    if (!t->running) {
        t->from_x = place.pointer_x;
        t->from_y = place.pointer_y;
    }
    t->dx = x - t->from_x;
    t->dy = y - t->from_y;
    return true;
}

static void bend(struct track *t, struct area popup)
{
    int x = t->from_x, y = t->from_y;
    if (area_has(popup, x, y) || !area_has(popup, x + t->dx, y + t->dy))
        return;
    t->bend_x = CLAMP(x, popup.x, popup.x + popup.width - 1) - x;
    t->bend_y = CLAMP(y, popup.y, popup.y + popup.height - 1) - y;
    t->bent = true;
}

/* The pointer's place, relative to the start, when `part` (0 to 1) of the path is done. */
static void gone(const struct track *t, double part, int *ret_x, int *ret_y)
{
    double first = t->bent ? hypot(t->bend_x, t->bend_y) : 0, then = hypot(t->dx - t->bend_x, t->dy - t->bend_y);
    double way = part * (first + then), of_first = first > 0 ? MIN(way / first, 1) : 1;
    double of_then = then > 0 ? MAX(way - first, 0) / then : 0;
    *ret_x = (int)lround(t->bend_x * of_first + (t->dx - t->bend_x) * of_then);
    *ret_y = (int)lround(t->bend_y * of_first + (t->dy - t->bend_y) * of_then);
}

/* The next relative motion; x and y are what is left. Two motions in a row are never equal: if both have one time stamp (the
 * hand or the server was late), SDL takes the second for an echo of the first. The next motion corrects the pixel. */
static void move_by(player *p, int x, int y, struct player_output *out)
{
    x = CLAMP(x, -PLAYER_MOTION_MAX, PLAYER_MOTION_MAX);
    y = CLAMP(y, -PLAYER_MOTION_MAX, PLAYER_MOTION_MAX);
    if ((x || y) && x == p->by_x && y == p->by_y) {
        int *longer = ABS(x) >= ABS(y) ? &x : &y, sign = *longer < 0 ? -1 : 1;
        *longer += ABS(*longer) > 1 ? -sign : sign;
    }
    p->by_x = out->x = x;
    p->by_y = out->y = y;
}

/* Does step number `step`. A relative step is done when the pointer is within a pixel of that step's place; the last step is done
 * when it is exactly there. So relative steps add up to the whole move. */
static void move_step(player *p, struct track *t, int step, const struct player_world *world, struct player_output *out)
{
    if (t->window && !move_aim(p, t, world, out)) {
        t->running = false;
        return;
    }
    double part = step >= t->steps ? 1 : ease(t->tween, (double)step / t->steps);
    int x, y;
    gone(t, part, &x, &y);
    out->index = t->index;
    out->act = t->relative ? PLAYER_MOVE_BY : PLAYER_MOVE_TO;
    out->x = t->from_x + x;
    out->y = t->from_y + y;
    int owed = 0;
    if (t->relative) {
        move_by(p, x - t->done_x, y - t->done_y, out);
        t->done_x += out->x;
        t->done_y += out->y;
        owed = ABS(x - t->done_x) + ABS(y - t->done_y);
    }
    bool there = owed <= (step < t->steps ? 1 : 0);
    t->step = there ? step : step - 1;
    t->running = !there || step < t->steps;
}

static void scroll_step(struct track *t, struct player_output *out)
{
    out->index = t->index;
    out->act = PLAYER_CLICK;
    if (t->step < ABS(t->dy))
        out->button = t->dy < 0 ? 4 : 5;
    else
        out->button = t->dx < 0 ? 6 : 7;
    t->step++;
    t->running = t->step < t->steps;
}

/* The number of moves of the drag that contains event i: those between its two button events. */
static int drag_moves(const player *p, guint i)
{
    int n = 1;
    for (int way = -1; way <= 1; way += 2) {
        for (gint64 k = (gint64)i + way; k >= 0 && k < p->timeline->events->len; k += way) {
            enum timeline_type type = event_at(p, (guint)k)->type;
            if (type == TIMELINE_BUTTON_DOWN || type == TIMELINE_BUTTON_UP || n >= PLAYER_DRAG_MIN_MS)
                break;
            n += type == TIMELINE_MOVE;
        }
    }
    return n;
}

static void begin_move(player *p, const struct timeline_event *e, const struct player_world *world, struct player_output *out)
{
    int share = world->dragging(world->data) ? drag_moves(p, out->index) : 0;
    gint64 duration_ms = e->duration_ms, least_ms = share ? (PLAYER_DRAG_MIN_MS + share - 1) / share : 0;
    if (duration_ms < least_ms) {
        p->base_us += (least_ms - duration_ms) * 1000;
        duration_ms = least_ms;
    }
    struct track *t = &p->move;
    *t = (struct track){.index = out->index, .start_us = out->due_us, .duration_us = duration_ms * 1000, .tween = e->tween};
    t->relative = e->origin == ORIGIN_RELATIVE;
    t->window = timeline_origin_window(e->origin);
    t->steps = (int)MAX(1, (t->duration_us + PLAYER_STEP_US - 1) / PLAYER_STEP_US);
    if (share)
        t->steps = MAX(t->steps, (PLAYER_DRAG_STEPS + share - 1) / share);
    t->dx = e->x; /* of a relative move; move_aim() sets the others */
    t->dy = e->y;
    if (!t->relative && !move_aim(p, t, world, out))
        return;
    struct area popup;
    if (!t->relative && !share && world->popup && world->popup(world->data, &popup))
        bend(t, popup);
    t->running = true;
    p->end_us = MAX(p->end_us, t->start_us + t->duration_us);
    if (t->duration_us == 0)
        move_step(p, t, t->steps, world, out);
}

static void begin_scroll(player *p, const struct timeline_event *e, struct player_output *out)
{
    struct track *t = &p->scroll;
    *t = (struct track){
        .index = out->index, .start_us = out->due_us, .duration_us = e->duration_ms * 1000, .dx = e->dx, .dy = e->dy};
    t->steps = ABS(e->dx) + ABS(e->dy);
    t->running = t->steps > 0;
    if (t->running)
        scroll_step(t, out);
}

static void begin_event(player *p, const struct player_world *world, struct player_output *out)
{
    const struct timeline_event *e = event_at(p, p->next);
    *out = (struct player_output){.index = p->next, .begins = true, .due_us = event_due(p), .duration_ms = e->duration_ms};
    out->key = e->key;
    out->button = e->button;
    out->hold_ms = e->hold_ms;
    p->next++;
    p->end_us = MAX(p->end_us, out->due_us + e->duration_ms * 1000);
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
        out->act = PLAYER_KEY_DOWN;
        break;
    case TIMELINE_KEY_UP:
        out->act = PLAYER_KEY_UP;
        break;
    case TIMELINE_BUTTON_DOWN:
        out->act = PLAYER_BUTTON_DOWN;
        break;
    case TIMELINE_BUTTON_UP:
        out->act = PLAYER_BUTTON_UP;
        break;
    case TIMELINE_MOVE:
        begin_move(p, e, world, out);
        break;
    case TIMELINE_SCROLL:
        begin_scroll(p, e, out);
        break;
    case TIMELINE_TEXT:
        out->act = PLAYER_TEXT;
        out->text = e->text;
        p->typing = true;
        p->typing_end_us = out->due_us + e->duration_ms * 1000;
        break;
    case TIMELINE_GESTURE:
    case TIMELINE_ACT:
        out->act = PLAYER_GESTURE;
        p->typing = true;
        p->typing_end_us = out->due_us + e->duration_ms * 1000;
        break;
    case TIMELINE_LOOP:
        out->act = PLAYER_LOOP;
        break;
    case TIMELINE_WAIT:
    case TIMELINE_TYPE_COUNT:
        break;
    }
}

/* A move may start while another has not ended. The older one is finished first; else relative sums and absolute places would
 * be wrong. The same holds for scrolls. */
static bool finish_same_track(player *p, enum timeline_type type, const struct player_world *world, struct player_output *out)
{
    if (type == TIMELINE_MOVE && p->move.running)
        move_step(p, &p->move, p->move.steps, world, out);
    else if (type == TIMELINE_SCROLL && p->scroll.running)
        scroll_step(&p->scroll, out);
    else
        return false;
    return true;
}

static enum player_due event_does(const struct timeline_event *e)
{
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
    case TIMELINE_TEXT:
    case TIMELINE_ACT:
        return PLAYER_DUE_KEYS;
    case TIMELINE_BUTTON_DOWN:
    case TIMELINE_GESTURE:
        return PLAYER_DUE_BUTTON;
    case TIMELINE_SCROLL:
        return e->dx || e->dy ? PLAYER_DUE_BUTTON : PLAYER_DUE_WAIT;
    case TIMELINE_KEY_UP:
    case TIMELINE_BUTTON_UP:
        return PLAYER_DUE_UP;
    case TIMELINE_MOVE:
        return PLAYER_DUE_MOVE;
    case TIMELINE_LOOP: /* a loop counts as the input that it may send */
        return timeline_loop_uses_pointer(e->loop) ? PLAYER_DUE_BUTTON : PLAYER_DUE_KEYS;
    case TIMELINE_WAIT:
    case TIMELINE_TYPE_COUNT:
        break;
    }
    return PLAYER_DUE_WAIT;
}

enum player_due player_due(const player *p, gint64 now_us)
{
    gint64 move_us = track_due(&p->move, false), scroll_us = track_due(&p->scroll, true);
    bool waits = p->typing || p->next >= p->timeline->events->len;
    gint64 event_us = waits ? G_MAXINT64 : event_due(p);
    gint64 first = MIN(MIN(move_us, scroll_us), event_us);
    if (first > now_us)
        return PLAYER_DUE_NONE;
    if (move_us == first)
        return PLAYER_DUE_MOVE;
    return scroll_us == first ? PLAYER_DUE_BUTTON : event_does(event_at(p, p->next));
}

bool player_next(player *p, gint64 now_us, const struct player_world *world, struct player_output *ret_output)
{
    gint64 move_us = track_due(&p->move, false), scroll_us = track_due(&p->scroll, true);
    bool waits = p->typing || p->next >= p->timeline->events->len;
    gint64 event_us = waits ? G_MAXINT64 : event_due(p);
    gint64 first = MIN(MIN(move_us, scroll_us), event_us);
    if (first > now_us)
        return false;
    *ret_output = (struct player_output){.due_us = first};
    /* a step of a move comes before an event of the same time: a drag arrives before its button is released */
    if (move_us == first)
        move_step(p, &p->move, p->move.step + 1, world, ret_output);
    else if (scroll_us == first)
        scroll_step(&p->scroll, ret_output);
    else if (!finish_same_track(p, event_at(p, p->next)->type, world, ret_output))
        begin_event(p, world, ret_output);
    return true;
}

bool player_leads_to(const player *p, gint64 now_us, const struct player_world *world, int *ret_x, int *ret_y)
{
    player then = *p;
    struct player_output out;
    if (!player_next(&then, now_us, world, &out) || out.act != PLAYER_MOVE_TO)
        return false;
    *ret_x = out.x;
    *ret_y = out.y;
    return true;
}

void player_postpone(player *p, gint64 by_us)
{
    p->base_us += by_us;
    p->end_us += by_us;
    p->typing_end_us += by_us;
    p->move.start_us += by_us;
    p->scroll.start_us += by_us;
}

void player_await(player *p, gint64 now_us)
{
    p->typing = true;
    p->typing_end_us = now_us;
}

void player_text_done(player *p, gint64 now_us)
{
    g_return_if_fail(p->typing);
    p->typing = false;
    if (now_us > p->typing_end_us)
        p->base_us += now_us - p->typing_end_us;
}

gint64 player_next_ms(const player *p)
{
    return p->next < p->timeline->events->len ? event_at(p, p->next)->at_ms : -1;
}

gint64 player_deadline(const player *p)
{
    gint64 first = MIN(track_due(&p->move, false), track_due(&p->scroll, true));
    if (!p->typing && p->next < p->timeline->events->len)
        first = MIN(first, event_due(p));
    else if (!p->typing && first == G_MAXINT64)
        first = p->end_us;
    return first;
}

bool player_finished(const player *p, gint64 now_us)
{
    return !p->typing && p->next >= p->timeline->events->len && !p->move.running && !p->scroll.running && now_us >= p->end_us;
}

bool player_move_fits(const struct timeline_event *e, guint i, int width, int height, gint64 window, GError **error)
{
    const struct timeline_place place = {.width = width, .height = height};
    int x = 0, y = 0;
    if (e->origin == ORIGIN_RELATIVE) /* it has no target on the screen: a program that grabs the pointer takes any distance */
        return true;
    if (timeline_origin_window(e->origin)) { /* its target is known only when it begins */
        if (!window)
            g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                        "event %u moves from a window's corner, and the request names no target window", i);
        return window != 0;
    }
    timeline_move_point(e, &place, &x, &y);
    bool fits = x >= 0 && y >= 0 && x < width && y < height;
    if (!fits)
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u moves to %d,%d, which is off the screen of %d×%d", i, x, y,
                    width, height);
    return fits;
}
