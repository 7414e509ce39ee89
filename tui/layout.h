#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

/* Layout: which part of the run screen is where, for a size of the terminal. Pure. */

#include "tui/paint.h"

#include <stdbool.h>

#define LAYOUT_MIN_WIDTH 60
#define LAYOUT_MIN_HEIGHT 15

struct layout {
    int width, height;
    bool too_small;
    bool wide; /* frame beside modules over the card; else frame beside the card over the modules */
    struct rect status, frame, modules, card, message;
};

/* card_lines(width): lines of text that the card would like to show when it has that many columns inside.
 * over: nothing will be proposed any more, the picture may take the room. */
struct layout layout_compute(int width, int height, bool over, int (*card_lines)(int width, void *data), void *data);

#endif
