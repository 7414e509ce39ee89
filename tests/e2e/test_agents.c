/* An agent that is its own file and nothing else (tests/agents/tally.c): its module, board, option, library and memory with rows
 * are told, changed, kept, resumed and forked by an engine that does not know it. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "config/strict_json.h"
#include "memory/memory.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static char *parent; /* number of a run that ended well */

static void write_file(const char *path, const char *text)
{
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static int setup(void **state)
{
    (void)state;
    g_autofree char *build = g_path_get_dirname(g_getenv("TEST_REINS"));
    g_autofree char *program = g_build_filename(build, "tests", "reins-with-agents", NULL);
    g_autofree char *prompt = g_build_filename(g_get_user_config_dir(), "reins", "prompts", "tally", "press.md", NULL);
    g_setenv("REINS_BIN", program, TRUE);
    write_file(prompt, "Press the key.\n\n{{fields}}\n\n---\nThe key is {{subtask}}.\n\n{{past}}\n");
    driver_configure("tally", "[eye]\nsettle_ms=60\n[agent tally]\ntimes=2\n");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(parent);
    return 0;
}

static driver *start(const char *option, const char *value)
{
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "tally", "--brain", "tally", "--sandbox", "640x480", "--app",
                                    "xcalc", "12", option, value));
}

/* The texts of a board's rows, in order: "1 2 1 2". Caller frees. */
static char *texts_of(const event *e)
{
    g_autoptr(cJSON) rows = cJSON_Parse(e->board.rows);
    GString *text = g_string_new(NULL);
    const cJSON *row;
    assert_string_equal(e->board.name, "keys");
    cJSON_ArrayForEach(row, rows)
    {
        assert_string_equal(cJSON_GetObjectItem(row, "state")->valuestring, text->len ? "open" : "doing");
        assert_true(cJSON_GetObjectItem(row, "id")->valueint > 0);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", cJSON_GetObjectItem(row, "text")->valuestring);
    }
    return g_string_free(text, FALSE);
}

/* It comes to say this. */
static void assert_board(driver *d, const char *texts)
{
    for (bool same = false; !same;) {
        g_autofree char *now = texts_of(driver_await(d, EVENT_BOARD));
        same = g_str_equal(now, texts);
    }
}

static const event *assert_key(driver *d, const char *key)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    const struct value *value = action_get(p->fire.action, "key");
    assert_string_equal(value->string, key);
    return p;
}

static void press(driver *d, const char *key)
{
    driver_approve(d, assert_key(d, key));
    driver_await_where(d, EVENT_FIRED, "done");
}

static void end(driver *d, const char *outcome)
{
    if (g_str_equal(outcome, "stopped"))
        driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_approve_all(d)->end.outcome, outcome);
    driver_exit(d);
    driver_free(d);
}

static void change(driver *d, int row, const char *verb, const char *text)
{
    g_autofree char *line =
        g_strdup_printf("{\"command\":\"board\",\"board\":\"keys\",\"row\":%d,\"verb\":\"%s\",\"text\":\"%s\"}", row, verb, text);
    driver_send(d, line);
}

static void assert_refused(driver *d, const char *words)
{
    const event *notice = driver_await_where(d, EVENT_NOTICE, "error");
    if (!strstr(notice->text, words))
        fail_msg("said: %s", notice->text);
}

static void agent__by_its_file_alone__is_told_and_works(void **state)
{
    (void)state;
    g_autofree char *help = NULL, *keys = NULL, *wrong = NULL;
    assert_int_equal(reins_run(NULL, WORDS("run", "--help"), &help, NULL), 0);
    assert_non_null(strstr(help, "tally (presses keys)"));
    assert_int_equal(reins_run(NULL, WORDS("config", "check"), &keys, NULL), 0);
    assert_int_equal(reins_run(NULL, WORDS("run", "--agent", "tally", "--set", "times=10", "x"), NULL, &wrong), 2);
    assert_non_null(strstr(wrong, "--set times: "));
    driver *d = start(NULL, NULL);
    const event *hello = driver_await(d, EVENT_HELLO);
    assert_string_equal(hello->about.agent, "tally");
    assert_string_equal(hello->about.modules, "[{\"name\":\"press\",\"rank\":0,\"says\":{\"actions\":\"keys\"}}]");
    assert_string_equal(hello->about.boards,
                        "[{\"name\":\"keys\",\"title\":\"Keys\",\"verbs\":[\"go\",\"edit\",\"insert\",\"remove\"]}]");
    parent = g_strdup(d->run);
    assert_board(d, "");
    assert_board(d, "1 2 1 2"); /* twice, as reins.ini says */
    press(d, "1");
    assert_board(d, "2 1 2");
    press(d, "2");
    assert_board(d, "1 2");
    end(d, "success");
}

static void option__on_the_command_line__is_stronger(void **state)
{
    (void)state;
    driver *d = start("--set", "times=1");
    assert_board(d, "");
    assert_board(d, "1 2");
    end(d, "stopped");
}

/* "touched": steps in which a person changed something, of the run that began last. */
static gint64 touched_of_last(void)
{
    g_autofree char *out = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "runs", "--json"), &out, NULL), 0);
    const char *touched = strstr(out, "\"touched\":");
    assert_non_null(touched);
    return g_ascii_strtoll(touched + strlen("\"touched\":"), NULL, 10);
}

