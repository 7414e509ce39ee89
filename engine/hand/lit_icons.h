#ifndef ENGINE_HAND_LIT_ICONS_H
#define ENGINE_HAND_LIT_ICONS_H

/* Lit icons: icons that GTK 3 highlights while the pointer is over their button. Pure.
 *
 * A pixel of an icon has a colour c and an opacity a, and is a·c + (1 - a)·g on the ground g. Highlighted, GTK dodges the icon by
 * a tenth of white, masked by the icon itself: over its own ground the pixel is then a(1-a)/10 + (1-a)·a·c + a²·min(1, c/0.9) +
 * (1-a)²·g. So each picture says of the other all but the opacity: a solid stroke is the same colour and a ninth lighter, what is
 * half transparent gets darker, and the edges of a stroke become clear, or faint: edges that edge_compare.h takes for others.
 *
 * An icon is the same if for each of its pixels there is an opacity with which the one picture gives the other, to
 * LIT_ICONS_ROUNDING levels, if its edges stand (icon_edges.h), and if on both sides of it is plain ground, in the one picture
 * the same as in the other but for LIT_ICONS_GROUND levels. What came, went, moved, was dimmed or not any more, has no such
 * opacity. Words have none either: their ground is another, and they are drawn as they were.
 *
 * Measured in 62 buttons of four GTK 3 programs: no pixel off by more than 3 levels, most 2. */

#include "engine/hand/arrival.h"

#define LIT_ICONS_ROUNDING 3
#define LIT_ICONS_GROUND 24
#define LIT_ICONS_LEAST 12 /* px: each side; the longer one is no more than twice as long as the other, as words are */
#define LIT_ICONS_MOST 64

/* Of the button that the pointer has come to, lit now, and of the one that it has left, lit then: the icons that are the same,
 * struct area of the screen. Caller unrefs. `over`: struct area, where something else came or went (tooltips). What differs lies
 * in rows first..last. */
GArray *lit_icons(const frame *expected, const frame *live, const struct arrival *a, const GArray *over, int first, int last);

#endif
