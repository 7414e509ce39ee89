#include "engine/run/budget.h"

#include "engine/brain/brain.h"
#include "engine/run/run.h"

void budget_spend(struct run_spent *s, const struct brain_reply *reply)
{
    s->tokens_in += reply->tokens_in;
    s->tokens_out += reply->tokens_out;
    s->tokens_cached += reply->tokens_cached;
    s->pictures += reply->pictures;
    s->cost += reply->cost;
    s->estimated = s->estimated || reply->estimated;
}

void budget_beside(struct run_spent *s, const struct brain_spent *spent)
{
    s->other_usage.tokens_in += spent->tokens_in;
    s->other_usage.cost += spent->cost;
    s->tokens_in += spent->tokens_in;
    s->cost += spent->cost;
    s->estimated = s->estimated || spent->estimated;
}

bool budget_within(const struct run_spent *s, double max_cost, GError **error)
{
    if (max_cost <= 0 || s->cost <= max_cost + s->more)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET, "the model has cost %.4f USD, more than --max-cost %.4f", s->cost,
                max_cost + s->more);
    return false;
}
