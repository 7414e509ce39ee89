#ifndef ENGINE_HAND_RULER_MARK_H
#define ENGINE_HAND_RULER_MARK_H

/* Ruler mark: a small drawing that a program moves along a ruler with the pointer. Where two pictures show it beside the
 * pointer's two places, the pointer is the cause. Some programs leave it where the pointer has left their sheet. Nobody knows
 * where that is the next time, so that is not excused; a person may leave the ruler out. Pure. */

#include "engine/hand/arrival.h"

/* A way of the pointer, and what differs: `shown` is the screen with the pointer at x, y, `other` the one with the pointer dx, dy
 * further. */
struct ruler_step {
    const frame *expected, *live, *shown, *other; /* borrowed; whole screens of one size */
    int x, y, dx, dy;
};

/* True when what differs in the box between `expected` and `live` is a mark: at most 32×8 px, flat in the pointer's column or
 * upright in its row. Most of it must be in `other`, too, as much further along as the pointer is, but for 4 px: a mark may stand
 * on a grid. In each of the two pictures it must be there only once. */
bool ruler_mark_is(const struct ruler_step *step, struct area box);

/* The strips of the window, as broad as the mark and as long as the ruler's ground, along which one has moved (struct area, of
 * the screen; caller unrefs): at most 32×8 px that came were elsewhere in the same rows before, and are not there any more
 * (upright: columns); between the pointer's start and its place, and not within 24 px of the pointer. Behind these also that of
 * the other ruler, whose mark has only come, in the pointer's column or row. Not in `ignored` (struct area; may be NULL), and no
 * strip that holds the pointer's place. Both pictures are whole screens of one size. */
GArray *ruler_mark_strips(const frame *expected, const frame *live, const struct arrival *a, const GArray *ignored);

#endif
