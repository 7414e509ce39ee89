#ifndef ENGINE_HAND_WAY_H
#define ENGINE_HAND_WAY_H

/* Way: the pointer on its way to the target, from the first event to the first press: what is compared on it (approach.h),
 * whether the program has drawn what the pointer does there (hover_settle.h), and how long the way has waited for either. */

#include "engine/hand/hover_settle.h"

#include <stdbool.h>

struct hand_ports;
struct guard;
struct hand_fire;

struct way {
    struct approach *approach; /* owned */
    struct hover_settle calm;  /* since the last step of the pointer */
    gint64 waits_us;           /* since then the way waits; 0 = it does not */
};

/* Borrows all. `refocused`: as approach_new() has it. NULL: there is nothing to compare. */
struct way *way_new(const struct hand_ports *at, struct guard *g, const struct hand_fire *fire, bool refocused);
void way_free(struct way *w);

/* The way waits. */
void way_wait(struct way *w, gint64 now_us);
/* The way goes on; returns how long it has waited, µs. */
gint64 way_go_on(struct way *w, gint64 now_us);

#endif
