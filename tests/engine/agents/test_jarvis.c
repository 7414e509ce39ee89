/* JARVIS-1's mind without a run: the plan, what is foreseen of it, what a person changes, what comes back from the store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/agents/jarvis/jarvis.h"
#include "engine/modules/counts.h"
#include "engine/world/plan_check.h"

static recipes *small;

static int setup(void **state)
{
    (void)state;
    small = recipes_load("small", NULL);
    return small ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    recipes_free(small);
    return 0;
}

/* again: what it has that a person left out; NULL = nothing. */
static void planned_anew(struct jarvis *m, const char *goals, const char *again)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = g_strdup_printf("{\"thoughts\":\"t\",\"goals\":%s}", goals);
    g_autoptr(form_output) said = form_parse(&jarvis_modules[JARVIS_PLAN].form, reply, strlen(reply), &error);
    g_assert_no_error(error);
    g_autofree char *text = jarvis_plan_take(m, form_output_rows(said, "goals"));
    g_assert_cmpstr(text, ==, again);
}

static struct jarvis *planned(const char *goals)
{
    struct jarvis *m = mind_new(&jarvis_mind);
    planned_anew(m, goals, NULL);
    return m;
}

static void done(struct jarvis *m)
{
    mind_free(&jarvis_mind, m);
}

#define LOG "{\"kind\":\"mine\",\"item\":\"oak_log\",\"count\":1}"
#define PLANKS "{\"kind\":\"craft\",\"item\":\"oak_planks\",\"count\":4}"
#define TABLE "{\"kind\":\"craft\",\"item\":\"crafting_table\"}"
#define STICK "{\"kind\":\"craft\",\"item\":\"stick\",\"count\":4}"
#define WAIT "{\"kind\":\"do\",\"text\":\"wait for the day\"}"

static void assert_rows(const struct jarvis *m, guint board, const char *expected)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    g_autoptr(GString) out = g_string_new(NULL);
    jarvis_boards[board].rows(m, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = rows->pdata[i];
        g_string_append_printf(out, "%s%s: %s%s%s", i ? "\n" : "", board_state_name(row->state), row->text,
                               row->note ? " – " : "", row->note ? row->note : "");
    }
    assert_string_equal(out->str, expected);
}

static void plan__is_foreseen__and_mended(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," TABLE "," STICK "]");
    g_autofree char *none = NULL, *mended = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(flaw, "goal 4, craft 4 stick: 2 planks too few (goal 2 gets them)");
    assert_null(none);
    g_free(flaw);
    flaw = jarvis_foresee(m, small, true, &mended);
    assert_string_equal(flaw, "");
    assert_string_equal(mended, "mine oak_log: 2 instead of 1; craft oak_planks: 6 instead of 4");
    assert_rows(m, 0,
                "doing: mine 2 oak_log – enlarged from 1; foreseen oak_log=2\n"
                "open: craft 6 oak_planks – enlarged from 4; foreseen oak_planks=8\n"
                "open: craft 1 crafting_table – foreseen crafting_table=1; oak_planks=4\n"
                "open: craft 4 stick – foreseen crafting_table=1; oak_planks=2; stick=4");
    done(m);
}

/* What was reached is behind; a goal in words may bring anything, so that nothing after it is foreseen. */
static void plan__goes_on_from_what_is_there(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," WAIT "," STICK "]");
    struct jarvis_goal *first = m->goals->pdata[0];
    first->state = BOARD_DONE;
    g_autofree char *none = NULL, *flaw = jarvis_foresee(m, small, true, &none);
    assert_string_equal(flaw, "goal 2, craft 4 oak_planks: 1 oak_log missing, and no goal gets any");
    g_free(flaw);
    counts_set(m->inventory, "oak_log", 1);
    flaw = jarvis_foresee(m, small, true, &none);
    assert_string_equal(flaw, "");
    g_autofree char *text = jarvis_plan_text(m);
    assert_string_equal(text, "1. mine 1 oak_log (reached)\n2. craft 4 oak_planks\n3. do wait for the day\n4. craft 4 stick");
    done(m);
}

