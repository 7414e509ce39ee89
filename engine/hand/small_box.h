#ifndef ENGINE_HAND_SMALL_BOX_H
#define ENGINE_HAND_SMALL_BOX_H

/* Small box: finds small boxes that light up with the widget at x, y, under the pointer or where it was. Pure. `box` holds all
 * that differs. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* The box of a check button, or the circle of a radio button, whose label is at x, y: SMALL_BOX_SIDE px at most, no pixel differs
 * by more than 64 levels, no gap to the label is over 24 px. */
#define SMALL_BOX_SIDE 32 /* px, with its glow */
bool small_box_of_label(const frame *expected, const frame *live, struct area box, int x, int y);
/* It is about square, most of it changed, and the drawing inside of it is the same (its tick or dot), so it is such a box also
 * where its outline came or went. */
bool small_box_is_whole(const frame *expected, const frame *live, struct area box);
/* The arrows of a spin box whose field is at x, y: as small, beside the field and within its rows, no pixel differs by more than
 * 16 levels. */
bool small_box_of_field(const frame *expected, const frame *live, struct area box, int x, int y);

#endif
