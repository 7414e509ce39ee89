#ifndef TUI_MODEL_PACE_H
#define TUI_MODEL_PACE_H

/* How long the last approvals took from the card to the key. A person who approves faster than anyone can read is warned, and
 * important cards arm later. Pure. */

#include <glib.h>
#include <stdbool.h>

#define PACE_N 10
#define PACE_FAST_MS 700
#define PACE_SLOWER 3 /* factor on the quiet time of cards of tier >= 2 */

struct pace {
    gint64 ms[PACE_N]; /* a ring buffer */
    int n, next;
};

void pace_add(struct pace *p, gint64 ms);
/* Median of the last PACE_N; -1 = fewer so far. */
gint64 pace_median_ms(const struct pace *p);
bool pace_too_fast(const struct pace *p);
/* Quiet time for a card of that tier, ms. */
int pace_quiet_ms(const struct pace *p, int tier, int quiet_ms);

#endif
