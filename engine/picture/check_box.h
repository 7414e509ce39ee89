#ifndef ENGINE_PICTURE_CHECK_BOX_H
#define ENGINE_PICTURE_CHECK_BOX_H

/* Check box: the small square or circle before a label, ticked or not, by its outline. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* The one that ends right before the column x, in the row y; width 0 = there is none. */
struct area check_box_before(const frame *f, int x, int y);

#endif
