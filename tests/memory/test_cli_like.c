/* `reins memory recall` and `search --like`: what is like something; `show`: what is the same; `steps`: each action. */

#include "tests/memory/cli.h"

/* A picture that came without a print (an import) gets one when pictures are looked for. */
static void cli__search_like__makes_the_prints_that_are_missing(void **state)
{
    (void)state;
    memory *m;
    g_autofree char *data = new_data(&m), *png = g_build_filename(g_getenv("REINS_SOURCE"), "tui", "demo.png", NULL);
    gint64 run = add_run(m, "t");
    g_autofree char *bytes = NULL, *words = g_strdup_printf("search --like '%s' --json", png);
    gsize length = 0;
    assert_true(g_file_get_contents(png, &bytes, &length, NULL));
    g_autofree char *hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length),
                    *path = memory_frame_path(m, hash), *by_hash = g_strdup_printf("search --like %s", hash);
    assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    const struct memory_frame f = {.run = run, .step = 3, .hash = hash, .role = (char *)"observation", .width = 1, .height = 1};
    assert_true(memory_frame_add(m, &f, NULL));
    g_free(add_frame(m, run, 4, "no picture at all"));
    memory_close(m);
    assert_runs(data, words, 0);
    assert_non_null(strstr(out, hash));
    assert_non_null(strstr(out, "\"step\":3,"));
    assert_non_null(strstr(err, "1 pictures have no print yet")); /* the one that cannot be read */
    assert_runs(data, by_hash, 0);
    assert_non_null(strstr(out, hash));
    assert_runs(data, "search --like /nowhere.png", 1);
    assert_runs(data, "search --like 00ff word", 2);
}

/* The last lines are the cost, not a list of hashes. */
static void cli__show__tells_notes_and_ends_with_the_cost(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run = add_story(m);
    assert_true(memory_journal_add(m, run, 1, 0, "note", "engine", NULL, "{\"text\":\"more than max_cost\\u001b[2J\"}", NULL) &&
                memory_journal_add(m, run, 1, 0, "note", "human", NULL, "{\"text\":\"resumed\"}", NULL));
    assert_runs(data, "show last", 0);
    const char *first = strstr(out, "\n  note by engine: more than max_cost‹U+001B›[2J\n  note by human: resumed\n  time: ");
    const char *totals = strstr(out, "\nMODULE ");
    assert_true(first && totals > first);
    assert_true(g_str_has_suffix(out, "\ncost       $0.5000\n"));
    assert_null(strstr(out, "\njournal\n"));
    assert_runs(data, "show last --journal", 0);
    assert_true(strstr(out, "\njournal\n") < strstr(out, "\nMODULE ") && strstr(out, "\njournal\n"));
}

static void cli__recall__says_what_a_plan_would_be_told(void **state)
{
    (void)state;
    memory *m;
    g_autofree char *data = new_data(&m);
    gint64 run = add_run(m, "sort the table");
    assert_true(memory_step_begin(m, run, 1, NULL));
    add_proposal(m, run, 1, 1, "{\"skill\":\"sort\",\"args\":{},\"expectation\":\"\",\"reason\":\"\"}", 0);
    assert_true(memory_step_end(m, run, 1, "sort by name",
                                "{\"skill\":\"sort\",\"args\":{},\"expectation\":\"\",\"reason\":\"\"}", "approved", "changed",
                                NULL));
    memory_close(m);
    assert_runs(data, "lesson add --app xcalc 'look twice'", 0);
    g_autoptr(cJSON) rows = json(data, "recall sort the table by name --app xcalc --json", 0);
    assert_int_equal(cJSON_GetArraySize(rows), 2);
    const cJSON *lesson = cJSON_GetArrayItem(rows, 0), *step = cJSON_GetArrayItem(rows, 1);
    assert_string_equal(text_of(lesson, "kind"), "lesson");
    assert_string_equal(text_of(step, "end"), "worked");
    assert_true(number_of(step, "score") > 0.5);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(step, "in_prompt")));
    assert_runs(data, "recall sort the table by name --app xcalc", 0);
    assert_non_null(strstr(out, "run 1, step 1: sort(), worked"));
    assert_non_null(strstr(out, "same program · in the prompt"));
    assert_runs(data, "recall quite another thing --app xterm", 0);
    assert_string_equal(out, "nothing similar is in memory\n");
    assert_runs(data, "recall quite another thing", 0);
    assert_non_null(strstr(out, "--app NAME"));
}

/* A screen that comes back is one picture. */
static void cli__show__names_each_picture_of_a_step_once(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *data = new_data(&m), *hash = g_strnfill(64, 'a');
    add_story(m);
    const struct memory_frame f = {.run = 1, .step = 1, .hash = hash, .role = (char *)"sample", .width = 640, .height = 480};
    for (int i = 0; i < 3; i++)
        assert_true(memory_frame_add(m, &f, &error));
    assert_runs(data, "show 1 1", 0);
    g_auto(GStrv) parts = g_strsplit(out, "frame sample  640×480", -1);
    assert_int_equal(g_strv_length(parts), 2);
}

/* The step of a plan is not told by its last action alone: one that was rejected is no step in which nothing was done. */
static void cli__steps__tell_each_action_of_a_plan(void **state)
{
    (void)state;
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run = add_story(m);
    add_proposal(m, run, 2, 4, "{\"skill\":\"press_key\",\"args\":{\"key\":\"tab\"}}", 0);
    add_decision(m, run, 4, "approved", NULL);
    add_entry(m, run, 2, 4, "no_effect");
    add_proposal(m, run, 2, 5, "{\"skill\":\"click_at_position\",\"args\":{\"x\":5}}", 0);
    add_decision(m, run, 5, "rejected", "not there");
    assert_true(memory_step_end(m, run, 2, "type and go", "{\"skill\":\"click_at_position\",\"args\":{\"x\":5}}", "rejected",
                                NULL, NULL));
    static const char *const rows[] = {" rejected  –          –        type and go  type_text(text = \"rm\")\n",
                                       " approved  no_effect  –        –            press_key(key = \"tab\")\n",
                                       " rejected  –          –        –            click_at_position(x = 5)\n"};
    static const char *const words[] = {"steps 1", "steps 1 2"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        assert_runs(data, words[i], 0);
        for (gsize k = 0; k < G_N_ELEMENTS(rows); k++)
            if (!strstr(out, rows[k]))
                fail_msg("%s: no row \"%s\" in\n%s", words[i], rows[k], out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cli__search_like__makes_the_prints_that_are_missing),
        cmocka_unit_test(cli__show__names_each_picture_of_a_step_once),
        cmocka_unit_test(cli__steps__tell_each_action_of_a_plan),
        cmocka_unit_test(cli__show__tells_notes_and_ends_with_the_cost),
        cmocka_unit_test(cli__recall__says_what_a_plan_would_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, free_said);
}
