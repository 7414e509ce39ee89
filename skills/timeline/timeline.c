#include "skills/timeline/timeline.h"

#include "skills/timeline/act.h"
#include "skills/timeline/action.h"
#include "skills/timeline/gestures.h"
#include "skills/timeline/key.h"
#include "skills/timeline/visible.h"

#include <stdlib.h>
#include <string.h>

#define NORMALIZED_ONE 1000000

static const char *const type_names[] = {
    [TIMELINE_KEY_DOWN] = "key_down",   [TIMELINE_KEY_UP] = "key_up", [TIMELINE_BUTTON_DOWN] = "button_down",
    [TIMELINE_BUTTON_UP] = "button_up", [TIMELINE_MOVE] = "move",     [TIMELINE_SCROLL] = "scroll",
    [TIMELINE_TEXT] = "text",           [TIMELINE_WAIT] = "wait",     [TIMELINE_LOOP] = "loop",
    [TIMELINE_GESTURE] = "gesture",     [TIMELINE_ACT] = "act",
};
G_STATIC_ASSERT(G_N_ELEMENTS(type_names) == TIMELINE_TYPE_COUNT);

static const char *const origin_names[] = {
    [ORIGIN_ABSOLUTE] = "absolute",
    [ORIGIN_RELATIVE] = "relative",
    [ORIGIN_NORMALIZED] = "normalized",
    [ORIGIN_CENTER] = "center",
    [ORIGIN_WINDOW] = "window",
    [ORIGIN_WINDOW_CENTER] = "window_center",
    [ORIGIN_WINDOW_NORMALIZED] = "window_normalized",
};
G_STATIC_ASSERT(G_N_ELEMENTS(origin_names) == ORIGIN_COUNT);

static const char *const tween_names[] = {
    [TWEEN_LINEAR] = "linear",
    [TWEEN_EASE_IN] = "ease_in",
    [TWEEN_EASE_OUT] = "ease_out",
    [TWEEN_EASE_IN_OUT] = "ease_in_out",
    [TWEEN_EASE_IN_CUBIC] = "ease_in_cubic",
    [TWEEN_EASE_OUT_CUBIC] = "ease_out_cubic",
    [TWEEN_EASE_IN_OUT_CUBIC] = "ease_in_out_cubic",
    [TWEEN_MINIMUM_JERK] = "minimum_jerk",
};
G_STATIC_ASSERT(G_N_ELEMENTS(tween_names) == TWEEN_COUNT);

const char *timeline_type_name(enum timeline_type type)
{
    return type_names[type];
}

const char *timeline_origin_name(enum timeline_origin origin)
{
    return origin_names[origin];
}

const char *timeline_tween_name(enum timeline_tween tween)
{
    return tween_names[tween];
}

static void event_clear(gpointer data)
{
    struct timeline_event *event = data;
    g_free(event->text);
    timeline_loop_free(event->loop);
}

timeline *timeline_new(void)
{
    timeline *t = g_new0(timeline, 1);
    t->events = g_array_new(FALSE, TRUE, sizeof(struct timeline_event));
    g_array_set_clear_func(t->events, event_clear);
    t->json_bytes = 2;
    return t;
}

void timeline_free(timeline *t)
{
    if (!t)
        return;
    g_array_unref(t->events);
    g_free(t);
}

static bool in_range(const char *what, gint64 value, gint64 min, gint64 max, GError **error)
{
    if (value >= min && value <= max)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "%s is %" G_GINT64_FORMAT " (from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " fits)", what, value, min, max);
    return false;
}

static bool text_fits(const struct timeline_event *e, GError **error)
{
    if (e->text && *e->text && g_utf8_validate(e->text, -1, NULL))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "text of an event is empty or not UTF-8");
    return false;
}

static bool key_fits(const struct timeline_event *e, GError **error)
{
    if (key_sym(e->key))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "no key is called \"%s\" (an event needs the canonical keysym name)",
                e->key ? e->key : "");
    return false;
}

