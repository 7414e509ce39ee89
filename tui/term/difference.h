#ifndef TUI_TERM_DIFFERENCE_H
#define TUI_TERM_DIFFERENCE_H

/* Where two frames differ: for showing a person what an action did, not for deciding anything. Pure. */

#include "engine/picture/frame.h"
#include "tui/term/thumbnails.h"

/* Frames of the same size. The places in reading order, at most `max`; the rest is left out. */
int difference_places(const frame *a, const frame *b, struct pixel_rect *ret_rects, int max);

#endif
