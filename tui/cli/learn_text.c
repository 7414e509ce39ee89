#include "tui/cli/learn.h"

#include "engine/agents/wanted.h"
#include "memory/plans.h"
#include "skills/timeline/visible.h"
#include "tui/cli/table.h"

#include <stdio.h>
#include <string.h>

static void put_number(struct table *t, gint64 n)
{
    table_format(t, "%" G_GINT64_FORMAT, n);
}

/* Tries, successes, and their share. */
static void put_rate(struct table *t, const struct learn_count *c)
{
    put_number(t, c->tries);
    put_number(t, c->successes);
    table_format(t, c->tries ? "%.1f %%" : "–", 100.0 * (double)c->successes / (double)MAX(c->tries, 1));
}

static void put_count(struct table *t, const struct learn_count *c)
{
    put_rate(t, c);
    table_format(t, c->tries ? "%.1f" : "–", (double)c->steps / (double)MAX(c->tries, 1));
    table_format(t, c->tries ? "%.1f" : "–", (double)c->calls / (double)MAX(c->tries, 1));
    table_format(t, "%.4f", c->cost);
    put_number(t, c->open);
    put_number(t, c->dropped);
    put_number(t, c->left_out);
}

static char *by_task(const struct learning *l, int width)
{
    struct table t;
    table_begin(&t, "wlrrrrrrrrr", "GOAL", "GROUP", "TRIES", "SUCCESS", "RATE", "STEPS", "CALLS", "COST", "OPEN", "DROPPED",
                "LEFT OUT");
    for (guint i = 0; i < l->pool->len; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        struct learn_count c = learning_count(l, (struct learn_which){.path = task->path});
        g_autofree char *name = learning_name(l, task->path, task->goal);
        table_text(&t, name);
        table_text(&t, task->group);
        put_count(&t, &c);
    }
    struct learn_count all = learning_count(l, (struct learn_which){0});
    table_text(&t, "all");
    table_text(&t, NULL);
    put_count(&t, &all);
    return table_end(&t, width);
}

/* The groups of the pool, each once. Caller unrefs. */
static GPtrArray *groups_of(const struct learning *l)
{
    GPtrArray *groups = g_ptr_array_new();
    for (guint i = 0; i < l->pool->len; i++) {
        const char *group = ((const struct learn_task *)l->pool->pdata[i])->group;
        if (*group && !g_ptr_array_find_with_equal_func(groups, group, g_str_equal, NULL))
            g_ptr_array_add(groups, (gpointer)group);
    }
    return groups;
}

static char *by_group(const struct learning *l, int width)
{
    struct table t;
    g_autoptr(GPtrArray) groups = groups_of(l);
    if (!groups->len)
        return g_strdup("");
    table_begin(&t, "wrrr", "GROUP", "TRIES", "SUCCESS", "RATE");
    for (guint i = 0; i < groups->len; i++) {
        struct learn_count c = learning_count(l, (struct learn_which){.group = groups->pdata[i]});
        table_text(&t, groups->pdata[i]);
        put_rate(&t, &c);
    }
    return table_end(&t, width);
}

/* What memory and time have brought. */
static char *by_epoch(const struct learning *l, int width)
{
    const gint64 rounds = learning_rounds(l);
    struct table t;
    if (!rounds)
        return g_strdup("");
    table_begin(&t, "rrrrrr", "EPOCH", "TRIES", "SUCCESS", "RATE", "MEMORY", "MINUTES");
    for (gint64 epoch = 1; epoch <= l->epochs; epoch++) {
        struct learn_count c =
            learning_count(l, (struct learn_which){.first_round = (epoch - 1) * rounds + 1, .last_round = epoch * rounds});
        put_number(&t, epoch);
        put_rate(&t, &c);
        table_format(&t, c.tries ? "%" G_GINT64_FORMAT : "–", c.memory);
        table_format(&t, c.tries ? "%.1f" : "–", (double)(c.at_us - l->begun_us) / (60.0 * G_USEC_PER_SEC));
    }
    return table_end(&t, width);
}

char *learn_text_tables(const struct learning *l, int width)
{
    g_autofree char *tasks = by_task(l, width), *groups = by_group(l, width), *epochs = by_epoch(l, width);
    return g_strconcat(tasks, *groups ? "\n" : "", groups, *epochs ? "\n" : "", epochs, NULL);
}

/* ---- references ---- */

bool learn_is_practised(const struct learning *l, const struct learn_task *task)
{
    return learning_count(l, (struct learn_which){.path = task->path}).successes >= PLAN_FOLD;
}

/* Of the world of that task, as plans are remembered for it. */
static bool has_reference(memory *m, const struct learn_task *task, const char *goal, bool *ret_has, GError **error)
{
    g_autofree char *world = g_strndup(task->display, strcspn(task->display, "?"));
    const struct memory_plans_asked asked = {.app = world, .goal = goal};
    g_autoptr(GPtrArray) plans = memory_plans(m, &asked, error);
    *ret_has = false;
    for (guint i = 0; plans && i < plans->len; i++)
        *ret_has |= ((const struct memory_plan *)plans->pdata[i])->reference;
    return plans != NULL;
}

char *learn_without_reference(const struct learning *l, memory *m, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; l->way == LEARN_PRACTICE && i < l->pool->len; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        g_autoptr(GPtrArray) goals = learn_is_practised(l, task) ? wanted_parse(task->goal, G_MAXINT64, NULL) : NULL;
        for (guint k = 0; goals && k < goals->len; k++) {
            const char *goal = ((const struct wanted *)goals->pdata[k])->name;
            bool has;
            if (!has_reference(m, task, goal, &has, error))
                return NULL;
            if (!has)
                g_string_append_printf(out, "%s%s", out->len ? ", " : "", goal);
        }
    }
    return g_strdup(out->str);
}

/* ---- as it goes on ---- */

static glong name_width(const struct learning *l, const struct learn_task *task)
{
    g_autofree char *name = learning_name(l, task->path, task->goal);
    return g_utf8_strlen(name, -1);
}

/* The widest goal, within reason. */
static int goal_width(const struct learning *l)
{
    glong width = 4;
    for (guint i = 0; i < l->pool->len; i++)
        width = MAX(width, name_width(l, l->pool->pdata[i]));
    return (int)MIN(width, 32);
}

void learn_text_head(const struct learning *l)
{
    printf("%-*s %6s %6s %-8s %5s %7s %6s %6s %8s  %s\n", goal_width(l), "GOAL", "SEED", "RUN", "OUTCOME", "TRIES", "SUCCESS",
           "STEPS", "CALLS", "COST", "REASON");
    fflush(stdout);
}

void learn_text_row(const struct learning *l, const struct memory_episode *e)
{
    struct learn_count c = learning_count(l, (struct learn_which){.path = e->task});
    g_autofree char *name = learning_name(l, e->task, e->goal), *goal = visible_text(name),
                    *reason = visible_text(e->reason ? e->reason : "");
    printf("%-*.*s %6" G_GINT64_FORMAT " %6" G_GINT64_FORMAT " %-8s %5" G_GINT64_FORMAT " %7" G_GINT64_FORMAT
           " %6" G_GINT64_FORMAT " %6" G_GINT64_FORMAT " %8.4f  %.80s\n",
           goal_width(l), goal_width(l), goal, e->seed, e->run, e->outcome, c.tries, c.successes, e->steps, e->calls, e->cost,
           g_str_equal(e->outcome, "success") ? "" : reason);
    fflush(stdout);
}
