#ifndef ENGINE_HAND_ICON_EDGES_H
#define ENGINE_HAND_ICON_EDGES_H

/* Icon edges: whether an icon that has other colours has its edges still. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define ICON_EDGES_LEAST 12 /* of an icon */
#define ICON_EDGES_NEAR 2   /* px from an edge that was there */

/* Most of its edges are in both pictures, and what is in one alone is within ICON_EDGES_NEAR of an edge of the other. Both
 * pictures have the same size, and `in` lies in them. */
bool icon_edges_stand(const frame *before, const frame *now, struct area in);

#endif
