/* Plans as lines of JSON: what is written is read back; what is wrong is named. */

#include "tests/memory/common.h"

#include "engine/curation/plans_file.h"

static void plans_json__written__is_read_back(void **state)
{
    (void)state;
    const struct memory_plan said = {.plan = 7,
                                     .run = 3,
                                     .steps = 12,
                                     .worked = 2,
                                     .outcome = PLAN_FAILED,
                                     .by = (char *)"ann",
                                     .app = (char *)"world",
                                     .goal = (char *)"iron ore",
                                     .task = (char *)"it's \"new\"\\ é 漢",
                                     .situation = (char *)"planks 2",
                                     .cause = (char *)"no tool",
                                     .text = (char *)"a\n\tb"};
    g_autoptr(GError) error = NULL;
    g_autofree char *line = plans_json(&said);
    assert_null(strchr(line, '\n'));
    struct memory_plan *p = plans_json_read(line, strlen(line), &error);
    assert_non_null(p);
    assert_string_equal(p->app, said.app);
    assert_string_equal(p->goal, said.goal);
    assert_string_equal(p->task, said.task);
    assert_string_equal(p->situation, said.situation);
    assert_string_equal(p->cause, said.cause);
    assert_string_equal(p->text, said.text);
    assert_int_equal(p->outcome, PLAN_FAILED);
    assert_int_equal(p->steps, 12);
    assert_int_equal(p->run + p->worked + p->plan, 0); /* of the other store */
    assert_false(memory_plan_proven(p));
    memory_plan_free(p);
}

static void plans_json__no_plan__is_named(void **state)
{
    (void)state;
    g_autofree char *long_goal = g_strnfill(PLAN_GOAL_MAX + 1, 'x');
    g_autofree char *too_long = g_strdup_printf("{\"app\":\"w\",\"goal\":\"%s\",\"text\":\"t\"}", long_goal);
    const struct {
        const char *line, *says;
    } rows[] = {
        {"[]", "not an object"},
        {"{\"app\":\"w\",\"text\":\"t\"}", "\"goal\" is to have 1 to 400 bytes"},
        {"{\"app\":\"w\",\"goal\":\"  \",\"text\":\"t\"}", "\"goal\""},
        {"{\"app\":\"w\",\"goal\":\"g\",\"text\":\"t\",\"outcome\":\"lucky\"}", "\"outcome\""},
        {"{\"app\":\"w\",\"goal\":\"g\",\"text\":\"t\",\"steps\":-1}", "steps"},
        {"{\"app\":\"w\",\"goal\":\"g\",\"text\":5}", "text"},
        {too_long, "\"goal\" is to have 1 to 400 bytes"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(plans_json_read(rows[i].line, strlen(rows[i].line), &error));
        assert_non_null(strstr(error->message, rows[i].says));
    }
}

/* A withdrawn plan is left out; one of which a reference was made is not. */
static void plans_file__export__has_what_a_reference_was_made_of(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *file = g_build_filename(dir, "plans.jsonl", NULL), *text = NULL;
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(plans_told) told = {0};
    gint64 number[3];
    for (int i = 0; i < 3; i++) {
        g_autofree char *line = g_strdup_printf("line %d", i);
        const struct memory_plan plan = {
            .by = (char *)"ann", .app = (char *)"world", .goal = (char *)"iron", .outcome = PLAN_WORKED, .text = line};
        assert_true(memory_plan_add(m, &plan, &number[i], &error));
    }
    const struct memory_plan reference = {
        .by = (char *)"model", .app = (char *)"world", .goal = (char *)"iron", .text = (char *)"in general"};
    assert_true(memory_plan_fold(m, &reference, number, 2, NULL, &error));
    assert_true(memory_plan_withdraw(m, number[2], "wrong", &error));
    assert_true(plans_file_export(m, "world", file, &told, &error));
    assert_int_equal(told.plans, 3);
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_non_null(strstr(text, "in general"));
    assert_non_null(strstr(text, "line 0"));
    assert_null(strstr(text, "line 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_json__written__is_read_back),
        cmocka_unit_test(plans_json__no_plan__is_named),
        cmocka_unit_test(plans_file__export__has_what_a_reference_was_made_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
