#ifndef SKILLS_TIMELINE_TIMELINE_H
#define SKILLS_TIMELINE_TIMELINE_H

/* Timeline: what the hand fires — primitive events with offsets in ms (design section 4). The digest that a person
 * approves is the SHA-256 of the canonical JSON (sorted keys, no spaces, integers only). */

#include "skills/timeline/loop.h"

#include <glib.h>
#include <stdbool.h>

#define TIMELINE_EVENTS_MAX 10000
#define TIMELINE_TEXT_MAX 100000              /* characters in all */
#define TIMELINE_MS_MAX (24 * 60 * 60 * 1000) /* latest at_ms, longest duration and hold */
#define TIMELINE_PX_MAX 10000000              /* largest |x|, |y|; normalized: ten screens */
#define TIMELINE_CLICKS_MAX 1000              /* of one scroll event */
#define TIMELINE_JSON_MAX (960 * 1024)        /* so that it fits into one line of the protocol with all that stands around it */

enum timeline_type {
    TIMELINE_KEY_DOWN,
    TIMELINE_KEY_UP,
    TIMELINE_BUTTON_DOWN,
    TIMELINE_BUTTON_UP,
    TIMELINE_MOVE,
    TIMELINE_SCROLL,
    TIMELINE_TEXT,
    TIMELINE_WAIT,
    TIMELINE_LOOP, /* always the last: from here on the screen decides, within its budget (loop.h) */
    TIMELINE_TYPE_COUNT
};

/* Of a move's x, y. For the window's three the hand reads the target window's rectangle at the moment of the move (and at each of
 * its steps), so that the point follows a window that was moved. */
enum timeline_origin {
    ORIGIN_ABSOLUTE,          /* px from the screen's top left */
    ORIGIN_RELATIVE,          /* px from where the pointer is, as relative motion: also for programs that have grabbed it */
    ORIGIN_NORMALIZED,        /* millionths of the screen's size */
    ORIGIN_CENTER,            /* px from the screen's centre */
    ORIGIN_WINDOW,            /* px from the window's top left */
    ORIGIN_WINDOW_CENTER,     /* px from the window's centre */
    ORIGIN_WINDOW_NORMALIZED, /* millionths of the window's size */
    ORIGIN_COUNT
};

/* All begin and end exactly and never turn back, so that a drag does not leave its path. */
enum timeline_tween {
    TWEEN_LINEAR,
    TWEEN_EASE_IN, /* squares */
    TWEEN_EASE_OUT,
    TWEEN_EASE_IN_OUT,
    TWEEN_EASE_IN_CUBIC,
    TWEEN_EASE_OUT_CUBIC,
    TWEEN_EASE_IN_OUT_CUBIC,
    TWEEN_MINIMUM_JERK, /* as an arm moves: no jolt at either end (Flash and Hogan 1985) */
    TWEEN_COUNT
};

/* What a move's numbers are measured on. */
struct timeline_place {
    int width, height; /* the screen: the whole root window, all monitors */
    int pointer_x, pointer_y;
    int window_x, window_y, window_width, window_height; /* the target window; width 0 = there is none */
};

struct timeline_event {
    enum timeline_type type;
    gint64 at_ms;    /* offset of its start */
    const char *key; /* KEY_*: canonical keysym name, interned */
    int button;      /* BUTTON_* */
    gint64 hold_ms;  /* KEY_DOWN, BUTTON_DOWN: the hand releases after this; 0 = a later event releases it */
    int x, y;        /* MOVE */
    enum timeline_origin origin;
    enum timeline_tween tween;
    gint64 duration_ms;         /* MOVE, SCROLL, TEXT, WAIT: how long it takes; LOOP: how long at most */
    int dx, dy;                 /* SCROLL: wheel clicks, right and down positive */
    char *text;                 /* TEXT: owned UTF-8 */
    bool paste;                 /* TEXT: through the clipboard, by the program's own paste chord, instead of key by key */
    struct timeline_loop *loop; /* LOOP: owned */
};

typedef struct timeline {
    GArray *events;   /* struct timeline_event, by at_ms, stable */
    gsize text_chars; /* in all events; kept by timeline_add() */
    gsize json_bytes; /* its length as JSON; kept by timeline_add() */
} timeline;

timeline *timeline_new(void);
void timeline_free(timeline *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(timeline, timeline_free)
/* Appends one event; takes its text and loop (also on error). Error: too many events or too much text (SKILLS_ERROR_LIMIT), a
 * value out of range, a key that is none, a time before the last event's, anything after a loop. */
bool timeline_add(timeline *t, struct timeline_event event, GError **error);
/* Every text that is not to take a time of its own is pasted. */
void timeline_paste(timeline *t);
/* ms from the first event to the end of the last one. */
gint64 timeline_duration(const timeline *t);
/* Where the pointer acts first: the absolute point under the first button or scroll event (or the last move if there is none),
 * as the place is now. False: the timeline does not use the pointer. A move from a window that is not there is left out: dry run
 * and hand refuse it. */
bool timeline_target(const timeline *t, const struct timeline_place *place, int *ret_x, int *ret_y);
/* A press comes, and moves to a place of the screen or the window before it, none from where the pointer is. */
bool timeline_moves_first(const timeline *t);
bool timeline_uses_keyboard(const timeline *t);
/* The loop that it ends in; borrowed, NULL = all of it is certain. */
struct timeline_loop *timeline_loop_of(const timeline *t);
/* Where a move leads: px on the screen, not clamped. The one meaning of the origins. False: it is measured from the target
 * window, and there is none. */
bool timeline_move_point(const struct timeline_event *move, const struct timeline_place *place, int *ret_x, int *ret_y);
/* Is it measured from the target window? */
bool timeline_origin_window(enum timeline_origin origin);
/* Names in JSON and on the card: "key_down", "absolute", "ease_in_out" … */
const char *timeline_type_name(enum timeline_type type);
const char *timeline_origin_name(enum timeline_origin origin);
const char *timeline_tween_name(enum timeline_tween tween);
/* One event for people: "move to 412,388 (ease_in_out, 120 ms)", "left down", "key Return up", text with controls visible. Caller
 * frees. */
char *timeline_event_describe(const struct timeline_event *event);

/* JSON: an array of {"at_ms":…,"type":…,…} with only the members that the type has; the canonical form is what is hashed.
 * (timeline_json.c) Parsing checks names, ranges, order, limits. */
char *timeline_to_json(const timeline *t);
/* One event alone; caller frees. */
char *timeline_event_to_json(const struct timeline_event *event);
/* Length of one event there. */
gsize timeline_event_json_length(const struct timeline_event *event);
timeline *timeline_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* 64 lower-case hex digits; caller frees. */
char *timeline_digest(const timeline *t);

#endif
