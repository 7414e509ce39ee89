/* GITM's goal tree: random trees against what is computed otherwise, and against a naive inventory; groups, cycles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/engine/agents/gitm_goals.h"

static void goals__pickaxe__counts_add_up_and_leftovers_are_used(void **state)
{
    (void)state;
    struct goals *g = pickaxe();
    plan(g, "");
    /* 4 + 3 + 2 planks are 9, of 3 logs: of the second four one is left for the sticks, which get one more log */
    assert_rows(g, "pickaxe 1(table 1(planks 4(log 1))·planks 3(log 1)·stick 2(planks 2(log 1)))");
    g_autoptr(GHashTable) missing = goals_missing(g);
    assert_int_equal(counts_get(missing, "log"), 3);
    assert_string_equal(goals_next(g)->object, "log");
    goals_free(g);
}

static void goals__inventory__is_left_out_also_a_group(void **state)
{
    (void)state;
    struct goals *g = pickaxe();
    plan(g, "oak_planks 6, table 1");
    assert_rows(g, "pickaxe 1(-table 1·-planks 3·stick 2(-planks 2))");
    g_autoptr(GHashTable) material = goals_material(g, g->rows->pdata[0]);
    assert_int_equal(counts_get(material, "planks"), 3);
    /* what is true differs from what was foreseen: the rows follow, and keep their numbers */
    gint64 stick = goals_next(g)->id;
    plan(g, "oak_planks 2, table 1");
    /* of the four that the log gives three are left, which do for the sticks */
    assert_rows(g, "pickaxe 1(-table 1·planks 3(log 1)·stick 2(-planks 2))");
    assert_non_null(goals_row(g, stick));
    plan(g, "pickaxe 1");
    assert_rows(g, "-pickaxe 1");
    assert_null(goals_next(g));
    goals_free(g);
}

static void goals__done_rows__stay_and_a_loss_is_a_new_one(void **state)
{
    (void)state;
    struct goals *g = pickaxe();
    plan(g, "log 3");
    assert_rows(g, "pickaxe 1(table 1(planks 4(-log 1))·planks 3(-log 1)·stick 2(planks 2(-log 1)))");
    goals_done(g, goals_next(g)->id);
    plan(g, "log 2, planks 4");
    assert_string_equal(goals_next(g)->object, "table");
    goals_done(g, goals_next(g)->id);
    plan(g, "log 2, table 1");
    assert_rows(g, "pickaxe 1(+table 1(+planks 4(-log 1))·planks 3(-log 1)·stick 2(planks 2(-log 1)))");
    plan(g, "log 2"); /* the table is lost */
    assert_rows(g, "pickaxe 1(+table 1(+planks 4(-log 1))·table 1(planks 4(-log 1))·planks 3(-log 1)·stick 2(planks 2(log 1)))");
    goals_free(g);
}

static void goals__unknown__is_found_one_by_one(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    assert_true(goals_parse(g, "torch 2, 1 bed", NULL));
    plan(g, "");
    assert_string_equal(goals_unknown(g)->object, "torch");
    learn(g, "torch 4 = coal 1, stick 1");
    plan(g, "");
    assert_rows(g, "torch 2(coal 1·stick 1)·bed 1");
    assert_string_equal(goals_unknown(g)->object, "coal");
    goals_free(g);
}

static void goals__cycle__is_named_from_the_top(void **state)
{
    (void)state;
    struct goals *g = goals_new();
    g_autoptr(GHashTable) nothing = counts_new(), block = counts("block 1");
    g_autoptr(GError) error = NULL;
    gint64 bad = 0;
    learn(g, "pickaxe = stone 1, ingot 3");
    learn(g, "stone");
    learn(g, "ingot 9 = block 1");
    learn(g, "block = ingot 9");
    assert_true(goals_parse(g, "pickaxe", NULL));
    assert_false(goals_plan(g, nothing, NULL, &bad, &error));
    assert_true(error && error->domain == GOALS_ERROR && error->code == GOALS_ERROR_CYCLE);
    assert_non_null(strstr(error->message, "pickaxe → ingot → block → ingot: it would need itself"));
    assert_string_equal(goals_row(g, bad)->object, "block");
    assert_true(goals_plan(g, block, NULL, &bad, NULL)); /* who has one block needs no second one */
    assert_int_equal(bad, 0);
    goals_free(g);
}

