#ifndef ENGINE_HAND_POPUP_H
#define ENGINE_HAND_POPUP_H

/* Popup: a target in an open menu or list of the program, and the status bars that say what its entries do. Pure. */

#include "engine/hand/hand.h"

#define POPUP_EDGE 2    /* px: its border, on which no highlight lies */
#define POPUP_STATUS 40 /* px: as high a status bar may be, at the bottom of a window */

/* The inside of the window that the press is for, where that is a popup of the program of `main`, which is not `main`. Width 0:
 * it is not. */
struct area popup_inside(const struct hand_guard *h, gint64 main);
/* Where status bars may be, struct area: at the bottom of each window of that program that is no popup; not of one of which
 * something else lies over that. Caller unrefs. */
GArray *popup_status_bars(const struct hand_guard *h);

#endif
