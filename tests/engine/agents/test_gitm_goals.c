/* GITM's goal tree: random trees against what is computed otherwise, and against a naive inventory; groups, cycles, people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/agents/gitm/goals.h"
#include "engine/modules/counts.h"

static struct goals *goals_new(void)
{
    struct goals *g = g_new0(struct goals, 1);
    g->rows = g_ptr_array_new();
    g->ways = g_ptr_array_new();
    return g;
}

static void goals_free(struct goals *g)
{
    for (guint i = 0; i < g->rows->len; i++)
        mind_free(&goal_table, g->rows->pdata[i]);
    for (guint i = 0; i < g->ways->len; i++)
        mind_free(&goal_way_table, g->ways->pdata[i]);
    g_ptr_array_unref(g->rows);
    g_ptr_array_unref(g->ways);
    g_free(g);
}

/* "planks 4 = log 1; table", "planks | oak_planks spruce_planks = log 1": behind ; a tool, behind | what does as well. */
static void learn(struct goals *g, const char *text)
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

static GHashTable *counts(const char *text)
{
    GHashTable *c = counts_new();
    g_auto(GStrv) parts = g_strsplit(text, ", ", -1);
    for (char **part = parts; *part && **part; part++) {
        g_auto(GStrv) words = g_strsplit(*part, " ", 2);
        counts_set(c, words[0], g_ascii_strtoll(words[1], NULL, 10));
    }
    return c;
}

static void plan(struct goals *g, const char *inventory)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) there = counts(inventory);
    if (!goals_plan(g, there, NULL, NULL, &error))
        fail_msg("%s", error->message);
}

/* The rows as "pickaxe 1(planks 3(log 1)·stick 2)"; a mark before what is not open. */
static void shown(const struct goals *g, guint *i, gint64 depth, GString *out)
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

static void assert_rows(const struct goals *g, const char *expected)
{
    g_autoptr(GString) out = g_string_new(NULL);
    guint i = 0;
    shown(g, &i, 0, out);
    assert_string_equal(out->str, expected);
}

static struct goals *pickaxe(void)
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
    assert_true(goals_parse(g, "2 torch, bed", NULL));
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
    static const char *const other[] = {"make me a torch", "", "torch,,bed", "3", "torch 3", "Torch"};
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

static gint64 id_of(const struct goals *g, const char *object)
{
    for (guint i = 0; i < g->rows->len; i++)
        if (g_str_equal(((const struct goal *)g->rows->pdata[i])->object, object))
            return ((const struct goal *)g->rows->pdata[i])->id;
    fail_msg("no %s", object);
    return 0;
}

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
    assert_true(goals_change(g, 0, BOARD_INSERT, "3 boat", &error) == false);
    g_clear_error(&error);
    assert_true(goals_change(g, 0, BOARD_INSERT, "boat 3", &error));
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
        cmocka_unit_test(goals__a_person__edits_inserts_removes_and_goes),
        cmocka_unit_test(goals__the_tasks_own__is_not_removed),
        cmocka_unit_test(goals__left_out__is_not_unknown),
        cmocka_unit_test(goals__left_out__is_not_had_and_comes_back),
        cmocka_unit_test(goals__go__to_what_is_there_does_it_once_more),
        cmocka_unit_test(goals__random_trees__equal_what_is_computed),
        cmocka_unit_test(goals__random_cycles__are_found_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