static bool event_fits(const struct timeline_event *e, GError **error)
{
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
        return key_fits(e, error) && in_range("hold_ms", e->hold_ms, 0, TIMELINE_MS_MAX, error);
    case TIMELINE_KEY_UP:
        return key_fits(e, error);
    case TIMELINE_BUTTON_DOWN:
        return in_range("button", e->button, 1, 9, error) && in_range("hold_ms", e->hold_ms, 0, TIMELINE_MS_MAX, error);
    case TIMELINE_BUTTON_UP:
        return in_range("button", e->button, 1, 9, error);
    case TIMELINE_MOVE:
        return in_range("x", e->x, -TIMELINE_PX_MAX, TIMELINE_PX_MAX, error) &&
               in_range("y", e->y, -TIMELINE_PX_MAX, TIMELINE_PX_MAX, error) &&
               in_range("origin", e->origin, 0, ORIGIN_COUNT - 1, error) &&
               in_range("tween", e->tween, 0, TWEEN_COUNT - 1, error);
    case TIMELINE_SCROLL:
        return in_range("dx", e->dx, -TIMELINE_CLICKS_MAX, TIMELINE_CLICKS_MAX, error) &&
               in_range("dy", e->dy, -TIMELINE_CLICKS_MAX, TIMELINE_CLICKS_MAX, error);
    case TIMELINE_TEXT:
        return text_fits(e, error);
    case TIMELINE_GESTURE:
        return in_range("x", e->x, 0, TIMELINE_PX_MAX, error) && in_range("y", e->y, 0, TIMELINE_PX_MAX, error) &&
               in_range("to_x", e->to_x, 0, TIMELINE_PX_MAX, error) && in_range("to_y", e->to_y, 0, TIMELINE_PX_MAX, error) &&
               (e->duration_ms > 0 || (e->to_x == e->x && e->to_y == e->y) ||
                in_range("duration_ms of a swipe", 0, 1, TIMELINE_MS_MAX, error));
    case TIMELINE_ACT:
        return act_fits(e->text, error);
    case TIMELINE_WAIT:
        return !e->text || text_fits(e, error);
    case TIMELINE_LOOP:
        return e->loop && timeline_loop_fits(e->loop, error);
    case TIMELINE_TYPE_COUNT:
        break;
    }
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "an event has an unknown type");
    return false;
}

bool timeline_add(timeline *t, struct timeline_event event, GError **error)
{
    g_autofree char *text = event.text; /* ours, whatever comes */
    g_autoptr(timeline_loop) loop = event.loop;
    if (timeline_loop_of(t) || timeline_awaited(t)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "nothing can come after a %s: it is the last thing that is done",
                    timeline_awaited(t) ? "wait for something on the screen" : "loop");
        return false;
    }
    if (t->events->len >= TIMELINE_EVENTS_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "more than %d events in one timeline (do less in one step)",
                    TIMELINE_EVENTS_MAX);
        return false;
    }
    gint64 last = t->events->len ? g_array_index(t->events, struct timeline_event, t->events->len - 1).at_ms : 0;
    if (!event_fits(&event, error) || !in_range("duration_ms", event.duration_ms, 0, TIMELINE_MS_MAX, error) ||
        !in_range("at_ms", event.at_ms, last, TIMELINE_MS_MAX, error))
        return false;
    bool typed = event.type == TIMELINE_TEXT, keyed = event.type == TIMELINE_KEY_DOWN || event.type == TIMELINE_KEY_UP;
    gsize chars = typed ? (gsize)g_utf8_strlen(text, -1) : 0;
    if (t->text_chars + chars > TIMELINE_TEXT_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
                    "more than %d characters to type in one timeline (type less in one step)", TIMELINE_TEXT_MAX);
        return false;
    }
    gsize bytes = timeline_event_json_length(&event) + 1;
    if (t->json_bytes + bytes > TIMELINE_JSON_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "the timeline is longer than %d KiB (do less in one step)",
                    TIMELINE_JSON_MAX / 1024);
        return false;
    }
    t->text_chars += chars;
    t->json_bytes += bytes;
    event.paste = typed && event.paste;
    event.key = keyed ? key_canonical(event.key, NULL) : NULL; /* lives for ever */
    event.text = typed || event.type == TIMELINE_ACT || event.type == TIMELINE_WAIT ? g_steal_pointer(&text) : NULL;
    event.loop = event.type == TIMELINE_LOOP ? g_steal_pointer(&loop) : NULL;
    g_array_append_val(t->events, event);
    return true;
}

void timeline_paste(timeline *t)
{
    for (guint i = 0; i < t->events->len; i++) {
        struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type != TIMELINE_TEXT || e->paste || e->duration_ms)
            continue;
        t->json_bytes -= timeline_event_json_length(e);
        e->paste = true;
        t->json_bytes += timeline_event_json_length(e);
    }
}

gint64 timeline_duration(const timeline *t)
{
    gint64 end = 0;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        end = MAX(end, e->at_ms + e->duration_ms);
    }
    return t->events->len ? end - g_array_index(t->events, struct timeline_event, 0).at_ms : 0;
}

