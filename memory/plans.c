/* The words of plans, whatever database holds them. */

#include "memory/plans.h"

#include "memory/words.h"

static const char *const outcomes[PLAN_OUTCOME_COUNT] = {"worked", "failed", "untried"};

const char *plan_outcome_name(enum plan_outcome outcome)
{
    return outcomes[outcome];
}

bool plan_outcome_parse(const char *name, enum plan_outcome *ret_outcome)
{
    guint i = 0;
    while (i < PLAN_OUTCOME_COUNT && g_strcmp0(outcomes[i], name) != 0)
        i++;
    *ret_outcome = i < PLAN_OUTCOME_COUNT ? (enum plan_outcome)i : PLAN_UNTRIED;
    return i < PLAN_OUTCOME_COUNT;
}

bool memory_plan_proven(const struct memory_plan *plan)
{
    return (plan->outcome == PLAN_WORKED && !plan->origin) || plan->worked > 0;
}

bool memory_plan_doubted(const struct memory_plan *plan)
{
    return plan->reference && plan->failed > 0 && plan->worked == 0;
}

bool memory_plan_has_words(const struct memory_plan *plan, const char *const *words)
{
    const char *const texts[] = {plan->app, plan->goal, plan->task, plan->situation, plan->cause, plan->text};
    return words_are_in(texts, G_N_ELEMENTS(texts), words);
}
