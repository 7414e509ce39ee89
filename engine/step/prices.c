/* Where it cannot be told what a run costs: it pauses, or says so. */

#include "engine/step/prices.h"

#include "engine/run/answers.h"
#include "engine/brain/brain.h"
#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/options.h"
#include "engine/control/run_state.h"
#include "engine/protocol/protocol.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "memory/memory.h"

/* A service that asks for money and whose price nobody has said. */
static bool unpriced(const config *cfg, const char *brain, bool answers)
{
    g_autofree char *group = g_strdup_printf("brain %s", brain);
    return *config_string(cfg, group, "model") && /* what has none is no service: a script, a person, a recorded run */
           (!config_is_set(cfg, group, "price_in") || (answers && !config_is_set(cfg, group, "price_out")));
}

static void add(GPtrArray *names, const char *brain)
{
    if (!g_ptr_array_find_with_equal_func(names, brain, g_str_equal, NULL))
        g_ptr_array_add(names, (char *)brain);
}

bool prices_start(struct run *run, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    const char *embeddings = config_string(run->cfg, "skills", "embeddings");
    double limit = run->options->max_cost > 0 ? run->options->max_cost : config_real(run->cfg, "run", "max_cost_day");
    if (limit <= 0)
        return true;
    for (guint m = 0; m < run->answers->n; m++) {
        const char *brain = brains_of_module(run, m), *instead = brains_fallback(run, brain);
        if (unpriced(run->cfg, brain, true))
            add(names, brain);
        if (instead && unpriced(run->cfg, instead, true))
            add(names, instead);
    }
    if (unpriced(run->cfg, embeddings, false))
        add(names, embeddings);
    if (names->len == 0)
        return true;
    g_ptr_array_add(names, NULL);
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    bool asks = run->client->console;
    g_autofree char *why = g_strdup_printf("the limit of %g USD cannot be enforced: brain %s has no price (set its price_in and "
                                           "price_out, 0 if it is free%s)",
                                           limit, all, asks ? "; resume continues and counts it as free" : "");
    if (asks)
        run_pause(run, "engine", why);
    else
        g_set_error_literal(error, RUN_ERROR, RUN_ERROR_BUDGET, why);
    return asks;
}

static void tell_estimated(struct run *run)
{
    if (run->spent->estimated && !run->spent->estimated_told)
        client_notice(run, "warning",
                      "a service reports no credible token counts, or a call was broken off: tokens are estimated, one for every "
                      "%d bytes of text and, "
                      "where the model's formula is not known, %d pixels of a picture, and so is the cost",
                      BRAIN_TOKEN_BYTES, BRAIN_TOKEN_PIXELS);
    run->spent->estimated_told = run->spent->estimated;
}

static double own_calls(const struct run *run)
{
    return run->spent->cost - run->spent->other_usage.cost;
}

static bool read_day(struct run *run, GError **error)
{
    struct memory_spent day;
    if (!memory_spent_today(run->store, &day, error))
        return false;
    run->spent->day = day.cost;
    run->spent->day_own = own_calls(run);
    return true;
}

void prices_read_day(struct run *run)
{
    g_autoptr(GError) error = NULL;
    if (!read_day(run, &error))
        g_debug("%s", error->message); /* the store's next write says so */
}

static bool day_within(struct run *run, double about, GError **error)
{
    double limit = config_real(run->cfg, "run", "max_cost_day");
    if (limit <= 0)
        return true;
    if (!read_day(run, error))
        return false;
    if (run->spent->day + about <= limit + run->spent->more_day)
        return true;
    g_autofree char *next = about > 0 ? g_strdup_printf(", and the next call about %.4f more", about) : g_strdup("");
    g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET,
                "the models of all runs have cost %.4f USD today%s, more than max_cost_day %.4f", run->spent->day, next,
                limit + run->spent->more_day);
    return false;
}

/* A person decides whether it goes on: resume allows as much again, which the meter tells from then on. The step is begun anew
 * then. */
static bool ask_for_more(struct run *run, GError *over_take, double *more, double spent, double limit, GError **error)
{
    g_autofree char *why = g_strdup_printf("%s (resume allows up to %.4f, stop ends the run)", over_take->message, spent + limit);
    g_error_free(over_take);
    run_pause(run, "engine", why);
    step_tell_meter(run);
    *more = spent; /* with the limit on top */
    g_set_error_literal(error, RUN_ERROR, RUN_ERROR_INTERRUPTED, why);
    return false;
}

bool prices_kept(struct run *run, double about, GError **error)
{
    struct brain_spent left;
    brain_pool_take_left(run->brains, &left);
    budget_beside(run->spent, &left);
    tell_estimated(run);
    GError *over = NULL;
    bool of_run = !budget_within(run->spent, run->options->max_cost, about, &over);
    if (!of_run && day_within(run, about, &over))
        return true;
    bool asks = run->client->console && g_error_matches(over, RUN_ERROR, RUN_ERROR_BUDGET);
    if (asks && of_run)
        return ask_for_more(run, over, &run->spent->more, run->spent->cost + about, run->options->max_cost, error);
    if (asks)
        return ask_for_more(run, over, &run->spent->more_day, run->spent->day + about,
                            config_real(run->cfg, "run", "max_cost_day"), error);
    g_propagate_error(error, over);
    return false;
}

bool prices_allow(struct run *run, const struct ask *a, GError **error)
{
    double cost = a->about.cost;
    for (guint i = 0; i < run->asks->len; i++) {
        const struct ask *other = g_ptr_array_index(run->asks, i);
        cost += other != a && other->call ? other->about.cost : 0;
    }
    return prices_kept(run, cost, error);
}

void step_tell_meter(struct run *run)
{
    g_autoptr(event) e = event_new(EVENT_METER);
    double max_day = config_real(run->cfg, "run", "max_cost_day");
    e->spent.tokens_in = run->spent->tokens_in;
    e->spent.tokens_out = run->spent->tokens_out;
    e->spent.tokens_cached = run->spent->tokens_cached;
    e->spent.pictures = run->spent->pictures;
    e->spent.cost = run->spent->cost;
    e->spent.unpriced = run->spent->unpriced;
    e->spent.max_cost = run->options->max_cost > 0 ? run->options->max_cost + run->spent->more : 0;
    e->spent.cost_day = run->spent->day + MAX(own_calls(run) - run->spent->day_own, 0);
    e->spent.max_cost_day = max_day > 0 ? max_day + run->spent->more_day : 0;
    gint64 *parts[] = {[OWN_LOOK] = &e->spent.look_ms,
                       [OWN_ASK] = &e->spent.ask_ms,
                       [OWN_PROPOSE] = &e->spent.propose_ms,
                       [OWN_FIRE] = &e->spent.fire_ms};
    for (gsize i = 0; i < OWN_COUNT; i++)
        e->spent.ms += *parts[i] = run->spent->last_us[i] / 1000;
    client_send(run, e);
}
