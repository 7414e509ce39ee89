/* GITM's goal tree and people: what they edit, leave out, bring back and go to; and what is burnt, by what is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/engine/agents/gitm_goals.h"

static void goals__a_person__edits_inserts_removes_and_goes(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct goals *g = pickaxe();
    plan(g, "");
    assert_true(goals_change(g, id_of(g, "stick"), BOARD_EDIT, "stick 6", &error));
    plan(g, "");
    assert_rows(g, "pickaxe 1(table 1(planks 4(log 1))·planks 3(log 1)·stick 6(planks 4(log 1)))");
    assert_true(goals_row(g, id_of(g, "stick"))->touched);
    assert_true(goals_change(g, id_of(g, "pickaxe"), BOARD_EDIT, "pickaxe 1 with anvil", &error));
    plan(g, "");
    assert_rows(g, "pickaxe 1(anvil 1·planks 3(log 1)·stick 6(planks 4(log 1)))");
    assert_true(goals_change(g, id_of(g, "planks"), BOARD_INSERT, "bread 2", &error));
    assert_true(goals_change(g, id_of(g, "anvil"), BOARD_REMOVE, NULL, &error));
    plan(g, "");
    /* the planks that were planned first left one over */
    assert_rows(g, "pickaxe 1(bread 2·-anvil 1·planks 3(log 1)·stick 6(planks 4(log 1)))");
    assert_string_equal(goals_next(g)->object, "bread");
    assert_true(goals_change(g, id_of(g, "stick"), BOARD_GO, NULL, &error));
    plan(g, "");
    assert_string_equal(goals_next(g)->object, "log");
    goals_done(g, goals_next(g)->id);
    plan(g, "log 1");
    assert_string_equal(goals_next(g)->object, "planks");
    assert_int_equal(goals_next(g)->count, 4);
    assert_false(goals_change(g, 999, BOARD_GO, NULL, &error));
    g_clear_error(&error);
    static const char *const bad[] = {"", "stick 0", "stick 1000000000", "stick with", "two words and more"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        assert_false(goals_change(g, id_of(g, "stick"), BOARD_EDIT, bad[i], &error));
        g_clear_error(&error);
    }
    assert_true(goals_change(g, 0, BOARD_INSERT, "3 boat", &error)); /* as "boat 3" */
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    goals_rows(g, rows);
    assert_string_equal(((const struct board_row *)rows->pdata[rows->len - 1])->text, "boat 3");
    assert_int_equal(rows->len, g->rows->len);
    goals_free(g);
}

static void goals__the_tasks_own__is_not_removed(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct goals *g = pickaxe();
    plan(g, "");
    assert_false(goals_change(g, id_of(g, "pickaxe"), BOARD_REMOVE, NULL, &error));
    assert_non_null(strstr(error->message, "the task asks for pickaxe"));
    g_clear_error(&error);
    assert_true(goals_change(g, 0, BOARD_INSERT, "boat 3", &error)); /* a person's own may go */
    assert_true(goals_change(g, id_of(g, "boat"), BOARD_REMOVE, NULL, &error));
    assert_string_equal(goals_next(g)->object, "log");
    goals_free(g);
}

/* A lie is mended: what stood in the place of the thing is not needed beside it. */
static void goals__another_thing_in_its_place__is_all_that_is_needed(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    learn(g, "bread = gold_bar 1; anvil");
    learn(g, "gold_bar = gold 1");
    assert_true(goals_parse(g, "3 bread", NULL));
    plan(g, "");
    assert_rows(g, "bread 3(anvil 1·gold_bar 3(gold 3))");
    assert_true(goals_change(g, id_of(g, "gold_bar"), BOARD_EDIT, "dough 3", NULL));
    assert_true(goals_change(g, id_of(g, "anvil"), BOARD_EDIT, "oven 1", NULL));
    plan(g, "");
    assert_rows(g, "bread 3(oven 1·dough 3)");
    assert_int_equal(counts_get(goals_way(g, "bread")->material, "dough"), 1);
    goals_free(g);
}

/* What was left out before anybody asked how it is got is not asked about. */
static void goals__left_out__is_not_unknown(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    learn(g, "bed = frame 1, wool 3");
    learn(g, "frame = planks 2");
    learn(g, "wool");
    assert_true(goals_parse(g, "bed", NULL));
    plan(g, "");
    assert_string_equal(goals_unknown(g)->object, "planks");
    assert_true(goals_change(g, id_of(g, "frame"), BOARD_REMOVE, NULL, NULL));
    assert_null(goals_unknown(g));
    plan(g, "");
    assert_null(goals_unknown(g));
    assert_string_equal(goals_next(g)->object, "wool");
    goals_free(g);
}