static void goals__bad_input__is_refused_by_name(void **state)
{
    (void)state;
    static const char *const counted[] = {"0 torch",     "-3 torch",    "1000000000 torch", "99999999999999999999 torch",
                                          "10001 torch", "torch, 0 bed"};
    static const char *const other[] = {"make me a torch", "", "torch,,bed", "3", "2 torch 3", "Torch"};
    for (gsize i = 0; i < G_N_ELEMENTS(counted) + G_N_ELEMENTS(other); i++) {
        bool is_count = i < G_N_ELEMENTS(counted);
        const char *task = is_count ? counted[i] : other[i - G_N_ELEMENTS(counted)];
        struct goals *g = goals_new();
        g_autoptr(GError) error = NULL;
        if (goals_parse(g, task, &error) || is_count != (error != NULL))
            fail_msg("\"%s\" is taken, or not refused by its count", task);
        goals_free(g);
    }
    struct goals *deep = goals_new();
    for (int i = 0; i < GOALS_DEPTH_MAX + 5; i++) {
        g_autofree char *way = g_strdup_printf("a%d = a%d 1", i, i + 1);
        learn(deep, way);
    }
    g_autoptr(GHashTable) nothing = counts_new();
    g_autoptr(GError) error = NULL;
    assert_true(goals_parse(deep, "a0", NULL));
    assert_false(goals_plan(deep, nothing, NULL, NULL, &error));
    assert_int_equal(error->code, GOALS_ERROR_LARGE);
    g_clear_error(&error);
    struct goals *wide = goals_new();
    for (int i = 0; i < 12; i++) {
        g_autofree char *way = g_strdup_printf("b%d = b%d 9, b%d 9", i, i + 1, i + 2);
        learn(wide, way);
    }
    assert_true(goals_parse(wide, "b0", NULL));
    assert_false(goals_plan(wide, nothing, NULL, NULL, &error));
    assert_int_equal(error->code, GOALS_ERROR_LARGE);
    goals_free(deep);
    goals_free(wide);
}

/* ---- random trees ---- */

#define OBJECTS 10
#define TREES 10000u

struct random_world {
    int material[OBJECTS][OBJECTS], tool[OBJECTS], yields[OBJECTS], there[OBJECTS];
    int root, count;
};

