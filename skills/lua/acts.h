#ifndef SKILLS_LUA_ACTS_H
#define SKILLS_LUA_ACTS_H

/* What a skill has done so far, as a growing timeline: its clock, deferred events, and the position of the pointer. Pure. */

#include "skills/timeline/timeline.h"

struct screen_turn;

struct acts {
    timeline *timeline; /* owned */
    gint64 clock_ms;
    GArray *later;                  /* struct timeline_event, by at_ms: deferred events of actions that do not wait; owned */
    int pointer_x, pointer_y;       /* pointer position after them */
    double turn_x, turn_y;          /* fractions of a pixel that are carried over from turns, so that many small turns add up */
    const struct screen_turn *turn; /* the mouse mode of these fractions; borrowed from the screen */
};

void acts_init(struct acts *a);
void acts_clear(struct acts *a);
/* Empties the timeline and sets the pointer. Carried fractions stay. */
void acts_begin(struct acts *a, int pointer_x, int pointer_y);
/* Adds an event at the clock's time, then advances the clock. Takes the event's text and loop. */
bool acts_add(struct acts *a, struct timeline_event event, gint64 advance_ms, GError **error);
/* Defers a key or button event to in_ms after the clock's time; the clock stays. False: the timeline cannot hold it. */
bool acts_put_off(struct acts *a, struct timeline_event event, gint64 in_ms);
/* Advances the clock until all deferred events are done. */
bool acts_wait(struct acts *a, GError **error);
/* Moves the deferred events into the timeline. */
bool acts_finish(struct acts *a, GError **error);

#endif
