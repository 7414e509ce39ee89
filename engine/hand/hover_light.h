#ifndef ENGINE_HAND_HOVER_LIGHT_H
#define ENGINE_HAND_HOVER_LIGHT_H

/* Hover light: what lights up under the pointer, and what had and does not any more. It has other colours, and the words that it
 * had. Pure. */

#include "engine/hand/arrival.h"

struct hover_light {
    const struct screen_match_rules *rules; /* what is left out anyway; borrowed */
    const GArray *also;                     /* struct area: not compared; NULL = nothing */
    bool focused;                           /* as for redraw_check_compare() */
    bool *bar;                              /* same; may be NULL */
    int first, last;                        /* the rows that differ */
    int x, y;                               /* what holds this point counts; -1 = nothing does */
};

/* Copies from `expected` into `now` what differs around the pointer's place and around its start, if its edges there stand; words
 * far from the pointer, too. Pictures are whole screens of one size. */
void hover_light_excuse(frame *now, const frame *expected, const struct arrival *way, const struct hover_light *by);
/* The same around one point, also of a flat button's frame and of an icon (hover_shapes.h, lit_icons.h). */
void hover_light_excuse_at(frame *now, const frame *expected, int x, int y, struct area window, const struct hover_light *by);

#endif
