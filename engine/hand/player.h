#ifndef ENGINE_HAND_PLAYER_H
#define ENGINE_HAND_PLAYER_H

/* Player: plays a timeline against the clock. Pure: time is an argument. It returns the acts that are due one by one, and the
 * time of the next call.
 *
 * A drag (the moves between two button events) has at least PLAYER_DRAG_STEPS motions in PLAYER_DRAG_MIN_MS, even if the timeline
 * has fewer.
 *
 * A move into an open menu goes the shortest way to the menu's edge first. A straight line would cross neighbouring titles and
 * entries, which open menus of their own.
 *
 * Events start in order, each at its own time. Moves and scrolls with a duration run in parallel with what follows. A text is a
 * barrier: later events wait until player_text_done(), and shift by the time that the text took longer than planned. */

#include "engine/picture/screen_match.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

#define PLAYER_STEP_US 8000     /* 125 Hz */
#define PLAYER_MOTION_MAX 32767 /* px of one relative motion: 16 bits in XTEST */
#define PLAYER_DRAG_STEPS 10    /* browsers accept a drop only after this many motions */
#define PLAYER_DRAG_MIN_MS 160  /* a busy browser merges faster motions into one */

enum player_act {
    PLAYER_NOTHING, /* an event without an act began: a wait, a move with a duration */
    PLAYER_KEY_DOWN,
    PLAYER_KEY_UP,
    PLAYER_BUTTON_DOWN,
    PLAYER_BUTTON_UP,
    PLAYER_MOVE_TO, /* x, y: on the screen */
    PLAYER_MOVE_BY, /* x, y: relative */
    PLAYER_CLICK,   /* button: one click of a wheel */
    PLAYER_TEXT,    /* text, duration_ms */
    PLAYER_GESTURE, /* or an act of a world; index: the event; ended by player_text_done(), as a text */
    PLAYER_LOOP,    /* the loop begins; it is the last event */
    /* these end the firing: */
    PLAYER_NO_WINDOW, /* the window that a move starts from does not exist or is not mapped */
    PLAYER_OFF_SCREEN /* x, y: a move would leave the screen, because its window has moved */
};

struct player_output {
    enum player_act act;
    guint index; /* of the timeline's event */
    bool begins; /* true once for each event, in its first output */
    gint64 due_us;
    const char *key; /* borrowed from the timeline, as text */
    int button;
    gint64 hold_ms;
    int x, y;
    const char *text;
    gint64 duration_ms;
};

/* Questions of the player at the time of a move; with a window origin at each of its steps. */
struct player_world {
    /* Screen and pointer; with `window` also the target window, if it exists. */
    void (*place)(void *data, bool window, struct timeline_place *ret_place);
    bool (*dragging)(void *data); /* a button is down */
    /* True when the coming press is for an open menu or list; its area. NULL = never. */
    bool (*popup)(void *data, struct area *ret_popup);
    void *data;
};

typedef struct player player;

/* Borrows the timeline, which starts now. */
player *player_new(const timeline *t, gint64 now_us);
void player_free(player *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(player, player_free)

/* The kind of the next act that is due at now_us. Changes nothing. */
enum player_due {
    PLAYER_DUE_NONE, /* nothing is due */
    PLAYER_DUE_WAIT, /* an event without an act */
    PLAYER_DUE_MOVE,
    PLAYER_DUE_UP,     /* a key or button goes up */
    PLAYER_DUE_KEYS,   /* a key goes down, or a text begins */
    PLAYER_DUE_BUTTON, /* a button goes down, a wheel turns, or a gesture begins */
};
enum player_due player_due(const player *p, gint64 now_us);
/* True when the next act that is due moves the pointer to a point of the screen; the point. Changes nothing. */
bool player_leads_to(const player *p, gint64 now_us, const struct player_world *world, int *ret_x, int *ret_y);
/* The next act that is due at now_us; false = none. Call it until it returns false. */
bool player_next(player *p, gint64 now_us, const struct player_world *world, struct player_output *ret_output);
/* When the next event is due by the timeline, ms from its start; -1 = there is none. */
gint64 player_next_ms(const player *p);
/* Delays everything that is still to come. */
void player_postpone(player *p, gint64 by_us);
/* The act of PLAYER_KEY_DOWN takes its time, as a text does. */
void player_await(player *p, gint64 now_us);
/* Ends the wait for PLAYER_TEXT, PLAYER_GESTURE, or player_await(). */
void player_text_done(player *p, gint64 now_us);
/* The time of the next call; G_MAXINT64 = after player_text_done(), or finished. */
gint64 player_deadline(const player *p);
/* True when all events have ended. */
bool player_finished(const player *p, gint64 now_us);

/* True when a move can end on a screen of this size. A window origin needs a target window. Error: a sentence that names event i.
 */
bool player_move_fits(const struct timeline_event *e, guint i, int width, int height, gint64 window, GError **error);

#endif
