#ifndef ENGINE_PICTURE_SCROLL_BAR_H
#define ENGINE_PICTURE_SCROLL_BAR_H

/* Scroll bar: one that lies over what it scrolls and fades, or shows itself again, while nobody scrolls (GTK 3). Pure.
 *
 * All that has changed is one grey bar of SCROLL_BAR_THIN to SCROLL_BAR_BROAD × SCROLL_BAR_LONG px and more, upright or lying.
 * Along it each of its lines has one colour but for its rounded ends, and where it is not there from end to end. Over rows of
 * other colours (a selected one of a list, 12 px high and more) it is their colour mixed with grey. It is pale: no
 * pixel differs by more than SCROLL_BAR_LEVELS, and where both pictures show it, at its ends by no more than in its middle. And
 * it lies within SCROLL_BAR_NEAR px of the right edge (lying: of the bottom) of its window or the screen, or of a line that is
 * longer than itself: the border of what is scrolled. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define SCROLL_BAR_THIN 3
#define SCROLL_BAR_BROAD 8
#define SCROLL_BAR_LONG 32
#define SCROLL_BAR_NEAR 8
#define SCROLL_BAR_LEVELS 96

/* `all`: the least box of all that differs. `window`: of the target; width 0 = none. */
bool scroll_bar_fades(const frame *expected, const frame *live, struct area all, struct area window);

#endif