#define PICKAXE "{\"kind\":\"craft\",\"item\":\"wooden_pickaxe\"}"
#define STONES "{\"kind\":\"mine\",\"item\":\"cobblestone\",\"count\":2}"

static void what_stands_in_the_world__and_what_is_worn__count(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" PICKAXE "," STONES "]");
    counts_set(m->inventory, "oak_planks", 3);
    counts_set(m->inventory, "stick", 2);
    g_autofree char *none = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(flaw, "goal 1, craft 1 wooden_pickaxe: it is made with a crafting_table, and no goal gets one");
    g_ptr_array_add(m->placed, g_strdup("crafting_table"));
    g_free(flaw);
    flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(flaw, "");
    counts_set(m->inventory, "wooden_pickaxe", 1);
    counts_set(m->wear, "wooden_pickaxe", 58);
    g_free(flaw);
    flaw = jarvis_foresee(m, small, false, &none);
    assert_non_null(strstr(flaw, "goal 2, mine 2 cobblestone: its tool breaks before it is done"));
    done(m);
}

static void model__that_foresees_a_lie__differs(void **state)
{
    (void)state;
    static const char reply[] =
        "{\"inventories\":[{\"goal\":1,\"inventory\":{\"oak_log\":1}},{\"goal\":2,\"inventory\":{\"oak_log\":1,"
        "\"oak_planks\":4}},{\"goal\":9,\"inventory\":{}}],\"flawed\":0}";
    struct jarvis *m = planned("[" LOG "," PLANKS "]");
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) said = form_parse(&jarvis_modules[JARVIS_CHECK].form, reply, strlen(reply), &error);
    g_assert_no_error(error);
    g_autofree char *none = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    jarvis_compare(m, form_output_rows(said, "inventories"));
    assert_string_equal(m->differs, "after goal 2 the model foresees oak_log=1; oak_planks=4; by the recipes it is oak_planks=4");
    assert_rows(m, 0,
                "doing: mine 1 oak_log – foreseen oak_log=1\n"
                "open: craft 4 oak_planks – foreseen oak_planks=4; the model foresees oak_log=1; oak_planks=4");
    done(m);
}

static void put_text(void *to, const char *field, const char *value)
{
    g_string_append_printf(to, "%s=%s,", field, value);
}

