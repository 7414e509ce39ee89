#ifndef ENGINE_HAND_WAY_H
#define ENGINE_HAND_WAY_H

/* Way: the pointer's way to the target, from the first event to the first press. It joins the comparison (approach.h), the wait
 * for the program to draw (hover_settle.h), and the time of all waits. */

#include "engine/hand/hover_settle.h"

#include <stdbool.h>

struct hand_ports;
struct guard;
struct hand_fire;

struct way {
    struct approach *approach; /* owned */
    struct hover_settle calm;  /* since the last step of the pointer */
    gint64 waits_us;           /* start of the present wait; 0 = none */
};

/* Borrows all. refocused: as in approach_new(). NULL: nothing to compare. */
struct way *way_new(const struct hand_ports *at, struct guard *g, const struct hand_fire *fire, bool refocused);
void way_free(struct way *w);

/* Begins a wait, if none runs. */
void way_wait(struct way *w, gint64 now_us);
/* Ends the wait; returns its length, µs. */
gint64 way_go_on(struct way *w, gint64 now_us);

#endif
