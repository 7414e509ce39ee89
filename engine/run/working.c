#include "engine/run/working.h"

#include "engine/agents/agent.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/modules/situation.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"
#include "memory/memory.h"

struct run_working *run_working_new(const struct agent *agent)
{
    struct run_working *w = g_new0(struct run_working, 1);
    w->agent = agent;
    w->mind = agent ? mind_new(agent->mind) : NULL;
    w->past = g_ptr_array_new_with_free_func((GDestroyNotify)situation_past_free);
    return w;
}

void run_working_free(struct run_working *w)
{
    if (!w)
        return;
    if (w->agent) {
        phase_clear(&w->phase, w->agent->mind);
        mind_free(w->agent->mind, w->mind);
    }
    g_clear_pointer(&w->boards, g_hash_table_unref);
    g_ptr_array_unref(w->past);
    g_free(w->subtask);
    g_free(w->summary);
    g_free(w);
}

void working_set_subtask(struct run_working *w, const char *subtask)
{
    char *copy = subtask && *subtask ? g_strdup(subtask) : NULL;
    g_free(w->subtask);
    w->subtask = copy;
}

void working_tell_came(const struct run *run, const struct situation_past *past)
{
    struct run_working *w = run->working;
    if (w->agent && w->agent->came)
        w->agent->came(run, w->thinking ? w->thinking : w->mind, past);
}

void run_settle(struct run *run, gint64 step, bool fired)
{
    run->look->fired_last = fired;
    run->done += step != run->remembered && !control_is_driving(run->control); /* the agent's budget is not spent by a person */
    run->remembered = step;
    run->settled_proposal = run->proposing->last;
    bool kept = phase_keep(run, fired);
    if (run->working->thinking) {
        if (!kept)
            mind_free(run->working->agent->mind, run->working->mind);
        run->working->mind = mind_copy(run->working->agent->mind, run->working->thinking);
    }
    while (run->working->past->len > (guint)config_int(run->cfg, "run", "memory_k"))
        g_ptr_array_remove_index(run->working->past, 0);
}

gint64 run_turn(const struct run *run)
{
    return run->done + (run->remembered != run->step);
}

bool run_keep(struct run *run, GError **error)
{
    g_autofree char *state = run_state_to_json(run);
    return memory_state_set(run->store, run->id, run->remembered, state, error);
}
