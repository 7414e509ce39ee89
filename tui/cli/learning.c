#include "tui/cli/learning.h"

#include "memory/plans.h"

struct learn_count learning_count(const struct learning *l, const char *path)
{
    struct learn_count c = {0};
    for (guint i = 0; i < l->episodes->len; i++) {
        const struct memory_episode *e = l->episodes->pdata[i];
        if (path && !g_str_equal(e->task, path))
            continue;
        c.dropped += e->dropped;
        if (!e->outcome) {
            c.open++;
            continue;
        }
        c.tries++;
        c.successes += g_str_equal(e->outcome, "success");
        c.steps += e->steps;
        c.calls += e->calls;
        c.cost += e->cost;
    }
    return c;
}

const struct learn_task *learning_task(const struct learning *l, const char *path)
{
    for (guint i = 0; i < l->pool->len; i++)
        if (g_str_equal(((const struct learn_task *)l->pool->pdata[i])->path, path))
            return l->pool->pdata[i];
    return NULL;
}

/* The next seed that the task is begun with; 0 = it was begun with all. */
static gint64 next_seed(const struct learning *l, const char *path)
{
    gint64 seed = l->seed;
    for (guint i = 0; i < l->episodes->len; i++) {
        const struct memory_episode *e = l->episodes->pdata[i];
        if (e->round == l->round && e->seed >= seed && g_str_equal(e->task, path))
            seed = e->seed + 1;
    }
    return seed < l->seed + l->seeds ? seed : 0;
}

/* Those that are under way may succeed, so that no more are begun than can be wanted. */
static bool wants_more(const struct learning *l, const char *path)
{
    struct learn_count c = learning_count(l, path);
    return !l->practice || c.successes + c.open < PLAN_FOLD;
}

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
        return (struct learn_next){learning_task(l, again->task), again->seed, again};
    for (guint i = 0; i < l->pool->len; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        gint64 seed = wants_more(l, task->path) ? next_seed(l, task->path) : 0;
        if (seed)
            return (struct learn_next){task, seed, NULL};
    }
    return (struct learn_next){0};
}

bool learning_is_done(const struct learning *l)
{
    return !learning_next(l).task && learning_count(l, NULL).open == 0;
}

void learn_task_free(struct learn_task *task)
{
    if (!task)
        return;
    char *owned[] = {task->path, task->goal, task->group, task->display};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(task);
}
