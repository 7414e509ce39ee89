#ifndef ENGINE_DISPLAY_MONITORS_H
#define ENGINE_DISPLAY_MONITORS_H

/* Monitors: the parts that a screen is made of. Everything else in reins counts in pixels of the whole root window. */

#include "skills/timeline/screen.h"

#include <X11/Xlib.h>

/* Adds the display's monitors (RandR 1.5), the primary one first; where none is chosen the first is it. A display without RandR,
 * or with one that names none, has one monitor called "screen" of the screen's size. */
void monitors_add(Display *dpy, screen *s);

#endif
