#ifndef ENGINE_HAND_FIRING_PARTS_H
#define ENGINE_HAND_FIRING_PARTS_H

/* State of a firing, shared by firing.c (from the receipt to the first event, and the end), firing_play.c (the events),
 * firing_typing.c, firing_loan.c and firing_loop.c. */

#include "engine/hand/compared.h"
#include "engine/hand/firing.h"
#include "engine/hand/firing_phase.h"
#include "engine/hand/hover_settle.h"

#define FOCUS_LOOK_US 5000 /* between two looks at the focus, or at keys that a person holds */

struct firing_limits;
struct player_output;

/* The wait before the first event. */
struct firing_wait {
    gint64 received_us, focus_us; /* focus_us: end of the wait for the focus */
    char *in_the_way;             /* owned: the key or button that someone else held at the last look; NULL = none */
};

/* The text that is being typed or pasted, or the act that is under way as a whole; one at a time. */
struct typing {
    struct text *text;             /* owned; NULL = no text is typed now */
    struct paste *paste;           /* owned; NULL = no text is pasted now */
    const struct hand_port *whole; /* of an act that is under way as a whole; NULL = none */
    gint64 until_us;               /* it must have ended by then */
    guint after;                   /* events of the timeline that come after that act */
    guint pasted;                  /* number of texts whose pasting has begun */
    gint64 end_ms;                 /* of the timeline: when the text was to end */
};

/* What the action has pressed that keys after it depend on. */
struct pressed {
    bool opener;         /* a press that may open a window, and no key since that may go there */
    gint64 opener_ms;    /* of the timeline: when it was due, or the end of a text that ended with it */
    bool opened;         /* the next key may go to what the opener has opened */
    guint keys;          /* keys that are down */
    gint64 keys_look_us; /* the next look at who gets their repeats */
};

/* Keys that the keyboard map does not have, and their temporary keycodes. */
struct lending {
    GPtrArray *missing;         /* names borrowed from the request */
    struct temp_keycodes *loan; /* borrowed from the press; NULL = none needed, or not yet */
};

/* The loop at the end of the timeline. */
struct firing_loop {
    enum loop_stage stage;
    struct bounds *bounds; /* owned; NULL in LOOP_OUT */
    hand_request *turn;    /* owned: as received; NULL in LOOP_OUT, LOOP_TELLS, LOOP_WAITS */
    int turns;             /* received turns */
    guint events;          /* of the timeline and of the turns before this one */
};

/* The fired events. */
struct firing_record {
    gint64 start_us;
    GString *fired; /* JSON array without its brackets */
};

/* The end of a firing. */
struct firing_ending {
    enum hand_status status;
    char *reason;  /* owned */
    char *yielded; /* owned: who else caused it; NULL = no one, or already reported */
};

struct firing {
    hand_request *request;        /* owned */
    const struct hand_fire *fire; /* part of `request` */
    struct firing_display at;
    int width, height; /* of the screen */
    enum firing_phase phase;
    gint64 look_us; /* time of the next look */
    bool held_up;   /* the timeline waits until then */
    struct firing_wait wait;
    struct hover_settle calm; /* of the program that gets the first press, where there is no way to it */
    struct compared compared;
    char *differed;               /* owned: the last difference, a sentence; NULL = there was none */
    struct way *way;              /* owned; NULL = not on the way to the target, or nothing to compare */
    struct route *route;          /* owned; NULL = not playing, or any window is allowed */
    gint64 diverted_us;           /* end of the wait for the focus to arrive; 0 = it is where it should be */
    bool uses_keys, uses_buttons; /* it presses keys, buttons */
    bool acted;                   /* an event has been fired */
    struct pressed pressed;
    int dragged_from_x, dragged_from_y; /* place of the last button press */
    struct player *player;              /* owned; in LOOP_PLAYS that of the turn */
    struct typing typing;
    struct lending lending;
    struct firing_loop loop;
    struct firing_record record;
    struct firing_ending ending;
};

void firing_end(firing *f, enum hand_status status, char *reason_take);
/* Ends a firing that fails after its first event. If a terminal of reins is in the way, whoever put it there has caused it. */
void firing_fail_midway(firing *f, const char *reason);
/* Ends a firing whose target is never as approved for long enough. */
void firing_unsteady(firing *f, enum hand_status status);
/* Compares with the guard. A difference that may return (a blinking cursor) is compared again, so that the press comes at a
 * moment when all is as approved. False: not yet, or the firing has ended. */
