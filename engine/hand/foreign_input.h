#ifndef ENGINE_HAND_FOREIGN_INPUT_H
#define ENGINE_HAND_FOREIGN_INPUT_H

/* Foreign input: detects a person, or another program with XTEST, who uses keyboard or mouse (input_attribution.h), by the XInput
 * 2 raw events of all master devices. It uses the connection that sends our XTEST requests, because their serial numbers tell
 * which events are ours. It never reports which key it was, but to a witness (witness.h), while a person teaches. */

#include "engine/display/own_windows.h"
#include "engine/hand/held.h"
#include "engine/hand/input_attribution.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct foreign_input foreign_input;

/* Borrows display and windows; listens from now on, also to what xtest.h sends. One at a time. ignore_foreign: ignores XTEST
 * events of other programs (profile: foreign_xtest=ignore). *ret_blind: NULL, or why it detects nothing (no XInput 2); static. */
foreign_input *foreign_input_new(Display *dpy, own_windows *own, bool ignore_foreign, const char **ret_blind);
void foreign_input_free(foreign_input *y);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(foreign_input, foreign_input_free)

/* Sets a function that gets all events that are not input. */
void foreign_input_others(foreign_input *y, void (*take)(const XEvent *event, void *data), void *data);

/* Sets a function that gets each key and button of others; foreign_input_look() then yields to nobody. NULL = none. */
void foreign_input_watch(foreign_input *y, void (*take)(const struct input_attribution_event *e, void *data), void *data);

#define FOREIGN_INPUT_ROAM_US (2 * G_USEC_PER_SEC)

/* Reads the display's queue to its end. Returns a sentence about input to which reins yields, NULL = none; caller frees. Input
 * while a terminal of reins has the focus is for reins and does not count, nor does a button over one; a button elsewhere always
 * counts. idle: nothing is fired or held; then a moving mouse may be on its way to a terminal of reins, and counts only if it
 * reaches none within FOREIGN_INPUT_ROAM_US. ours: what the hand holds; a release counts only for that. */
char *foreign_input_look(foreign_input *y, const held *ours, bool idle);
/* The time at which a moving mouse counts, µs; G_MAXINT64 = none moves. */
gint64 foreign_input_deadline(const foreign_input *y);

#endif
