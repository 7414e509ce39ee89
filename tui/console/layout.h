#ifndef TUI_CONSOLE_LAYOUT_H
#define TUI_CONSOLE_LAYOUT_H

/* Layout: where the parts of the run screen are, for a terminal's size. Pure. */

#include "tui/term/paint.h"

#include <stdbool.h>

#define LAYOUT_MIN_WIDTH 60
#define LAYOUT_MIN_HEIGHT 15

enum layout_kind {
    LAYOUT_USUAL,
    LAYOUT_OVER,    /* no further proposal will come: the picture may use the room */
    LAYOUT_PICTURE, /* the picture over the whole screen except the card */
};

struct layout {
    int width, height;
    bool too_small;
    bool wide; /* frame beside modules over the card; else frame beside the card over the modules */
    struct rect status, frame, modules, card, message; /* modules: height 0 = not shown */
};

/* The wishes of the parts. */
struct layout_needs {
    int (*card_lines)(int width, void *data);             /* lines of text in the card, for an inner width */
    int (*module_rows)(int width, bool wide, void *data); /* rows in which the modules show their whole text */
    int (*picture_columns)(int rows, void *data);         /* columns of a picture for a number of rows */
    void *data;
    int columns_max, rows_max; /* size limit of the picture's box while other parts need room */
};

/* Computes the layout. The picture gets the room that the other parts do not need. */
struct layout layout_compute(int width, int height, enum layout_kind kind, const struct layout_needs *needs);

#endif
