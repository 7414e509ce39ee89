#ifndef ENGINE_HAND_FIRING_PARTS_H
#define ENGINE_HAND_FIRING_PARTS_H

/* Firing: its parts, and what its files share: firing.c (from the receipt to the first event, and the end), firing_play.c (the
 * events), firing_typing.c, firing_loan.c and firing_loop.c. */

#include "engine/hand/compared.h"
#include "engine/hand/firing.h"
#include "engine/hand/firing_phase.h"

#define FOCUS_LOOK_US 5000 /* between two looks at the focus, or at keys that a person still holds down */

struct firing_limits;
struct player_output;

/* The first event waits: until when it may, and for what. */
struct firing_wait {
    gint64 received_us, focus_us; /* focus_us: so long the focus may take to arrive */
    char *in_the_way;             /* owned: what somebody else held down when last looked; NULL = nothing */
};

/* A text on its way into the program: by keys, or by the clipboard; one at a time. */
struct typing {
    struct text *text;   /* owned; NULL = nothing is being typed */
    struct paste *paste; /* owned; NULL = nothing is being pasted */
    guint pasted;        /* texts that have begun to be pasted */
};

/* Keys that the keyboard map does not have, and what is lent in their place. */
struct lending {
    GPtrArray *missing;         /* names borrowed from the request */
    struct temp_keycodes *loan; /* the press's; NULL = none is needed, or not yet */
};

/* The loop that the timeline ends in. */
struct firing_loop {
    enum loop_stage stage;
    struct bounds *bounds; /* owned; NULL = LOOP_OUT */
    hand_request *turn;    /* owned: as it came; NULL = LOOP_OUT, LOOP_TELLS, LOOP_WAITS */
    int turns;             /* that have come */
    guint events;          /* of the timeline and of the turns before this one */
};

/* What has been fired. */
struct firing_record {
    gint64 start_us;
    GString *fired; /* JSON array without its brackets */
};

/* How it has ended. */
struct firing_ending {
    enum hand_status status;
    char *reason;  /* owned */
    char *yielded; /* owned: whose doing it was; NULL = nobody's, or it has been told */
};

struct firing {
    hand_request *request;        /* owned */
    const struct hand_fire *fire; /* in it */
    struct firing_display at;
    int width, height; /* of the screen */
    enum firing_phase phase;
    gint64 look_us; /* when to look again */
    bool held_up;   /* what is due of the timeline waits until then */
    struct firing_wait wait;
    struct compared compared;
    struct way *way;                    /* owned; NULL = not on the way to the target, or nothing to compare */
    struct route *route;                /* owned; NULL = not playing, or any window will do */
    gint64 diverted_us;                 /* so long the focus may arrive; 0 = it is where it belongs */
    bool uses_keys, uses_buttons;       /* whether it presses such */
    bool acted;                         /* something has been done */
    int dragged_from_x, dragged_from_y; /* where the last button went down */
    struct player *player;              /* owned; of the turn in LOOP_PLAYS */
    struct typing typing;
    struct lending lending;
    struct firing_loop loop;
    struct firing_record record;
    struct firing_ending ending;
};

/* Into the next phase, which must be one that may come. */
void firing_go(firing *f, enum firing_phase to);
void firing_end(firing *f, enum hand_status status, char *reason_take);
/* Something could not be done in the middle. A terminal of ours that came in the way is the doing of whoever brought it there. */
void firing_fail_midway(firing *f, const char *reason);
/* What is due waits. */
void firing_hold_up(firing *f, gint64 until_us);
/* What may come back (a cursor blinks) is looked at again, and what we are about to do is done in the moment in which it is as it
 * was approved. False: not yet, or over. */
bool firing_as_it_was(firing *f, bool scene, bool recipients, gint64 now_us);
/* False: the keyboard (else the pointer) is grabbed by a program that this may not go to, and *ret_wrong says by whom; or (then
 * it is NULL) that had to be asked, with the server let go: ask again. */
bool firing_ungrabbed(firing *f, bool keys, bool fresh, gint64 now_us, char **ret_wrong);
/* What an event may be, on this display; n_spare: keycodes that a text may borrow. */
struct firing_limits firing_limits_of(const firing *f, int n_spare, bool clipboard);
/* Whether the first press would go into a terminal of ours. Each later one is looked at when it is due (press.h). */
bool firing_aims_at_own(firing *f);
/* Does what is due of the timeline, or of the turn. True: the timeline is over, and has no loop. */
bool firing_play(firing *f, gint64 now_us);
/* Whether what comes next may be pressed, by where it would go; the server is grabbed then. False: not yet (look_us), or over. */
bool firing_goes_right(firing *f, bool keys, gint64 now_us);

/* ---- texts (firing_typing.c) ---- */

/* The text of an output of the player begins. */
void typing_begin(struct typing *t, const struct firing_display *at, const struct hand_fire *fire,
                  const struct player_output *out);
void typing_clear(struct typing *t);
bool typing_any(const struct typing *t);
gint64 typing_deadline(const struct typing *t);
/* What is left behind where it stops now: "; 3 of …", caller frees; NULL = nothing is being typed. */
char *typing_left(const struct typing *t);
/* Does what is due of a text. False: it failed and the firing is over, or the keys would go elsewhere. */
bool firing_type_on(firing *f, gint64 now_us);

/* ---- keys that are lent (firing_loan.c) ---- */

/* On receipt. False: one of them is to stay down for longer than it can be lent. */
bool lending_find(struct lending *l, struct press *p, const struct hand_fire *fire, GError **error);
void lending_clear(struct lending *l);
/* False: not yet, or an error. Before the comparison: programs must be free to answer. */
bool lending_borrow(struct lending *l, struct press *p, gint64 now_us, GError **error);
/* When to borrow again; G_MAXINT64 = there is nothing to wait for. */
gint64 lending_deadline(const struct lending *l);
/* At the end of the timeline. False: not yet, but when lending_back_deadline() says so. */
bool lending_return(struct lending *l, struct press *p, gint64 now_us);
gint64 lending_back_deadline(const struct lending *l, struct press *p);

/* ---- the loop (firing_loop.c) ---- */

/* The certain part is over; the first turn may come. */
void firing_loop_begin(struct firing_loop *l, const timeline *t, gint64 now_us);
void firing_loop_clear(struct firing_loop *l);
/* The turn that is being played; NULL = none is. */
const hand_request *firing_loop_turn(const struct firing_loop *l);
/* Before each act: whether the budget allows it. False: it is over. */
bool firing_loop_allows(firing *f, const struct player_output *out);
/* After something has been played. `all`: everything that was due. */
void firing_loop_turned(firing *f, bool all, gint64 now_us);
/* Its time, and where what is held goes; begins a turn that has come. True: there is a player, and it may go on. */
bool firing_loop_advance(firing *f, gint64 now_us);
/* When to call again, beside the player's own time. */
gint64 firing_loop_deadline(const firing *f);

#endif
