#ifndef ENGINE_HAND_APPROACH_H
#define ENGINE_HAND_APPROACH_H

/* Approach: the target, compared again before each step of the pointer on its way there. The guard compares before the first
 * event; a way of 120 ms and more lies between that and the press.
 *
 * It ends where the pointer itself may change the picture: programs light up what it is over. So what is compared is
 * - while the pointer is outside the window (the root's child) at the target point: the guard's patch, as far as it is in it;
 * - inside it, and where a window in that one is the target (the buttons of Xaw, Motif and Tk are windows; GTK, Qt and browsers
 *   draw them): the part of the patch that is in that window, until the pointer comes there. Not where the pointer has the
 *   focus: then to come into the program is to focus it.
 * - nothing once the focus is another than at the start, or was moved by the hand: who has it looks different.
 * What differs may be the pointer's doing even so (eyes that look at it). So the pointer goes back to where it came from: what is
 * then again as it was, is no change (a cursor that blinks comes back, too), and the way begins anew, without comparing. What
 * does not come back within LIKENESS_PATIENCE_MS has changed. */

#include "engine/hand/guard.h"

typedef struct approach approach;

/* After the guard held. Borrows all. NULL: there is nothing to compare (no picture, no press, relative motion: then what is seen
 * changes by the motion). */
approach *approach_new(Display *dpy, const guard *g, const struct hand_fire *fire);
void approach_free(approach *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(approach, approach_free)

enum approach_says {
    APPROACH_GO,
    APPROACH_AGAIN, /* it was the pointer's doing: the pointer is where it came from, begin anew */
    APPROACH_WAIT,  /* it differs, and may come back: ask again */
    APPROACH_STOP,  /* *ret_changed: a sentence, caller frees */
};
/* Before each step of the pointer until the first press; moves the pointer back to where it was where that tells more. */
enum approach_says approach_look(approach *a, gint64 now_us, char **ret_changed);

#endif
