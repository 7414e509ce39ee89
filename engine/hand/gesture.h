#ifndef ENGINE_HAND_GESTURE_H
#define ENGINE_HAND_GESTURE_H

/* Gesture: makes what a person does with mouse and keyboard into taps, swipes, texts and chords, while they teach (witness.h).
 * Pure. */

#include <glib.h>
#include <stdbool.h>

#define GESTURE_SWIPE_PX 12              /* further than this between press and release is a swipe */
#define GESTURE_LONG_US (500 * 1000)     /* a press that lasts so long is a long one */
#define GESTURE_DOUBLE_US (400 * 1000)   /* a second tap at the same place within this time is a double tap */
#define GESTURE_TURN_US (400 * 1000)     /* turns of the wheel with shorter rests are one */
#define GESTURE_REST_US (G_USEC_PER_SEC) /* a text ends after so long without a key */
#define GESTURE_TEXT_MAX 2000            /* characters of a text; a longer one is several */

enum gesture_kind {
    GESTURE_TAP,
    GESTURE_DOUBLE_TAP,
    GESTURE_LONG_PRESS,
    GESTURE_SWIPE,
    GESTURE_TURN,   /* of the wheel: count clicks, negative = up */
    GESTURE_TYPING, /* a text has begun: its first key. The text itself follows */
    GESTURE_TEXT,
    GESTURE_CHORD, /* text: "ctrl+s", "Tab" */
    GESTURE_KIND_COUNT
};
const char *gesture_kind_name(enum gesture_kind kind);

struct gesture {
    enum gesture_kind kind;
    int button;                /* 1 left, 2 middle, 3 right */
    int x, y, to_x, to_y;      /* px of the screen; to: of a swipe */
    int count;                 /* turn: clicks; text: keys */
    bool rested;               /* text: it ended without a key or a press, so that it did not move the focus */
    char *text;                /* text, chord; NULL = a text with keys whose characters are not known. Owned */
    gint64 began_us, ended_us; /* CLOCK_MONOTONIC: its first press, its last input (typing: both the first press) */
};
void gesture_clear(struct gesture *g);
/* The same of one on the heap, and frees it: for containers. */
void gesture_forget(gpointer gesture);

/* A key or a button went down or up. */
struct gesture_input {
    bool button, down;
    int detail;      /* button 1 to 7, keycode */
    gunichar letter; /* of a key that types one without Control, Alt or Super; 0 = it types none that is known */
    char name[40];   /* of a key: with its modifiers, "ctrl+shift+s"; "" = a modifier, which is nothing by itself */
    bool types;      /* of a key: without Control, Alt or Super, and no key of a name like Tab or F1 */
    gint64 window;   /* where it went */
    int x, y;        /* the pointer */
    gint64 at_us;
};

typedef struct gesture_reader gesture_reader;
gesture_reader *gesture_reader_new(void);
void gesture_reader_free(gesture_reader *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(gesture_reader, gesture_reader_free)
void gesture_reader_add(gesture_reader *r, const struct gesture_input *in);
/* Ends what has rested at that time. */
void gesture_reader_turn(gesture_reader *r, gint64 now_us);
/* When the next turn is due, 0 = something is finished; G_MAXINT64 = there is nothing. */
gint64 gesture_reader_deadline(const gesture_reader *r);
/* The first finished gesture, which the caller clears; false: there is none. */
bool gesture_reader_take(gesture_reader *r, struct gesture *ret);
/* Forgets everything, unfinished and finished. */
void gesture_reader_forget(gesture_reader *r);

#endif
