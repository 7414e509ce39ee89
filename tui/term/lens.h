#ifndef TUI_TERM_LENS_H
#define TUI_TERM_LENS_H

/* Lens: the part of a picture to show when the picture has the whole terminal: all of it, or the surroundings of a point at
 * original size or larger. It can be zoomed and moved. Pure. */

#include "tui/term/thumbnails.h"

#include <stdbool.h>

enum lens_look { LENS_OFF, LENS_WHOLE, LENS_NEAR };

/* A picture and the room for it. */
struct lens_view {
    int width, height; /* of the picture */
    int x, y;          /* point at the centre; -1 = the picture's centre */
    int columns, rows;
    double pixels, shape; /* pixels of the picture per column at original size; height of a cell in widths */
};

struct lens {
    enum lens_look look;
    int zoom;     /* half steps of a factor of two: 2 = twice the initial zoom */
    double x, y;  /* the centre, when `moved` */
    bool moved;   /* a person moved it: it no longer follows the point */
    bool closest; /* as last shown, as is `part` */
    struct pixel_rect part;
    struct lens_view view; /* as last shown */
};

/* Cycles: whole, near, off. */
void lens_next(struct lens *l);
/* Handles + -, the arrows, and HJKL (by a full view). False: another key. */
bool lens_key(struct lens *l, int key);
/* The part to show. */
struct pixel_rect lens_part(struct lens *l, const struct lens_view *view);

#endif
