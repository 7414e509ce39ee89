/* Timelines in the words of the ScreenAgent dataset: events that belong together become one action. */

#include "engine/modules/vocabulary.h"

#include "skills/timeline/key.h"

#include <stdlib.h>
#include <string.h>

#define PAUSE_MS 500  /* a gap between two actions that is worth a WaitAction */
#define PRESS_MS 1000 /* held longer than that, a key or a button is not pressed but held */
#define DOUBLE_MS 500 /* two clicks within that are a double click */
#define CHORD_MAX 8

static void word_clear(gpointer data)
{
    word *one = data;
    g_free(one->text);
    g_free(one->before);
    g_free(one->after);
}

words *vocabulary_words_new(void)
{
    words *w = g_new0(words, 1);
    w->list = g_array_new(FALSE, TRUE, sizeof(word));
    g_array_set_clear_func(w->list, word_clear);
    w->skipped = g_ptr_array_new_with_free_func(g_free);
    return w;
}

void vocabulary_words_free(words *w)
{
    if (!w)
        return;
    g_array_unref(w->list);
    g_ptr_array_unref(w->skipped);
    g_free(w);
}

void vocabulary_words_add(words *w, word one)
{
    g_array_append_val(w->list, one);
}

struct reading {
    const timeline *t;
    words *out;
    guint at;
    int width, height;
    const struct vocabulary_target *target; /* until the first button */
    bool known, moved;                      /* x, y hold; and no action has used them yet */
    int x, y;
    gint64 end_ms; /* of what was read last */
};

static const struct timeline_event *event_at(const struct reading *r, guint i)
{
    return i < r->t->events->len ? &g_array_index(r->t->events, struct timeline_event, i) : NULL;
}

/* One that is there. */
static const struct timeline_event *known_at(const struct reading *r, guint i)
{
    return &g_array_index(r->t->events, struct timeline_event, i);
}

/* ---- the pointer ---- */

static void move(struct reading *r, const struct timeline_event *e)
{
    const struct timeline_place place = {.width = r->width, .height = r->height, .pointer_x = r->x, .pointer_y = r->y};
    bool needs_pointer = e->origin == ORIGIN_RELATIVE;
    int x, y;
    if ((!needs_pointer || r->known) && timeline_move_point(e, &place, &x, &y)) {
        r->known = r->moved = true;
        r->x = x;
        r->y = y;
    } else if (r->target) { /* from a window that is not known any more: where it led is */
        r->known = r->moved = true;
        r->x = r->target->x;
        r->y = r->target->y;
    } else {
        r->known = false;
        r->out->lost++;
    }
}

static void put_mouse(struct reading *r, enum word_mouse what, int button, int repeat, bool placed)
{
    vocabulary_words_add(r->out, (word){.kind = WORD_MOUSE,
                                        .what = what,
                                        .button = button,
                                        .repeat = repeat,
                                        .placed = placed && r->known,
                                        .x = r->x,
                                        .y = r->y,
                                        .wait_s = -1});
    r->moved = false;
}

/* A move that no button or wheel came behind. */
static void put_move(struct reading *r)
{
    if (r->moved)
        put_mouse(r, MOUSE_MOVE, 0, 0, true);
}

static void put_wait(struct reading *r, gint64 ms)
{
    vocabulary_words_add(r->out, (word){.kind = WORD_WAIT, .wait_s = (double)ms / 1000});
}

/* ---- buttons ---- */

/* The event that lets go of the button; between them may be moves (*ret_moves) and waits. NULL: other things are. */
static const struct timeline_event *release_of(const struct reading *r, guint at, guint *ret_at, bool *ret_moves)
{
    const struct timeline_event *down = known_at(r, at), *e;
    *ret_moves = false;
    for (guint i = at + 1; (e = event_at(r, i)); i++) {
        *ret_at = i;
        if (e->type == TIMELINE_BUTTON_UP && e->button == down->button)
            return e;
        *ret_moves = *ret_moves || e->type == TIMELINE_MOVE;
        if (e->type != TIMELINE_MOVE && e->type != TIMELINE_WAIT)
            return NULL;
    }
    return NULL;
}

/* The same button again, where the pointer is, soon: its release. */
static bool is_double(const struct reading *r, guint up, guint *ret_at)
{
    const struct timeline_event *first = known_at(r, up), *again = event_at(r, up + 1);
    bool moves;
    if (!again || again->type != TIMELINE_BUTTON_DOWN || again->button != first->button ||
        again->at_ms - first->at_ms > DOUBLE_MS)
        return false;
    return release_of(r, up + 1, ret_at, &moves) && !moves;
}

static void put_drag(struct reading *r, int button, guint up)
{
    put_move(r); /* a drag has no start of its own: it begins where the pointer is */
    for (guint i = r->at + 1; i < up; i++)
        if (known_at(r, i)->type == TIMELINE_MOVE)
            move(r, known_at(r, i));
    put_mouse(r, MOUSE_DRAG, button, 0, true);
}

