#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

/* Layout: which part of the run screen is where, for a size of the terminal. Pure. */

#include "tui/paint.h"

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

/* card_lines(width): lines of text that the card would like to show when it has that many columns inside. */
struct layout layout_compute(int width, int height, enum layout_kind kind, int (*card_lines)(int width, void *data), void *data);

#endif
