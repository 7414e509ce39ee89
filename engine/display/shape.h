#ifndef ENGINE_DISPLAY_SHAPE_H
#define ENGINE_DISPLAY_SHAPE_H

/* Shape: the visible and the clickable parts of a window (X Shape extension). A click elsewhere in it goes to what lies below.
 * Needs Xlib. */

#include "engine/picture/window.h"

#include <X11/Xlib.h>

#define SHAPE_AREAS_MAX 64 /* a shape with more parts counts as whole; the hand then finds out before it presses */

/* Reads `outer`, `drawn` and `input` of a listed window from the root's child that it is, or is inside; `root`: the root itself.
 */
void shape_read(Display *dpy, Window top, const XWindowAttributes *a, struct area root, struct eye_window *w);

#endif