/* What a person left out is not there: nothing has it, nothing foresees it, and what else needs it gets it. */
static void goals__left_out__is_not_had_and_comes_back(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    g_autoptr(GHashTable) nothing = counts_new(), predicted = NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    learn(g, "wall = granite 2, plank 1");
    learn(g, "granite = ; hammer");
    learn(g, "plank = ; hammer");
    learn(g, "hammer = stick 1");
    learn(g, "stick");
    assert_true(goals_parse(g, "wall", NULL));
    plan(g, "");
    assert_rows(g, "wall 1(granite 2(hammer 1(stick 1))·plank 1(-hammer 1))");
    assert_true(goals_change(g, id_of(g, "hammer"), BOARD_REMOVE, NULL, NULL));
    assert_true(goals_plan(g, nothing, &predicted, NULL, NULL));
    assert_rows(g, "wall 1(granite 2(-hammer 1(-stick 1))·plank 1(hammer 1(stick 1)))");
    assert_int_equal(counts_get(predicted, "hammer"), 1);
    gint64 hammer = id_of(g, "hammer"), stick = id_of(g, "stick");
    assert_true(goals_change(g, stick, BOARD_REMOVE, NULL, NULL)); /* again: it comes back, with what it is for */
    plan(g, "");
    assert_rows(g, "wall 1(granite 2(hammer 1(stick 1))·plank 1(-hammer 1))");
    assert_true(goals_change(g, hammer, BOARD_REMOVE, NULL, NULL));
    assert_true(goals_change(g, hammer, BOARD_GO, NULL, NULL)); /* with what it needs */
    plan(g, "");
    assert_string_equal(goals_next(g)->object, "stick");
    goals_free(g);
}

static void goals__go__to_what_is_there_does_it_once_more(void **state)
{
    (void)state;
    struct goals *g = pickaxe();
    plan(g, "planks 20, table 1");
    assert_rows(g, "pickaxe 1(-table 1·-planks 3·stick 2(-planks 2))");
    assert_true(goals_change(g, id_of(g, "table"), BOARD_GO, NULL, NULL));
    plan(g, "planks 20, table 1");
    assert_string_equal(goals_next(g)->object, "table");
    goals_done(g, goals_next(g)->id);
    plan(g, "planks 16, table 2");
    assert_string_equal(goals_next(g)->object, "stick");
    goals_free(g);
}

/* "GOAL there": what the chosen goal still gets with that inventory. */
static void assert_gets(struct goals *g, const char *object, const char *inventory, gint64 get)
{
    plan(g, inventory);
    assert_string_equal(goals_next(g)->object, object);
    assert_int_equal(goals_next(g)->get, get);
}

/* Its count is made once, from what was there when the person went to it: what is made of it does not raise the aim. */
static void goals__go__makes_its_count_once(void **state)
{
    (void)state;
    struct goals *g = pickaxe();
    plan(g, "");
    gint64 log = id_of(g, "log");
    assert_true(goals_change(g, log, BOARD_GO, NULL, NULL)); /* it is the next one already */
    assert_gets(g, "log", "", 1);
    assert_true(goals_change(g, log, BOARD_EDIT, "log 3", NULL));
    assert_gets(g, "log", "", 3);
    assert_gets(g, "log", "log 2", 1);
    plan(g, "log 3");
    assert_int_equal(goals_row(g, log)->state, BOARD_LEFT_OUT);
    assert_int_equal(g->chosen, 0);
    goals_done(g, log);
    assert_string_equal(goals_next(g)->object, "planks");
    gint64 top = id_of(g, "pickaxe");
    assert_true(goals_change(g, top, BOARD_GO, NULL, NULL));
    plan(g, "pickaxe 1, planks 3, stick 2, table 1");
    assert_gets(g, "pickaxe", "pickaxe 1, planks 3, stick 2, table 1", 1); /* one more than is there */
    plan(g, "pickaxe 2, table 1");
    assert_int_equal(goals_row(g, top)->state, BOARD_LEFT_OUT);
    goals_done(g, top);
    assert_null(goals_next(g));
    goals_free(g);
}

