#ifndef ENGINE_HAND_FIRING_H
#define ENGINE_HAND_FIRING_H

/* Firing: one `fire` request from its receipt to its end: check, focus of the target's window if requested, guard, play. It never
 * blocks: firing_advance() does what is due, firing_deadline() is the time of the next call. Holds outlive it. */

#include "engine/hand/hand.h"

typedef struct firing firing;

/* The parts that a firing uses; all borrowed. */
struct firing_display {
    const struct hand_ports *ports;
    struct press *press;
    struct guard *guard;
    struct saved_focus *place; /* noted before anything moves */
};

/* Checks digest, ranges, keys and text of the request against the display; a request that does not fit ends at once as
 * HAND_REFUSED. */
firing *firing_new(hand_request *request_take, const struct firing_display *at, gint64 now_us);
void firing_free(firing *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(firing, firing_free)

/* Does what is due. *ret_started: true once, before the first event is sent: call it again then. */
void firing_advance(firing *f, bool *ret_started);
gint64 firing_deadline(const firing *f);
/* Stops. Restores keyboard map and locks after a text; holds stay (press_release_all() ends them). */
void firing_abort(firing *f, const char *reason);
/* Stops without touching the display, which is gone. */
void firing_lost(firing *f);
/* Returns once why the firing ended, if others caused it: by their input, or by a terminal of reins in the way. Otherwise NULL.
 * Caller frees. */
char *firing_yielded(firing *f);
bool firing_finished(const firing *f);
/* True when it ended between its first and its last event: nothing of it may stay down. */
bool firing_broken(const firing *f);
enum hand_give_back firing_give_back(const firing *f);
/* Takes a turn of its loop. A turn that does not fit ends the firing; a turn after the loop's end is ignored. */
void firing_take_turn(firing *f, hand_request *request_take, gint64 now_us);
/* Returns the answer `turned` once when the next turn may come; NULL = not now. Caller frees. */
hand_answer *firing_turn_told(firing *f);
/* The answer `started` or, once finished, `finished`. Caller frees. */
hand_answer *firing_answer(const firing *f, enum hand_answer_kind kind);

#endif
