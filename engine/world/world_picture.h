#ifndef ENGINE_WORLD_WORLD_PICTURE_H
#define ENGINE_WORLD_WORLD_PICTURE_H

/* What a world looks like: a side view of the place, and the state in words. */

#include "engine/picture/frame.h"
#include "engine/world/world.h"

#define WORLD_WIDTH 640 /* px */
#define WORLD_HEIGHT 360

/* The same state gives the same pixels. Caller frees. */
frame *world_picture(const world *w);

#endif
