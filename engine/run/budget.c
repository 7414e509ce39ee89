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
    s->unpriced = s->unpriced || reply->unpriced;
    s->estimated = s->estimated || reply->estimated;
}

void budget_sum(struct brain_reply *sum, const struct brain_reply *reply)
{
    sum->ms += reply->ms;
    sum->tokens_in += reply->tokens_in;
    sum->tokens_out += reply->tokens_out;
    sum->tokens_cached += reply->tokens_cached;
    sum->pictures += reply->pictures;
    sum->cost += reply->cost;
    sum->unpriced = sum->unpriced || reply->unpriced;
}

void budget_beside(struct run_spent *s, const struct brain_spent *spent)
{
    s->other_usage.tokens_in += spent->tokens_in;
    s->other_usage.cost += spent->cost;
    s->other_usage.unpriced = s->other_usage.unpriced || spent->unpriced;
    s->tokens_in += spent->tokens_in;
    s->cost += spent->cost;
    s->unpriced = s->unpriced || spent->unpriced;
    s->estimated = s->estimated || spent->estimated;
}

bool budget_within(const struct run_spent *s, double max_cost, double about, GError **error)
{
    double most = max_cost + s->more;
    if (max_cost <= 0 || s->cost + about <= most)
        return true;
    if (s->cost > most)
        g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET, "the model has cost %.4f USD, more than --max-cost %.4f", s->cost, most);
    else
        g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET,
                    "the model has cost %.4f USD, and the next call about %.4f more: together more than --max-cost %.4f", s->cost,
                    about, most);
    return false;
}

void budget_own(struct run_spent *s, enum run_own part, gint64 begun_us, gint64 waited_us)
{
    s->own_us[part] += MAX(g_get_monotonic_time() - begun_us - waited_us, 0);
}
