#ifndef ENGINE_PICTURE_MARK_PAINT_H
#define ENGINE_PICTURE_MARK_PAINT_H

/* Numbered boxes on a picture. A number has a ground of its own, so that it is readable on any picture. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

struct mark_paint {
    struct area box; /* px of the frame */
    int number;
};

/* Draws each mark's outline, and its number above it, left, right or below of it: at the first place in the frame where it lies
 * on no other mark (but those that contain this one), so that no number seems to be another row's; if there is none, inside, at
 * its right end. Clipped to the frame. marks: struct mark_paint. */
void mark_paint_all(frame *f, const GArray *marks);

#endif
