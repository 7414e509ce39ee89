#ifndef ENGINE_PICTURE_DIFFERENCE_H
#define ENGINE_PICTURE_DIFFERENCE_H

/* Difference: where an action has changed the screen, as a place to look at in full detail. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* At most so much: what services take without shrinking it (lmm-wire.md), and what most has changed in where it is more. */
#define DIFFERENCE_WIDTH 1024
#define DIFFERENCE_HEIGHT 768
#define DIFFERENCE_MARGIN 32 /* px of what is around it, for its meaning */

/* Of two pictures of the same screen; width 0: nothing is different, or their sizes are. */
struct area difference_area(const frame *before, const frame *after);

#endif
