#ifndef TESTS_ENGINE_AGENTS_GITM_GOALS_H
#define TESTS_ENGINE_AGENTS_GITM_GOALS_H

/* What tests of GITM's goal tree share: ways as one line of text, a tree as one line. Include cmocka's headers first. */

#include "engine/agents/gitm/goals.h"
#include "engine/modules/counts.h"

static inline void goals_row_free(void *goal)
{
    mind_free(&goal_table, goal);
}

static inline void goals_way_free(void *way)
{
    mind_free(&goal_way_table, way);
}

static inline struct goals *goals_new(void)
{
    struct goals *g = g_new0(struct goals, 1);
    g->rows = g_ptr_array_new_with_free_func(goals_row_free);
    g->ways = g_ptr_array_new_with_free_func(goals_way_free);
    g->fuels = counts_new();
    return g;
}

static inline void goals_free(struct goals *g)
{
    g_ptr_array_unref(g->rows);
    g_ptr_array_unref(g->ways);
    g_hash_table_unref(g->fuels);
    g_free(g->fuel);
    g_free(g);
}

/* "planks 4 = log 1; table", "planks | oak_planks spruce_planks = log 1": behind ; a tool, behind | what does as well. */
static inline void learn(struct goals *g, const char *text)
{
    g_auto(GStrv) sides = g_strsplit(text, " = ", 2), tool = g_strsplit(sides[1] ? sides[1] : "", "; ", 2);
    g_auto(GStrv) also = g_strsplit(sides[0], " | ", 2), head = g_strsplit(also[0], " ", 2);
    g_auto(GStrv) members = g_strsplit(also[1] ? also[1] : "", " ", -1), parts = g_strsplit(tool[0] ? tool[0] : "", ", ", -1);
    g_autoptr(GHashTable) material = counts_new();
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (char **part = parts; *part && **part; part++) {
        g_auto(GStrv) words = g_strsplit(*part, " ", 2);
        counts_set(material, words[0], g_ascii_strtoll(words[1], NULL, 10));
    }
    for (char **member = members; *member && **member; member++)
        g_ptr_array_add(names, *member);
    goals_learn(g, goal_way_new(head[0], head[1] ? g_ascii_strtoll(head[1], NULL, 10) : 1, material, tool[0] ? tool[1] : NULL,
                                names, "how"));
}

static inline GHashTable *counts(const char *text)
{
    GHashTable *c = counts_new();
    g_auto(GStrv) parts = g_strsplit(text, ", ", -1);
    for (char **part = parts; *part && **part; part++) {
        g_auto(GStrv) words = g_strsplit(*part, " ", 2);
        counts_set(c, words[0], g_ascii_strtoll(words[1], NULL, 10));
    }
    return c;
}

static inline void plan(struct goals *g, const char *inventory)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) there = counts(inventory);
    if (!goals_plan(g, there, NULL, NULL, &error))
        fail_msg("%s", error->message);
}

/* The rows as "pickaxe 1(planks 3(log 1)·stick 2)"; a mark before what is not open. */
static inline void shown(const struct goals *g, guint *i, gint64 depth, GString *out)
{
    static const char *const marks[] = {"", "", "+", "!", "-"};
    for (bool first = true; *i < g->rows->len; first = false) {
        const struct goal *goal = g->rows->pdata[*i];
        if (goal->depth < depth)
            return;
        g_string_append_printf(out, "%s%s%s %d", first ? "" : "·", marks[goal->state], goal->object, (int)goal->count);
        ++*i;
        if (*i < g->rows->len && ((const struct goal *)g->rows->pdata[*i])->depth > depth) {
            g_string_append_c(out, '(');
            shown(g, i, depth + 1, out);
            g_string_append_c(out, ')');
        }
    }
}

static inline void assert_rows(const struct goals *g, const char *expected)
{
    g_autoptr(GString) out = g_string_new(NULL);
    guint i = 0;
    shown(g, &i, 0, out);
    assert_string_equal(out->str, expected);
}

static inline struct goals *pickaxe(void)
{
    struct goals *g = goals_new();
    learn(g, "pickaxe = planks 3, stick 2; table");
    learn(g, "table = planks 4");
    learn(g, "stick 4 = planks 2");
    learn(g, "planks 4 | oak_planks = log 1");
    learn(g, "log");
    assert_true(goals_parse(g, "pickaxe", NULL));
    return g;
}

static inline gint64 id_of(const struct goals *g, const char *object)
{
    for (guint i = 0; i < g->rows->len; i++)
        if (g_str_equal(((const struct goal *)g->rows->pdata[i])->object, object))
            return ((const struct goal *)g->rows->pdata[i])->id;
    fail_msg("no %s", object);
    return 0;
}

#endif