/* Another goal keeps some of it, or its own is done: the count is made all the same, and no more. */
static void goals__go__counts_all_that_is_there(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    learn(g, "axe = flint 2");
    learn(g, "knife = flint 3");
    learn(g, "flint");
    assert_true(goals_parse(g, "axe, knife", NULL));
    plan(g, "");
    assert_rows(g, "axe 1(flint 2)·knife 1(flint 3)");
    gint64 flint = ((const struct goal *)g->rows->pdata[3])->id;
    assert_true(goals_change(g, flint, BOARD_GO, NULL, NULL));
    assert_gets(g, "flint", "", 3);
    assert_gets(g, "flint", "flint 2", 1);
    plan(g, "flint 3");
    assert_int_equal(goals_row(g, flint)->state, BOARD_LEFT_OUT);
    goals_done(g, flint);
    plan(g, "flint 3");
    assert_string_equal(goals_next(g)->object, "axe"); /* then the tree in its order */
    goals_done(g, goals_next(g)->id);
    plan(g, "flint 1, axe 1");
    assert_string_equal(goals_next(g)->object, "flint");
    flint = ((const struct goal *)g->rows->pdata[1])->id; /* of the axe, which is done */
    assert_true(goals_change(g, flint, BOARD_GO, NULL, NULL));
    plan(g, "flint 1, axe 1");
    assert_int_equal(goals_next(g)->id, flint);
    plan(g, "flint 3, axe 1");
    assert_int_equal(goals_row(g, flint)->state, BOARD_LEFT_OUT);
    assert_string_equal(goals_next(g)->object, "knife");
    goals_free(g);
}

static struct goal_way *way_of(const char *object, const char *material)
{
    g_autoptr(GHashTable) uses = counts(material);
    return goal_way_new(object, 1, uses, "furnace", NULL, "how");
}

/* The decomposer says nothing of fuel: it is known from the recipe, and what burns is got, or burnt where it is there. */
static void goals__fuel__is_of_the_tree(void **state)
{
    (void)state;
    static const char *const facts[] = {
        "1 brick is smelted from 1 clay with a furnace and fuel.",
        "coal is fuel for 8.",
        "coal is got by mining coal_ore with a pickaxe of level 1 or better; it is found at y 0 to 9.",
        "branch is fuel for 2.",
        "branch is got by mining bush; it is found at y 64 to 64.",
        "lava is fuel for 100.",
        "4 tile is crafted from 1 brick."};
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    g_autoptr(GHashTable) nothing = counts_new(), predicted = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
        g_ptr_array_add(texts, (gpointer)facts[i]);
    struct goals *g = goals_new();
    struct goal_way *brick = way_of("brick", "clay 1"), *tile = way_of("tile", "brick 1");
    goals_know_fuel(g, brick, texts);
    goals_know_fuel(g, tile, texts);
    assert_true(brick->burns && !tile->burns);
    assert_string_equal(g->fuel, "branch"); /* the easiest */
    mind_free(&goal_way_table, tile);
    goals_learn(g, brick);
    learn(g, "furnace");
    learn(g, "clay");
    learn(g, "branch");
    assert_true(goals_parse(g, "5 brick", NULL));
    assert_true(goals_plan(g, nothing, &predicted, NULL, NULL));
    assert_rows(g, "brick 5(furnace 1·clay 5·branch 3)");
    assert_int_equal(counts_get(predicted, "branch"), 0);
    g_autoptr(GHashTable) missing = goals_missing(g);
    assert_int_equal(counts_get(missing, "branch"), 3);
    plan(g, "coal 1");
    assert_rows(g, "brick 5(furnace 1·clay 5)");
    plan(g, "branch 3");
    assert_rows(g, "brick 5(furnace 1·clay 5·-branch 3)");
    /* counted as material, it is not asked for twice; "fuel" is no thing */
    struct goal_way *counted = way_of("brick", "clay 1, branch 1"), *named = way_of("brick", "clay 1, fuel 1");
    goals_know_fuel(g, counted, texts);
    goals_know_fuel(g, named, texts);
    assert_false(counted->burns);
    assert_true(named->burns);
    assert_int_equal(counts_get(named->material, "fuel"), 0);
    mind_free(&goal_way_table, counted);
    mind_free(&goal_way_table, named);
    goals_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals__a_person__edits_inserts_removes_and_goes),
        cmocka_unit_test(goals__the_tasks_own__is_not_removed),
        cmocka_unit_test(goals__fuel__is_of_the_tree),
        cmocka_unit_test(goals__another_thing_in_its_place__is_all_that_is_needed),
        cmocka_unit_test(goals__left_out__is_not_unknown),
        cmocka_unit_test(goals__left_out__is_not_had_and_comes_back),
        cmocka_unit_test(goals__go__to_what_is_there_does_it_once_more),
        cmocka_unit_test(goals__go__makes_its_count_once),
        cmocka_unit_test(goals__go__counts_all_that_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