static void goal__is_a_line_of_a_form(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(jarvis_goal_line.read("mine stone with wooden_pickaxe", put_text, out, &error));
    assert_true(jarvis_goal_line.read(" do wait, then open it", put_text, out, &error));
    assert_string_equal(out->str, "kind=mine,item=stone,count=1,tool=wooden_pickaxe,kind=do,text=wait, then open it,");
    assert_false(jarvis_goal_line.read("mine 0 stone", put_text, out, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_TEXT);
}

static bool change(struct jarvis *m, gint64 row, enum board_verb verb, const char *text)
{
    return jarvis_boards[0].change(NULL, m, row, verb, text, NULL);
}

static void a_person__goes_edits_inserts_removes(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," TABLE "," STICK "]");
    m->at = 1;
    assert_true(change(m, 2, BOARD_EDIT, "craft 8 oak_planks"));
    assert_int_equal(m->at, 1); /* the goal under way is still that goal */
    assert_true(change(m, 3, BOARD_REMOVE, NULL));
    assert_true(change(m, 4, BOARD_INSERT, "mine 3 iron_ore with stone_pickaxe"));
    assert_true(change(m, 0, BOARD_INSERT, "do open the chest"));
    assert_true(change(m, 2, BOARD_GO, NULL));
    assert_int_equal(m->at, 0);
    assert_true(m->touched);
    assert_rows(
        m, 0,
        "left_out: mine 1 oak_log\ndoing: craft 8 oak_planks – edited\nleft_out: craft 1 crafting_table – left out by a person\n"
        "open: mine 3 iron_ore with stone_pickaxe – edited\nopen: craft 4 stick\nopen: do open the chest – edited");
    static const char *const bad[] = {"", "craft", "fly 1 moon", "craft 0 stick", "craft 9999 stick", "craft 1 two words more"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_false(change(m, 0, BOARD_INSERT, bad[i]));
    assert_false(change(m, 99, BOARD_GO, NULL));
    g_autoptr(GError) error = NULL;
    g_autofree char *json = mind_to_json(&jarvis_mind, m);
    struct jarvis *back = mind_from_json(&jarvis_mind, json, strlen(json), &error);
    g_assert_no_error(error);
    g_autofree char *again = mind_to_json(&jarvis_mind, back);
    assert_string_equal(json, again);
    done(back);
    done(m);
}

/* What was foreseen of the plan before is not what is foreseen of it now. */
static void a_persons_goal__is_foreseen_anew__with_its_flaw(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," TABLE "]");
    g_autofree char *none = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(flaw, "");
    assert_true(change(m, 3, BOARD_EDIT, "craft 2 crafting_table"));
    assert_rows(m, 0, "doing: mine 1 oak_log\nopen: craft 4 oak_planks\nopen: craft 2 crafting_table – edited");
    jarvis_see_again(m, small);
    assert_string_equal(m->flaw, "goal 3, craft 2 crafting_table: 4 planks too few (goal 2 gets them)");
    assert_rows(m, 0,
                "doing: mine 1 oak_log – foreseen oak_log=1\nopen: craft 4 oak_planks – foreseen oak_planks=4\n"
                "open: craft 2 crafting_table – edited; flaw: 4 planks too few (goal 2 gets them)");
    assert_true(change(m, 0, BOARD_INSERT, "craft 9 stick"));
    assert_true(change(m, 2, BOARD_REMOVE, NULL));
    assert_true(change(m, 3, BOARD_REMOVE, NULL));
    jarvis_see_again(m, small); /* the numbers are those of the rows */
    assert_string_equal(m->flaw, "goal 4, craft 9 stick: 2 planks missing, and no goal gets any");
    assert_rows(m, 0,
                "doing: mine 1 oak_log – foreseen oak_log=1\nleft_out: craft 4 oak_planks – left out by a person\n"
                "left_out: craft 2 crafting_table – edited; left out by a person\n"
                "open: craft 9 stick – edited; flaw: 2 planks missing, and no goal gets any");
    done(m);
}

static char *flaw_for(const char *task, const char *goals)
{
    struct jarvis *m = planned(goals);
    char *mended = NULL;
    assert_true(jarvis_read_task(task, m->wanted, NULL));
    char *flaw = jarvis_foresee(m, small, true, &mended);
    assert_null(mended);
    done(m);
    return flaw;
}

/* The last goal for what the task wants, and what that takes. */
static void too_few_for_the_task__is_enlarged(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," STICK "]");
    assert_true(jarvis_read_task("9 stick", m->wanted, NULL));
    g_autofree char *none = NULL, *mended = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(flaw, "the plan ends short of the task, with 4 stick instead of 9");
    g_free(flaw);
    flaw = jarvis_foresee(m, small, true, &mended);
    assert_string_equal(flaw, "");
    assert_string_equal(mended, "mine oak_log: 2 instead of 1; craft oak_planks: 6 instead of 4; craft stick: 9 instead of 4");
    done(m);
    m = planned("[" LOG "," PLANKS "," WAIT "]"); /* words may bring the rest */
    assert_true(jarvis_read_task("9 oak_planks", m->wanted, NULL));
    g_free(flaw);
    flaw = jarvis_foresee(m, small, true, &none);
    assert_string_equal(flaw, "");
    assert_null(none);
    done(m);
}

