#ifndef ENGINE_PICTURE_MARK_PAINT_H
#define ENGINE_PICTURE_MARK_PAINT_H

/* Numbered boxes on a picture. A number has a ground of its own, so that it is readable on any picture. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* Draws the box's outline, and the number at its upper left corner, outside of it where there is room; clipped to the frame. */
void mark_paint(frame *f, struct area box, int number);

#endif
