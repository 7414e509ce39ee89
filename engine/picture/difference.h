#ifndef ENGINE_PICTURE_DIFFERENCE_H
#define ENGINE_PICTURE_DIFFERENCE_H

/* Difference: the part of the screen that an action has changed, to show it in full detail. Pure. */

#include "engine/picture/screen_match.h"

struct frame; /* frame.h */

/* Size limit: what services accept without shrinking. A larger difference is cut to its most changed part. */
#define DIFFERENCE_WIDTH 1024
#define DIFFERENCE_HEIGHT 768
#define DIFFERENCE_MARGIN 32 /* px of surroundings, for context */

/* For two pictures of the same screen; width 0: no difference, or different sizes. */
struct area difference_area(const struct frame *before, const struct frame *after);

/* How much of a screen has changed. */
struct difference {
    double share;    /* of all pixels, 0..1; 1 for different sizes */
    double near;     /* of those around a point */
    struct area box; /* around all of it; width 0 = nothing changed, or different sizes */
    bool caret;      /* it is no larger than a text cursor */
};
#define DIFFERENCE_NEAR 96 /* px: side of the square around the point */
/* x, y: the point; outside of the pictures = none. */
struct difference difference_measure(const struct frame *before, const struct frame *after, int x, int y);

/* Share of what is drawn in the area (its cells with letters and edges, not with shades) and differs in the other picture, 0..1:
 * another page of a wizard has little of the page before. aside: struct area, not looked at (what lies over it); NULL = nothing.
 * 0: nothing is drawn there, or different sizes. */
double difference_gone(const struct frame *before, const struct frame *after, struct area in, const GArray *aside);

/* The largest place of the area where something has opened: drawings in one piece that neither picture of before has there, nor
 * has on another ground, of the size of a small menu at least. aside: struct area, not looked at (tooltips). Width 0: there is
 * none, or different sizes. */
struct area difference_opened(const struct frame *before, const struct frame *earlier, const struct frame *after, struct area in,
                              const GArray *aside);

#endif
