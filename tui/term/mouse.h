#ifndef TUI_TERM_MOUSE_H
#define TUI_TERM_MOUSE_H

/* What a terminal reports of the mouse (SGR 1006): presses of its buttons and the wheel. Pure. */

#include <stdbool.h>

struct mouse {
    int x, y;   /* the cell, from 0 */
    int wheel;  /* -1 up, 1 down; 0: a button went down */
    int button; /* 0 left, 1 middle, 2 right */
};

/* Of a report as reader_answer() gives it: "[<0;10;5M". False: it is something else, or has a modifier. */
bool mouse_parse(const char *report, struct mouse *ret_mouse);

#endif