static void plan__ends_with_what_the_task_wants(void **state)
{
    (void)state;
    static const struct {
        const char *task, *goals, *flaw;
    } rows[] = {
        {"4 oak_planks", "[" LOG "," PLANKS "]", ""},
        {"oak_log", "[" LOG "," PLANKS "]", ""}, /* it is there on the way */
        {"oak_log, oak_planks", "[" LOG "," PLANKS "]", "the plan ends short of the task, with 0 oak_log instead of 1"},
        {"stick", "[" LOG "," WAIT "]", ""}, /* words may bring anything */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *flaw = flaw_for(rows[i].task, rows[i].goals);
        assert_string_equal(flaw, rows[i].flaw);
    }
}

/* The model's next plan takes the place of its own goals alone. */
static void a_persons_goal__stays_in_the_next_plan(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," TABLE "," STICK "]");
    assert_true(change(m, 2, BOARD_EDIT, "craft 8 oak_planks"));
    assert_true(change(m, 3, BOARD_INSERT, "do look around"));
    assert_true(change(m, 4, BOARD_REMOVE, NULL));
    assert_true(change(m, 0, BOARD_INSERT, "mine 1 cobblestone"));
    planned_anew(m, "[" LOG "," PLANKS "," TABLE "]", NULL);
    assert_rows(m, 0,
                "left_out: craft 4 stick – left out by a person\ndoing: mine 1 oak_log\nopen: craft 8 oak_planks – edited\n"
                "open: do look around – edited\nopen: craft 1 crafting_table\nopen: mine 1 cobblestone – edited");
    planned_anew(m, "[" WAIT "," STICK "]", "craft 4 stick"); /* nothing is there that it stood before */
    assert_rows(m, 0,
                "left_out: craft 4 stick – left out by a person\ndoing: do wait for the day\nopen: craft 8 oak_planks – edited\n"
                "open: do look around – edited\nopen: craft 4 stick\nopen: mine 1 cobblestone – edited");
    g_autofree char *text = jarvis_plan_text(m);
    assert_non_null(strstr(text, "4. craft 4 stick (left out by a person)\n"));
    done(m);
}

static void what_the_task_asks_for__is_not_left_out(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct jarvis *m = planned("[" LOG "," PLANKS "," STICK "]");
    assert_true(jarvis_read_task("2 stick", m->wanted, NULL));
    assert_false(jarvis_boards[0].change(NULL, m, 3, BOARD_REMOVE, NULL, &error));
    assert_string_equal(error->message, "the task asks for stick: it cannot be left out (change the goal, or stop the run)");
    assert_true(change(m, 1, BOARD_REMOVE, NULL));
    assert_string_equal(m->flaw, "");
    assert_true(change(m, 3, BOARD_EDIT, "craft 1 stick")); /* nobody checks it by recipes */
    assert_string_equal(m->flaw, "no goal brings 2 stick, which the task asks for");
    assert_true(change(m, 0, BOARD_INSERT, "craft 2 stick"));
    assert_string_equal(m->flaw, "");
    assert_true(change(m, 3, BOARD_REMOVE, NULL)); /* there is another one for it */
    g_autofree char *lacks = jarvis_lacks(m);
    assert_string_equal(lacks, "0 of 2 stick");
    done(m);
}

static void task__names_and_counts__or_words(void **state)
{
    (void)state;
    g_autoptr(GHashTable) wanted = counts_new();
    assert_true(jarvis_read_task("3 torch, bed 2", wanted, NULL));
    g_autofree char *text = counts_text(wanted);
    assert_string_equal(text, "bed=2; torch=3");
    static const char *const bad[] = {"0 spade", "-1 spade", "1000000000 spade", "99999999999999999999 spade"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(jarvis_read_task(bad[i], wanted, &error));
        assert_string_equal(error->message, "spade: a goal's count is 1 to 2304");
    }
    g_autoptr(GError) error = NULL;
    assert_false(jarvis_read_task("Pick up a wooden_pickaxe.", wanted, &error));
    assert_int_equal(g_hash_table_size(wanted), 0);
    assert_false(jarvis_read_task("", wanted, &error));
    assert_null(error);
}

