#include "engine/hand/firing_phase.h"

#define TO(state) (1u << (state))

static const unsigned phase_to[PHASE_COUNT] = {
    [PHASE_ARM] = TO(PHASE_FOCUS) | TO(PHASE_COMPARE) | TO(PHASE_OVER),
    [PHASE_FOCUS] = TO(PHASE_COMPARE) | TO(PHASE_OVER),
    [PHASE_COMPARE] = TO(PHASE_PLAY) | TO(PHASE_OVER),
    [PHASE_PLAY] = TO(PHASE_RETURN) | TO(PHASE_OVER),
    [PHASE_RETURN] = TO(PHASE_OVER),
};

static const unsigned stage_to[LOOP_COUNT] = {
    [LOOP_OUT] = TO(LOOP_TELLS),  [LOOP_TELLS] = TO(LOOP_WAITS), [LOOP_WAITS] = TO(LOOP_CAME),
    [LOOP_CAME] = TO(LOOP_PLAYS), [LOOP_PLAYS] = TO(LOOP_TELLS),
};

bool firing_phase_may(enum firing_phase from, enum firing_phase to)
{
    return phase_to[from] & TO(to);
}

bool firing_phase_loop_may(enum loop_stage from, enum loop_stage to)
{
    return stage_to[from] & TO(to);
}
