#ifndef ENGINE_HAND_ROUTE_H
#define ENGINE_HAND_ROUTE_H

/* Route: checks before every press of a timeline where it would go, with the X server grabbed from the answer to the press. The
 * picture cannot be compared after the action itself has changed it, but the recipient can.
 *
 * A press may go to
 * - the window that had the keys at the guard's look, and the window under the target point;
 * - for a button, the window that was under its point then (the person approved the point); keys may follow a button there;
 * - a newer window of the same process as one of these, if the action itself has opened it. An older window of that process is
 * not allowed. Keys may go there only after a press that opens windows (key_steers(), a button), and ROUTE_PAUSE_MS of the
 * timeline later: whoever reckons with a dialog waits for it. A dialog that nobody has reckoned with comes at once, or after
 * letters. All characters of a text go to the window that got the first one.
 *
 * A new modal window of such a process counts as the one that keys go to, also where another has the focus: GTK and Qt keep keys
 * from the windows behind it. So does one that is not shown yet, which takes a window manager some milliseconds. Windows that
 * take neither the focus nor declare themselves modal do not count: lists of completions, tooltips, input methods. Not seen is a
 * modal window that was made before and hidden, until a window manager shows it again.
 *
 * A new window of another process ends the timeline, unless it is a popup: an action that opens another program ends there, and
 * the agent looks again. All windows that the press passes inside must belong to the window's program (recipient.h). Process
 * (as the server tells) and class identify a window's owner (guard.h); a new window of an unknown process is not allowed.
 *
 * A client that has grabbed keyboard or pointer must be one of these processes or clients.
 *
 * A drag may drop on the window that was there before, or on one of these.
 *
 * The windows are listed again after ROUTE_LIST_US, and when focus or pointer are in another X window than at the last check;
 * otherwise a check is three round trips. A window that has come or gone since is seen at once. */

#include "engine/hand/hand.h"
#include "engine/hand/hand_port.h"

#define ROUTE_LIST_US (250 * 1000)
#define ROUTE_PAUSE_MS 250 /* of the timeline, from a press that opens a window to the keys for it */

typedef struct route route;

/* start: the present windows, which the guard has accepted. Borrows the display, refs the list. NULL: the guard requires nothing,
 * and any window is allowed. */
route *route_new(const struct display_port *display, const struct hand_guard *h, GPtrArray *start);
void route_free(route *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(route, route_free)

/* NULL = keys, or a button at the pointer, go to an allowed window; otherwise a sentence, caller frees. opened: the action itself
 * may have opened the window. */
char *route_keys(route *r, bool opened, gint64 now_us);
char *route_button(route *r, gint64 now_us);
/* Same as above for the next character of a text: NULL = it goes to the window of the last route_keys(). */
char *route_text(route *r, gint64 now_us);
/* Same as above for the release of a button that drops what was dragged. */
char *route_drop(route *r);
/* True when the grabber is an allowed program (its own open menu). */
bool route_grabber(route *r, const struct grabber *by);
/* "the keyboard is grabbed by PROGRAM (PID)". Caller frees. */
char *route_grabbed(enum grabs_device d, const struct grabber *by);

#endif
