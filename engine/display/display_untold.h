#ifndef ENGINE_DISPLAY_DISPLAY_UNTOLD_H
#define ENGINE_DISPLAY_DISPLAY_UNTOLD_H

/* The display port of a screen that tells nothing but its picture: no windows, no focus, no owners, no pointer, and it cannot be
 * held. What a kind of screen does tell, its own table puts in these places. */

#include "engine/display/display_port.h"

/* Without size, add_monitors and place, which every table has of its own, and without data. */
struct display_port display_untold(void);

#endif
