#include "tui/cli/learning.h"

#include "memory/plans.h"

#include <string.h>

static bool is_proposal(const struct memory_episode *e)
{
    return g_str_equal(e->task, LEARN_PROPOSAL);
}

static bool fits(const struct memory_episode *e, const struct learn_which *w)
{
    return !is_proposal(e) && (!w->path || g_str_equal(e->task, w->path)) && (!w->group || g_str_equal(e->group, w->group)) &&
           e->round >= w->first_round && (!w->last_round || e->round <= w->last_round);
}

static void count_one(struct learn_count *c, const struct memory_episode *e)
{
    c->dropped += e->dropped;
    if (!e->outcome) {
        c->open++;
        return;
    }
    if (g_str_equal(e->outcome, LEARN_LEFT_OUT)) {
        c->left_out++;
        return;
    }
    c->tries++;
    c->successes += g_str_equal(e->outcome, "success");
    c->steps += e->steps;
    c->calls += e->calls;
    c->cost += e->cost;
    c->memory = e->at_us >= c->at_us ? e->memory : c->memory;
    c->at_us = MAX(c->at_us, e->at_us);
}

struct learn_count learning_count(const struct learning *l, struct learn_which which)
{
    struct learn_count c = {0};
    for (guint i = 0; i < l->episodes->len; i++)
        if (fits(l->episodes->pdata[i], &which))
            count_one(&c, l->episodes->pdata[i]);
    return c;
}

const struct learn_task *learning_task(const struct learning *l, const char *path)
{
    if (l->propose && g_str_equal(path, LEARN_PROPOSAL))
        return l->propose;
    for (guint i = 0; i < l->pool->len; i++)
        if (g_str_equal(((const struct learn_task *)l->pool->pdata[i])->path, path))
            return l->pool->pdata[i];
    return NULL;
}

static const struct memory_episode *of_round(const struct learning *l, const char *path, gint64 round)
{
    for (guint i = 0; i < l->episodes->len; i++) {
        const struct memory_episode *e = l->episodes->pdata[i];
        if (e->round == round && g_str_equal(e->task, path))
            return e;
    }
    return NULL;
}

/* ---- practice and evaluation ---- */

/* The next seed that the task is begun with; 0 = it was begun with all. */
static gint64 next_seed(const struct learning *l, const char *path)
{
    gint64 seed = l->seed;
    for (guint i = 0; i < l->episodes->len; i++) {
        const struct memory_episode *e = l->episodes->pdata[i];
        if (e->seed >= seed && g_str_equal(e->task, path))
            seed = e->seed + 1;
    }
    return seed < l->seed + l->seeds ? seed : 0;
}

/* Those that are under way may succeed, so that no more are begun than can be wanted. */
static bool wants_more(const struct learning *l, const char *path)
{
    struct learn_count c = learning_count(l, (struct learn_which){.path = path});
    return l->way != LEARN_PRACTICE || c.successes + c.open < PLAN_FOLD;
}

static struct learn_next next_of_pool(const struct learning *l)
{
    for (guint i = 0; i < l->pool->len; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        gint64 seed = wants_more(l, task->path) ? next_seed(l, task->path) : 0;
        if (seed)
            return (struct learn_next){task, 1, seed, NULL};
    }
    return (struct learn_next){0};
}

/* ---- rounds ---- */

gint64 learning_rounds(const struct learning *l)
{
    return l->way < LEARN_LISTED ? 0 : ((gint64)l->pool->len + l->batch - 1) / l->batch;
}

static void add_listed(const struct learning *l, gint64 round, GPtrArray *batch)
{
    gint64 first = (round - 1) % learning_rounds(l) * l->batch;
    for (gint64 i = first; i < first + l->batch && i < (gint64)l->pool->len; i++)
        g_ptr_array_add(batch, l->pool->pdata[i]);
}

/* The same for a seed and a round, whenever it is asked for. */
static void add_random(const struct learning *l, gint64 round, GPtrArray *batch)
{
    const guint32 seeds[] = {(guint32)l->seed, (guint32)round};
    GRand *chance = g_rand_new_with_seed_array(seeds, G_N_ELEMENTS(seeds));
    g_autoptr(GPtrArray) rest = g_ptr_array_copy(l->pool, NULL, NULL);
    g_ptr_array_set_free_func(rest, NULL);
    while (rest->len && (gint64)batch->len < l->batch)
        g_ptr_array_add(batch, g_ptr_array_remove_index(rest, (guint)g_rand_int_range(chance, 0, (gint32)rest->len)));
    g_rand_free(chance);
}

static void add_proposed(const struct learning *l, const char *reason, GPtrArray *batch)
{
    g_auto(GStrv) goals = g_strsplit(reason + strlen(LEARN_PROPOSED), "; ", -1);
    for (guint g = 0; goals[g]; g++)
        for (guint i = 0; i < l->pool->len && (gint64)batch->len < l->batch; i++) {
            struct learn_task *task = l->pool->pdata[i];
            if (g_str_equal(task->goal, goals[g]) && !g_ptr_array_find(batch, task, NULL))
                g_ptr_array_add(batch, task);
        }
}

