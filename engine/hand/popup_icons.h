#ifndef ENGINE_HAND_POPUP_ICONS_H
#define ENGINE_HAND_POPUP_ICONS_H

/* Popup icons: an icon beside the label of a row whose ground another colour has taken. The icon itself keeps its colours; where
 * it is as faint as the new ground, or half transparent, its edges are lost, and edge_compare.h calls that a change. So it is
 * asked whether it is the same icon on the other ground: each pixel may have gone the way that the ground went, as far or less
 * far, and no other way. Pure.
 *
 * An icon is only what stands in a column of its own, POPUP_ICONS_COLUMN at most, left of labels that all begin in one column, of
 * three rows and more. It is there in both pictures: three of four of its edges stand, and none has come where there was none
 * near. So a tick, a mark or an icon that comes or goes is a change, and every pixel of a label is compared as before. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define POPUP_ICONS_COLUMN 48 /* px from the popup's left side to the labels */
#define POPUP_ICONS_GAP 3     /* px between icons and labels */
#define POPUP_ICONS_ROW 12    /* px: height of a row, at least */
#define POPUP_ICONS_ROWS 3    /* with labels */

/* Both pictures show the area `in` of the screen, the inside of a popup. Returns the places of the icons that are the same on
 * another ground (struct area of the screen), caller unrefs; NULL = an icon of such a row is in one picture alone. */
GArray *popup_icons(const frame *before, const frame *now, struct area in);

#endif
