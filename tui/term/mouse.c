#include "tui/term/mouse.h"

#include <stdio.h>

#define WHEEL_UP 64

bool mouse_parse(const char *report, struct mouse *ret_mouse)
{
    int button, x, y, end = 0;
    if (sscanf(report, "[<%d;%d;%dM%n", &button, &x, &y, &end) != 3 || end == 0 || report[end] || x < 1 || y < 1)
        return false;
    bool wheel = button == WHEEL_UP || button == WHEEL_UP + 1;
    *ret_mouse = (struct mouse){x - 1, y - 1, wheel ? (button - WHEEL_UP) * 2 - 1 : 0, wheel ? 0 : button};
    return wheel || (button >= 0 && button <= 2);
}
