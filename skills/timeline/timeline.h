#ifndef SKILLS_TIMELINE_TIMELINE_H
#define SKILLS_TIMELINE_TIMELINE_H

/* Timeline: the primitive events that the hand fires, with offsets in ms. The digest that a person approves
 * is the SHA-256 of the canonical JSON (sorted keys, no spaces, integers only). */

#include "skills/timeline/loop.h"

#include <glib.h>
#include <stdbool.h>

#define TIMELINE_EVENTS_MAX 10000
#define TIMELINE_TEXT_MAX 100000              /* characters in all */
#define TIMELINE_MS_MAX (24 * 60 * 60 * 1000) /* latest at_ms, longest duration and hold */
#define TIMELINE_PX_MAX 10000000              /* largest |x|, |y|; normalized: ten screens */
#define TIMELINE_CLICKS_MAX 1000              /* of one scroll event */
#define TIMELINE_JSON_MAX (960 * 1024)        /* leaves room for the rest of a protocol line */

enum timeline_type {
    TIMELINE_KEY_DOWN,
    TIMELINE_KEY_UP,
    TIMELINE_BUTTON_DOWN,
    TIMELINE_BUTTON_UP,
    TIMELINE_MOVE,
    TIMELINE_SCROLL,
    TIMELINE_TEXT,
    TIMELINE_WAIT,
    TIMELINE_LOOP,    /* always last: from here on the screen decides, within the budget (loop.h) */
    TIMELINE_GESTURE, /* a whole one of a finger (gestures.h): a tap, a press that lasts, a swipe */
    TIMELINE_ACT,     /* a structured action of a world (act.h) */
    TIMELINE_TYPE_COUNT
};

/* Meaning of a move's x, y. For the three window origins the hand reads the target window's rectangle at the moment of the move
 * and at each of its steps, so that the point follows a window that moves. */
enum timeline_origin {
    ORIGIN_ABSOLUTE,          /* px from the screen's top left */
    ORIGIN_RELATIVE,          /* px from the pointer, as relative motion; also for programs that have grabbed it */
    ORIGIN_NORMALIZED,        /* millionths of the screen's size */
    ORIGIN_CENTER,            /* px from the screen's centre */
    ORIGIN_WINDOW,            /* px from the window's top left */
    ORIGIN_WINDOW_CENTER,     /* px from the window's centre */
    ORIGIN_WINDOW_NORMALIZED, /* millionths of the window's size */
    ORIGIN_COUNT
};

/* All begin and end exactly and never reverse, so that a drag stays on its path. */
enum timeline_tween {
    TWEEN_LINEAR,
    TWEEN_EASE_IN, /* quadratic */
    TWEEN_EASE_OUT,
    TWEEN_EASE_IN_OUT,
    TWEEN_EASE_IN_CUBIC,
    TWEEN_EASE_OUT_CUBIC,
    TWEEN_EASE_IN_OUT_CUBIC,
    TWEEN_MINIMUM_JERK, /* like an arm: smooth at both ends (Flash and Hogan 1985) */
    TWEEN_COUNT
};

/* The reference for a move's coordinates. */
struct timeline_place {
    int width, height; /* the screen: the whole root window, all monitors */
    int pointer_x, pointer_y;
    int window_x, window_y, window_width, window_height; /* the target window; width 0 = none */
};

