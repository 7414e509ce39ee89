#include "engine/run/phase.h"

#include "engine/agents/agent.h"
#include "engine/run/answers.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

static void forget_after(struct phase *p, const struct mind_table *table)
{
    if (p->after)
        mind_free(table, p->after);
    p->after = NULL;
}

void phase_begin(struct run *run)
{
    struct phase *p = &run->working->phase;
    forget_after(p, run->working->agent->mind);
    p->begun = run->step;
    p->fired = run->look->fired_last;
    p->untold = p->given != NULL;
    p->ends_paused = false;
    if (!p->given)
        return;
    answers_correct(run->answers, p->module, p->given);
    run->answers->of[p->module].call = p->call;
    p->given = NULL;
}

static void forget(struct phase *p, const struct mind_table *table)
{
    if (p->mind)
        mind_free(table, p->mind);
    p->mind = NULL;
    g_clear_pointer(&p->said, form_output_free);
}

void phase_forget(struct run *run)
{
    run->working->phase.gone = run->working->phase.mind != NULL;
    if (run->working->agent)
        forget(&run->working->phase, run->working->agent->mind);
}

void phase_clear(struct phase *p, const struct mind_table *table)
{
    forget(p, table);
    forget_after(p, table);
    g_clear_pointer(&p->given, form_output_free);
}

const void *phase_after(struct run *run)
{
    struct phase *p = &run->working->phase;
    const struct agent *agent = run->working->agent;
    if (!p->after && p->given && agent->takes) {
        p->after = mind_copy(agent->mind, run->working->mind);
        agent->takes(run, p->after, p->module, p->given);
    }
    return p->after;
}

void phase_taken(struct run *run)
{
    forget_after(&run->working->phase, run->working->agent->mind);
    g_clear_pointer(&run->working->phase.given, form_output_free);
}

bool phase_keep(struct run *run, bool fired)
{
    struct run_working *w = run->working;
    struct phase *p = &w->phase;
    bool whole = w->thinking && !fired && p->begun == run->step; /* not the second action of a batch */
    phase_forget(run);
    p->gone = false;
    for (guint m = 0; whole && w->agent->phases && m < run->answers->n; m++) {
        if (!run->answers->said[m])
            continue;
        p->module = m;
        g_clear_pointer(&p->said, form_output_free);
        p->said = form_output_copy(run->answers->said[m]);
        p->call = run->answers->of[m].call;
        p->mind = w->mind;
        p->fired_was = p->fired;
    }
    return p->mind != NULL;
}

bool phase_is_open(const struct run *run, guint m)
{
    const struct phase *p = &run->working->phase;
    return p->mind && p->module == m && !control_is_acting(run->control);
}

void phase_go_back(struct run *run, form_output *output)
{
    struct run_working *w = run->working;
    struct phase *p = &w->phase;
    mind_free(w->agent->mind, w->mind);
    w->mind = p->mind;
    p->mind = NULL;
    if (w->past->len)
        g_ptr_array_set_size(w->past, (int)w->past->len - 1);
    run->look->fired_last = p->fired_was;
    run->fork_anew = true;
    p->given = output;
}