static const char *name_of(int i)
{
    static const char *const names[OBJECTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    return names[i];
}

/* Without cycles: an object needs later ones only, and odd ones are tools alone. */
static struct random_world random_world(GRand *r, bool cycles)
{
    struct random_world w = {.root = 0, .count = g_rand_int_range(r, 1, 4)};
    for (int i = 0; i < OBJECTS; i++) {
        int from = cycles ? 0 : i + 1;
        w.yields[i] = g_rand_int_range(r, 1, 5);
        w.there[i] = cycles || g_rand_int_range(r, 0, 3) ? 0 : g_rand_int_range(r, 1, 6);
        w.tool[i] = -1;
        for (int n = g_rand_int_range(r, 0, cycles ? 2 : 4); n > 0 && from < OBJECTS; n--) {
            int m = g_rand_int_range(r, from, OBJECTS);
            if (m % 2 == 0 && m != i)
                w.material[i][m] = g_rand_int_range(r, 1, 4);
            else if (m % 2 && m != i)
                w.tool[i] = m;
        }
    }
    w.there[w.root] = 0;
    return w;
}

static struct goals *goals_of(const struct random_world *w, GHashTable *inventory)
{
    struct goals *g = goals_new();
    for (int i = 0; i < OBJECTS; i++) {
        g_autoptr(GHashTable) material = counts_new();
        for (int m = 0; m < OBJECTS; m++)
            if (w->material[i][m])
                counts_set(material, name_of(m), w->material[i][m]);
        goals_learn(g, goal_way_new(name_of(i), w->yields[i], material, w->tool[i] >= 0 ? name_of(w->tool[i]) : "", NULL, ""));
        if (w->there[i])
            counts_set(inventory, name_of(i), w->there[i]);
    }
    assert_true(goals_add(g, name_of(w->root), w->count, NULL));
    return g;
}

/* How often each object is made: demand by demand, from those that nothing needs on. */
static void compute(const struct random_world *w, gint64 *made)
{
    gint64 demand[OBJECTS] = {0};
    demand[w->root] = w->count;
    for (int i = 0; i < OBJECTS; i++) {
        gint64 lack = MAX(0, demand[i] - w->there[i]);
        made[i] = (lack + w->yields[i] - 1) / w->yields[i];
        for (int m = 0; m < OBJECTS; m++)
            demand[m] += w->material[i][m] * made[i];
        if (made[i] && w->tool[i] >= 0)
            demand[w->tool[i]] = 1;
    }
}

/* Does what the rows say, one after the other in post-order, with an inventory that knows nothing of planning. */
static void carry_out(const struct random_world *w, const struct goals *g, guint *at, gint64 *there, gint64 *made)
{
    const struct goal *goal = g->rows->pdata[*at];
    int o = *goal->object - 'a';
    for (++*at; *at < g->rows->len && ((const struct goal *)g->rows->pdata[*at])->depth > goal->depth;)
        carry_out(w, g, at, there, made);
    if (goal->state == BOARD_LEFT_OUT)
        return;
    for (gint64 got = 0; got < goal->get; got += w->yields[o]) {
        if (w->tool[o] >= 0 && !there[w->tool[o]])
            fail_msg("%s is made before its tool %s is there", goal->object, name_of(w->tool[o]));
        for (int m = 0; m < OBJECTS; m++) {
            there[m] -= w->material[o][m];
            if (there[m] < 0)
                fail_msg("%s is made before its material %s is there", goal->object, name_of(m));
        }
        there[o] += w->yields[o];
        made[o]++;
    }
    if (there[o] < goal->count)
        fail_msg("%s: %d of %d", goal->object, (int)there[o], (int)goal->count);
}

static bool finds_cycle(const struct random_world *w, int i, int *colour)
{
    bool found = colour[i] == 1;
    if (colour[i])
        return found;
    colour[i] = 1;
    for (int m = 0; m < OBJECTS && !found; m++)
        found = (w->material[i][m] || w->tool[i] == m) && finds_cycle(w, m, colour);
    colour[i] = 2;
    return found;
}

static void goals__random_trees__equal_what_is_computed(void **state)
{
    (void)state;
    g_autoptr(GRand) r = g_rand_new_with_seed(20);
    guint large = 0, rows = 0;
    for (guint n = 0; n < TREES; n++) {
        struct random_world w = random_world(r, false);
        gint64 expected[OBJECTS], made[OBJECTS] = {0}, there[OBJECTS];
        g_autoptr(GHashTable) inventory = counts_new(), predicted = NULL;
        g_autoptr(GError) error = NULL;
        struct goals *g = goals_of(&w, inventory);
        bool ok = goals_plan(g, inventory, &predicted, NULL, &error);
        large += !ok;
        if (!ok)
            assert_int_equal(error->code, GOALS_ERROR_LARGE);
        for (int i = 0; i < OBJECTS; i++)
            there[i] = w.there[i];
        compute(&w, expected);
        for (guint at = 0; ok && at < g->rows->len;)
            carry_out(&w, g, &at, there, made);
        for (int i = 0; ok && i < OBJECTS; i++) {
            if (made[i] != expected[i] || counts_get(predicted, name_of(i)) != there[i])
                fail_msg("tree %u: %s is made %d times, %d by computation; %d foreseen, %d there", n, name_of(i), (int)made[i],
                         (int)expected[i], (int)counts_get(predicted, name_of(i)), (int)there[i]);
        }
        rows += ok ? g->rows->len : 0;
        /* the same inventory gives the same rows */
        g_autofree char *before = g_strdup_printf("%u %d", g->rows->len, (int)g->ids);
        assert_int_equal(ok, goals_plan(g, inventory, NULL, NULL, NULL));
        g_autofree char *after = g_strdup_printf("%u %d", g->rows->len, (int)g->ids);
        if (ok)
            assert_string_equal(before, after);
        goals_free(g);
    }
    assert_true(large < TREES / 10);
    assert_true(rows > TREES * 2);
}

static void goals__random_cycles__are_found_exactly(void **state)
{
    (void)state;
    g_autoptr(GRand) r = g_rand_new_with_seed(21);
    guint cycles = 0, none = 0;
    for (guint n = 0; n < TREES; n++) {
        struct random_world w = random_world(r, true);
        int colour[OBJECTS] = {0};
        g_autoptr(GHashTable) inventory = counts_new();
        g_autoptr(GError) error = NULL;
        struct goals *g = goals_of(&w, inventory);
        bool expected = finds_cycle(&w, w.root, colour), ok = goals_plan(g, inventory, NULL, NULL, &error);
        if (!ok && error->code == GOALS_ERROR_LARGE)
            ;
        else if (ok == expected)
            fail_msg("tree %u: %s", n, ok ? "a cycle is not found" : error->message);
        cycles += !ok;
        none += ok;
        goals_free(g);
    }
    assert_true(cycles > TREES / 20 && none > TREES / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals__pickaxe__counts_add_up_and_leftovers_are_used),
        cmocka_unit_test(goals__inventory__is_left_out_also_a_group),
        cmocka_unit_test(goals__done_rows__stay_and_a_loss_is_a_new_one),
        cmocka_unit_test(goals__unknown__is_found_one_by_one),
        cmocka_unit_test(goals__cycle__is_named_from_the_top),
        cmocka_unit_test(goals__bad_input__is_refused_by_name),
        cmocka_unit_test(goals__random_trees__equal_what_is_computed),
        cmocka_unit_test(goals__random_cycles__are_found_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
