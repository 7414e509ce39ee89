/* Remember: a step ends, and is kept. */

#include "engine/step/step.h"

#include "engine/agents/agent.h"
#include "engine/control/boards.h"
#include "engine/step/prices.h"
#include "engine/step/proposal.h"
#include "engine/step/reward.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/gate/gate.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/question.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <string.h>

static const char *verdict_text(const proposal *p)
{
    return !p ? "none" : p->refused ? "refused" : gate_verdict_name(p->verdict);
}

static const char *subtask(const struct run *run)
{
    return run->working->subtask ? run->working->subtask : run->options->task;
}

/* What the agent has said in this step; "" = nothing. */
static const char *said(const struct run *run, enum says what)
{
    int m = run->working->agent ? module_saying(run->working->agent->modules, what, NULL) : -1;
    const char *text = m < 0 ? NULL : module_said(&run->working->agent->modules[m], run->answers->said[m], what);
    return text ? text : "";
}

static bool by_hand(const proposal *p)
{
    return g_strcmp0(p->decided_by, "hand") == 0;
}

/* `q`: the question that the step was about, NULL = none. */
static void push_past(struct run *run, const proposal *p, const struct run_question *q)
{
    struct situation_past *past = situation_past_new(run->step);
    past->description = g_strdup(said(run, SAYS_SCREEN));
    past->subtask = g_strdup(subtask(run));
    past->action = p ? action_copy(p->action) : NULL;
    past->verdict = g_strdup(q ? question_verdict(q) : verdict_text(p));
    past->person = q ? question_words(q->text, q->answer) : g_strdup(p && p->person ? p->person : "");
    past->status = g_strdup(p && p->fired ? p->status : NULL);
    past->effect = g_strdup(p && p->effect ? p->effect : "");
    past->success = g_strdup("");
    bool unfired = p && (p->refused || p->verdict == GATE_STALE || (p->verdict == GATE_VOIDED && by_hand(p)));
    past->cause = g_strdup(unfired || (p && g_strcmp0(p->status, "aborted") == 0) ? p->reason : "");
    past->frame = g_strdup(run->look->observation ? run->look->observation->frame.path : NULL);
    g_ptr_array_add(run->working->past, past);
    working_tell_came(run, past);
}

static bool remember(struct run *run, const proposal *p, const struct run_question *q, GError **error)
{
    memcpy(run->spent->last_us, run->spent->own_us, sizeof run->spent->last_us);
    prices_read_day(run);
    step_tell_meter(run);
    boards_tell(run);
    push_past(run, p, q);
    reward_give(run);
    run_settle(run, run->step, p && p->fired);
    bool changed = p && p->fired && g_strcmp0(p->effect, "changed") == 0;
    if (p && !question_tried(run, changed && !p->person && !p->edited_from, error))
        return false;
    g_autofree char *action_json = p ? action_to_json(p->action) : NULL;
    if (!memory_step_end(run->store, run->id, run->step, subtask(run), action_json, q ? question_verdict(q) : verdict_text(p),
                         p ? p->effect : NULL, error))
        return false;
    g_autofree char *state = run_state_to_json(run);
    return memory_state_set(run->store, run->id, run->step, state, error);
}

bool step_keep(struct run *run, GError **error)
{
    const struct agent *agent = run->working->agent;
    mind_free(agent->mind, run->working->mind);
    run->working->mind = mind_copy(agent->mind, run->working->thinking);
    return run_keep(run, error);
}

bool step_remember(struct run *run, const proposal *p, GError **error)
{
    return remember(run, p, NULL, error);
}

bool step_remember_question(struct run *run, GError **error)
{
    return remember(run, NULL, run->question, error);
}
