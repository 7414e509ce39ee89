#ifndef ENGINE_HAND_HOVER_SHAPES_H
#define ENGINE_HAND_HOVER_SHAPES_H

/* Hover shapes: finds shapes that programs draw around the pointer on plain ground. Pure.
 *
 * - The frame of a flat button: a closed frame around the pointer, or around its start, has come or gone. It has four straight
 *   sides, with round corners or not; each is one line of one colour, which may be shaded. Within HOVER_SHAPES_RIM px of its
 * sides the picture with the frame is plain along them, and the other picture has no edges. So no line through words belongs to
 * it, and no words lie under it.
 * - A brush: a filled spot or a hollow square of one colour, as wide as high, with the pointer in its middle, has come where the
 *   ground had one colour, also HOVER_SHAPES_AROUND px around it; or it has gone from the pointer's start. */

#include "engine/hand/arrival.h"

#define HOVER_SHAPES_WIDTH 24 /* px: smallest width of a frame; a smaller one may be a letter */
#define HOVER_SHAPES_HEIGHT 16
#define HOVER_SHAPES_RIM 2
#define HOVER_SHAPES_CORNER 5 /* px */
#define HOVER_SHAPES_BRUSH 4  /* px: shortest side of a brush */
#define HOVER_SHAPES_BRUSH_MOST 32
#define HOVER_SHAPES_AROUND 8

/* Appends their areas on the screen (struct area): of a frame the sides, not the inside. */
void hover_shapes_add(GArray *areas, const frame *expected, const frame *live, const struct arrival *a);

#endif
