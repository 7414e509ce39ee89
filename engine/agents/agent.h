#ifndef ENGINE_AGENTS_AGENT_H
#define ENGINE_AGENTS_AGENT_H

/* An agent is one function: the reasoning of one step, straight-line, over the calls of step.h. */

#include "engine/step.h"

enum agent_end { AGENT_GOES_ON, AGENT_SUCCESS, AGENT_FAILED };

struct agent {
    const char *name;
    /* Errors end the run, but for RUN_ERROR_INTERRUPTED and _REDO, after which it is called again. *ret_reason: caller frees. */
    bool (*step)(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error);
};

/* NULL: no such agent. */
const struct agent *agent_find(const char *name);

/* Cradle (seed 000, section 4): gather, reflect, infer, curate, plan, act; summarize every few steps. */
bool cradle_step(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error);

#endif