GPtrArray *learning_batch(const struct learning *l, gint64 round)
{
    const struct memory_episode *proposal = l->way == LEARN_PROPOSE ? of_round(l, LEARN_PROPOSAL, round) : NULL;
    if (l->way == LEARN_PROPOSE && (!proposal || !proposal->outcome))
        return NULL;
    GPtrArray *batch = g_ptr_array_new();
    if (l->way == LEARN_LISTED)
        add_listed(l, round, batch);
    else if (!proposal || !proposal->reason || !g_str_has_prefix(proposal->reason, LEARN_PROPOSED))
        add_random(l, round, batch); /* also where the agent proposed nothing that can be done */
    else
        add_proposed(l, proposal->reason, batch);
    return batch;
}

char *learning_left_out(const struct learning *l, const struct learn_task *task, gint64 round)
{
    const struct learn_task *ground = task->ground ? learning_task(l, task->ground) : NULL;
    if (!ground)
        return NULL;
    struct learn_count c = learning_count(l, (struct learn_which){.path = ground->path});
    const struct memory_episode *now = of_round(l, ground->path, round);
    bool waits = now && !now->outcome; /* it is tried on trust meanwhile */
    return c.tries && !c.successes && !waits ? g_strdup_printf("its ground, %s, has failed", ground->goal) : NULL;
}

gint64 learning_known_us(const struct learning *l, gint64 round)
{
    if (l->way < LEARN_LISTED)
        return 0;
    struct learn_count before = learning_count(l, (struct learn_which){.last_round = round - 1});
    return round > 1 ? MAX(before.at_us, l->begun_us) : l->begun_us;
}

static bool is_begun(const struct learning *l, const struct learn_task *task, gint64 round)
{
    return of_round(l, task->path, round) != NULL;
}

/* A round begins when the one before is done: what that has remembered is there for it. */
static struct learn_next next_of_rounds(const struct learning *l)
{
    const gint64 rounds = l->epochs * learning_rounds(l);
    for (gint64 round = 1; round <= rounds; round++) {
        g_autoptr(GPtrArray) batch = learning_batch(l, round);
        if (!batch && is_begun(l, l->propose, round))
            break;
        if (!batch)
            return (struct learn_next){l->propose, round, l->seed + round - 1, NULL};
        bool open = false;
        for (guint i = 0; i < batch->len; i++) {
            const struct memory_episode *e = of_round(l, ((const struct learn_task *)batch->pdata[i])->path, round);
            if (!e)
                return (struct learn_next){batch->pdata[i], round, l->seed + round - 1, NULL};
            open = open || !e->outcome;
        }
        if (open)
            break;
    }
    return (struct learn_next){0};
}

bool learning_closes(const struct learning *l, const struct memory_episode *e)
{
    g_autoptr(GPtrArray) batch = l->way < LEARN_LISTED ? g_ptr_array_new() : learning_batch(l, e->round);
    bool closes = batch != NULL; /* a proposal closes nothing */
    for (guint i = 0; closes && i < batch->len; i++) {
        const struct memory_episode *one = of_round(l, ((const struct learn_task *)batch->pdata[i])->path, e->round);
        closes = one && (one->id == e->id || one->outcome);
    }
    return closes;
}

/* ---- both ---- */

static const struct memory_episode *dropped(const struct learning *l)
{
    for (guint i = 0; i < l->episodes->len; i++) {
        const struct memory_episode *e = l->episodes->pdata[i];
        if (!e->outcome && !e->run && !g_hash_table_contains(l->left, &e->id) && learning_task(l, e->task))
            return e;
    }
    return NULL;
}

struct learn_next learning_next(const struct learning *l)
{
    const struct memory_episode *again = dropped(l);
    if (again)
        return (struct learn_next){learning_task(l, again->task), again->round, again->seed, again};
    return l->way < LEARN_LISTED ? next_of_pool(l) : next_of_rounds(l);
}

bool learning_is_done(const struct learning *l)
{
    bool open = false;
    for (guint i = 0; i < l->episodes->len && !open; i++)
        open = !((const struct memory_episode *)l->episodes->pdata[i])->outcome;
    return !open && !learning_next(l).task;
}

void learn_task_free(struct learn_task *task)
{
    if (!task)
        return;
    char *owned[] = {task->path, task->goal, task->group, task->display, task->ground};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(task);
}

char *learning_name(const struct learning *l, const char *path, const char *goal)
{
    g_autofree char *file = g_path_get_basename(path);
    guint same = 0;
    for (guint i = 0; i < l->pool->len; i++)
        same += g_str_equal(((const struct learn_task *)l->pool->pdata[i])->goal, goal);
    return same > 1 ? g_strdup_printf("%s (%s)", goal, file) : g_strdup(goal);
}
