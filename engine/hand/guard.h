#ifndef ENGINE_HAND_GUARD_H
#define ENGINE_HAND_GUARD_H

/* Guard: whether the display is still what the person saw when they decided. Compared right before the first event. */

#include "engine/hand/hand.h"

#include <X11/Xlib.h>

/* False with a sentence: the request's guard makes no sense (patch of the wrong size). Needs no display. */
bool guard_valid(const struct hand_guard *g, GError **error);
/* Before a focus is moved (that may raise a window and so change the stack). NULL = as it was; else a sentence, caller frees. */
char *guard_stack_changed(Display *dpy, const struct hand_guard *g);
/* Patch, window under the timeline's target point, focus. NULL = as it was; else a sentence, caller frees. *ret_match is -1 when
 * there is no patch. */
char *guard_changed(Display *dpy, const struct hand_fire *fire, double *ret_match);

#endif
