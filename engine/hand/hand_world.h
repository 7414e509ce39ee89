#ifndef ENGINE_HAND_HAND_WORLD_H
#define ENGINE_HAND_HAND_WORLD_H

/* The hand in a fast world: each act of a timeline (skills/timeline/act.h) is done at once, and its outcome is in the world's
 * state. Nobody else acts there. */

#include "engine/hand/hand_link.h"

extern const struct hand_link hand_world_link;

#endif
