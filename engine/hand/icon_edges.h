#ifndef ENGINE_HAND_ICON_EDGES_H
#define ENGINE_HAND_ICON_EDGES_H

/* Icon edges: tells whether an icon in other colours still has its edges. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define ICON_EDGES_LEAST 12 /* fewest edges of an icon */
#define ICON_EDGES_NEAR 2   /* px */

/* True when most of its edges are in both pictures, and the others are within ICON_EDGES_NEAR of an edge of the other picture.
 * The pictures have the same size and contain `in`. */
bool icon_edges_stand(const frame *before, const frame *now, struct area in);

#endif
