#ifndef ENGINE_PICTURE_GROUND_H
#define ENGINE_PICTURE_GROUND_H

/* Ground: the plain surface that text stands on. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* True when one unbroken surface of one colour, inside `in`, has both points on it: a page without a frame, and the text cursor
 * on it. A frame of a field, of one pixel, parts them. */
bool ground_joins(const frame *f, struct area in, int x, int y, int other_x, int other_y);

#endif
