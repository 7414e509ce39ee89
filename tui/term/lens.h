#ifndef TUI_TERM_LENS_H
#define TUI_TERM_LENS_H

/* Lens: which part of a picture is shown where it has the whole terminal: all of it, or what lies around a place at its own size
 * or larger; closer, further away, to the side. Pure. */

#include "tui/term/thumbnails.h"

#include <stdbool.h>

enum lens_look { LENS_OFF, LENS_WHOLE, LENS_NEAR };

/* A picture, and the room for it. */
struct lens_view {
    int width, height; /* of the picture */
    int x, y;          /* the place in the middle; -1 = the picture's own */
    int columns, rows;
    double pixels, shape; /* of the picture for a column where it has its own size; a cell's height in widths */
};

struct lens {
    enum lens_look look;
    int zoom;     /* half steps of two: 2 = twice as close as the look begins */
    double x, y;  /* the middle, where `moved` */
    bool moved;   /* by a person: it does not follow the place any more */
    bool closest; /* as shown now, as the part */
    struct pixel_rect part;
    struct lens_view view; /* as last shown */
};

/* Whole, near, off. */
void lens_next(struct lens *l);
/* + -, the arrows, and HJKL for as much as is shown; false: not one of them. */
bool lens_key(struct lens *l, int key);
/* The part to show. */
struct pixel_rect lens_part(struct lens *l, const struct lens_view *view);

#endif
