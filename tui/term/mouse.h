#ifndef TUI_TERM_MOUSE_H
#define TUI_TERM_MOUSE_H

/* Mouse reports of a terminal (SGR 1006): button presses and the wheel. Pure. */

#include <stdbool.h>

struct mouse {
    int x, y;   /* the cell, from 0 */
    int wheel;  /* -1 up, 1 down; 0: a button was pressed */
    int button; /* 0 left, 1 middle, 2 right */
};

/* Parses a report from reader_answer(): "[<0;10;5M". False: another report, or one with a modifier key. */
bool mouse_parse(const char *report, struct mouse *ret_mouse);

#endif
