#ifndef SKILLS_LUA_ACTS_H
#define SKILLS_LUA_ACTS_H

/* Acts: what a skill has done so far, as a timeline that grows: its clock, what was put off and goes on beside it, and where the
 * pointer is by now. Pure. */

#include "skills/timeline/timeline.h"

struct screen_turn;

struct acts {
    timeline *timeline; /* owned */
    gint64 clock_ms;
    GArray *later;                  /* struct timeline_event, by at_ms: of actions that do not wait; owned */
    int pointer_x, pointer_y;       /* where it is after them */
    double turn_x, turn_y;          /* parts of a pixel that turns still owe, so that many small ones add up */
    const struct screen_turn *turn; /* the mode that they belong to; borrowed from the screen */
};

void acts_init(struct acts *a);
void acts_clear(struct acts *a);
/* Nothing is done yet, and the pointer is there. What turns still owe stays. */
void acts_begin(struct acts *a, int pointer_x, int pointer_y);
/* At the clock's time, which then moves on; takes the event's text and loop. */
bool acts_add(struct acts *a, struct timeline_event event, gint64 advance_ms, GError **error);
/* A key or button event in_ms after the clock's time, which stays. False: a timeline cannot hold it. */
bool acts_put_off(struct acts *a, struct timeline_event event, gint64 in_ms);
/* The clock moves on until everything that was put off is done. */
bool acts_wait(struct acts *a, GError **error);
/* What was put off goes into the timeline. */
bool acts_finish(struct acts *a, GError **error);

#endif
