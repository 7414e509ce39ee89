/* Plans that are like a task and its situation. */

#include "engine/recall/plan_finder.h"

#include "engine/picture/print.h"
#include "engine/recall/similarity.h"

#include <math.h>
#include <string.h>

#define GOAL_WEIGHT 3
#define BITS 64

struct plan_finder {
    memory *m; /* borrowed */
    similarity *likeness;
    GPtrArray *plans;   /* struct memory_plan *; NULL = nothing was asked yet */
    GPtrArray *goals;   /* char *: the task first */
    GPtrArray *cosines; /* float *: of each goal that is answered, one for each plan */
    struct plan_query query;
    char *state;
};

static void words_of(ngrams *n, const void *thing)
{
    const struct memory_plan *p = thing;
    ngrams_add(n, p->goal, GOAL_WEIGHT);
    if (g_strcmp0(p->goal, p->task) != 0)
        ngrams_add(n, p->task, 1);
}

static char *prose_of(const void *thing)
{
    const struct memory_plan *p = thing;
    return g_strdup(p->task && *p->task ? p->task : p->goal);
}

static const struct similarity_reader reader = {words_of, prose_of, "plans"};

plan_finder *plan_finder_new(const config *cfg, brain_pool *pool, memory *m)
{
    plan_finder *f = g_new0(plan_finder, 1);
    f->m = m;
    f->likeness = similarity_new(&reader, cfg, pool, m);
    f->goals = g_ptr_array_new_with_free_func(g_free);
    f->cosines = g_ptr_array_new_with_free_func(g_free);
    return f;
}

void plan_finder_free(plan_finder *f)
{
    if (!f)
        return;
    similarity_free(f->likeness);
    g_clear_pointer(&f->plans, g_ptr_array_unref);
    g_ptr_array_unref(f->goals);
    g_ptr_array_unref(f->cosines);
    g_free(f->state);
    g_free(f);
}

static void take_query(plan_finder *f, const struct plan_query *query)
{
    g_ptr_array_set_size(f->goals, 0);
    g_ptr_array_set_size(f->cosines, 0);
    g_ptr_array_add(f->goals, g_strdup(query->task ? query->task : ""));
    for (guint i = 0; query->goals && i < query->goals->len; i++)
        if (!g_ptr_array_find_with_equal_func(f->goals, query->goals->pdata[i], g_str_equal, NULL))
            g_ptr_array_add(f->goals, g_strdup(query->goals->pdata[i]));
    g_free(f->state);
    f->state = g_strdup(query->state);
    f->query = *query;
}

bool plan_finder_begin(plan_finder *f, const struct plan_query *query, GError **error)
{
    const struct memory_plans_asked asked = {.app = query->app, .texts = query->texts, .until_us = query->until_us};
    GPtrArray *plans = memory_plans(f->m, &asked, error);
    if (!plans)
        return false;
    take_query(f, query);
    similarity_begin_load(f->likeness);
    for (guint i = 0; i < plans->len; i++) {
        const struct memory_plan *p = plans->pdata[i];
        g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT, p->id);
        if (!similarity_add(f->likeness, key, p)) {
            g_ptr_array_set_size(plans, (int)i);
            break;
        }
    }
    similarity_end_load(f->likeness);
    g_clear_pointer(&f->plans, g_ptr_array_unref);
    f->plans = plans;
    similarity_ask(f->likeness, f->goals->pdata[0]);
    return true;
}

bool plan_finder_step(plan_finder *f)
{
    while (f->cosines->len < f->goals->len && similarity_step(f->likeness)) {
        float *cosines = g_new(float, f->plans->len + 1);
        similarity_cosines(f->likeness, NULL, f->plans->len, cosines);
        for (guint i = 0; i < f->plans->len; i++)
            cosines[i] = isinf(cosines[i]) ? similarity_cosine(f->likeness, i) : cosines[i];
        g_ptr_array_add(f->cosines, cosines);
        if (f->cosines->len < f->goals->len)
            similarity_ask(f->likeness, f->goals->pdata[f->cosines->len]);
    }
    return f->cosines->len == f->goals->len;
}

/* ---- choosing ---- */

