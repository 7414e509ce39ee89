#ifndef TUI_MODEL_ARMING_H
#define TUI_MODEL_ARMING_H

/* Arming: when may `y` approve? Only after a stretch without any key while the card was wholly there to be read. Pure: the time
 * comes in. */

#include <glib.h>
#include <stdbool.h>

struct arming {
    gint64 quiet_us; /* how long it must be quiet */
    gint64 since_us; /* the last key, or when the card became readable */
    bool readable;   /* a card waits, whole on the screen, live, nothing over it */
};

void arming_init(struct arming *a, int quiet_ms);
/* Another card came, or the same one changed: the quiet time starts anew. */
void arming_reset(struct arming *a, gint64 now_us);
/* Becoming readable starts the quiet time anew. */
void arming_set_readable(struct arming *a, bool readable, gint64 now_us);
/* Any key, also one that does nothing. */
void arming_key(struct arming *a, gint64 now_us);
bool arming_armed(const struct arming *a, gint64 now_us);
/* When it will be armed; -1 = not by waiting, or it is already. */
gint64 arming_deadline(const struct arming *a, gint64 now_us);

#endif
