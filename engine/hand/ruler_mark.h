#ifndef ENGINE_HAND_RULER_MARK_H
#define ENGINE_HAND_RULER_MARK_H

/* Ruler mark: a small drawing that a program moves along a ruler with the pointer, and leaves where the pointer has left its
 * sheet. Nobody knows where that is the next time, so nothing here is excused; a person may leave the ruler out. Pure. */

#include "engine/hand/arrival.h"

/* The strips of the window, as broad as the mark and as long as the ruler's ground, along which one has moved (struct area, of
 * the screen; caller unrefs): at most 32×8 px that came were elsewhere in the same rows before, and are not there any more
 * (upright: columns); between the pointer's start and its place, and not within 24 px of the pointer. Behind these also that of
 * the other ruler, whose mark has only come, in the pointer's column or row. Not in `ignored` (struct area; may be NULL), and no
 * strip that holds the pointer's place. Both pictures are whole screens of one size. */
GArray *ruler_mark_strips(const frame *expected, const frame *live, const struct arrival *a, const GArray *ignored);

#endif
