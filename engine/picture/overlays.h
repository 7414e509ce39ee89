#ifndef ENGINE_PICTURE_OVERLAYS_H
#define ENGINE_PICTURE_OVERLAYS_H

/* Overlays: what is drawn on the picture that a model is sent, so that it can tell positions: numbered marks, axes, a labelled
 * grid, bands at the sides, the pointer (Cradle paper, 4.1). A table of functions over a frame; pure.
 *
 * They are drawn last, when the picture has the size in which it is sent: what is written is as large on any screen. Nothing is
 * added at the picture's edges, so a point of the picture is the same point of the screen with and without them. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

enum overlays {
    OVERLAYS_BANDS = 1u << 0,   /* the left side bluish, the right one yellowish */
    OVERLAYS_GRID = 1u << 1,    /* 5 columns and 3 rows, each cell with "column,row" */
    OVERLAYS_AXES = 1u << 2,    /* ticks with numbers at the left and upper edge, in what the model counts in */
    OVERLAYS_MARKS = 1u << 3,   /* numbered boxes */
    OVERLAYS_POINTER = 1u << 4, /* an arrow whose tip is where the pointer is */
    OVERLAYS_CELLS = 1u << 5,   /* the screen in cells, numbered row by row from 1 (overlays_cells()) */
    OVERLAYS_NUMBERS =
        1u << 6, /* the marks as AppAgent draws them: a half-transparent number on the middle of each, without a box */
};
#define OVERLAYS_MARKED (OVERLAYS_MARKS | OVERLAYS_NUMBERS)     /* marks, in either way */
#define OVERLAYS_OF_SCREEN (OVERLAYS_MARKED | OVERLAYS_POINTER) /* true of one look at the screen only */

struct overlays_mark {
    struct area box; /* px of the screen */
    int number;
    bool field; /* it takes keys: a number on it is blue, on others red */
};
struct overlays_scene {
    struct area shown;               /* the part of the screen that the picture shows, px of the screen */
    double unit_x, unit_y;           /* the picture's width and height as the model counts them: what axes are labelled in */
    int pointer_x, pointer_y;        /* px of the screen */
    int screen_width, screen_height; /* px: of all of it, for cells */
    const GArray *marks;             /* struct overlays_mark; NULL = none. Borrowed */
};

/* The cells of a screen as AppAgent makes them (Zhang et al. 2023): a side is the smallest divisor of the screen's from 120 to
 * 180 px, else 120; what is left at the right and at the foot is in no cell. skills/lib/appagent.lua has the same rule. */
struct overlays_cells {
    int width, height, columns, rows;
};
struct overlays_cells overlays_cells(int screen_width, int screen_height);

/* The overlay of that name ("marks", "axes", "grid", "bands", "pointer", "cells", "numbers"); 0 = there is none. */
guint overlays_named(const char *name);
/* Their names, for a sentence: "numbered marks, axes". Caller frees. */
char *overlays_tell(guint what);
/* Draws them, in the order of the table. */
void overlays_paint(frame *f, guint what, const struct overlays_scene *scene);

/* The part scene->shown of the screen, made larger or smaller to this size, with its overlays. Caller frees; NULL: the part is
 * not on the screen. */
frame *overlays_picture(const frame *screen, int width, int height, guint what, const struct overlays_scene *scene);

#endif
