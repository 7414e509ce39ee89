#ifndef ENGINE_HAND_WIDGET_H
#define ENGINE_HAND_WIDGET_H

/* Thing: finds the extent of a button, a row or an entry by its ground. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* The widget at x, y as far as its ground extends: the ground that most of what is near the point is of, and not the hole of a
 * letter. Width 0: it is larger than 640×64 px, or the point is not on the picture. */
struct area widget_at(const frame *f, int x, int y);
/* True when two pixels may belong to one ground. */
bool widget_ground(guint32 a, guint32 b);

#endif
