#ifndef ENGINE_HAND_TURN_H
#define ENGINE_HAND_TURN_H

/* Turn: tells whether processes get a processor when they want one. On a busy machine they may wait for it longer than any wait
 * of the hand. All data come from /proc; only main threads count, in which toolkits draw. */

#include "engine/hand/hand_port.h"

#include <glib.h>

struct turn {
    GArray *seen;     /* owned: struct turn_seen, of each process; NULL = none */
    gint64 waited_us; /* since the first look, runnable, for a processor; that of the process that has waited most */
    gint64 ran_us;    /* processor time since the first look; that of the process that has run most */
};

/* Forgets what was seen. */
void turn_clear(struct turn *t);
/* Looks at these processes (gint64). Never says BEHIND. */
enum turn_says turn_look(struct turn *t, const GArray *pids);

#endif
