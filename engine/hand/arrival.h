#ifndef ENGINE_HAND_ARRIVAL_H
#define ENGINE_HAND_ARRIVAL_H

/* Arrival: finds the differences between the approved picture and the screen that the pointer's arrival explains. Pure. Pictures
 * are whole screens. Results are areas of the screen (struct area, small and many); caller unrefs. first..last are the rows that
 * differ. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define ARRIVAL_SPRITE 64      /* px from the pointer that its picture may reach */
#define ARRIVAL_NEAR 8         /* px from the pointer that count as under it */
#define ARRIVAL_LEFT_BEHIND 24 /* px from the target: what covered it has not been left behind */

struct arrival {
    int from_x, from_y, to_x, to_y;
    struct area window; /* the window that the pointer is in now */
};

/* A pointer that the program draws itself, at its new and its old place: the pixels around the pointer now were the same around
 * its start, and are no longer there. It must be whole, not a part of something larger. What it covered may have changed. Also
 * the program's crosshair lines, brush outlines, and markers of rulers in `close` that move with the pointer in one direction. */
GArray *arrival_sprite(const frame *expected, const frame *live, const struct arrival *a, struct area close);
/* Highlights that came or went: differing regions of the window around the pointer's place or start. Things 4 to 7 px apart are
 * one region. */
GArray *arrival_lit(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* Highlights of rows: differing regions at least half as wide as the window. */
GArray *arrival_rows(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* Differing regions of the screen elsewhere, neither under the pointer nor under its start. Excepted are:
 * - the small box of a check or radio button whose label the pointer is or was on, and the arrows of such a spin box
 *   (small_box.h), if only colours changed, or the box is whole (a selected row, with or without a mark, a tick and a dot are not
 *   excepted);
 * - markers of rulers (ruler_mark.h) that `away`, the screen with the pointer back at its start, shows there; NULL = not seen;
 * - where more than colours changed, a box of at least 24×12 px that has gone, within 48 px of the pointer's start and not
 *   within 16 px of the pointer (a game's own tooltip). */
GArray *arrival_elsewhere(const frame *expected, const frame *live, const frame *away, const struct arrival *a, int first,
                          int last);
/* Markers of rulers (ruler_mark.h) that have come at the pointer's place, and that `other`, the screen with the pointer at its
 * start, shows there. */
GArray *arrival_markers(const frame *expected, const frame *live, const frame *other, const struct arrival *a, int first,
                        int last);
/* Scrollbars that appear while the pointer moves in the window and fade a second later: differing upright regions, up to 16 px
 * wide, at least 96 px high, plain from top to bottom in both pictures; and grey ones, also short or lying, at the edge of what
 * they scroll, over plain ground (scroll_bar.h), not under the pointer: these also elsewhere on the screen, at its edge or beside
 * a border. */
GArray *arrival_scrollbars(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* Copies from `expected` what the pointer has left behind in `close`: a game's tooltip that has gone. Words, too, and near the
 * target, if they are about as near to where the pointer was; only where it is as in `seen`, unless that is NULL. */
void arrival_left_behind(frame *live, const frame *expected, const frame *seen, const struct arrival *a, struct area close);
/* Copies these areas of `expected` into `live`. */
void arrival_excuse(frame *live, const frame *expected, const GArray *areas);

#endif
