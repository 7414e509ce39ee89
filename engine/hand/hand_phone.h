#ifndef ENGINE_HAND_HAND_PHONE_H
#define ENGINE_HAND_HAND_PHONE_H

/* The hand on an Android phone: `input` by commands over adb (engine/display/adb.h), one after the other, each for a whole
 * gesture, key press or text of a timeline (skills/timeline/gestures.h). Nothing stays down, so a dead hand leaves nothing to
 * release; a gesture that has begun ends by itself.
 *
 * - The comparison before a press takes a new picture and asks for the focused activity after it. The phone cannot be held.
 * - Unknown are other windows, other people's touches, and whether a program has handled its input. */

#include "engine/hand/hand_link.h"

extern const struct hand_link hand_phone_link;

#endif
