#ifndef TUI_MODEL_PACE_H
#define TUI_MODEL_PACE_H

/* Pace: how long the last approvals took from the card's coming to the key. Who approves faster than anyone reads is told so, and
 * the cards that matter wait longer. Pure. */

#include <glib.h>
#include <stdbool.h>

#define PACE_N 10
#define PACE_FAST_MS 700
#define PACE_SLOWER 3 /* quiet time of a card of tier >= 2, times this */

struct pace {
    gint64 ms[PACE_N]; /* a ring */
    int n, next;
};

void pace_add(struct pace *p, gint64 ms);
/* Of the last PACE_N; -1 = not so many yet. */
gint64 pace_median_ms(const struct pace *p);
bool pace_too_fast(const struct pace *p);
/* Quiet time of a card of that tier. */
int pace_quiet_ms(const struct pace *p, int tier, int quiet_ms);

#endif
