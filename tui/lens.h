#ifndef TUI_LENS_H
#define TUI_LENS_H

/* Lens: which part of a picture is shown where it has the whole terminal: all of it, or what lies around a place at its own size
 * or larger; closer, further away, to the side. Pure. */

#include "tui/thumbnails.h"

#include <stdbool.h>

enum lens_look { LENS_OFF, LENS_WHOLE, LENS_NEAR };

struct lens {
    enum lens_look look;
    int zoom;               /* half steps of two: 2 = twice as close as the look begins */
    double x, y;            /* the middle, where `moved` */
    bool moved;             /* by a person: it does not follow the place any more */
    bool closest;           /* as last shown */
    struct pixel_rect part; /* as last shown */
};

/* Whole, near, off. */
void lens_next(struct lens *l);
/* + - and the arrows; false: not one of them. */
bool lens_key(struct lens *l, int key);
/* The part to show in columns × rows cells: `point` in its middle (NULL = the picture's own). width, height: of the picture.
 * pixels: of the picture for a column where it has its own size; shape: a cell's height in widths. */
struct pixel_rect lens_part(struct lens *l, int width, int height, const int *point, int columns, int rows, double pixels,
                            double shape);

#endif
