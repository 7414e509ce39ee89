#ifndef ENGINE_HAND_FIRING_PHASE_H
#define ENGINE_HAND_FIRING_PHASE_H

/* The phases of a firing, the stages of its loop, and their allowed changes. Pure. */

#include <stdbool.h>

enum firing_phase {
    PHASE_ARM,     /* waits until no one else holds a key, then moves the focus if requested */
    PHASE_FOCUS,   /* waits for the focus to arrive */
    PHASE_COMPARE, /* borrows keys, compares */
    PHASE_PLAY,    /* plays the events and the loop */
    PHASE_RETURN,  /* the timeline has ended; keycodes are still borrowed */
    PHASE_OVER,
    PHASE_COUNT
};
bool firing_phase_may(enum firing_phase from, enum firing_phase to);

/* Stages in PHASE_PLAY; a firing that has ended keeps its last one. */
enum loop_stage {
    LOOP_OUT,   /* the timeline has not reached its loop */
    LOOP_TELLS, /* the next turn may come; `turned` is not sent yet */
    LOOP_WAITS, /* waits for that turn */
    LOOP_CAME,  /* has the turn; the recipients of what is held are not checked yet */
    LOOP_PLAYS, /* plays the turn */
    LOOP_COUNT
};
bool firing_phase_loop_may(enum loop_stage from, enum loop_stage to);

#endif
