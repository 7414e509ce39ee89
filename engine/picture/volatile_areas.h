#ifndef ENGINE_PICTURE_VOLATILE_AREAS_H
#define ENGINE_PICTURE_VOLATILE_AREAS_H

/* Volatile areas: finds the parts of the screen that change without an action. Pure. Only pictures from before a proposal is
 * shown count: what begins to change afterwards is a change, not an animation.
 *
 * A cell is restless when it changed at least three times in the last ten seconds, at least 0.4 s apart. Adjacent restless cells
 * form a place. A place moves (a spinner, a clock, a film) when at least half of its cells showed three new pictures, i.e. not
 * among their last eight, one of them within the last eight changes. Otherwise it blinks between known pictures, as an attacker's
 * label may do. A blinking place is always compared, unless the person says that the target is animated: the caller waits until
 * it shows the approved picture. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

typedef struct volatile_areas volatile_areas;

volatile_areas *volatile_areas_new(void);
void volatile_areas_free(volatile_areas *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(volatile_areas, volatile_areas_free)
/* Records a change of the screen from one picture to the next. now_us: monotonic. A new size forgets everything. */
void volatile_areas_note(volatile_areas *r, const frame *before, const frame *after, gint64 now_us);
/* Forgets everything. */
void volatile_areas_forget(volatile_areas *r);
/* The areas that these rules leave out: the moving places, with one cell on the left and right of each (a clock's tens). If
 * `close` has a core (a press goes there), none that touches `close`; otherwise none in `close` if they cover more than half of
 * it. rules->animated: all restless cells. Returns cells joined to rows, struct area, at most SCREEN_MATCH_AREAS_MAX (the rest is
 * compared). *ret_unsettled: the restless cells of `close` that are compared. Caller unrefs both. */
GArray *volatile_areas_areas(const volatile_areas *r, const struct screen_match_rules *rules, gint64 now_us,
                             GArray **ret_unsettled);

/* The box of all differences between two pictures of the same size outside restless cells and `ignored` (struct area; NULL =
 * none); width 0 = no difference. */
struct area volatile_areas_beyond(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                                  gint64 now_us);

#endif