static void read_button(struct reading *r, const struct timeline_event *down)
{
    guint up = 0, second = 0;
    bool moves, placed = r->moved;
    const struct timeline_event *release = release_of(r, r->at, &up, &moves);
    gint64 held = release ? release->at_ms - down->at_ms : down->hold_ms;
    if (release && moves) {
        put_drag(r, down->button, up);
        r->at = up;
    } else if (release && held <= PRESS_MS && is_double(r, up, &second)) {
        put_mouse(r, MOUSE_DOUBLE_CLICK, down->button, 0, placed);
        r->at = second;
    } else if (held > 0 && held <= PRESS_MS) {
        put_mouse(r, MOUSE_CLICK, down->button, 0, placed);
        r->at = release ? up : r->at;
    } else {
        put_mouse(r, MOUSE_DOWN, down->button, 0, placed);
        if (held > 0)
            put_wait(r, held);
        if (release || held > 0)
            put_mouse(r, MOUSE_UP, down->button, 0, false);
        r->at = release ? up : r->at;
    }
    r->target = NULL;
    r->end_ms = MAX(r->end_ms, known_at(r, r->at)->at_ms);
}

/* ---- keys ---- */

static void put_key(struct reading *r, enum word_keyboard what, char *key)
{
    vocabulary_words_add(r->out, (word){.kind = WORD_KEYBOARD, .what = what, .text = key, .wait_s = -1});
}

/* Keys that go down one after the other and up again with nothing between: "A+B"; *ret_last: the last of these events. */
static char *read_chord(const struct reading *r, guint *ret_last)
{
    const char *keys[CHORD_MAX + 1] = {NULL};
    guint n = 0, up = 0, i = r->at;
    gint64 began = known_at(r, i)->at_ms;
    const struct timeline_event *e;
    for (; (e = event_at(r, i)) && e->type == TIMELINE_KEY_DOWN && e->hold_ms == 0 && n < CHORD_MAX; i++)
        keys[n++] = e->key;
    for (; (e = event_at(r, i)) && e->type == TIMELINE_KEY_UP && up < n && e->at_ms - began <= PRESS_MS; i++)
        up++;
    if (n == 0 || up != n)
        return NULL;
    *ret_last = i - 1;
    return g_strjoinv("+", (char **)keys);
}

static void read_key(struct reading *r, const struct timeline_event *e)
{
    guint last;
    char *chord = read_chord(r, &last);
    if (chord) {
        put_key(r, KEYBOARD_PRESS, chord);
        r->at = last;
    } else if (e->hold_ms > 0 && e->hold_ms <= PRESS_MS) {
        put_key(r, KEYBOARD_PRESS, g_strdup(e->key));
    } else {
        put_key(r, KEYBOARD_DOWN, g_strdup(e->key));
        if (e->hold_ms > 0) {
            put_wait(r, e->hold_ms);
            put_key(r, KEYBOARD_UP, g_strdup(e->key));
        }
    }
    r->end_ms = MAX(r->end_ms, known_at(r, r->at)->at_ms);
}

/* ---- the rest ---- */

static void read_scroll(struct reading *r, const struct timeline_event *e)
{
    r->out->lost += e->dx != 0;
    if (e->dy == 0)
        put_move(r);
    else
        put_mouse(r, e->dy < 0 ? MOUSE_SCROLL_UP : MOUSE_SCROLL_DOWN, 0, abs(e->dy), r->moved);
    r->target = NULL;
}

static void read_gesture(struct reading *r, const struct timeline_event *e)
{
    const bool swipe = e->to_x != e->x || e->to_y != e->y;
    r->known = r->moved = true;
    r->x = e->x;
    r->y = e->y;
    r->target = NULL;
    if (swipe) {
        put_move(r);
        r->x = e->to_x;
        r->y = e->to_y;
    }
    put_mouse(r, swipe ? MOUSE_DRAG : e->duration_ms ? MOUSE_DOWN : MOUSE_CLICK, BUTTON_LEFT, 0, true);
    if (swipe || !e->duration_ms)
        return;
    put_wait(r, e->duration_ms);
    put_mouse(r, MOUSE_UP, BUTTON_LEFT, 0, false);
}

static void read_event(struct reading *r, const struct timeline_event *e)
{
    bool pointer = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_SCROLL || e->type == TIMELINE_BUTTON_UP ||
                   e->type == TIMELINE_GESTURE;
    gint64 gap = e->at_ms - r->end_ms;
    r->end_ms = MAX(r->end_ms, e->at_ms + e->duration_ms);
    if (!pointer)
        put_move(r);
    if (gap >= PAUSE_MS)
        put_wait(r, gap);
    switch (e->type) {
    case TIMELINE_MOVE:
        move(r, e);
        break;
    case TIMELINE_BUTTON_DOWN:
        read_button(r, e);
        break;
    case TIMELINE_BUTTON_UP:
        put_mouse(r, MOUSE_UP, e->button, 0, r->moved);
        break;
    case TIMELINE_SCROLL:
        read_scroll(r, e);
        break;
    case TIMELINE_KEY_DOWN:
        read_key(r, e);
        break;
    case TIMELINE_KEY_UP:
        put_key(r, KEYBOARD_UP, g_strdup(e->key));
        break;
    case TIMELINE_TEXT:
        put_key(r, KEYBOARD_TEXT, g_strdup(e->text));
        break;
    case TIMELINE_WAIT:
        put_wait(r, e->duration_ms);
        break;
    case TIMELINE_GESTURE:
        read_gesture(r, e);
        break;
    case TIMELINE_LOOP:
    case TIMELINE_ACT:
    case TIMELINE_TYPE_COUNT:
        r->out->lost++;
        break;
    }
}

words *vocabulary_words_from_timeline(const timeline *t, int width, int height, const struct vocabulary_target *target)
{
    struct reading r = {.t = t, .out = vocabulary_words_new(), .width = width, .height = height, .target = target};
    for (const struct timeline_event *e; (e = event_at(&r, r.at)); r.at++)
        read_event(&r, e);
    put_move(&r);
    return r.out;
}
