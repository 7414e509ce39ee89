#ifndef ENGINE_DISPLAY_OWN_WINDOWS_H
#define ENGINE_DISPLAY_OWN_WINDOWS_H

/* Own windows: the terminals of own.h as windows of a display. A terminal's windows are the one that $WINDOWID names, those of
 * the nearest process above the console that has any (_NET_WM_PID, of this host), and those that had the console's title when
 * they were first searched. A window that takes that title later is not believed while one of them exists. */

#include "engine/display/own.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct own_windows own_windows;

/* Borrows the display. Empty until own_windows_set(). */
own_windows *own_windows_new(Display *dpy);
void own_windows_free(own_windows *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(own_windows, own_windows_free)

/* Replaces the terminals and finds their windows. While there are any, it listens for windows that come and go. */
void own_windows_set(own_windows *o, const struct own_terminal *terminals, int n);
/* Handles an event from the display's queue; true: it was about these windows. */
bool own_windows_take(own_windows *o, const XEvent *event);
/* True once after the focus came to one of them. */
bool own_windows_entered(own_windows *o);
/* True when a terminal of ours is on this display. Asks the server only after windows came or went. */
bool own_windows_any(own_windows *o);
/* True when keys go to one of them; with the focus on the root, when the pointer is over one. One or two round trips. */
bool own_windows_focused(own_windows *o);
/* True when a button press would hit one of them: at a point of the screen, or under the pointer. One round trip. */
bool own_windows_at(own_windows *o, int x, int y);
bool own_windows_pointed(own_windows *o);

#endif
