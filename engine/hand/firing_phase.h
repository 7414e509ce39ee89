#ifndef ENGINE_HAND_FIRING_PHASE_H
#define ENGINE_HAND_FIRING_PHASE_H

/* The phases of a firing, and the stages of the loop that its timeline may end in; each with the changes that may be. Pure. */

#include <stdbool.h>

enum firing_phase {
    PHASE_ARM,     /* waits for a quiet keyboard, then moves the focus if that is asked */
    PHASE_FOCUS,   /* waits for the focus to arrive */
    PHASE_COMPARE, /* borrows keys, compares */
    PHASE_PLAY,    /* the events, the loop among them */
    PHASE_RETURN,  /* the timeline is over, the loan of its keys is not */
    PHASE_OVER,
    PHASE_COUNT
};
bool firing_phase_may(enum firing_phase from, enum firing_phase to);

/* All of them are in PHASE_PLAY, or are what the loop had come to when the firing was over. */
enum loop_stage {
    LOOP_OUT,   /* the timeline has not come to it */
    LOOP_TELLS, /* the next turn may come, and nobody has been told */
    LOOP_WAITS, /* for that turn */
    LOOP_CAME,  /* the turn is here; whether what is held goes where it may has not been seen yet */
    LOOP_PLAYS, /* the turn is played */
    LOOP_COUNT
};
bool loop_stage_may(enum loop_stage from, enum loop_stage to);

#endif
