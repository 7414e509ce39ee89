#ifndef ENGINE_HAND_BOUNDS_H
#define ENGINE_HAND_BOUNDS_H

/* Bounds: a closed loop against the budget that a person approved (skills/timeline/loop.h). Asked before each single act,
 * whatever the turn says: so many events, only these keys and buttons, the pointer only in this area, so long on the hand's own
 * clock. Pure.
 */

#include "engine/hand/player.h"

typedef struct bounds bounds;

/* Copies the budget. Its clock starts now. */
bounds *bounds_new(const timeline_loop *l, gint64 now_us);
void bounds_free(bounds *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(bounds, bounds_free)

/* Whether the act may be done, with the pointer where it is now; it counts then. `type`: of its event. NULL = yes; else why not,
 * a sentence that caller frees. */
char *bounds_judge(bounds *b, const struct player_output *out, enum timeline_type type, int pointer_x, int pointer_y);
/* When its time is over. */
gint64 bounds_deadline(const bounds *b);
/* Why it is over then; caller frees. */
char *bounds_time_text(const bounds *b);
int bounds_events(const bounds *b);
gint64 bounds_ms(const bounds *b, gint64 now_us);

#endif
