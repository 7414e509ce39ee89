#ifndef ENGINE_HAND_POPUP_H
#define ENGINE_HAND_POPUP_H

/* Popup: a target in an open menu or list of the program, the status bars that say what its entries do, and tooltips that have
 * gone. Pure. */

#include "engine/hand/hand.h"

#define POPUP_EDGE 2    /* px: its border, on which no highlight lies */
#define POPUP_STATUS 40 /* px: as high a status bar may be, at the bottom of a window */

/* The inside of the window that the press is for, where that is a popup of the program of `main`, which is not `main`. Width 0:
 * it is not. */
struct area popup_inside(const struct hand_guard *h, gint64 main);
/* Where status bars may be, struct area: at the bottom of each window of that program that is no popup; not of one of which
 * something else lies over that. Caller unrefs. */
GArray *popup_status_bars(const struct hand_guard *h);
/* Adds where tooltips of that process were shown, and are not any more: beside `spared` and not over `thing` (width 0 = none),
 * what they had covered may be anything, as nobody saw it. */
void popup_add_gone(const struct hand_guard *h, const GPtrArray *live, gint64 owner, struct area spared, struct area thing,
                    GArray *areas);

#endif
