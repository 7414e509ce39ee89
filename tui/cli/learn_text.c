#include "tui/cli/learn.h"

#include "skills/timeline/visible.h"
#include "tui/cli/table.h"

#include <stdio.h>

static void put_count(struct table *t, const struct learn_count *c)
{
    table_format(t, "%" G_GINT64_FORMAT, c->tries);
    table_format(t, "%" G_GINT64_FORMAT, c->successes);
    table_format(t, c->tries ? "%.1f %%" : "–", 100.0 * (double)c->successes / (double)MAX(c->tries, 1));
    table_format(t, c->tries ? "%.1f" : "–", (double)c->steps / (double)MAX(c->tries, 1));
    table_format(t, c->tries ? "%.1f" : "–", (double)c->calls / (double)MAX(c->tries, 1));
    table_format(t, "%.4f", c->cost);
    table_format(t, "%" G_GINT64_FORMAT, c->open);
    table_format(t, "%" G_GINT64_FORMAT, c->dropped);
}

char *learn_text_table(const struct learning *l, int width)
{
    struct table t;
    table_begin(&t, "wlrrrrrrrr", "GOAL", "GROUP", "TRIES", "SUCCESS", "RATE", "STEPS", "CALLS", "COST", "OPEN", "DROPPED");
    for (guint i = 0; i < l->pool->len; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        struct learn_count c = learning_count(l, task->path);
        table_text(&t, task->goal);
        table_text(&t, task->group);
        put_count(&t, &c);
    }
    struct learn_count all = learning_count(l, NULL);
    table_text(&t, "all");
    table_text(&t, NULL);
    put_count(&t, &all);
    return table_end(&t, width);
}

/* The widest goal, within reason. */
static int goal_width(const struct learning *l)
{
    glong width = 4;
    for (guint i = 0; i < l->pool->len; i++)
        width = MAX(width, g_utf8_strlen(((const struct learn_task *)l->pool->pdata[i])->goal, -1));
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
    struct learn_count c = learning_count(l, e->task);
    g_autofree char *goal = visible_text(e->goal), *reason = visible_text(e->reason ? e->reason : "");
    printf("%-*.*s %6" G_GINT64_FORMAT " %6" G_GINT64_FORMAT " %-8s %5" G_GINT64_FORMAT " %7" G_GINT64_FORMAT
           " %6" G_GINT64_FORMAT " %6" G_GINT64_FORMAT " %8.4f  %.80s\n",
           goal_width(l), goal_width(l), goal, e->seed, e->run, e->outcome, c.tries, c.successes, e->steps, e->calls, e->cost,
           g_str_equal(e->outcome, "success") ? "" : reason);
    fflush(stdout);
}
