/* GITM's mind without a run: plans and their outcomes, what a person changes, what a display tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/agents/gitm/gitm.h"
#include "engine/modules/counts.h"
#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

extern const struct agent agent_gitm;

static struct gitm *planned(const char *calls)
{
    struct gitm *m = mind_new(&gitm_mind);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) actions = actions_from_calls(calls, &error);
    g_assert_no_error(error);
    plan_acts_plan(&m->acts, actions);
    return m;
}

static void done(struct gitm *m)
{
    mind_free(&gitm_mind, m);
}

static void came_as(struct gitm *m, const char *call, const char *status, const char *effect, const char *person)
{
    g_autoptr(GPtrArray) fired = actions_from_calls(call, NULL);
    const struct situation_past past = {.action = fired->pdata[0],
                                        .verdict = (char *)(status ? "approved" : "rejected"),
                                        .status = (char *)status,
                                        .effect = (char *)effect,
                                        .person = (char *)person};
    plan_acts_came(&m->acts, &past);
}

#define MINE "mine(object = \"coal_ore\")"
#define CRAFT "craft(object = \"torch\")"

static void assert_board(const struct gitm *m, const char *expected)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    g_autoptr(GString) out = g_string_new(NULL);
    plan_acts_rows(&m->acts, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = rows->pdata[i];
        g_string_append_printf(out, "%s%s: %s%s%s", i ? "\n" : "", board_state_name(row->state), row->text,
                               row->note ? " – " : "", row->note ? row->note : "");
    }
    assert_string_equal(out->str, expected);
}

static void plan__each_done__is_remembered_in_order(void **state)
{
    (void)state;
    struct gitm *m = planned(MINE "; " CRAFT);
    g_autofree char *why = NULL;
    plan_acts_propose(&m->acts);
    came_as(m, MINE, "done", "changed", NULL);
    assert_true(plan_acts_judge(&m->acts, "", &why));
    assert_null(why);
    assert_false(plan_acts_judge(&m->acts, "", &why)); /* once */
    plan_acts_propose(&m->acts);
    came_as(m, CRAFT, "done", "no_effect", NULL);
    assert_true(plan_acts_judge(&m->acts, "", &why)); /* the display's word comes before the picture's */
    assert_null(plan_acts_next(&m->acts));
    g_autofree char *did = plan_acts_did(&m->acts);
    assert_string_equal(did, MINE "\n" CRAFT);
    assert_board(m, "done: " MINE "\ndone: " CRAFT);
    mind_set_string(&((struct plan_act *)m->acts.rows->pdata[0])->note, "coal is there");
    assert_board(m, "done: " MINE " – expected: coal is there\ndone: " CRAFT); /* nobody has seen it */
    assert_false(m->acts.touched);
    done(m);
}

static void plan__first_failure__leaves_out_the_rest_and_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *status, *effect, *person, *said, *why;
    } rows[] = {
        {"done", "changed", NULL, "no tool: a pickaxe of level 1 is needed", "no tool: a pickaxe of level 1 is needed"},
        {"done", "no_effect", NULL, NULL, "nothing changed"},
        {NULL, NULL, "not at night", "", "it was not done (rejected): not at night"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct gitm *m = planned(MINE "; " CRAFT);
        g_autofree char *why = NULL, *feedback = g_strdup_printf(MINE " failed: %s", rows[i].why);
        g_autofree char *board = g_strdup_printf("failed: " MINE " – %s\nleft_out: " CRAFT, rows[i].why);
        plan_acts_propose(&m->acts);
        came_as(m, MINE, rows[i].status, rows[i].effect, rows[i].person);
        assert_true(plan_acts_judge(&m->acts, rows[i].said, &why));
        assert_string_equal(why, rows[i].why);
        assert_string_equal(m->acts.feedback, feedback);
        assert_null(plan_acts_next(&m->acts));
        assert_int_equal(m->acts.did->len, 0);
        assert_board(m, board);
        done(m);
    }
}

static void fail_once(struct gitm *m, const char *said)
{
    g_autoptr(GPtrArray) actions = actions_from_calls("go_up(); " MINE, NULL);
    g_autofree char *none = NULL, *why = NULL;
    plan_acts_plan(&m->acts, actions);
    plan_acts_propose(&m->acts);
    came_as(m, "go_up()", "done", "changed", NULL);
    assert_true(plan_acts_judge(&m->acts, "", &none));
    plan_acts_propose(&m->acts);
    came_as(m, MINE, "done", "changed", NULL);
    assert_true(plan_acts_judge(&m->acts, said, &why));
}

/* What works between does not count; what gave something, or worked at last, begins anew. */
static void plan__same_failure__is_counted(void **state)
{
    (void)state;
    struct gitm *m = planned(MINE);
    g_autoptr(GHashTable) coal = counts_new();
    fail_once(m, "no tool");
    fail_once(m, "no tool");
    assert_int_equal(m->acts.same, 2);
    fail_once(m, "not visible");
    assert_int_equal(m->acts.same, 1);
    fail_once(m, "not visible");
    counts_set(coal, "coal", 1);
    plan_acts_gave(&m->acts, coal);
    assert_int_equal(m->acts.same, 0);
    plan_acts_missed(&m->acts, "1 of 2");
    plan_acts_missed(&m->acts, "1 of 2");
    assert_int_equal(m->acts.same, 2);
    assert_int_equal(m->acts.rows->len, 0);
    fail_once(m, "no tool");
    fail_once(m, "");
    assert_int_equal(m->acts.same, 0);
    plan_acts_begin(&m->acts);
    done(m);
}

