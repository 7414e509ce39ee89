/* The words of the ScreenAgent dataset as timelines and as calls of skills/lib/screenagent.lua. */

#include "engine/modules/vocabulary.h"

#include "skills/timeline/key.h"

#include <string.h>

/* As the library's calls have them (skills/ACTIONS.md; tests/engine/exports/test_vocabulary holds them to it). */
enum { MOVE_MS = 120, CLICK_MS = 50, DOUBLE_MS = 40, GRIP_MS = 100, DRAG_MS = 500, NOTCH_MS = 20, KEY_MS = 50, HOLD_MS = 60000 };
#define WAIT_S 0.5
#define WAIT_CALL "screenagent_wait"

struct writing {
    timeline *t;
    gint64 at;
};

/* What is out of range is left out: the record keeps it. */
static void put(struct writing *w, struct timeline_event event)
{
    event.at_ms = w->at;
    timeline_add(w->t, event, NULL);
}

static void put_move(struct writing *w, int x, int y, gint64 ms)
{
    put(w, (struct timeline_event){
               .type = TIMELINE_MOVE, .x = x, .y = y, .tween = TWEEN_EASE_IN_OUT, .duration_ms = ms, .origin = ORIGIN_ABSOLUTE});
    w->at += ms;
}

static void put_button(struct writing *w, bool down, int button, gint64 then_ms)
{
    put(w, (struct timeline_event){.type = down ? TIMELINE_BUTTON_DOWN : TIMELINE_BUTTON_UP, .button = button});
    w->at += then_ms;
}

static void put_drag(struct writing *w, const word *one, int button)
{
    put_button(w, true, button, GRIP_MS);
    put_move(w, one->x, one->y, DRAG_MS);
    put(w, (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = GRIP_MS});
    w->at += GRIP_MS;
    put_button(w, false, button, 0);
}

static void put_mouse(struct writing *w, const word *one)
{
    int button = one->button ? one->button : BUTTON_LEFT, notches = one->repeat ? one->repeat : 1;
    if (one->placed && one->what != MOUSE_DRAG)
        put_move(w, one->x, one->y, MOVE_MS);
    switch ((enum word_mouse)one->what) {
    case MOUSE_DOWN:
        put(w, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .button = button, .hold_ms = HOLD_MS});
        break;
    case MOUSE_UP:
        put_button(w, false, button, 0);
        break;
    case MOUSE_CLICK:
        put_button(w, true, button, CLICK_MS);
        put_button(w, false, button, 0);
        break;
    case MOUSE_DOUBLE_CLICK:
        for (int i = 0; i < 2; i++) {
            put_button(w, true, button, DOUBLE_MS);
            put_button(w, false, button, i ? 0 : DOUBLE_MS);
        }
        break;
    case MOUSE_DRAG:
        put_drag(w, one, button);
        break;
    case MOUSE_SCROLL_UP:
    case MOUSE_SCROLL_DOWN:
        put(w, (struct timeline_event){.type = TIMELINE_SCROLL,
                                       .dy = one->what == MOUSE_SCROLL_UP ? -notches : notches,
                                       .duration_ms = NOTCH_MS * notches});
        w->at += NOTCH_MS * notches;
        break;
    case MOUSE_MOVE:
    case MOUSE_COUNT:
        break;
    }
}

static void put_keys(struct writing *w, const char *chord)
{
    g_auto(GStrv) keys = key_chord(chord, 8, NULL);
    guint n = keys ? g_strv_length(keys) : 0;
    for (guint i = 0; i < n; i++)
        put(w, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = key_canonical(keys[i], NULL)});
    w->at += n ? KEY_MS : 0;
    for (guint i = n; i-- > 0;)
        put(w, (struct timeline_event){.type = TIMELINE_KEY_UP, .key = key_canonical(keys[i], NULL)});
}

static void put_keyboard(struct writing *w, const word *one)
{
    const char *key = one->what == KEYBOARD_TEXT ? NULL : key_canonical(one->text, NULL);
    if (one->what == KEYBOARD_TEXT)
        put(w, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup(one->text)});
    else if (one->what == KEYBOARD_PRESS)
        put_keys(w, one->text);
    else if (key && one->what == KEYBOARD_DOWN)
        put(w, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = key, .hold_ms = HOLD_MS});
    else if (key)
        put(w, (struct timeline_event){.type = TIMELINE_KEY_UP, .key = key});
}

static void put_word(struct writing *w, const word *one)
{
    gint64 ms = (gint64)((one->wait_s < 0 ? WAIT_S : one->wait_s) * 1000);
    if (one->kind == WORD_MOUSE)
        put_mouse(w, one);
    else if (one->kind == WORD_KEYBOARD)
        put_keyboard(w, one);
    else if (one->kind == WORD_WAIT) {
        put(w, (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = ms});
        w->at += ms;
    }
}

