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

gint64 memory_plan_times(const struct memory_plan *plan, bool worked)
{
    bool of_run = plan->run && !plan->origin && !plan->reference && plan->outcome != PLAN_UNTRIED;
    gint64 own = plan->outcome == (worked ? PLAN_WORKED : PLAN_FAILED) ? 1 + plan->equal : 0;
    if (worked)
        return of_run ? own : plan->worked;
    return plan->failed + (of_run ? own : 0);
}

static bool are_equal(const struct memory_plan *a, const struct memory_plan *b)
{
    return a->outcome == b->outcome && a->reference == b->reference && a->touched == b->touched && a->withdrawn == b->withdrawn &&
           a->folded == b->folded && g_strcmp0(a->origin, b->origin) == 0 && g_str_equal(a->app, b->app) &&
           g_str_equal(a->goal, b->goal) && g_str_equal(a->text, b->text);
}

void memory_plans_join(GPtrArray *plans)
{
    for (guint i = 0; i < plans->len; i++) {
        struct memory_plan *first = plans->pdata[i];
        for (guint k = i + 1; k < plans->len;) {
            const struct memory_plan *other = plans->pdata[k];
            if (!are_equal(first, other)) {
                k++;
                continue;
            }
            first->equal++;
            first->worked += other->worked;
            first->failed += other->failed;
            g_ptr_array_remove_index(plans, k);
        }
    }
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
