#ifndef ENGINE_AGENTS_AGENT_H
#define ENGINE_AGENTS_AGENT_H

/* An agent is one function: the reasoning of one step, straight-line, over the calls of step.h. */

#include "engine/step.h"

enum agent_end { AGENT_GOES_ON, AGENT_SUCCESS, AGENT_FAILED };

struct agent {
    const char *name;
    /* Errors end the run, but for RUN_ERROR_INTERRUPTED and _REDO, after which it is called again. *ret_reason: caller frees. */
    bool (*step)(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error);
    /* A step was decided on, and its engine died before it was remembered: what its modules had said is read from the store into
     * working memory and `past`. `again`: an earlier action of the same step was remembered, and its modules with it. */
    void (*catch_up)(struct run *run, gint64 step, bool again, struct situation_past *past);
};

/* NULL: no such agent. */
const struct agent *agent_find(const char *name);

/* Cradle (seed 000, section 4): gather, reflect, infer, curate, plan, act; summarize every few steps. */
bool cradle_step(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error);
void cradle_catch_up(struct run *run, gint64 step, bool again, struct situation_past *past);

#endif
