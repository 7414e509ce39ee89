#ifndef ENGINE_HAND_ROUTE_H
#define ENGINE_HAND_ROUTE_H

/* Route: where what is pressed next would go, asked before every press of a timeline, with the X server grabbed from the answer
 * to the press. The picture cannot be compared any more once the action itself changes it; who gets the input can.
 *
 * A press may go to
 * - the window that had the keys when the guard held, and the window under the target point;
 * - a button: the window that lay under its point then (the person approved the point); keys may follow a button there;
 * - a window that has come since, of the same process as one of these: what the action itself opened. One of the same process
 *   that was there before is not meant.
 * A window of another process that comes during the timeline ends it, unless it is a popup: an action that opens another program
 * ends there, and the agent looks again.
 * Inside the window, all that the press passes must be of its own program (recipient.h).
 * Whose window it is: the process by the server's word, and the class (guard.h). Without a known process nothing new is trusted.
 *
 * Whoever has grabbed keyboard or pointer gets it, whatever has the focus: the same process, or the same client, as one of these.
 *
 * What is dragged may be dropped onto what lay there before, or onto one of these.
 *
 * The windows are listed again after ROUTE_LIST_US, or as soon as focus or pointer are over another X window than at the last
 * check; between that a check is one round trip. */

#include "engine/hand/hand.h"
#include "engine/hand/hand_port.h"

#define ROUTE_LIST_US (250 * 1000)

typedef struct route route;

/* `start`: the windows as they are now, all allowed by the guard. Borrows the display, refs the list. NULL: the guard asks for
 * nothing, and any window will do. */
route *route_new(const struct display_port *display, const struct hand_guard *h, GPtrArray *start);
void route_free(route *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(route, route_free)

/* NULL = keys, or a button where the pointer is, go where they may; else a sentence, caller frees. */
char *route_keys(route *r, gint64 now_us);
char *route_button(route *r, gint64 now_us);
/* The same for a button that is let go of at the end of a way: what was dragged is dropped there. */
char *route_drop(route *r);
/* Whether who has grabbed keyboard or pointer is a program that it may go to (its own open menu). */
bool route_grabber(route *r, const struct grabber *by);
/* "the keyboard is grabbed by PROGRAM (PID)"; caller frees. */
char *route_grabbed(enum grabs_device d, const struct grabber *by);

#endif
