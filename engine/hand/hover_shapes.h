#ifndef ENGINE_HAND_HOVER_SHAPES_H
#define ENGINE_HAND_HOVER_SHAPES_H

/* Hover shapes: finds shapes that programs draw around the pointer on plain ground. Pure.
 *
 * - The frame of a flat button: a closed frame around the pointer, or around its start, has come or gone. It has four straight
 *   sides, with round corners or not; each is one line of one colour, which may be shaded. Within HOVER_SHAPES_RIM px of its
 * sides the picture with the frame is plain along them, and the other picture has no edges. It is closed as far as no tooltip
 * lies over it. So no line through words belongs to it, and no words lie under it. Its shadow belongs to it: as many rows below
 * it, where there was one ground, of which no pixel differs by more than HOVER_SHAPES_SHADOW levels, nor by more than the one
 * above it, and no two neighbours of a row by more than EDGE_COMPARE_CLEAR. A second frame as high may begin at its left or right
 * side (the arrow of a split button).
 * - A brush: a filled spot or a hollow square of one colour, as wide as high, with the pointer in its middle, has come where the
 *   ground had one colour, also HOVER_SHAPES_AROUND px around it; or it has gone from the pointer's start.
 * - The sides of a tab: a box around the pointer, or around its start, has another ground, of one colour along its four sides in
 *   both pictures. Along all of one side a strip of one colour, up to HOVER_SHAPES_STRIP px thick, may have come or gone on that
 *   ground. What is beside the box is the same. So no words lie under it, and no line in a label, or of another length, is one.
 * - What the shadow beside a button's frame has left behind where the pointer has passed it (LibreOffice): an upright strip
 *   within HOVER_SHAPES_PASSED px of the pointer's way, up to HOVER_SHAPES_TRAIL px wide, of which no pixel differs by more than
 * HOVER_SHAPES_SHADOW levels. Each row fades to the same side, or to both where two such strips meet, and no pixel differs by
 * EDGE_COMPARE_WEAK levels more or less than the one above it. So no words, and no line that has ends, is one. It may go on below
 * a tooltip.
 */

#include "engine/hand/arrival.h"

#define HOVER_SHAPES_WIDTH 24 /* px: smallest width of a frame; a smaller one may be a letter */
#define HOVER_SHAPES_PART 12  /* px: of the smaller one of two that have a side in common */
#define HOVER_SHAPES_HEIGHT 16
#define HOVER_SHAPES_RIM 2
#define HOVER_SHAPES_CORNER 5  /* px */
#define HOVER_SHAPES_SHADOW 16 /* levels */
#define HOVER_SHAPES_BRUSH 4   /* px: shortest side of a brush */
#define HOVER_SHAPES_BRUSH_MOST 32
#define HOVER_SHAPES_AROUND 8
#define HOVER_SHAPES_STRIP 4   /* px */
#define HOVER_SHAPES_TRAIL 3   /* px */
#define HOVER_SHAPES_PASSED 48 /* px: half of a button that the pointer has crossed at its corner */

/* over: struct area of tooltips; NULL = none. Appends their areas on the screen (struct area): of a frame and a tab the
 * sides, not the inside. Appends the tabs with a strip, whole, to `boxes`. */
void hover_shapes_add(GArray *areas, GArray *boxes, const frame *expected, const frame *live, const struct arrival *a,
                      const GArray *over);
/* Appends what shadows have left behind alone. */
void hover_shapes_add_trails(GArray *areas, const frame *expected, const frame *live, const struct arrival *a,
                             const GArray *over);
/* Appends the areas of a pointer that a program draws (arrival_sprite()), unless one of them is in a box: the light that goes
 * from tab to tab is none. */
void hover_shapes_add_outside(GArray *areas, const GArray *sprite, const GArray *boxes);

#endif
