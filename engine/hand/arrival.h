#ifndef ENGINE_HAND_ARRIVAL_H
#define ENGINE_HAND_ARRIVAL_H

/* Arrival: what of the difference between the picture that was decided on and the screen the pointer's coming explains. Pure.
 * Pictures are of the whole screen; what is returned are areas of it (struct area, small and many), caller unrefs. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define ARRIVAL_SPRITE 64 /* px from the pointer: so far a picture of it may reach */
#define ARRIVAL_NEAR 8    /* px from the pointer: what is so near is under it */

struct arrival {
    int from_x, from_y, to_x, to_y;
    struct area window; /* in which the pointer is now */
};

/* A pointer that the program draws itself: what is around the pointer now was, in the very same pixels, around the place where it
 * came from, and was not here; all of it, not a part of something larger, and it is not there any more. What it had covered may
 * be anything. Also the markers of rulers in `close`, which go along with the pointer in one direction. Empty: nothing like that.
 */
GArray *arrival_sprite(const frame *expected, const frame *live, const struct arrival *a, struct area close);
/* What lights up, and is lit up no more: the differing regions of the window that the pointer is in the middle of, or was, in
 * rows first..last. Things that are 4 to 7 px apart are one. */
GArray *arrival_lit(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* Highlights of rows: differing regions of the window, in rows first..last, that are half as wide as it and more. */
GArray *arrival_rows(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* What is elsewhere: the differing regions of the screen, in rows first..last, that are not under the pointer and were not. But
 * not the small box of the check button on whose label the pointer is, or was: no pixel of it differs by more than 64 levels, the
 * label leads to it without a gap of more than 24 px, and either only its colours are others, or it is about as wide as high and
 * most of it is another (a row that is selected now, with a mark or without, is elsewhere). Not the markers of a ruler: no larger
 * than 32×8 px, flat in the pointer's column or upright in its row, and in `away`, the screen with the pointer back where it came
 * from (NULL: not seen), the same was there. Nor, where more than colours is, a box of 24×12 px and more that has gone, within 48
 * px of where the pointer was and not within 16 px of where it is (a game's own tooltip). */
GArray *arrival_elsewhere(const frame *expected, const frame *live, const frame *away, const struct arrival *a, int first,
                          int last);
/* Scrollbars that show themselves while the pointer moves in the window, and fade a second later: differing regions of it, in
 * rows first..last, that are upright, up to 16 px wide, 96 px high and more, and plain from top to bottom in both pictures. */
GArray *arrival_scrollbars(const frame *expected, const frame *live, const struct arrival *a, int first, int last);
/* `live` is as expected there. */
void arrival_excuse(frame *live, const frame *expected, const GArray *areas);

#endif
