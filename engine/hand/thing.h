#ifndef ENGINE_HAND_THING_H
#define ENGINE_HAND_THING_H

/* Thing: what lies under the pointer, told by its ground. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* The thing at x, y, as far as its ground goes: a button, a row, an entry. Width 0: what is there is larger than such a thing,
 * 640×64 px, or x, y is not on the picture. */
struct area thing_at(const frame *f, int x, int y);
/* Whether two pixels may be of one ground. */
bool thing_ground(guint32 a, guint32 b);

#endif
