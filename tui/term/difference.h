#ifndef TUI_TERM_DIFFERENCE_H
#define TUI_TERM_DIFFERENCE_H

/* Finds where two frames differ, to show a person what an action did; nothing is decided by it. Pure. */

#include "engine/picture/frame.h"
#include "tui/term/thumbnails.h"

/* a and b have the same size. Writes at most `max` rectangles in reading order; drops the rest. Returns their number. */
int difference_places(const frame *a, const frame *b, struct pixel_rect *ret_rects, int max);

#endif