timeline *vocabulary_words_to_timeline(const words *w, guint from, guint count)
{
    struct writing writing = {.t = timeline_new()};
    for (guint i = from; i < w->list->len && i - from < count; i++)
        put_word(&writing, &g_array_index(w->list, word, i));
    return writing.t;
}

/* ---- calls ---- */

static const char *const mouse_calls[MOUSE_COUNT] = {
    [MOUSE_DOWN] = "screenagent_mouse_down",           [MOUSE_UP] = "screenagent_mouse_up",
    [MOUSE_SCROLL_UP] = "screenagent_mouse_scroll_up", [MOUSE_SCROLL_DOWN] = "screenagent_mouse_scroll_down",
    [MOUSE_MOVE] = "screenagent_mouse_move",           [MOUSE_DRAG] = "screenagent_mouse_drag",
    [MOUSE_CLICK] = "screenagent_mouse_click",         [MOUSE_DOUBLE_CLICK] = "screenagent_mouse_double_click",
};
static const char *const keyboard_calls[KEYBOARD_COUNT] = {"screenagent_keyboard_down", "screenagent_keyboard_up",
                                                           "screenagent_keyboard_press", "screenagent_keyboard_text"};

static action *mouse_call(const word *one)
{
    action *a = action_new(mouse_calls[one->what]);
    bool scrolls = one->what == MOUSE_SCROLL_UP || one->what == MOUSE_SCROLL_DOWN;
    if (one->button && !scrolls && one->what != MOUSE_MOVE && one->what != MOUSE_DRAG)
        action_set_string(a, "mouse_button", button_name(one->button));
    if (scrolls && one->repeat)
        action_set_integer(a, "scroll_repeat", one->repeat);
    if (one->placed) {
        action_set_integer(a, "x", one->x);
        action_set_integer(a, "y", one->y);
    }
    return a;
}

action *vocabulary_word_to_action(const word *one)
{
    action *a = NULL;
    if (one->kind == WORD_MOUSE)
        return mouse_call(one);
    if (one->kind == WORD_KEYBOARD) {
        a = action_new(keyboard_calls[one->what]);
        action_set_string(a, one->what == KEYBOARD_TEXT ? "keyboard_text" : "keyboard_key", one->text);
    } else if (one->kind == WORD_WAIT) {
        const struct value seconds = {.type = VALUE_NUMBER, .number = one->wait_s};
        a = action_new(WAIT_CALL);
        if (one->wait_s >= 0)
            action_set(a, "wait_time", &seconds);
    }
    return a;
}

static int index_in(const char *const *names, guint n, const char *name)
{
    for (guint i = 0; i < n; i++)
        if (g_str_equal(names[i], name))
            return (int)i;
    return -1;
}

static int integer_in(const action *a, const char *name)
{
    const struct value *value = action_get(a, name);
    return value && value->type == VALUE_INTEGER ? (int)CLAMP(value->integer, G_MININT16, G_MAXINT16) : 0;
}

static const char *string_in(const action *a, const char *name)
{
    const struct value *value = action_get(a, name);
    return value && value->type == VALUE_STRING ? value->string : NULL;
}

static void read_mouse(const action *a, word *ret)
{
    const char *button = string_in(a, "mouse_button");
    if (button)
        button_parse(button, &ret->button, NULL);
    ret->repeat = integer_in(a, "scroll_repeat");
    ret->placed = action_get(a, "x") && action_get(a, "y");
    ret->x = integer_in(a, "x");
    ret->y = integer_in(a, "y");
}

bool vocabulary_word_from_action(const action *a, word *ret)
{
    const struct value *seconds = action_get(a, "wait_time");
    int mouse = index_in(mouse_calls, MOUSE_COUNT, a->skill), keyboard = index_in(keyboard_calls, KEYBOARD_COUNT, a->skill);
    const char *key = string_in(a, keyboard == KEYBOARD_TEXT ? "keyboard_text" : "keyboard_key");
    *ret = (word){.wait_s = -1};
    if (mouse >= 0) {
        *ret = (word){.kind = WORD_MOUSE, .what = mouse, .wait_s = -1};
        read_mouse(a, ret);
    } else if (keyboard >= 0 && key) {
        *ret = (word){.kind = WORD_KEYBOARD, .what = keyboard, .text = g_strdup(key), .wait_s = -1};
    } else if (g_str_equal(a->skill, WAIT_CALL)) {
        *ret = (word){.kind = WORD_WAIT,
                      .wait_s = !seconds                         ? -1
                                : seconds->type == VALUE_INTEGER ? (double)seconds->integer
                                                                 : seconds->number};
    } else {
        return false;
    }
    return true;
}
