#ifndef ENGINE_HAND_HOVER_SHAPES_H
#define ENGINE_HAND_HOVER_SHAPES_H

/* Hover shapes: what programs draw round the pointer, on ground that was plain. Pure.
 *
 * - The frame of a flat button: round the pointer, or round the place that it has left, a closed frame has come or gone. It has
 *   four straight sides, round corners or not, each of them one line of one colour, which may be shaded. With what is within
 *   HOVER_SHAPES_RIM px of its sides, it is plain along them in the picture that has it, and without edges in the other. So no
 *   line through words is a part of it, and no words lie under it.
 * - A brush: a spot, or a hollow square, as wide as high, in one colour and with the pointer in its middle has come where all was
 * of one colour, HOVER_SHAPES_AROUND px around it, too; or it has gone from where the pointer was. */

#include "engine/hand/arrival.h"

#define HOVER_SHAPES_WIDTH 24 /* px: a frame's, at least; what is smaller may be a letter */
#define HOVER_SHAPES_HEIGHT 16
#define HOVER_SHAPES_RIM 2
#define HOVER_SHAPES_CORNER 5 /* px */
#define HOVER_SHAPES_BRUSH 4  /* px: a brush's sides, at least */
#define HOVER_SHAPES_BRUSH_MOST 32
#define HOVER_SHAPES_AROUND 8

/* Adds them, struct area of the screen: of a frame its sides, not what is in it. */
void hover_shapes_add(GArray *areas, const frame *expected, const frame *live, const struct arrival *a);

#endif
