#ifndef ENGINE_HAND_BOUNDS_H
#define ENGINE_HAND_BOUNDS_H

/* Bounds: holds a closed loop to the budget that a person approved (skills/timeline/loop.h). It checks each act: the number of
 * events, the allowed keys and buttons, the pointer's area, and the time on the hand's own clock. Pure. */

#include "engine/hand/player.h"

typedef struct bounds bounds;

/* Copies the budget. Its clock starts now. */
bounds *bounds_new(const timeline_loop *l, gint64 now_us);
void bounds_free(bounds *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(bounds, bounds_free)

/* Checks an act with the pointer's present place and counts it. type: of its event. NULL = allowed; otherwise a sentence why not;
 * caller frees. */
char *bounds_judge(bounds *b, const struct player_output *out, enum timeline_type type, int pointer_x, int pointer_y);
/* The end of its time. */
gint64 bounds_deadline(const bounds *b);
/* The message at that end. Caller frees. */
char *bounds_time_text(const bounds *b);
int bounds_events(const bounds *b);
gint64 bounds_ms(const bounds *b, gint64 now_us);

#endif
