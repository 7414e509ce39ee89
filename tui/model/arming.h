#ifndef TUI_MODEL_ARMING_H
#define TUI_MODEL_ARMING_H

/* Arming: decides when `y` may approve: after a time without any key, while the whole card could be read. Pure: the time is an
 * argument. */

#include <glib.h>
#include <stdbool.h>

struct arming {
    gint64 quiet_us; /* the required quiet time */
    gint64 since_us; /* time of the last key, or when the card became readable */
    bool readable;   /* a card waits, is completely on the screen, live, and not covered */
};

void arming_init(struct arming *a, int quiet_ms);
/* Another card came, or the card changed: restarts the quiet time. */
void arming_reset(struct arming *a, gint64 now_us);
/* Restarts the quiet time when the card becomes readable. */
void arming_set_readable(struct arming *a, bool readable, gint64 now_us);
/* Call it for every key, also for one without a meaning. */
void arming_key(struct arming *a, gint64 now_us);
bool arming_armed(const struct arming *a, gint64 now_us);
/* When it will be armed; -1 = not by waiting, or already armed. */
gint64 arming_deadline(const struct arming *a, gint64 now_us);

#endif
