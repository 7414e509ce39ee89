/* What a run is started with: --set, what an imaginary agent takes of it, and that the run's row keeps it. */
#include "tests/config/common.h"

#include "config/files.h"
#include "config/options.h"
#include "engine/agents/agent.h"
#include "engine/run/options.h"

#include <string.h>

/* The table of agents, in the place of that which make lists. */
static const struct option_row toy_options[] = {{NULL, "speed", OPTION_INT, "5", 1, 9, NULL, "how fast"},
                                                {NULL, "look", OPTION_CHOICE, "near", 0, 0, "near|far", "where to"},
                                                {NULL, "word", OPTION_STRING, "", 0, 0, NULL, "any"},
                                                {0}};
static const struct agent toy = {.name = "toy", .options = toy_options};
extern const struct agent agent_cradle;
const struct agent *const agents[] = {&agent_cradle, &toy, NULL};

/* `words` separated by |; its last one is the task. */
static run_options *parse(const config *cfg, const char *words, GError **error)
{
    g_autofree char *line = g_strconcat("run|--sandbox|640x480|--agent|toy|", words, NULL), *help = NULL;
    g_auto(GStrv) argv = g_strsplit(line, "|", -1);
    return run_options_parse(cfg, (int)g_strv_length(argv), argv, false, &help, error);
}

/* As it is, and as resume reads it from the run's row. */
static run_options *read_back(const run_options *o)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *json = run_options_to_json(o);
    run_options *again = run_options_from_json(json, strlen(json), &error);
    if (!again)
        fail_msg("%s: %s", json, error->message);
    return again;
}

/* What config/ does not know of reins.ini (tests/config/test_config.c), the agents do: with its default. */
static void reins_ini__has__what_agents_take(void **state)
{
    (void)state;
    g_autoptr(GBytes) bytes = config_shipped("reins.ini");
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_autoptr(config) cfg = load(text);
    if (config_warnings(cfg)->len)
        fail_msg("%s", (char *)config_warnings(cfg)->pdata[0]);
    gsize n;
    const struct option_row *rows = option_rows(&n);
    for (gsize i = 0; i < n; i++)
        if (strcmp(rows[i].group, "brain") != 0)
            assert_string_equal(config_string(cfg, rows[i].group, rows[i].key), rows[i].fallback);
    assert_true(config_is_set(cfg, "run", "agent"));
}

static void set__wins__over_reins_ini_and_default(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(config) plain = load(""), file = load("[agent toy]\nspeed=2\nlook=far\n");
    g_autoptr(run_options) none = parse(plain, "t", &error),
                           set = parse(file, "--set|speed=3|--set|word=a=b|--set|speed=4|t", &error);
    assert_non_null(none);
    assert_non_null(set);
    g_autoptr(run_options) again = read_back(set), empty = read_back(none);
    assert_null(none->set);
    assert_string_equal(run_option(none, plain, "speed"), "5");
    assert_string_equal(run_option(none, file, "speed"), "2");
    assert_string_equal(run_option(empty, file, "speed"), "2");
    assert_string_equal(run_option(set, file, "speed"), "4");
    assert_string_equal(run_option(set, file, "look"), "far");
    assert_string_equal(run_option(set, file, "word"), "a=b");
    assert_null(run_option(set, file, "spee"));
    assert_null(run_option(set, file, "speeds"));
    assert_int_equal(g_strv_length(set->set), 2);
    assert_true(g_strv_equal((const char *const *)set->set, (const char *const *)again->set));
}

/* resume and fork: the run's own --set stays, key by key, where they say nothing else. */
static void set_of_resume__goes__over_the_runs_own(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = load("");
    g_autoptr(run_options) before = parse(cfg, "--set|speed=3|--set|look=far|t", &error);
    g_autoptr(run_options) o = read_back(before);
    char *more[] = {(char *)"speed=9", (char *)"word=", NULL}, *wrong[] = {(char *)"speed=99", NULL};
    assert_true(run_options_set(o, more, &error));
    assert_string_equal(run_option(o, cfg, "speed"), "9");
    assert_string_equal(run_option(o, cfg, "look"), "far");
    assert_string_equal(run_option(o, cfg, "word"), "");
    assert_false(run_options_set(o, wrong, &error));
    assert_string_equal(run_option(o, cfg, "speed"), "9"); /* as it was */
}

static void set__refuses__what_the_agent_does_not_take(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"--set|sped=3|t", "--set sped: agent toy has no such option (there is: speed, look, word)"},
        {"--set|speed=0|t", "--set speed: must be a whole number from 1 to 9"},
        {"--set|speed=|t", "--set speed: must be a whole number from 1 to 9"},
        {"--set|look=up|t", "--set look: must be one of near, far"},
        {"--set|word=a\tb|t", "--set word: must not have control characters in it"},
        {"--set|speed|t", "--set 'speed' is not KEY=VALUE"},
        {"--set|=3|t", "--set '=3' is not KEY=VALUE"},
        {"--agent|nobody|t", "no agent 'nobody' (there is: cradle, toy)"},
    };
    g_autoptr(config) cfg = load("");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(run_options) o = parse(cfg, rows[i][0], &error);
        if (o || !g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_USAGE) || !strstr(error->message, rows[i][1]))
            fail_msg("%s: %s", rows[i][0], error ? error->message : "taken");
    }
}

/* Of a row that was written by somebody else. */
static void set_of_the_row__that_is_no_list_of_texts__is_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"{\"set\":{}}", "{\"set\":\"speed=3\"}", "{\"set\":[3]}", "{\"set\":[[\"speed=3\"]]}"};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(run_options_from_json(rows[i], strlen(rows[i]), &error));
        assert_non_null(strstr(error->message, "set"));
    }
    static const char *const odd = "{\"agent\":\"toy\",\"set\":[\"nothing\"]}";
    g_autoptr(GError) error = NULL;
    g_autoptr(run_options) o = run_options_from_json(odd, strlen(odd), &error);
    assert_non_null(o);
    assert_false(run_options_set(o, NULL, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reins_ini__has__what_agents_take),
        cmocka_unit_test(set__wins__over_reins_ini_and_default),
        cmocka_unit_test(set_of_resume__goes__over_the_runs_own),
        cmocka_unit_test(set__refuses__what_the_agent_does_not_take),
        cmocka_unit_test(set_of_the_row__that_is_no_list_of_texts__is_refused),
    };
    agents_register_options();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