struct timeline_event {
    enum timeline_type type;
    gint64 at_ms;        /* offset of its start */
    const char *key;     /* KEY_*: canonical keysym name, interned */
    const char *keycode; /* KEY_* of a phone: Android's name for the key, as gestures_keycode() has it; NULL = of a keyboard */
    int button;          /* BUTTON_* */
    gint64 hold_ms;      /* KEY_DOWN, BUTTON_DOWN: the hand releases after this; 0 = a later event releases it */
    int x, y;            /* MOVE; GESTURE: px of the screen, where the finger goes down */
    int to_x, to_y;      /* GESTURE: where it goes up, in a straight line */
    enum timeline_origin origin;
    enum timeline_tween tween;
    gint64 duration_ms;         /* MOVE, SCROLL, TEXT, WAIT: duration; GESTURE: 0 = a tap; LOOP: longest duration */
    int dx, dy;                 /* SCROLL: wheel clicks, right and down positive */
    char *text;                 /* TEXT: owned UTF-8; ACT: owned, as act_fits() wants it; WAIT: owned, timeline_awaited() */
    bool paste;                 /* TEXT: pasted by the program's own paste keys instead of typed */
    struct timeline_loop *loop; /* LOOP: owned */
};

typedef struct timeline {
    GArray *events;   /* struct timeline_event, by at_ms, stable */
    gsize text_chars; /* in all events; maintained by timeline_add() */
    gsize json_bytes; /* length as JSON; maintained by timeline_add() */
} timeline;

timeline *timeline_new(void);
void timeline_free(timeline *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(timeline, timeline_free)
/* Appends an event; takes its text and loop, also on an error. Errors: too many events or too much text (SKILLS_ERROR_LIMIT), a
 * value out of range, an unknown key, a time before the last event's, an event after a loop. */
bool timeline_add(timeline *t, struct timeline_event event, GError **error);
/* Marks every text without a duration of its own as pasted. */
void timeline_paste(timeline *t);
/* ms from the first event to the end of the last one. */
gint64 timeline_duration(const timeline *t);
/* The point where the pointer acts first: absolute position of the first button, scroll or gesture event (of the last move if
 * there is none), for this place. False: the timeline does not use the pointer. A move relative to a missing window is ignored:
 * dry run and hand refuse it. */
bool timeline_target(const timeline *t, const struct timeline_place *place, int *ret_x, int *ret_y);
/* True when a move to a point of the screen or window precedes the first press, and none is relative to the pointer. */
bool timeline_moves_first(const timeline *t);
/* Goes to the window that has the focus: keys, texts, acts. */
bool timeline_uses_keyboard(const timeline *t);
/* False: it only waits, so that the screen has nothing to show of it. */
bool timeline_acts(const timeline *t);
/* What it ends in waiting for, `push button "Save"`: the skill goes on once that is on the screen, with a timeline of its own.
 * Borrowed; NULL = nothing. The hand does not wait for it: engine/step/await.h does. */
const char *timeline_awaited(const timeline *t);
/* The loop at its end; borrowed, NULL = all events are known. */
struct timeline_loop *timeline_loop_of(const timeline *t);
/* The target of a move: px of the screen, not clamped. The only definition of the origins. False: it is relative to the target
 * window, and there is none. */
bool timeline_move_point(const struct timeline_event *move, const struct timeline_place *place, int *ret_x, int *ret_y);
/* True for the origins that are relative to the target window. */
bool timeline_origin_window(enum timeline_origin origin);
/* Names in JSON and on the card: "key_down", "absolute", "ease_in_out" … */
const char *timeline_type_name(enum timeline_type type);
const char *timeline_origin_name(enum timeline_origin origin);
const char *timeline_tween_name(enum timeline_tween tween);
/* One event as text for people: "move to 412,388 (ease_in_out, 120 ms)", "left down", "key Return up", "the phone's key HOME
 * down"; control characters in texts are visible. Caller frees. */
char *timeline_event_describe(const struct timeline_event *event);

/* JSON: an array of {"at_ms":…,"type":…,…} with only the members that the type has. The canonical form is hashed. Parsing
 * checks names, ranges, order and limits. (timeline_json.c) */
char *timeline_to_json(const timeline *t);
/* One event alone; caller frees. */
char *timeline_event_to_json(const struct timeline_event *event);
/* Length of one event as JSON. */
gsize timeline_event_json_length(const struct timeline_event *event);
timeline *timeline_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* 64 lower-case hexadecimal digits. Caller frees. */
char *timeline_digest(const timeline *t);

#endif
