#ifndef ENGINE_HAND_FIRING_H
#define ENGINE_HAND_FIRING_H

/* Firing: one `fire` request from its receipt to its end. Checked → the target's window gets the focus if that is asked → guard →
 * played. It never waits: firing_advance() does what is due, firing_deadline() says when to call again. Holds outlive it. */

#include "engine/hand/hand.h"

typedef struct firing firing;

/* What it is fired with; all borrowed. */
struct firing_display {
    const struct hand_ports *ports;
    struct press *press;
    struct guard *guard;
    struct saved_focus *place; /* noted before anything moves */
};

/* Checks the request: digest, ranges, keys and text against the display; a request that does not fit ends at once as
 * HAND_REFUSED. */
firing *firing_new(hand_request *request_take, const struct firing_display *at, gint64 now_us);
void firing_free(firing *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(firing, firing_free)

/* Does what is due. *ret_started: true once, before the first event goes out: call again then. */
void firing_advance(firing *f, bool *ret_started);
gint64 firing_deadline(const firing *f);
/* Stops: a text's map and locks are put back; what is held stays held (press_release_all()). */
void firing_abort(firing *f, const char *reason);
/* The display is gone: aborted, and X is not touched any more. */
void firing_lost(firing *f);
/* Once: why it ended, where that is somebody else's doing: their input, or a terminal of ours that came in the way in the middle.
 * NULL = it is not. Caller frees. */
char *firing_yielded(firing *f);
bool firing_finished(const firing *f);
/* It is over, after its first event and before its last: nothing of it may stay down. */
bool firing_broken(const firing *f);
enum hand_give_back firing_give_back(const firing *f);
/* A turn of the loop that it is in; one that does not fit ends it, one of a loop that is over is dropped. */
void firing_take_turn(firing *f, hand_request *request_take, gint64 now_us);
/* Once, when the next turn may come: the answer `turned`, caller frees; NULL = not now. */
hand_answer *firing_turn_told(firing *f);
/* The answer `started` or, once finished, `finished`. Caller frees. */
hand_answer *firing_answer(const firing *f, enum hand_answer_kind kind);

#endif
