#ifndef ENGINE_EYE_RESTLESS_H
#define ENGINE_EYE_RESTLESS_H

/* Restless: which parts of the screen change without an action: clocks, animations, what blinks. Pure. Only pictures from before
 * a proposal is shown are evidence: what begins to change afterwards is a change, not an animation. */

#include "engine/eye/frame.h"
#include "engine/eye/likeness.h"

typedef struct restless restless;

restless *restless_new(void);
void restless_free(restless *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(restless, restless_free)
/* The screen went from one picture to the next, at a monotonic time in µs. Pictures of another size: all is forgotten. */
void restless_note(restless *r, const frame *before, const frame *after, gint64 now_us);
/* Squares of LIKENESS_CELL, joined to rows, that have changed three times or more in the last ten seconds, 0.4 s or more apart.
 * An array of struct area, at most LIKENESS_AREAS_MAX (the rest then counts as still); caller unrefs. */
GArray *restless_areas(const restless *r, gint64 now_us);

#endif
