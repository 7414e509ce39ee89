#ifndef ENGINE_HAND_LIT_ICONS_H
#define ENGINE_HAND_LIT_ICONS_H

/* Lit icons: recognizes icons that GTK 3 or GTK 2 highlights while the pointer is over their button. Pure.
 *
 * A pixel of an icon with colour c and opacity a on the ground g is a·c + (1-a)·g. To highlight it, GTK dodges the icon by a
 * tenth of white with the icon as mask; the pixel becomes a(1-a)/10 + (1-a)·a·c + a²·min(1, c/0.9) + (1-a)²·g. So each picture
 * determines the other but for the opacity: a solid stroke becomes a ninth lighter, a half transparent one darker, and edges of
 * strokes become clear or faint, which edge_compare.h takes for changes.
 *
 * GTK 2 makes c a fifth more saturated: each channel is 1.2·c - 0.2·y, with the grey y = 0.3·red + 0.59·green + 0.11·blue, within
 * 0 and 1; the opacity stays.
 *
 * An icon is the same if by one of the two, for all of it, an opacity exists for each pixel with which one picture gives the
 * other within LIT_ICONS_ROUNDING levels, its edges stand (icon_edges.h), and plain ground lies on both sides, equal in both
 * pictures within LIT_ICONS_GROUND levels. No such opacity exists for what came, went, moved, or was dimmed, nor for words, which
 * are not highlighted.
 *
 * Measured in 62 buttons of four GTK 3 programs: no pixel is off by more than 3 levels, most by 2; in PCManFM (GTK 2) by 1. */

#include "engine/hand/arrival.h"

#define LIT_ICONS_ROUNDING 3
#define LIT_ICONS_GROUND 24
#define LIT_ICONS_LEAST 12 /* px: shortest side; the longer side is at most twice the shorter one, unlike words */
#define LIT_ICONS_MOST 64  /* px */

/* The unchanged icons of the button under the pointer (lit now) and of the one at its start (lit before), struct area of the
 * screen. Caller unrefs. over: struct area where something else came or went (tooltips). first..last: the rows that differ. */
GArray *lit_icons(const frame *expected, const frame *live, const struct arrival *a, const GArray *over, int first, int last);

#endif