/* Of a ring of recipes there is no beginning, but with what is there already. */
static void task__for_what_nobody_can_have(void **state)
{
    (void)state;
    static const char text[] = "[world]\n[biome a]\n[item log]\n[item egg]\n[item hen]\n[recipe egg]\nneeds=hen\n"
                               "[recipe hen]\nneeds=egg\n[source tree]\ndrops=log\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(recipes) r = recipes_parse(text, strlen(text), "ring.ini", &error);
    g_assert_no_error(error);
    struct jarvis *m = mind_new(&jarvis_mind);
    assert_true(jarvis_read_task("log, hen", m->wanted, NULL));
    g_autofree char *why = jarvis_unreachable(m, r);
    assert_string_equal(why, "hen cannot be had here by one who has nothing: nothing gives it, or only what cannot be had");
    counts_set(m->inventory, "egg", 1);
    assert_null(jarvis_unreachable(m, r));
    done(m);
}

/* A goal has one number wherever it is named, which the next plan does not give again. */
static void number__of_a_goal__is_its_rows(void **state)
{
    (void)state;
    struct jarvis *m = planned("[" LOG "," PLANKS "," STICK "]");
    ((struct jarvis_goal *)m->goals->pdata[0])->state = BOARD_DONE;
    counts_set(m->inventory, "oak_log", 1);
    planned_anew(m, "[" PLANKS "," TABLE "," STICK "]", NULL);
    g_autofree char *text = jarvis_plan_text(m), *none = NULL, *flaw = jarvis_foresee(m, small, false, &none);
    assert_string_equal(text, "1. mine 1 oak_log (reached)\n4. craft 4 oak_planks\n5. craft 1 crafting_table\n6. craft 4 stick");
    assert_string_equal(flaw, "goal 6, craft 4 stick: 2 planks too few (goal 4 gets them)");
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    jarvis_boards[0].rows(m, rows);
    assert_int_equal(((struct board_row *)rows->pdata[3])->id, 6);
    done(m);
}

static void task__for_what_the_world_does_not_have(void **state)
{
    (void)state;
    struct jarvis *m = mind_new(&jarvis_mind);
    assert_true(jarvis_read_task("stick, unicorn", m->wanted, NULL));
    g_autofree char *why = jarvis_unknown(m, small);
    assert_string_equal(why, "there is no unicorn here: it is no item of the world small");
    assert_true(jarvis_read_task("stick", m->wanted, NULL));
    assert_null(jarvis_unknown(m, small));
    done(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan__is_foreseen__and_mended),
        cmocka_unit_test(plan__goes_on_from_what_is_there),
        cmocka_unit_test(goal__is_a_line_of_a_form),
        cmocka_unit_test(model__that_foresees_a_lie__differs),
        cmocka_unit_test(a_person__goes_edits_inserts_removes),
        cmocka_unit_test(task__names_and_counts__or_words),
        cmocka_unit_test(task__for_what_nobody_can_have),
        cmocka_unit_test(number__of_a_goal__is_its_rows),
        cmocka_unit_test(task__for_what_the_world_does_not_have),
        cmocka_unit_test(too_few_for_the_task__is_enlarged),
        cmocka_unit_test(what_stands_in_the_world__and_what_is_worn__count),
        cmocka_unit_test(a_persons_goal__stays_in_the_next_plan),
        cmocka_unit_test(what_the_task_asks_for__is_not_left_out),
        cmocka_unit_test(plan__ends_with_what_the_task_wants),
        cmocka_unit_test(a_persons_goal__is_foreseen_anew__with_its_flaw),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