/* Each change is a person's: it voids what waits, the step begins anew from it, the journal has it, and it counts as help. */
static void board__changed_by_a_person__is_what_the_agent_goes_on_from(void **state)
{
    (void)state;
    driver *d = start("--set", "times=2");
    assert_key(d, "1");
    change(d, 1, "edit", "7");
    assert_board(d, "7 2 1 2");
    assert_string_equal(driver_await_where(d, EVENT_DECISION, "voided")->decided.by, "human");
    assert_key(d, "7");
    change(d, 0, "insert", "9");
    assert_board(d, "7 2 1 2 9");
    assert_key(d, "7");
    change(d, 3, "remove", "");
    assert_board(d, "7 2 2 9");
    assert_key(d, "7");
    change(d, 4, "go", "");
    assert_board(d, "2 9");
    const event *p = assert_key(d, "2");
    change(d, 99, "remove", "");
    assert_refused(d, "there is no key 99");
    change(d, 4, "edit", "");
    assert_refused(d, "no name for it");
    change(d, 4, "move", "0");
    assert_refused(d, "board keys does not take \"move\"");
    driver_send(d, "{\"command\":\"board\",\"board\":\"goals\",\"row\":1,\"verb\":\"go\"}");
    assert_refused(d, "agent tally has no board \"goals\"");
    driver_approve(d, p); /* what was refused has changed nothing */
    driver_await_where(d, EVENT_FIRED, "done");
    assert_board(d, "9");
    press(d, "9");
    g_autofree char *run = g_strdup(d->run);
    end(d, "success");
    g_autofree char *shown = run_shown(run);
    static const char *const said[] = {"board keys: edit row 1: 7", "board keys: insert row 0: 9", "board keys: remove row 3",
                                       "board keys: go row 4"};
    for (gsize i = 0; i < G_N_ELEMENTS(said); i++)
        if (!strstr(shown, said[i]))
            fail_msg("not in the journal: %s", said[i]);
    assert_int_equal(touched_of_last(), 1);
    assert_verified();
}

static char *killed(driver *d)
{
    char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
    return run;
}

/* Killed while it waits, right after it has fired, and after a person has changed the board. */
static void mind__with_rows__outlives_the_engine(void **state)
{
    (void)state;
    driver *d = start("--set", "times=2");
    press(d, "1");
    assert_key(d, "2");
    g_autofree char *run = killed(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_board(d, "2 1 2");
    driver_approve(d, assert_key(d, "2"));
    driver_await(d, EVENT_FIRED);
    g_free(killed(d));
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_board(d, "1 2");
    assert_key(d, "1");
    change(d, 0, "insert", "9");
    assert_key(d, "1");
    g_free(killed(d));
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_board(d, "1 2 9");
    end(d, "success");
    assert_verified();
}

static const event *assert_skill(driver *d, const char *skill)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, skill);
    return p;
}

/* xcalc's profile has no press_enter: it is of the library that the agent declares, in a run, a resumed one and a fork. */
static void library__of_the_agent__has_skills_for_its_plans(void **state)
{
    (void)state;
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "tally", "--brain", "tally", "--sandbox", "640x480", "--app", "xcalc", "=="));
    driver_approve(d, assert_skill(d, "press_enter"));
    driver_await_where(d, EVENT_FIRED, "done");
    assert_skill(d, "press_enter");
    g_autofree char *run = killed(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_skill(d, "press_enter");
    g_free(killed(d));
    d = driver_start(NULL, WORDS("resume", run, "--before", "2", "--replay", "--headless"));
    assert_skill(d, "press_enter");
    end(d, "stopped");
}

static void fork__of_its_run__has_the_rows_of_that_step(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("resume", parent, "--before", "3", "--replay", "--headless"));
    press(d, "1");
    press(d, "2");
    assert_key(d, "1");
    change(d, 3, "edit", "5");
    assert_board(d, "5 2");
    press(d, "5");
    end(d, "success");
}

static void mind__with_a_field_that_there_is_not__is_refused_by_its_name(void **state)
{
    (void)state;
    driver *d = start(NULL, NULL);
    press(d, "1");
    assert_key(d, "2");
    g_autofree char *run = killed(d), *folder = config_data_dir(NULL), *err = NULL;
    memory *m = memory_open(folder, false, NULL);
    gint64 id = g_ascii_strtoll(run, NULL, 10), step = 0;
    g_autofree char *json = memory_state_at(m, id, G_MAXINT64, &step, NULL);
    g_auto(GStrv) parts = g_strsplit(json, "\"last_id\":", 2);
    assert_int_equal(g_strv_length(parts), 2);
    g_autofree char *other = g_strjoinv("\"lost_id\":", parts);
    assert_true(memory_state_set(m, id, step, other, NULL));
    memory_close(m);
    assert_int_not_equal(reins_run(NULL, WORDS("resume", run, "--headless"), NULL, &err), 0);
    if (!strstr(err, "agent tally") || !strstr(err, "lost_id"))
        fail_msg("said: %s", err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agent__by_its_file_alone__is_told_and_works),
        cmocka_unit_test(option__on_the_command_line__is_stronger),
        cmocka_unit_test(board__changed_by_a_person__is_what_the_agent_goes_on_from),
        cmocka_unit_test(mind__with_rows__outlives_the_engine),
        cmocka_unit_test(library__of_the_agent__has_skills_for_its_plans),
        cmocka_unit_test(fork__of_its_run__has_the_rows_of_that_step),
        cmocka_unit_test(mind__with_a_field_that_there_is_not__is_refused_by_its_name),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
