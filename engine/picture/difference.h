#ifndef ENGINE_PICTURE_DIFFERENCE_H
#define ENGINE_PICTURE_DIFFERENCE_H

/* Difference: the part of the screen that an action has changed, to show it in full detail. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* Size limit: what services accept without shrinking. A larger difference is cut to its most changed part. */
#define DIFFERENCE_WIDTH 1024
#define DIFFERENCE_HEIGHT 768
#define DIFFERENCE_MARGIN 32 /* px of surroundings, for context */

/* For two pictures of the same screen; width 0: no difference, or different sizes. */
struct area difference_area(const frame *before, const frame *after);

#endif
