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
    assert_int_equal(p->run + p->worked, 0); /* of the other store */
    assert_int_equal(p->plan, 7);            /* of the file */
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
    g_autofree char *other = new_dir();
    g_autoptr(memory) there = open_store(other);
    const struct memory_plan own = {
        .by = (char *)"model", .app = (char *)"world", .goal = (char *)"iron", .outcome = PLAN_WORKED, .text = (char *)"own"};
    assert_true(memory_plan_add(there, &own, NULL, &error));
    plans_told_clear(&told);
    assert_true(plans_file_import(there, NULL, file, "ann", NULL, &told, &error));
    assert_int_equal(told.plans, 3);
    const struct memory_plans_asked asked = {.app = "world", .goal = "iron"};
    g_autoptr(GPtrArray) told_there = memory_plans(there, &asked, &error);
    assert_int_equal(told_there->len, 2); /* its parts are told by it, and it behind what worked here */
    const struct memory_plan *came = told_there->pdata[1];
    assert_string_equal(came->text, "in general");
    assert_true(came->reference && !memory_plan_leads(came) && !memory_plan_proven(came));
    g_autoptr(GPtrArray) made_of = memory_plan_sources(there, came->plan, &error);
    assert_int_equal(made_of->len, 2);
    assert_true(memory_plan_count(there, came->id, true, &error));
    g_autoptr(GPtrArray) tried = memory_plans(there, &asked, &error);
    assert_string_equal(((const struct memory_plan *)tried->pdata[0])->text, "in general");
}

static bool half(void *user, gint64 done, gint64 total)
{
    *(gint64 *)user = done;
    return done < total / 2;
}

/* Whoever waits gives up in the middle: what was added stays, and is not added again. */
static void plans_file__import_stopped__goes_on_there(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *file = g_build_filename(dir, "many.jsonl", NULL);
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    gint64 done = 0;
    const struct memory_watch watch = {half, &done};
    for (int i = 0; i < 3000; i++)
        g_string_append_printf(text, "{\"app\":\"w\",\"goal\":\"g%d\",\"text\":\"t%d\"}\n", i % 2999 % 7, i % 2999);
    assert_true(g_file_set_contents(file, text->str, -1, NULL));
    g_auto(plans_told) first = {0}, rest = {0};
    assert_false(plans_file_import(m, NULL, file, "ann", &watch, &first, &error));
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    assert_true(first.plans > 1000 && first.plans < 2000);
    g_autofree char *says = g_strdup_printf("%d plans are added and stay", (int)first.plans);
    assert_non_null(strstr(error->message, says));
    assert_true(done > 0);
    g_clear_error(&error);
    assert_true(plans_file_import(m, NULL, file, "ann", NULL, &rest, &error));
    assert_int_equal(rest.plans + first.plans, 2999);
    assert_int_equal(rest.known, first.plans + 1); /* the last line is the first again */
    assert_int_equal(rest.twice, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_json__written__is_read_back),
        cmocka_unit_test(plans_json__no_plan__is_named),
        cmocka_unit_test(plans_file__export__has_what_a_reference_was_made_of),
        cmocka_unit_test(plans_file__import_stopped__goes_on_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
