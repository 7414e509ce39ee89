#ifndef ENGINE_DISPLAY_MONITORS_H
#define ENGINE_DISPLAY_MONITORS_H

/* Monitors: the parts of a screen. All other code counts in pixels of the whole root window. */

#include "skills/timeline/screen.h"

#include <X11/Xlib.h>

/* Adds the display's monitors (RandR 1.5), the primary one first; without a primary one the first counts. A display without
 * RandR, or without monitors, has one called "screen" of the screen's size. */
void monitors_add(Display *dpy, screen *s);

#endif
