/* Plans are found by text, then by picture and state; what worked comes first; the best of each goal asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/recall/plan_finder.h"

static config *cfg;
static memory *m;

static void add_text(const char *app, const char *text, gint64 step, const char *goal, enum plan_outcome outcome, guint64 print,
                     const char *state)
{
    g_autoptr(GError) error = NULL;
    const struct memory_plan plan = {.run = 1,
                                     .step = step,
                                     .outcome = outcome,
                                     .of_goals = true,
                                     .by = (char *)"model",
                                     .app = (char *)app,
                                     .goal = (char *)goal,
                                     .task = (char *)goal,
                                     .print = (gint64)print,
                                     .state = (char *)state,
                                     .text = (char *)text};
    assert_true(memory_plan_add(m, &plan, NULL, &error));
}

static void add(gint64 step, const char *goal, enum plan_outcome outcome, guint64 print, const char *state)
{
    g_autofree char *text = g_strdup_printf("mine %d log", (int)step);
    add_text("world:small", text, step, goal, outcome, print, state);
}

#define FOREST "{\"inventory\":{\"log\":2},\"biome\":\"forest\",\"y\":64,\"time\":\"day\"}"
#define CAVE "{\"inventory\":{\"iron\":3},\"biome\":\"desert\",\"y\":0,\"time\":\"night\"}"

static int setup(void **state)
{
    (void)state;
    cfg = config_load(NULL);
    m = memory_open(g_get_user_data_dir(), true, NULL);
    add(1, "iron_pickaxe", PLAN_WORKED, 0xff00, CAVE);
    add(2, "iron_pickaxe", PLAN_WORKED, 0xff01, FOREST);
    add(3, "iron_pickaxe", PLAN_FAILED, 0xff01, FOREST);
    add(4, "stick", PLAN_WORKED, 0, NULL);
    add(5, "diamond_pickaxe", PLAN_WORKED, 0, FOREST);
    add(6, "mutton", PLAN_WORKED, 0, FOREST);
    return cfg && m ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    memory_close(m);
    config_free(cfg);
    return 0;
}

/* "iron_pickaxe 2 worked; …": goal, step, outcome. */
static char *found(const struct plan_query *query, char **ret_first)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(plan_finder) f = plan_finder_new(cfg, NULL, m);
    g_autoptr(GArray) hits = plan_finder_search(f, query, &error);
    GString *out = g_string_new(NULL);
    g_assert_no_error(error);
    for (guint i = 0; i < hits->len; i++) {
        const struct plan_found *hit = &g_array_index(hits, struct plan_found, i);
        g_string_append_printf(out, "%s%s %d %s", i ? "; " : "", hit->plan->goal, (int)hit->plan->step,
                               plan_outcome_name(hit->plan->outcome));
    }
    if (ret_first)
        *ret_first = hits->len ? plan_found_explain(&g_array_index(hits, struct plan_found, 0)) : NULL;
    return g_string_free(out, FALSE);
}

static void situation__decides_between_plans_of_a_goal(void **state)
{
    (void)state;
    struct plan_query query = {.app = "world:small",
                               .task = "iron_pickaxe",
                               .texts = PLAN_TEXTS_GOALS,
                               .by_situation = true,
                               .printed = true,
                               .print = 0xff01,
                               .state = FOREST,
                               .threshold = 0.9,
                               .most = 5};
    g_autofree char *why = NULL, *forest = found(&query, &why);
    assert_string_equal(forest, "iron_pickaxe 2 worked; iron_pickaxe 1 worked; iron_pickaxe 3 failed");
    assert_string_equal(why, "text 1.00, picture 0 of 64 bits differ, state 1.00");
    query.state = CAVE;
    query.print = 0xff00;
    query.most = 1;
    g_autofree char *cave = found(&query, NULL);
    assert_string_equal(cave, "iron_pickaxe 1 worked");
    query.by_situation = false;
    g_autofree char *text = found(&query, NULL); /* the newest */
    assert_string_equal(text, "iron_pickaxe 2 worked");
}

static void goals_asked_for__give_their_best(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) goals = g_ptr_array_new();
    g_ptr_array_add(goals, (gpointer) "stick");
    g_ptr_array_add(goals, (gpointer) "moon");
    g_ptr_array_add(goals, (gpointer) "iron_pickaxe");
    struct plan_query query = {.app = "world:small", .task = "iron_pickaxe", .goals = goals, .threshold = 0.9, .most = 3};
    g_autofree char *three = found(&query, NULL);
    assert_string_equal(three, "iron_pickaxe 2 worked; stick 4 worked; iron_pickaxe 1 worked");
    query.threshold = 0.1; /* what is like it, too */
    query.most = 6;
    g_autofree char *like = found(&query, NULL);
    assert_non_null(strstr(like, "diamond_pickaxe 5 worked"));
    assert_null(strstr(like, "mutton"));
    query.app = "elsewhere";
    g_autofree char *none = found(&query, NULL);
    assert_string_equal(none, "");
    query.app = "world:small";
    query.texts = PLAN_TEXTS_CALLS;
    g_autofree char *calls = found(&query, NULL);
    assert_string_equal(calls, "");
}

static void equal_plans__are_one_that_counts(void **state)
{
    (void)state;
    static const char app[] = "world:equal";
    struct plan_query query = {
        .app = app, .task = "spade", .by_situation = true, .state = CAVE, .threshold = 0.9, .most = 3, .printed = false};
    add_text(app, "mine 3 timber", 1, "spade", PLAN_WORKED, 0, NULL);
    add_text(app, "mine 2 timber", 2, "spade", PLAN_WORKED, 0, FOREST);
    add_text(app, "mine 2 timber", 3, "spade", PLAN_WORKED, 0, CAVE);
    add_text(app, "mine 2 timber", 4, "spade", PLAN_WORKED, 0, FOREST);
    add_text(app, "mine 2 timber", 5, "spade", PLAN_FAILED, 0, CAVE); /* that it failed is told as well */
    g_autofree char *why = NULL, *three = found(&query, &why);        /* of equal ones, that of the most like situation */
    assert_string_equal(three, "spade 3 worked; spade 1 worked; spade 5 failed");
    assert_string_equal(why, "text 1.00, state 1.00, 2 more with the same text");
}

static void states__are_alike_by_their_parts(void **state)
{
    (void)state;
    assert_true(plan_state_likeness(FOREST, FOREST) > 0.999);
    assert_true(plan_state_likeness(FOREST, CAVE) < 0.1);
    assert_true(plan_state_likeness("{\"inventory\":{\"log\":1}}", "{\"inventory\":{\"log\":2}}") == 0.5);
    assert_true(plan_state_likeness("{\"inventory\":{}}", "{\"inventory\":{}}") == 1);
    static const char *const unknown[] = {NULL, "", "[]", "{}", "{\"inventory\":5,\"y\":\"x\"}", "not JSON"};
    for (gsize i = 0; i < G_N_ELEMENTS(unknown); i++)
        assert_true(plan_state_likeness(FOREST, unknown[i]) == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(situation__decides_between_plans_of_a_goal),
        cmocka_unit_test(goals_asked_for__give_their_best),
        cmocka_unit_test(equal_plans__are_one_that_counts),
        cmocka_unit_test(states__are_alike_by_their_parts),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
