#ifndef ENGINE_PICTURE_CONTROL_BOX_H
#define ENGINE_PICTURE_CONTROL_BOX_H

/* Control box: finds the rectangle of a button or a field around a point, by its edges. Pure. It is flat (CONTROL_BOX_HIGH), and
 * has a straight edge on each of its sides; letters have none that is so long. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define CONTROL_BOX_HIGH 64 /* px */

/* The inner area of the smallest such rectangle; width 0 = there is none. */
struct area control_box_at(const frame *f, int x, int y);
/* True when they are beside each other in one row, of one height. */
bool control_box_siblings(struct area a, struct area b);
/* True when one is above the other in a column, of one size. */
bool control_box_stacked(struct area a, struct area b);

#endif
