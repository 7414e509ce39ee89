#ifndef ENGINE_DISPLAY_OPENING_H
#define ENGINE_DISPLAY_OPENING_H

/* Opens a display whose X server may be restarting: without -noreset it resets when its last client has gone, and drops clients
 * that connect meanwhile. */

#include <X11/Xlib.h>

/* name: of a target (target.h). Calls XOpenDisplay(), repeatedly for half a second when the socket of a local server exists.
 * NULL: not opened; Xlib may have printed the reason on stderr. */
Display *display_open(const char *name);

/* NULL: reins can capture the display and press keys there; else a sentence with the fix, caller frees. Only the first X screen
 * of a display is supported, and a size that a picture may have (engine/picture/frame.h). */
char *display_unfit(Display *dpy);

#endif