/* Half away from zero, so that left and right of the middle are alike. */
static int from_normalized(gint64 value, int size)
{
    gint64 product = value * size, half = product < 0 ? -NORMALIZED_ONE / 2 : NORMALIZED_ONE / 2;
    return (int)((product + half) / NORMALIZED_ONE);
}

bool timeline_origin_window(enum timeline_origin origin)
{
    return origin == ORIGIN_WINDOW || origin == ORIGIN_WINDOW_CENTER || origin == ORIGIN_WINDOW_NORMALIZED;
}

bool timeline_move_point(const struct timeline_event *move, const struct timeline_place *place, int *ret_x, int *ret_y)
{
    int x = 0, y = 0; /* of the origin */
    if (timeline_origin_window(move->origin)) {
        if (place->window_width <= 0 || place->window_height <= 0)
            return false;
        x = place->window_x;
        y = place->window_y;
    }
    switch (move->origin) {
    case ORIGIN_RELATIVE:
        x = place->pointer_x;
        y = place->pointer_y;
        break;
    case ORIGIN_NORMALIZED:
        *ret_x = from_normalized(move->x, place->width - 1);
        *ret_y = from_normalized(move->y, place->height - 1);
        return true;
    case ORIGIN_WINDOW_NORMALIZED:
        *ret_x = x + from_normalized(move->x, place->window_width - 1);
        *ret_y = y + from_normalized(move->y, place->window_height - 1);
        return true;
    case ORIGIN_CENTER:
        x = place->width / 2;
        y = place->height / 2;
        break;
    case ORIGIN_WINDOW_CENTER:
        x += place->window_width / 2;
        y += place->window_height / 2;
        break;
    case ORIGIN_ABSOLUTE:
    case ORIGIN_WINDOW:
    case ORIGIN_COUNT:
        break;
    }
    *ret_x = x + move->x;
    *ret_y = y + move->y;
    return true;
}

bool timeline_target(const timeline *t, const struct timeline_place *place, int *ret_x, int *ret_y)
{
    bool used = false;
    struct timeline_place at = *place;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        bool acts = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_BUTTON_UP || e->type == TIMELINE_SCROLL;
        if (e->type == TIMELINE_MOVE && timeline_move_point(e, &at, &at.pointer_x, &at.pointer_y)) {
            at.pointer_x = CLAMP(at.pointer_x, 0, MAX(at.width - 1, 0)); /* as the X server does */
            at.pointer_y = CLAMP(at.pointer_y, 0, MAX(at.height - 1, 0));
        }
        if (e->type == TIMELINE_GESTURE) {
            acts = true;
            at.pointer_x = e->x;
            at.pointer_y = e->y;
        }
        used |= acts || e->type == TIMELINE_MOVE;
        if (acts)
            break;
        if (e->type == TIMELINE_LOOP && timeline_loop_uses_pointer(e->loop)) { /* all of its area; its middle stands for it */
            at.pointer_x = e->loop->x + e->loop->width / 2;
            at.pointer_y = e->loop->y + e->loop->height / 2;
            used = true;
        }
    }
    if (used) {
        *ret_x = at.pointer_x;
        *ret_y = at.pointer_y;
    }
    return used;
}

bool timeline_moves_first(const timeline *t)
{
    bool moves = false;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_MOVE && e->origin == ORIGIN_RELATIVE)
            return false;
        moves = moves || e->type == TIMELINE_MOVE;
        if (e->type != TIMELINE_MOVE && e->type != TIMELINE_WAIT)
            return moves;
    }
    return false;
}

bool timeline_acts(const timeline *t)
{
    for (guint i = 0; i < t->events->len; i++) {
        if (g_array_index(t->events, struct timeline_event, i).type != TIMELINE_WAIT)
            return true;
    }
    return false;
}

bool timeline_uses_keyboard(const timeline *t)
{
    for (guint i = 0; i < t->events->len; i++) {
        enum timeline_type type = g_array_index(t->events, struct timeline_event, i).type;
        if (type == TIMELINE_KEY_DOWN || type == TIMELINE_KEY_UP || type == TIMELINE_TEXT || type == TIMELINE_ACT)
            return true;
    }
    const struct timeline_loop *l = timeline_loop_of(t);
    return l && timeline_loop_uses_keyboard(l);
}

struct timeline_loop *timeline_loop_of(const timeline *t)
{
    return t->events->len ? g_array_index(t->events, struct timeline_event, t->events->len - 1).loop : NULL;
}

const char *timeline_awaited(const timeline *t)
{
    const struct timeline_event *e = t->events->len ? &g_array_index(t->events, struct timeline_event, t->events->len - 1) : NULL;
    return e && e->type == TIMELINE_WAIT ? e->text : NULL;
}