/* Of six there were five: what the goal was reached with is in the plan. */
static void plan__failure_that_gave_something__is_of_the_plan(void **state)
{
    (void)state;
    struct gitm *m = planned(MINE "; " CRAFT);
    g_autofree char *why = NULL;
    g_autoptr(GHashTable) before = counts_new(), after = counts_new();
    counts_set(before, "stone", 4);
    counts_set(after, "coal", 5);
    plan_acts_propose(&m->acts);
    came_as(m, MINE, "done", "changed", NULL);
    assert_true(plan_acts_judge(&m->acts, "it is not in sight (1 coal_ore)", &why));
    g_autoptr(GHashTable) nothing = counts_gained(after, after), gained = counts_gained(before, after);
    plan_acts_gave(&m->acts, nothing);
    assert_int_equal(m->acts.did->len, 0);
    plan_acts_gave(&m->acts, gained);
    g_autofree char *did = plan_acts_did(&m->acts);
    assert_string_equal(did, MINE " (it gave coal=5, then: it is not in sight (1 coal_ore))");
    assert_non_null(strstr(m->acts.feedback, "it gave coal=5"));
    done(m);
}

static void plan__outcome_that_nobody_knows__is_proposed_again(void **state)
{
    (void)state;
    struct gitm *m = planned(MINE);
    g_autofree char *why = NULL;
    plan_acts_propose(&m->acts);
    assert_false(plan_acts_judge(&m->acts, "", &why));
    assert_string_equal(plan_acts_next(&m->acts)->shown, MINE);
    done(m);
}

static void plan__changed_by_a_person__is_marked(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct gitm *m = planned(MINE "; " CRAFT);
    g_autofree char *why = NULL;
    plan_acts_propose(&m->acts);
    came_as(m, "mine(object = \"iron_ore\")", "done", "changed", "changed the object");
    assert_true(plan_acts_judge(&m->acts, "", &why));
    assert_true(m->acts.touched);
    assert_false(plan_acts_change(&m->acts, 1, BOARD_EDIT, CRAFT, &error)); /* it is over */
    g_clear_error(&error);
    assert_true(plan_acts_change(&m->acts, 2, BOARD_INSERT, "go_up()", &error));
    assert_true(plan_acts_change(&m->acts, 2, BOARD_EDIT, "craft(object = \"stick\", count = 4)", &error));
    assert_true(plan_acts_change(&m->acts, 0, BOARD_INSERT, "equip(object = \"torch\")", &error));
    assert_board(m, "done: mine(object = \"iron_ore\") – (edited)\nopen: go_up() – (edited)\n"
                    "open: craft(object = \"stick\", count = 4) – (edited)\nopen: equip(object = \"torch\") – (edited)");
    static const char *const bad[] = {"", "no call", MINE "; " CRAFT};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        assert_false(plan_acts_change(&m->acts, 0, BOARD_INSERT, bad[i], &error));
        g_clear_error(&error);
    }
    gint64 first = plan_acts_next(&m->acts)->id;
    assert_true(plan_acts_change(&m->acts, first, BOARD_REMOVE, NULL, &error));
    assert_string_equal(plan_acts_next(&m->acts)->shown, "craft(object = \"stick\", count = 4)");
    assert_false(plan_acts_change(&m->acts, 99, BOARD_REMOVE, NULL, &error));
    done(m);
}

static void mind__comes_back_from_the_store(void **state)
{
    (void)state;
    struct gitm *m = planned(MINE);
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) nothing = counts_new();
    assert_true(goals_parse(&m->goals, "3 torch, bed", NULL));
    goals_learn(&m->goals, goal_way_new("torch", 4, nothing, "table", NULL, "how"));
    assert_true(goals_plan(&m->goals, m->inventory, NULL, NULL, NULL));
    gitm_begin(m, m->goals.rows->pdata[0], "inventory: empty");
    g_autofree char *json = mind_to_json(&gitm_mind, m);
    struct gitm *back = mind_from_json(&gitm_mind, json, strlen(json), &error);
    g_assert_no_error(error);
    g_autofree char *again = mind_to_json(&gitm_mind, back);
    assert_string_equal(json, again);
    assert_string_equal(goals_tool(&back->goals, back->goals.rows->pdata[0]), "table");
    assert_string_equal(back->situation, "3 torch wanted; inventory: empty");
    done(back);
    done(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan__each_done__is_remembered_in_order),
        cmocka_unit_test(plan__first_failure__leaves_out_the_rest_and_says_why),
        cmocka_unit_test(plan__same_failure__is_counted),
        cmocka_unit_test(plan__failure_that_gave_something__is_of_the_plan),
        cmocka_unit_test(plan__outcome_that_nobody_knows__is_proposed_again),
        cmocka_unit_test(plan__changed_by_a_person__is_marked),
        cmocka_unit_test(mind__comes_back_from_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