static struct plan_found look(const plan_finder *f, guint goal, guint plan)
{
    const struct memory_plan *p = f->plans->pdata[plan];
    const char *asked = f->goals->pdata[goal];
    struct plan_found found = {.plan = p, .goal = asked, .own = goal == 0, .bits = -1, .state = -1};
    found.text = g_str_equal(p->goal, asked) ? 1 : (double)((const float *)f->cosines->pdata[goal])[plan];
    found.score = found.text;
    if (!f->query.by_situation)
        return found;
    if (f->query.printed && p->print)
        found.bits = print_distance(f->query.print, (guint64)p->print);
    found.state = plan_state_likeness(f->state, p->state);
    double picture = found.bits < 0 ? -1 : 1 - (double)found.bits / BITS;
    if (picture >= 0 && found.state >= 0)
        found.score = (picture + found.state) / 2;
    else if (picture >= 0 || found.state >= 0)
        found.score = MAX(picture, found.state);
    else
        found.score = 0; /* nothing is known of where it began */
    return found;
}

/* 0: a run of this store reached its goal with it; 1: it is not known; 2: it failed. */
static int worth(const struct plan_found *found)
{
    return memory_plan_leads(found->plan) || memory_plan_proven(found->plan) ? 0 : found->plan->outcome == PLAN_FAILED ? 2 : 1;
}

/* Where the situation decides, a goal that is the same still comes before one that is only like it. */
static int best_first(const void *a, const void *b)
{
    const struct plan_found *one = a, *other = b;
    int same = (other->text >= 1) - (one->text >= 1), by_worth = worth(one) - worth(other);
    int score = (one->score < other->score) - (one->score > other->score);
    return by_worth ? by_worth
           : same   ? same
           : score  ? score
                    : (one->plan->plan < other->plan->plan) - (one->plan->plan > other->plan->plan);
}

static GArray *candidates(const plan_finder *f, guint goal)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct plan_found));
    for (guint i = 0; i < f->plans->len; i++) {
        const struct plan_found found = look(f, goal, i);
        if (found.text >= f->query.threshold)
            g_array_append_val(all, found);
    }
    g_array_sort(all, best_first);
    return all;
}

static bool is_told(const plan_finder *f, const struct memory_plan *by, const struct memory_plan *plan)
{
    return plan == by || (!f->query.each && memory_plan_tells_as(by, plan));
}

static void count_others(const plan_finder *f, struct plan_found *found)
{
    for (guint i = 0; i < f->plans->len; i++)
        found->others += f->plans->pdata[i] != found->plan && memory_plan_tells_as(f->plans->pdata[i], found->plan);
}

/* The first of them that is not told yet. */
static bool add_best(const plan_finder *f, GArray *result, const GArray *of)
{
    for (guint i = 0; i < of->len; i++) {
        const struct plan_found *found = &g_array_index(of, struct plan_found, i);
        bool there = false;
        for (guint k = 0; k < result->len && !there; k++)
            there = is_told(f, g_array_index(result, struct plan_found, k).plan, found->plan);
        if (there)
            continue;
        g_array_append_val(result, *found);
        count_others(f, &g_array_index(result, struct plan_found, result->len - 1));
        return true;
    }
    return false;
}

GArray *plan_finder_result(plan_finder *f, char **ret_notice)
{
    GArray *result = g_array_new(FALSE, FALSE, sizeof(struct plan_found));
    g_autoptr(GArray) own = candidates(f, 0);
    for (guint goal = 0; goal < f->goals->len && result->len < f->query.most; goal++) {
        g_autoptr(GArray) of = candidates(f, goal);
        add_best(f, result, of);
    }
    while (result->len < f->query.most && add_best(f, result, own))
        ;
    if (ret_notice)
        *ret_notice = similarity_take_notice(f->likeness);
    return result;
}

GArray *plan_finder_search(plan_finder *f, const struct plan_query *query, GError **error)
{
    if (!plan_finder_begin(f, query, error))
        return NULL;
    while (!plan_finder_step(f))
        similarity_wait(f->likeness);
    return plan_finder_result(f, NULL);
}

void plan_finder_take_cost(plan_finder *f, struct brain_spent *ret_spent)
{
    similarity_take_cost(f->likeness, ret_spent);
}

char *plan_found_explain(const struct plan_found *found)
{
    g_autofree char *picture =
        found->bits < 0 ? g_strdup("") : g_strdup_printf(", picture %d of %d bits differ", found->bits, BITS);
    g_autofree char *state = found->state < 0 ? g_strdup("") : g_strdup_printf(", state %.2f", found->state);
    g_autofree char *others = found->others ? g_strdup_printf(", %u more with the same text", found->others) : g_strdup("");
    return g_strdup_printf("text %.2f%s%s%s", found->text, picture, state, others);
}
