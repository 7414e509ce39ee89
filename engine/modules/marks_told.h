#ifndef ENGINE_MODULES_MARKS_TOLD_H
#define ENGINE_MODULES_MARKS_TOLD_H

/* The numbered marks that a model is told of: those in its prompt are those drawn on its picture. */

#include "engine/brain/coordinates.h"
#include "skills/timeline/screen.h"

/* Each takes about 13 tokens of a prompt: 1,600 for all of them. */
#define MARKS_TOLD_MAX 120

/* The marks with their middle in the picture's part of the screen (space NULL: anywhere) that the agent has not left out, in the
 * order of their numbers. Of more
 * than MARKS_TOLD_MAX those of the target window come first, those with a text before those without, then the nearest to the
 * pointer. struct screen_mark*, borrowed from the screen. Caller unrefs. ret_left (may be NULL): how many were left out. */
GPtrArray *marks_told(const screen *s, const struct coordinates *space, guint *ret_left);

#endif