bool firing_as_it_was(firing *f, bool scene, bool recipients, gint64 now_us);
/* False: a program that may not get the input has grabbed the keyboard (keys) or the pointer; *ret_wrong names it, caller frees.
 * With *ret_wrong NULL: the grabber was unknown and has been asked with the server released: call again. */
bool firing_ungrabbed(firing *f, bool keys, bool fresh, gint64 now_us, char **ret_wrong);
/* The window whose program gets keys; 0 = the one under the pointer. */
gint64 firing_keys_window(const firing *f);
/* Before the first press, where no pointer comes to its target before it (way.h): whether the program that gets it is done with
 * its work. A press that is queued behind work would be handled by what the program has become. It is the program of the focus,
 * or without keys the one under the pointer. Releases the server. False: not yet (look_us), or the firing has ended. */
bool firing_calm(firing *f, gint64 now_us);
/* The limits for events on this display. n_spare: keycodes that a text may borrow. */
struct firing_limits firing_limits_of(const firing *f, int n_spare, bool clipboard);
/* True when the first press would go into a terminal of reins. press.h checks each later one. */
bool firing_aims_at_own(firing *f);
/* Plays what is due of the timeline or turn. True: the timeline has ended and has no loop. */
bool firing_play(firing *f, gint64 now_us);
/* True when the next press, or the next character of a text, goes where it may; the server is grabbed then. False: not yet
 * (look_us), or the firing has ended. */
bool firing_goes_right(firing *f, bool keys, gint64 now_us);
/* The time of the next look at who gets the repeats of a key that the action holds down; G_MAXINT64 = none. */
gint64 firing_held_deadline(const firing *f);

/* ---- texts (firing_typing.c) ---- */

/* Begins an act on a display that takes it as a whole (hand_port.begin). */
bool typing_begin_whole(struct typing *t, const struct hand_port *hand, const struct timeline_event *e, gint64 now_us,
                        GError **error);
/* Begins the text of an output of the player. */
void typing_begin(struct typing *t, const struct firing_display *at, const struct hand_fire *fire,
                  const struct player_output *out);
void typing_clear(struct typing *t);
bool typing_any(const struct typing *t);
gint64 typing_deadline(const struct typing *t);
/* How much of the text remains if it stops now: "; 3 of …". Caller frees; NULL = no text is typed. */
char *typing_left(const struct typing *t);
/* True between the first and the last character of a text. */
bool typing_amid(const struct typing *t);
/* Types what is due. False: it failed and the firing has ended, or the keys would go elsewhere. */
bool firing_type_on(firing *f, gint64 now_us);

/* ---- temporary keycodes (firing_loan.c) ---- */

/* Finds the keys that need one, on receipt. False: a key must stay down longer than its keycode can be lent. */
bool firing_loan_find(struct lending *l, struct press *p, const struct hand_fire *fire, GError **error);
void firing_loan_clear(struct lending *l);
/* Borrows the keycodes, before the comparison, because programs must be able to answer. False: not yet, or an error. */
bool firing_loan_borrow(struct lending *l, struct press *p, gint64 now_us, GError **error);
/* The time of the next firing_loan_borrow(); G_MAXINT64 = nothing to wait for. */
gint64 firing_loan_deadline(const struct lending *l);
/* Returns the keycodes at the end of the timeline. False: not yet; call it again at firing_loan_back_deadline(). */
bool firing_loan_return(struct lending *l, struct press *p, gint64 now_us);
gint64 firing_loan_back_deadline(const struct lending *l, struct press *p);

/* ---- the loop (firing_loop.c) ---- */

/* Begins after the fixed part of the timeline; the first turn may come. */
void firing_loop_begin(struct firing_loop *l, const timeline *t, gint64 now_us);
void firing_loop_clear(struct firing_loop *l);
/* The turn that is played now; NULL = none. */
const hand_request *firing_loop_turn(const struct firing_loop *l);
/* Checks an act against the budget. False: it is used up, and the firing has ended. */
bool firing_loop_allows(firing *f, const struct player_output *out);
/* Call it after playing. all: everything due was played. */
void firing_loop_turned(firing *f, bool all, gint64 now_us);
/* Checks the loop's time and the recipients of what is held, and begins a received turn. True: a player can continue. */
bool firing_loop_advance(firing *f, gint64 now_us);
/* The time of the next call, besides the player's own. */
gint64 firing_loop_deadline(const firing *f);

#endif
