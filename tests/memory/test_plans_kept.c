/* Plans of goals: versions, the order of a prompt, the reference at the fifth, what forgetting takes, what an import counts. */

#include "tests/memory/common.h"

#include "memory/forget.h"
#include "memory/plans.h"

static const struct memory_plan iron = {.run = 1,
                                        .step = 2,
                                        .steps = 7,
                                        .outcome = PLAN_WORKED,
                                        .by = (char *)"model",
                                        .app = (char *)"world",
                                        .goal = (char *)"iron_ore",
                                        .task = (char *)"an iron pickaxe",
                                        .situation = (char *)"stone_pickaxe 1",
                                        .text = (char *)"dig_down(53)\nmine(iron_ore)"};
static const struct memory_plans_asked of_iron = {.app = "world", .goal = "iron_ore"};

static gint64 add(memory *m, gint64 step, enum plan_outcome outcome, const char *origin)
{
    g_autoptr(GError) error = NULL;
    struct memory_plan plan = iron;
    gint64 number = 0;
    plan.step = step;
    plan.outcome = outcome;
    plan.origin = (char *)origin;
    assert_true(memory_plan_add(m, &plan, &number, &error));
    return number;
}

static const struct memory_plan *at(const GPtrArray *plans, guint i)
{
    assert_true(i < plans->len);
    return plans->pdata[i];
}

static void plans__same_run_step_and_goal__one_plan(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_plan other = iron, by_hand = iron;
    gint64 first = add(m, 2, PLAN_WORKED, NULL), second = 0, third = 0;
    assert_int_equal(add(m, 2, PLAN_WORKED, NULL), first);
    other.goal = (char *)"coal";
    assert_true(memory_plan_add(m, &other, &second, &error));
    assert_int_not_equal(second, first);
    by_hand.run = by_hand.step = 0; /* not of a run: each is its own */
    assert_true(memory_plan_add(m, &by_hand, &second, &error) && memory_plan_add(m, &by_hand, &third, &error));
    assert_int_not_equal(second, third);
    assert_no_error(error);
}

static void plans__order__reference_proven_untried_failed(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_plan reference = iron;
    gint64 folded = add(m, 1, PLAN_WORKED, NULL), made = 0;
    gint64 failed = add(m, 2, PLAN_FAILED, NULL), imported = add(m, 3, PLAN_WORKED, "others.jsonl");
    gint64 old = add(m, 4, PLAN_WORKED, NULL), new = add(m, 5, PLAN_WORKED, NULL);
    reference.step = 6;
    assert_true(memory_plan_fold(m, &reference, &folded, 1, &made, &error));
    g_autoptr(GPtrArray) plans = memory_plans(m, &of_iron, &error);
    assert_int_equal(plans->len, 5);
    const gint64 expected[] = {made, new, old, imported, failed};
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
        assert_int_equal(at(plans, i)->plan, expected[i]);
    assert_false(memory_plan_proven(at(plans, 3))); /* what others say worked was not seen here */
    assert_true(memory_plan_count(m, at(plans, 3)->id, false, &error));
    assert_true(memory_plan_count(m, at(plans, 3)->id, true, &error));
    g_autoptr(GPtrArray) later = memory_plans(m, &of_iron, &error);
    assert_int_equal(at(later, 3)->plan, imported); /* the older of three that are proven now */
    assert_true(memory_plan_proven(at(later, 3)));
    assert_int_equal(at(later, 3)->failed, 1);
    const struct memory_plans_asked all = {.all = true}, two = {.limit = 2};
    g_autoptr(GPtrArray) also = memory_plans(m, &all, &error), few = memory_plans(m, &two, &error);
    assert_int_equal(also->len, 6);
    assert_int_equal(few->len, 2);
    assert_no_error(error);
}

static void plans__until_a_time__what_was_there(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_plan early = iron, late = iron;
    gint64 first = 0;
    early.at_us = 1000;
    late.at_us = 2000;
    late.step++;
    assert_true(memory_plan_add(m, &early, &first, &error) && memory_plan_add(m, &late, NULL, &error));
    struct memory_plans_asked asked = {.app = "world", .until_us = 1999};
    g_autoptr(GPtrArray) then = memory_plans(m, &asked, &error);
    assert_int_equal(then->len, 1);
    assert_int_equal(at(then, 0)->plan, first);
    asked.goal = "iron_ore";
    asked.until_us = 2000;
    g_autoptr(GPtrArray) both = memory_plans(m, &asked, &error);
    assert_int_equal(both->len, 2);
    assert_no_error(error);
}

