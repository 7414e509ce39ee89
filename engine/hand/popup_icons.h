#ifndef ENGINE_HAND_POPUP_ICONS_H
#define ENGINE_HAND_POPUP_ICONS_H

/* Popup icons: recognizes the icon of a menu row whose ground has changed colour. The icon keeps its colours, but edges that are
 * faint on the new ground or half transparent disappear, which edge_compare.h takes for a change. It is the same icon if each
 * pixel has changed in the direction in which the ground changed, as far or less far. Pure.
 *
 * An icon stands in a column of its own, at most POPUP_ICONS_COLUMN wide, left of at least three rows of labels that begin in one
 * column. It must be in both pictures: three quarters of its edges stand, and no edge is new with none near. So a tick, a mark or
 * an icon that comes or goes is a change, and every pixel of a label is compared as usual. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define POPUP_ICONS_COLUMN 48 /* px from the popup's left side to the labels */
#define POPUP_ICONS_GAP 3     /* px between icons and labels */
#define POPUP_ICONS_ROW 12    /* px: smallest height of a row */
#define POPUP_ICONS_ROWS 3    /* fewest rows with labels */

/* Both pictures show the area `in` of the screen, the inside of a popup. Returns the icons that are the same on another ground
 * (struct area of the screen); caller unrefs. NULL = an icon of such a row is in only one picture.
 * No icons if one of the pictures is NULL or has another size. */
GArray *popup_icons(const frame *before, const frame *now, struct area in);

#endif