/* ---- for people ---- */

static void describe_ms(GString *out, const char *before, gint64 ms)
{
    if (ms >= 10000)
        g_string_append_printf(out, "%s%.1f s", before, (double)ms / 1000);
    else
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT " ms", before, ms);
}

static void describe_move(GString *out, const struct timeline_event *e)
{
    switch (e->origin) {
    case ORIGIN_RELATIVE:
        g_string_append_printf(out, "move by %+d,%+d", e->x, e->y);
        break;
    case ORIGIN_NORMALIZED:
        g_string_append_printf(out, "move to %.2f %%,%.2f %%", e->x / 10000.0, e->y / 10000.0);
        break;
    case ORIGIN_CENTER:
        g_string_append_printf(out, "move to centre %+d,%+d", e->x, e->y);
        break;
    case ORIGIN_WINDOW:
        g_string_append_printf(out, "move to %d,%d in the window", e->x, e->y);
        break;
    case ORIGIN_WINDOW_CENTER:
        g_string_append_printf(out, "move to the window's centre %+d,%+d", e->x, e->y);
        break;
    case ORIGIN_WINDOW_NORMALIZED:
        g_string_append_printf(out, "move to %.2f %%,%.2f %% of the window", e->x / 10000.0, e->y / 10000.0);
        break;
    case ORIGIN_ABSOLUTE:
    case ORIGIN_COUNT:
        g_string_append_printf(out, "move to %d,%d", e->x, e->y);
        break;
    }
    if (e->duration_ms)
        g_string_append_printf(out, " (%s, %" G_GINT64_FORMAT " ms)", tween_names[e->tween], e->duration_ms);
}

static void describe_scroll(GString *out, const struct timeline_event *e)
{
    g_string_append(out, "scroll");
    if (e->dy)
        g_string_append_printf(out, " %s %d", e->dy > 0 ? "down" : "up", abs(e->dy));
    if (e->dx)
        g_string_append_printf(out, " %s %d", e->dx > 0 ? "right" : "left", abs(e->dx));
}

static void describe_gesture(GString *out, const struct timeline_event *e)
{
    bool stays = e->to_x == e->x && e->to_y == e->y;
    if (!stays)
        g_string_append_printf(out, "swipe from %d,%d to %d,%d", e->x, e->y, e->to_x, e->to_y);
    else
        g_string_append_printf(out, "%s %d,%d", e->duration_ms ? "press at" : "tap", e->x, e->y);
    if (e->duration_ms)
        describe_ms(out, stays ? " for " : " in ", e->duration_ms);
}

char *timeline_event_describe(const struct timeline_event *e)
{
    GString *out = g_string_new(NULL);
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
    case TIMELINE_KEY_UP:
        g_string_append_printf(out, "%s %s %s", e->keycode ? "the phone's key" : "key",
                               e->keycode ? e->keycode + strlen(GESTURES_KEYCODE) : e->key,
                               e->type == TIMELINE_KEY_DOWN ? "down" : "up");
        break;
    case TIMELINE_BUTTON_DOWN:
    case TIMELINE_BUTTON_UP:
        g_string_append_printf(out, "%s %s", button_name(e->button), e->type == TIMELINE_BUTTON_DOWN ? "down" : "up");
        break;
    case TIMELINE_MOVE:
        describe_move(out, e);
        break;
    case TIMELINE_SCROLL:
        describe_scroll(out, e);
        break;
    case TIMELINE_TEXT: {
        g_autofree char *shown = visible_quoted(e->text);
        g_string_append_printf(out, "%s %s", e->paste ? "paste" : "type", shown);
        break;
    }
    case TIMELINE_GESTURE:
        describe_gesture(out, e);
        break;
    case TIMELINE_ACT:
        g_string_append(out, e->text);
        break;
    case TIMELINE_WAIT:
        if (e->text)
            g_string_append_printf(out, "wait until %s is there; what follows is proposed then", e->text);
        else
            describe_ms(out, "wait ", e->duration_ms);
        break;
    case TIMELINE_LOOP: {
        g_autofree char *budget = timeline_loop_budget(e->loop);
        g_string_append_printf(out, "from here on it depends on the screen: %s", budget);
        break;
    }
    case TIMELINE_TYPE_COUNT:
        break;
    }
    if ((e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_BUTTON_DOWN) && e->hold_ms)
        describe_ms(out, ", held for at most ", e->hold_ms);
    if ((e->type == TIMELINE_SCROLL || e->type == TIMELINE_TEXT) && e->duration_ms)
        describe_ms(out, " in ", e->duration_ms);
    return g_string_free(out, FALSE);
}