static void plans__reference__made_once_of_standing_plans(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_plan reference = iron;
    gint64 five[PLAN_FOLD], made = 0, again = 0;
    for (guint i = 0; i < PLAN_FOLD; i++)
        five[i] = add(m, 10 + i, PLAN_WORKED, NULL);
    reference.text = (char *)"dig_down(53)\nexplore(iron_ore)\nmine(iron_ore)";
    assert_true(memory_plan_fold(m, &reference, five, PLAN_FOLD, &made, &error));
    /* the other of two runs that came to five at once */
    assert_false(memory_plan_fold(m, &reference, five, PLAN_FOLD, &again, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    g_autoptr(GPtrArray) standing = memory_plans(m, &of_iron, &error), sources = memory_plan_sources(m, made, &error);
    assert_int_equal(standing->len, 1);
    assert_true(at(standing, 0)->reference);
    assert_int_equal(sources->len, PLAN_FOLD);
    assert_int_equal(at(sources, 0)->plan, five[0]);
    assert_false(memory_plan_change(m, five[0], &reference, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_true(memory_plan_withdraw(m, made, "of luck", &error)); /* the five stand again */
    g_autoptr(GPtrArray) freed = memory_plans(m, &of_iron, &error);
    assert_int_equal(freed->len, PLAN_FOLD);
    assert_int_equal(at(freed, 0)->plan, five[PLAN_FOLD - 1]);
    assert_int_equal(at(freed, 0)->folded, 0);
    assert_no_error(error);
}

static void plans__reference_that_failed_alone__stands_behind_its_sources(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_plan reference = iron;
    gint64 source = add(m, 1, PLAN_WORKED, NULL), made = 0;
    reference.step = 2;
    assert_true(memory_plan_fold(m, &reference, &source, 1, &made, &error));
    assert_true(memory_plan_count(m, made, false, &error));
    g_autoptr(GPtrArray) plans = memory_plans(m, &of_iron, &error);
    assert_int_equal(plans->len, 2);
    assert_int_equal(at(plans, 0)->plan, source);
    assert_int_equal(at(plans, 1)->plan, made);
    assert_true(memory_plan_doubted(at(plans, 1)));
    assert_true(memory_plan_count(m, made, true, &error));
    g_autoptr(GPtrArray) again = memory_plans(m, &of_iron, &error);
    assert_int_equal(again->len, 1);
    assert_int_equal(at(again, 0)->plan, made);
    assert_no_error(error);
}

static void plans__edit__is_a_version_and_marked(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 number = add(m, 2, PLAN_WORKED, "others.jsonl");
    const struct memory_plan version = {.by = (char *)"ann", .reason = (char *)"deeper", .text = (char *)"dig_down(16)"};
    g_autoptr(GPtrArray) before = memory_plan_versions(m, number, &error);
    assert_true(memory_plan_count(m, at(before, 0)->id, true, &error));
    assert_true(memory_plan_change(m, number, &version, &error));
    g_autoptr(GPtrArray) versions = memory_plan_versions(m, number, &error);
    assert_int_equal(versions->len, 2);
    assert_string_equal(at(versions, 0)->text, "dig_down(16)");
    assert_string_equal(at(versions, 0)->origin, "others.jsonl");
    assert_true(at(versions, 0)->touched && at(versions, 0)->newest);
    assert_false(memory_plan_proven(at(versions, 0))); /* that text has not been tried */
    assert_int_equal(at(versions, 0)->outcome, PLAN_UNTRIED);
    assert_false(at(versions, 1)->touched || at(versions, 1)->newest);
    assert_true(memory_plan_proven(at(versions, 1)));
    assert_true(memory_plan_withdraw(m, number, "wrong", &error));
    assert_false(memory_plan_change(m, number, &version, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_null(memory_plan_get(m, 4711, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void plans__forget__takes_the_references_made_of_it(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_run(m, "iron");
    struct memory_plan plan = iron, beside = iron;
    gint64 secret = 0, kept = 0, first = 0, second = 0;
    plan.run = run;
    plan.step = 1;
    plan.text = (char *)"chat(hunter2)";
    beside.run = run;
    beside.step = 2;
    for (gint64 step = 1; step <= 2; step++)
        assert_true(memory_step_begin(m, run, step, &error) &&
                    memory_step_end(m, run, step, "t", "{}", "approved", "changed", &error));
    assert_true(memory_plan_add(m, &plan, &secret, &error) && memory_plan_add(m, &beside, &kept, &error));
    plan.step = 2; /* made in another step */
    assert_true(memory_plan_fold(m, &plan, (gint64[]){secret, kept}, 2, &first, &error));
    assert_true(memory_plan_fold(m, &plan, &first, 1, &second, &error));
    const struct memory_plan edited = {.by = (char *)"ann", .text = (char *)"hunter2, again"};
    assert_true(memory_plan_change(m, second, &edited, &error));
    assert_true(memory_run_end(m, run, "stopped", "enough", &error));
    assert_true(memory_forget(m, run, 1, "ann", "a password", false, false, &f, &error));
    assert_no_error(error);
    const gint64 gone[] = {secret, first, second};
    for (guint i = 0; i < G_N_ELEMENTS(gone); i++) {
        g_autoptr(GPtrArray) versions = memory_plan_versions(m, gone[i], &error);
        for (guint k = 0; k < versions->len; k++) {
            assert_string_equal(at(versions, k)->text, "");
            assert_null(at(versions, k)->situation);
            assert_true(at(versions, k)->withdrawn);
        }
    }
    struct memory_plan *other = memory_plan_get(m, kept, &error);
    assert_string_equal(other->text, iron.text);
    assert_false(other->withdrawn || other->folded); /* it is told again */
    memory_plan_free(other);
    assert_clean(m);
}

static void plans__equal__are_one_that_counts(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    add(m, 1, PLAN_WORKED, NULL);
    gint64 again = add(m, 2, PLAN_WORKED, NULL), last = add(m, 3, PLAN_WORKED, NULL);
    add(m, 4, PLAN_FAILED, NULL);
    assert_true(memory_plan_count(m, again, true, &error) && memory_plan_count(m, again, false, &error));
    g_autoptr(GPtrArray) plans = memory_plans(m, &of_iron, &error);
    memory_plans_join(plans);
    assert_int_equal(plans->len, 2);
    assert_int_equal(at(plans, 0)->plan, last);
    assert_int_equal(memory_plan_times(at(plans, 0), true), 3); /* of the one that began from another, its own row counts */
    assert_int_equal(memory_plan_times(at(plans, 0), false), 1);
    assert_int_equal(memory_plan_times(at(plans, 1), true), 0);
    assert_int_equal(memory_plan_times(at(plans, 1), false), 1);
    assert_no_error(error);
}

static void plans__equal__are_changed_and_withdrawn_together(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    const struct memory_plan version = {.by = (char *)"ann", .text = (char *)"dig_down(16)"};
    gint64 first = add(m, 1, PLAN_WORKED, NULL), failed = add(m, 2, PLAN_FAILED, NULL), last = add(m, 3, PLAN_WORKED, NULL),
           n = 0;
    assert_true(memory_plans_change_equal(m, last, &version, &n, &error));
    assert_int_equal(n, 1);
    g_autoptr(GPtrArray) versions = memory_plan_versions(m, first, &error);
    assert_string_equal(at(versions, 0)->text, version.text);
    assert_true(memory_plans_withdraw_equal(m, first, "wrong", &n, &error));
    assert_int_equal(n, 1);
    g_autoptr(GPtrArray) standing = memory_plans(m, &of_iron, &error);
    assert_int_equal(standing->len, 1);
    assert_int_equal(at(standing, 0)->plan, failed);
    assert_true(memory_plans_withdraw_equal(m, failed, NULL, &n, &error));
    assert_int_equal(n, 0);
    assert_false(memory_plans_withdraw_equal(m, last, NULL, &n, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void plans__words__in_any_case(void **state)
{
    (void)state;
    const char *const found[] = {"IRON", "dig_down", "pickaxe", NULL}, *const none[] = {"iron", "gold", NULL};
    enum plan_outcome outcome;
    assert_true(memory_plan_has_words(&iron, found));
    assert_false(memory_plan_has_words(&iron, none));
    for (int i = 0; i < PLAN_OUTCOME_COUNT; i++)
        assert_true(plan_outcome_parse(plan_outcome_name((enum plan_outcome)i), &outcome) && outcome == (enum plan_outcome)i);
    assert_false(plan_outcome_parse("lucky", &outcome));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans__same_run_step_and_goal__one_plan),
        cmocka_unit_test(plans__order__reference_proven_untried_failed),
        cmocka_unit_test(plans__until_a_time__what_was_there),
        cmocka_unit_test(plans__reference__made_once_of_standing_plans),
        cmocka_unit_test(plans__reference_that_failed_alone__stands_behind_its_sources),
        cmocka_unit_test(plans__edit__is_a_version_and_marked),
        cmocka_unit_test(plans__forget__takes_the_references_made_of_it),
        cmocka_unit_test(plans__equal__are_one_that_counts),
        cmocka_unit_test(plans__equal__are_changed_and_withdrawn_together),
        cmocka_unit_test(plans__words__in_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
