#ifndef ENGINE_PICTURE_VOLATILE_AREAS_H
#define ENGINE_PICTURE_VOLATILE_AREAS_H

/* Volatile areas: which parts of the screen change without an action. Pure. Only pictures from before a proposal is shown are
 * evidence: what begins to change afterwards is a change, not an animation.
 *
 * A cell is restless when it has changed three times or more in the last ten seconds, 0.4 s or more apart. What is restless and
 * hangs together is a place. It moves (a spinner, a clock, a film) when half of its cells or more have shown three pictures that
 * were not among their last eight, one of them among the last eight changes; else it blinks: it goes to and fro between pictures
 * that are known, as a label does that is to get in. What blinks is never left out, but where the person says that the target is
 * animated: who compares waits for the picture that was approved. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

typedef struct volatile_areas volatile_areas;

volatile_areas *volatile_areas_new(void);
void volatile_areas_free(volatile_areas *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(volatile_areas, volatile_areas_free)
/* The screen went from one picture to the next, at a monotonic time in µs. Pictures of another size: all is forgotten. */
void volatile_areas_note(volatile_areas *r, const frame *before, const frame *after, gint64 now_us);
/* What may be left out by these rules, of what moves: nothing that touches `close` where it has a core (a press goes there), and
 * nothing in it where that would be more than half of it. `rules->animated`: all that is restless. With one square beside each,
 * left and right (a clock's tens). Squares of SCREEN_MATCH_CELL, joined to rows; an array of struct area, at most
 * SCREEN_MATCH_AREAS_MAX (the rest then counts as still); caller unrefs. *ret_unsettled: the same of what is restless in `close`
 * and is compared all the same. */
GArray *volatile_areas_areas(const volatile_areas *r, const struct screen_match_rules *rules, gint64 now_us,
                             GArray **ret_unsettled);

/* All that differs between two pictures of the same size, outside of what is restless and of `ignored` (struct area; NULL =
 * nothing); width 0 = nothing. */
struct area volatile_areas_beyond(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                                  gint64 now_us);

#endif
