#ifndef ENGINE_DISPLAY_DISPLAY_X11_H
#define ENGINE_DISPLAY_DISPLAY_X11_H

/* The display port of an X display, by windows.h and the core protocol. Needs Xlib. */

#include "engine/display/display_port.h"

#include <X11/Xlib.h>

/* Borrows the display, whose errors must be trapped (windows_trap_errors()). */
struct display_port display_x11(Display *dpy);
/* Its pointer(): the protocol tells of no button above 5. */
guint display_x11_pointer(Display *dpy, int *ret_x, int *ret_y);

#endif
