#ifndef TUI_CONSOLE_LAYOUT_H
#define TUI_CONSOLE_LAYOUT_H

/* Layout: which part of the run screen is where, for a size of the terminal. Pure. */

#include "tui/term/paint.h"

#include <stdbool.h>

#define LAYOUT_MIN_WIDTH 60
#define LAYOUT_MIN_HEIGHT 15

enum layout_kind {
    LAYOUT_USUAL,
    LAYOUT_OVER,    /* nothing will be proposed any more, the picture may take the room */
    LAYOUT_PICTURE, /* the picture over the whole of it, but for the card */
};

struct layout {
    int width, height;
    bool too_small;
    bool wide; /* frame beside modules over the card; else frame beside the card over the modules */
    struct rect status, frame, modules, card, message; /* modules: height 0 = not shown */
};

/* What the parts would like. */
struct layout_needs {
    int (*card_lines)(int width, void *data);             /* of text in the card, that many columns inside */
    int (*module_rows)(int width, bool wide, void *data); /* in which the modules show all that they say */
    int (*picture_columns)(int rows, void *data);         /* of a picture that is so high; what its box can use */
    void *data;
    int columns_max, rows_max; /* the picture's box does not grow beyond this, while others are filling theirs */
};

/* The picture gets what the others do not need. */
struct layout layout_compute(int width, int height, enum layout_kind kind, const struct layout_needs *needs);

#endif
