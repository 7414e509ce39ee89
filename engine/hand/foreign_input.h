#ifndef ENGINE_HAND_FOREIGN_INPUT_H
#define ENGINE_HAND_FOREIGN_INPUT_H

/* Foreign input: sees on the hand's display when a person, or another program by XTEST, uses keyboard or mouse
 * (input_attribution.h), by the XInput 2 raw events of all master devices. They come on the connection that sends our own XTEST
 * requests, because their serial numbers tell which of them are ours. Which key it was is never told to anybody. */

#include "engine/display/own_windows.h"
#include "engine/hand/held.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct foreign_input foreign_input;

/* Borrows display and windows; listens from now on, also to everything that xtest.h sends. One at a time. `ignore_foreign`: XTEST
 * events of other programs are not looked at (profile: foreign_xtest=ignore). *ret_blind: false, or why nothing can be seen (a
 * display without XInput 2): static. */
foreign_input *foreign_input_new(Display *dpy, own_windows *own, bool ignore_foreign, const char **ret_blind);
void foreign_input_free(foreign_input *y);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(foreign_input, foreign_input_free)

/* Events that are no input are shown to this, too. */
void foreign_input_others(foreign_input *y, void (*take)(const XEvent *event, void *data), void *data);

#define FOREIGN_INPUT_ROAM_US (2 * G_USEC_PER_SEC)

/* Reads the display's queue to its end. NULL = nothing that we yield to has been done since the last call; else a sentence,
 * caller frees. Input while a terminal of ours has the focus is said to reins; so is a button over one; but a button anywhere
 * else is not, whatever has the focus. A mouse that moves while we are `idle` (nothing is fired or held) may be on its way to a
 * terminal of ours: it counts when it has not come to one within FOREIGN_INPUT_ROAM_US. `ours`: what the hand holds: a release
 * counts only for that. */
char *foreign_input_look(foreign_input *y, const held *ours, bool idle);
/* When the mouse has been on its way for too long, µs; G_MAXINT64 = it is not. */
gint64 foreign_input_deadline(const foreign_input *y);

#endif
