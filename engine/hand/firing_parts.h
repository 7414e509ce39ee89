#ifndef ENGINE_HAND_FIRING_PARTS_H
#define ENGINE_HAND_FIRING_PARTS_H

/* Firing: what firing.c (from the receipt to the first event, and the end) and firing_play.c (the events) share. */

#include "engine/hand/approach.h"
#include "engine/hand/bounds.h"
#include "engine/hand/calm.h"
#include "engine/hand/firing.h"
#include "engine/hand/paste.h"
#include "engine/hand/player.h"
#include "engine/hand/route.h"
#include "engine/hand/steady.h"

#define FOCUS_LOOK_US 5000  /* between two looks at the focus, or at keys that a person still holds down */
#define LOOK_AGAIN_US 20000 /* between two looks at a picture that may come back */

/* Waits for a quiet keyboard, then moves the focus if asked; waits for the focus to arrive; compares; plays. */
enum phase { PHASE_ARM, PHASE_FOCUS, PHASE_COMPARE, PHASE_PLAY, PHASE_OVER };

struct firing {
    hand_request *request;        /* owned */
    const struct hand_fire *fire; /* in it */
    Display *dpy;                 /* borrowed */
    keymap *keymap;               /* borrowed */
    press *press;                 /* borrowed */
    struct firing_others others;
    char *yielded;      /* owned */
    guard *guard;       /* borrowed */
    route *route;       /* owned; NULL = not playing, or any window will do */
    approach *approach; /* owned; NULL = not on its way to the target, or nothing to compare */
    enum phase phase;
    gint64 received_us, look_us, focus_us, start_us;
    int width, height;
    gint64 patience_us;                 /* so long the picture may come back; 0 = it has not differed yet */
    gint64 compared_us;                 /* when all was as it was */
    struct steady steady;               /* of the target */
    struct calm calm;                   /* since the last step of the pointer */
    gint64 waits_us;                    /* since then the way to the target waits; 0 = it does not */
    gint64 diverted_us;                 /* so long the focus may arrive; 0 = it is where it belongs */
    guint pasted;                       /* texts that have begun to be pasted */
    bool uses[GRABS_DEVICES];           /* whether it presses keys, buttons */
    int dragged_from_x, dragged_from_y; /* where the last button went down */
    bool refocused;                     /* the focus was moved to the target */
    bool scene_seen;                    /* picture and windows were compared before the focus was moved */
    bool acted;                         /* something has been done */
    bool held_up;                       /* what is due waits until look_us */
    char *in_the_way;                   /* owned: what somebody else held down when last looked; NULL = nothing */
    player *player;                     /* owned */
    text *text;                         /* owned; NULL = nothing is being typed */
    paste *paste;                       /* owned; NULL = nothing is being pasted */
    GPtrArray *missing;                 /* keys that the keyboard map does not have; names borrowed from the request */
    loan *loan;                         /* the press's; NULL = none is needed, or not yet */
    bool returning;                     /* the timeline is over, the loan is not */
    bounds *bounds;                     /* owned; NULL = not in the loop that the timeline ends in */
    hand_request *turn; /* owned: of the loop, as it came; NULL = the next is waited for. player is of it once turn_seen */
    bool turn_seen;     /* what is held went where it may when it began */
    bool tell_turn;     /* the next may come, and nobody has been told */
    int turns;          /* that have come */
    guint before_turn;  /* events of the timeline and of the turns before this one */
    GString *fired;     /* JSON array without its brackets */
    enum hand_status status;
    char *reason; /* owned */
    double match;
};

void firing_end(firing *f, enum hand_status status, char *reason_take);
/* What may come back (a cursor blinks) is looked at again, and what we are about to do is done in the moment in which it is as it
 * was approved. False: not yet, or over. */
bool firing_as_it_was(firing *f, bool scene, bool recipients, gint64 now_us);
/* False: keyboard or pointer are grabbed by a program that this may not go to, and *ret_wrong says by whom; or (then it is NULL)
 * that had to be asked, with the server let go: ask again. */
bool firing_ungrabbed(firing *f, enum grabs_device d, bool fresh, gint64 now_us, char **ret_wrong);
/* Whether the first press would go into a terminal of ours. Each later one is looked at when it is due (press_spare()). */
bool firing_aims_at_own(firing *f);
/* Does what is due of the timeline, or of the turn. */
void firing_play(firing *f, gint64 now_us);
/* Whether what comes next may be pressed, by where it would go; the server is grabbed then. False: not yet (look_us), or over. */
bool firing_goes_right(firing *f, bool keys, gint64 now_us);

/* ---- keys that are lent (firing_loan.c) ---- */

/* On receipt. False: one of them is to stay down for longer than it can be lent. */
bool firing_find_missing(firing *f, GError **error);
/* False: not yet, or over. Before the comparison: programs must be free to answer. */
bool firing_borrow(firing *f, gint64 now_us);
/* At the end of the timeline. False: not yet. */
bool firing_return(firing *f, gint64 now_us);
gint64 firing_loan_deadline(const firing *f);

/* ---- the loop (firing_loop.c) ---- */

/* The certain part is over; the first turn may come. */
void firing_loop_begin(firing *f, gint64 now_us);
/* Before each act: whether the budget allows it. False: it is over. */
bool firing_loop_allows(firing *f, const struct player_output *out);
/* After something has been played. `all`: everything that was due. */
void firing_loop_turned(firing *f, bool all, gint64 now_us);
/* Its time, and where what is held goes; begins a turn that has come. True: there is a player, and it may go on. */
bool firing_loop_advance(firing *f, gint64 now_us);
/* When to call again, beside the player's own time. */
gint64 firing_loop_deadline(const firing *f);

#endif
