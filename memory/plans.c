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

bool memory_plan_tells_as(const struct memory_plan *plan, const struct memory_plan *other)
{
    return plan->outcome == other->outcome && plan->reference == other->reference && g_str_equal(plan->app, other->app) &&
           g_str_equal(plan->goal, other->goal) && g_str_equal(plan->text, other->text);
}

bool memory_plan_equals(const struct memory_plan *plan, const struct memory_plan *other)
{
    return plan->touched == other->touched && plan->withdrawn == other->withdrawn && plan->folded == other->folded &&
           g_strcmp0(plan->origin, other->origin) == 0 && memory_plan_tells_as(plan, other);
}

char *memory_plan_line(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return g_strjoinv("; ", lines);
}

void memory_plans_join(GPtrArray *plans)
{
    for (guint i = 0; i < plans->len; i++) {
        struct memory_plan *first = plans->pdata[i];
        for (guint k = i + 1; k < plans->len;) {
            const struct memory_plan *other = plans->pdata[k];
            if (!memory_plan_equals(first, other)) {
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

char *memory_plan_others_text(gint64 others)
{
    return others ? g_strdup_printf(", and %" G_GINT64_FORMAT " equal one%s", others, others == 1 ? "" : "s") : g_strdup("");
}

bool memory_plan_doubted(const struct memory_plan *plan)
{
    return plan->reference && plan->failed > 0 && plan->worked == 0;
}

bool memory_plan_leads(const struct memory_plan *plan)
{
    return plan->reference && !memory_plan_doubted(plan) && (!plan->origin || plan->worked > 0);
}

bool memory_plan_has_words(const struct memory_plan *plan, const char *const *words)
{
    const char *const texts[] = {plan->app, plan->goal, plan->task, plan->situation, plan->cause, plan->text};
    return words_are_in(texts, G_N_ELEMENTS(texts), words);
}
