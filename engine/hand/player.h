#ifndef ENGINE_HAND_PLAYER_H
#define ENGINE_HAND_PLAYER_H

/* Player: a timeline against the clock. Pure: it is told the time, gives the primitive acts that are due one by one, and says
 * when it wants to be asked again. It knows nothing of X and reads no clock.
 *
 * A drag (the moves between two button events) has at least PLAYER_DRAG_STEPS motions in PLAYER_DRAG_MIN_MS, whatever the
 * timeline says; a long path of short moves has them anyway.
 *
 * A move on the screen into an open menu goes the shortest way to the menu's edge, and on from there: on the straight line
 * between the two it would cross the titles and entries beside the one that it comes from, and they open menus of their own.
 *
 * Events start in order, each at its own time. Moves and scrolls with a duration run beside what follows them; a text is a
 * barrier: what comes after it waits until player_text_done(), and is put off by as much as the text took longer than the
 * timeline said. */

#include "engine/picture/screen_match.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

#define PLAYER_STEP_US 8000     /* 125 Hz */
#define PLAYER_MOTION_MAX 32767 /* px of one relative motion: 16 bits in XTEST */
#define PLAYER_DRAG_STEPS 10    /* browsers take a drop only after as many motions… */
#define PLAYER_DRAG_MIN_MS 160  /* …which must not be merged into one by a busy browser */

enum player_act {
    PLAYER_NOTHING, /* an event began that has no act of its own yet: a wait, a move that starts to run */
    PLAYER_KEY_DOWN,
    PLAYER_KEY_UP,
    PLAYER_BUTTON_DOWN,
    PLAYER_BUTTON_UP,
    PLAYER_MOVE_TO, /* x, y: on the screen */
    PLAYER_MOVE_BY, /* x, y: relative */
    PLAYER_CLICK,   /* button: one click of a wheel */
    PLAYER_TEXT,    /* text, duration_ms */
    PLAYER_LOOP,    /* the loop begins: nothing comes after it */
    /* the firing must end: */
    PLAYER_NO_WINDOW, /* the window that a move is measured from is gone or not mapped */
    PLAYER_OFF_SCREEN /* x, y: where a move would lead, for the window has been moved */
};

struct player_output {
    enum player_act act;
    guint index; /* of the timeline's event */
    bool begins; /* the first output of its event; every event has exactly one */
    gint64 due_us;
    const char *key; /* borrowed from the timeline, as text */
    int button;
    gint64 hold_ms;
    int x, y;
    const char *text;
    gint64 duration_ms;
};

/* What the player must ask about the world, at the time of a move (of the window origins: at each of its steps). */
struct player_world {
    /* The screen and the pointer; and where `window` is set the target window, if it is there. */
    void (*place)(void *data, bool window, struct timeline_place *ret_place);
    bool (*dragging)(void *data); /* a button is down */
    /* What the press that comes is for is an open menu or list, and where that is. NULL = never. */
    bool (*popup)(void *data, struct area *ret_popup);
    void *data;
};

typedef struct player player;

/* Borrows the timeline. The clock starts now. */
player *player_new(const timeline *t, gint64 now_us);
void player_free(player *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(player, player_free)

/* What the next act that is due at now_us would do; nothing is changed. */
enum player_due {
    PLAYER_DUE_NONE, /* nothing is due */
    PLAYER_DUE_WAIT, /* nothing is done */
    PLAYER_DUE_MOVE,
    PLAYER_DUE_UP,     /* a key or button goes up */
    PLAYER_DUE_KEYS,   /* a key goes down, or a text begins */
    PLAYER_DUE_BUTTON, /* a button goes down, or a wheel turns */
};
enum player_due player_due(const player *p, gint64 now_us);
/* The next act that is due at now_us; false = none. Call until false. */
bool player_next(player *p, gint64 now_us, const struct player_world *world, struct player_output *ret_output);
/* All that is to come is so much later. */
void player_postpone(player *p, gint64 by_us);
/* The text that was given out has been typed. */
void player_text_done(player *p, gint64 now_us);
/* When to call again; G_MAXINT64 = only after player_text_done(), or finished. */
gint64 player_deadline(const player *p);
/* All events have begun and come to their end. */
bool player_finished(const player *p, gint64 now_us);

/* Whether a move can lead anywhere on a screen of that size; from a window's corner only where there is a target window. Error: a
 * sentence that names event i. */
bool player_move_fits(const struct timeline_event *e, guint i, int width, int height, gint64 window, GError **error);

#endif
