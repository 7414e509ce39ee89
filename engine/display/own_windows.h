#ifndef ENGINE_DISPLAY_OWN_WINDOWS_H
#define ENGINE_DISPLAY_OWN_WINDOWS_H

/* Own windows: the terminals of own.h as windows of a display. A terminal's windows are the one that $WINDOWID names, those of
 * the nearest process above the console that has any (_NET_WM_PID, of this host), and those that bore the console's title when
 * they were first looked for: a window that takes that title later is not believed, as long as one of them is there. */

#include "engine/display/own.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct own_windows own_windows;

/* Borrows the display. Empty until own_windows_set(). */
own_windows *own_windows_new(Display *dpy);
void own_windows_free(own_windows *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(own_windows, own_windows_free)

/* Replaces the terminals and looks for their windows; while there are any, windows that come and go are listened to. */
void own_windows_set(own_windows *o, const struct own_terminal *terminals, int n);
/* Takes an event off the display's queue; true: it was about these windows and is done with. */
bool own_windows_take(own_windows *o, const XEvent *event);
/* Once: the focus has come to one of them since the last call. */
bool own_windows_entered(own_windows *o);
/* Whether a terminal of ours is on this display. Asks the server only after windows have come or gone. */
bool own_windows_any(own_windows *o);
/* Whether keys go to one of them now; with the focus on the root, whether the pointer is over one. One or two round trips. */
bool own_windows_focused(own_windows *o);
/* Whether one of them is what a button would hit: at a point of the screen, or under the pointer. One round trip. */
bool own_windows_at(own_windows *o, int x, int y);
bool own_windows_pointed(own_windows *o);

#endif
