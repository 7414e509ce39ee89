/* What `reins ask` spends counts in the limit of a day, as a run does. */

#include "tui/cli/ask.h"

#include "config/money.h"
#include "memory/memory.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"
#include "tui/term/text.h"

#include <stdio.h>

static memory *open_store(bool create, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    return dir ? memory_open(dir, create, error) : NULL;
}

bool ask_within_day(const config *cfg, double about, GError **error)
{
    double limit = config_real(cfg, "run", "max_cost_day");
    GError *local = NULL;
    g_autoptr(memory) m = limit > 0 ? open_store(false, &local) : NULL;
    struct memory_spent day = {0};
    if (m && !local)
        memory_spent_today(m, &day, &local);
    if (local)
        g_propagate_error(error, local);
    else if (limit > 0 && day.cost + about > limit)
        g_set_error(
            error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
            "the models have cost %.4f USD today, and this about %.4f more: together more than max_cost_day %.4f (raise it "
            "in [run])",
            day.cost, about, limit);
    else
        return true;
    return false;
}

void ask_spent_add(struct brain_reply *sum, const struct brain_reply *reply)
{
    gint64 *to[] = {&sum->ms, &sum->tokens_in, &sum->tokens_out, &sum->tokens_cached, &sum->tokens_written, &sum->pictures};
    const gint64 more[] = {reply->ms,      reply->tokens_in, reply->tokens_out, reply->tokens_cached, reply->tokens_written,
                           reply->pictures};
    for (gsize i = 0; i < G_N_ELEMENTS(to); i++)
        *to[i] += more[i];
    sum->cost += reply->cost;
    sum->unpriced = sum->unpriced || reply->unpriced;
    sum->estimated = sum->estimated || reply->estimated;
}

void ask_spent_keep(const char *brain, const struct brain_reply *spent)
{
    if (spent->cost <= 0 && !spent->unpriced)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = open_store(true, &error);
    const struct memory_spent row = {
        .tokens_in = spent->tokens_in, .tokens_out = spent->tokens_out, .cost = spent->cost, .unpriced = spent->unpriced};
    if (m && memory_spent_add(m, "ask", brain, &row, &error))
        return;
    g_autofree char *why = visible_text(error->message);
    fprintf(stderr, "reins: this does not count in max_cost_day: %s\n", why);
}

char *ask_spent_text(const struct brain_reply *spent)
{
    g_autofree char *of = text_of_tokens(spent->tokens_cached, spent->pictures);
    g_autofree char *cost = money_text(spent->cost, spent->unpriced);
    return g_strdup_printf("# %.1f s · tokens %" G_GINT64_FORMAT " in%s, %" G_GINT64_FORMAT " out%s · %s",
                           (double)spent->ms / 1000, spent->tokens_in, of, spent->tokens_out,
                           spent->estimated ? " (estimated)" : "", cost);
}
