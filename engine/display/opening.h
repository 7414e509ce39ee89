#ifndef ENGINE_DISPLAY_OPENING_H
#define ENGINE_DISPLAY_OPENING_H

/* Opening a display whose X server may be starting anew: one without -noreset does so whenever its last client has gone, and
 * drops whoever connects meanwhile. */

#include <X11/Xlib.h>

/* `name`: of a target (target.h). XOpenDisplay(), and for half a second again where a server of this machine has the display (its
 * socket is there). NULL: not opened; Xlib may have said why on stderr. */
Display *display_open(const char *name);

/* NULL: reins can look at the display and press there; else a sentence with the fix, caller frees. Only the first X screen of a
 * display is worked on, and a screen as large as a picture may be (engine/picture/frame.h). */
char *display_unfit(Display *dpy);

#endif
