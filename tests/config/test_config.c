#include "tests/config/common.h"

#include "config/files.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/strict_json.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- the shipped file and the table ---- */

/* Every row of config/ is in the file with its default, after a comment, in the table's order; nothing else is but what agents
 * take (tests/engine/session/test_options.c). */
static void reins_ini__agrees_with__options_table(void **state)
{
    (void)state;
    g_autoptr(GBytes) bytes = config_shipped("reins.ini");
    assert_non_null(bytes);
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *group = g_strdup("");
    gsize row = 0, n;
    const struct option_row *rows = option_rows(&n);
    bool comment = false;
    for (guint i = 0; lines[i] && !g_str_has_prefix(lines[i], "[brain "); i++) {
        char *equals = strchr(lines[i], '=');
        if (*lines[i] == '[') {
            g_free(group);
            group = g_strndup(lines[i] + 1, strlen(lines[i]) - 2);
        } else if (*lines[i] && *lines[i] != '#') {
            assert_non_null(equals);
            *equals = '\0';
            if (!option_known(group, lines[i]))
                continue;
            while (row < n && strcmp(rows[row].group, "brain") == 0)
                row++;
            assert_true(row < n);
            assert_string_equal(group, rows[row].group);
            assert_string_equal(lines[i], rows[row].key);
            assert_string_equal(equals + 1, rows[row].fallback);
            if (!comment)
                fail_msg("[%s] %s has no comment", group, lines[i]);
            row++;
        }
        comment = *lines[i] == '#';
    }
    while (row < n && strcmp(rows[row].group, "brain") == 0)
        row++;
    assert_int_equal(row, n);
}

/* The list of what a brain may have is a comment: "#   KEY=DEFAULT   meaning". */
static void reins_ini__lists__brain_options(void **state)
{
    (void)state;
    g_autoptr(GBytes) bytes = config_shipped("reins.ini");
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    const char *p = strstr(text, "# Brains.");
    assert_non_null(p);
    gsize n;
    const struct option_row *rows = option_rows(&n);
    for (gsize i = 0; i < n; i++) {
        if (strcmp(rows[i].group, "brain") != 0)
            continue;
        g_autofree char *want = g_strdup_printf("\n#   %s=%s ", rows[i].key, rows[i].fallback ? rows[i].fallback : "");
        p = strstr(p, want);
        if (!p)
            fail_msg("not in reins.ini, or not in the table's order:%s", want);
    }
}

static void options__are__in_range_unique_and_grouped(void **state)
{
    (void)state;
    g_autoptr(GHashTable) groups = g_hash_table_new(g_str_hash, g_str_equal);
    gsize n;
    const struct option_row *rows = option_rows(&n);
    for (gsize i = 0; i < n; i++) {
        const struct option_row *row = &rows[i];
        assert_ptr_equal(option_known(row->group, row->key), row);
        if (i == 0 || strcmp(row->group, row[-1].group) != 0)
            assert_true(g_hash_table_add(groups, (char *)row->group));
        assert_true(row->help && *row->help && row->help[strlen(row->help) - 1] != '.');
        g_autoptr(GError) error = NULL;
        if (row->fallback && !option_check(row, row->fallback, &error))
            fail_msg("[%s] %s: default %s %s", row->group, row->key, row->fallback, error->message);
        if (row->type == OPTION_INT || row->type == OPTION_REAL || row->type == OPTION_SIZE)
            assert_true(row->min < row->max);
    }
}

static void options__refuse__bad_values(void **state)
{
    (void)state;
    static const struct {
        const char *group, *key, *value;
    } rows[] = {
        {"run", "mode", "Step"},
        {"run", "mode", ""},
        {"run", "mode", "step|risk"},
        {"run", "mode", "ste"},
        {"run", "max_steps", "0"},
        {"run", "max_steps", "1000001"},
        {"run", "max_steps", "-1"},
        {"run", "max_steps", "5x"},
        {"run", "max_steps", "0x10"},
        {"run", "max_steps", ""},
        {"run", "max_steps", "1e3"},
        {"run", "max_steps", "99999999999999999999"},
        {"run", "max_steps", "5.0"},
        {"run", "max_cost", "-0.1"},
        {"run", "max_cost", "1,5"},
        {"run", "max_cost", "nan"},
        {"run", "max_cost", "inf"},
        {"run", "max_cost", "1e99"},
        {"run", "max_cost", "0x1p3"},
        {"run", "max_cost", ""},
        {"run", "max_cost", "."},
        {"run", "sandbox", "1280"},
        {"run", "sandbox", "1280x"},
        {"run", "sandbox", "x720"},
        {"run", "sandbox", "1280x720x24"},
        {"run", "sandbox", "-1x720"},
        {"run", "sandbox", "1280 x 720"},
        {"run", "sandbox", "63x64"},
        {"run", "sandbox", "64x16385"},
        {"run", "sandbox", "99999999999x720"},
        {"console", "bell", "1"},
        {"console", "bell", "True"},
        {"brain", "url", "api.openai.com/v1"},
        {"brain", "url", "ftp://x/"},
        {"brain", "url", "https://"},
        {"brain", "url", "https://u:p@x/"},
        {"brain", "url", "file:///etc/passwd"},
        {"brain", "key", "sk-123"},
        {"brain", "key", "env:"},
        {"brain", "key", "ENV:X"},
        {"brain", "kind", ""},
        {"run", "brain", "a\x01"},
        {"run", "brain", "a\x7f"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        const struct option_row *row = option_known(rows[i].group, rows[i].key);
        assert_non_null(row);
        if (option_check(row, rows[i].value, &error) || !g_str_has_prefix(error->message, "must "))
            fail_msg("%s = \"%s\": %s", rows[i].key, rows[i].value, error ? error->message : "taken");
    }
}

/* ---- loading ---- */

static void load__gives__defaults(void **state)
{
    (void)state;
    g_autoptr(config) cfg = load("");
    int width = 0, height = 0;
    config_size(cfg, "run", "sandbox", &width, &height);
    assert_string_equal(config_string(cfg, "run", "mode"), "step");
    assert_int_equal(config_int(cfg, "run", "max_steps"), 50);
    assert_true(config_real(cfg, "gate", "target_match") == 0.98);
    assert_false(config_bool(cfg, "console", "bell"));
    assert_true(width == 1280 && height == 720);
    assert_int_equal(config_warnings(cfg)->len, 0);
    g_auto(GStrv) names = config_brain_names(cfg);
    g_autofree char *all = g_strjoinv(" ", names);
    assert_string_equal(all, "demo human blank openai anthropic gemini responses");
}

static void load__takes__the_users_over_the_shipped(void **state)
{
    (void)state;
    g_autoptr(config) cfg =
        load("[run]\nmax_steps = 7 \nmode=dry\n[console]\nbell=on\n[brain openai]\nmodel=gpt-5\n"
             "[brain  local]\nkind=openai\nurl=http://127.0.0.1:8080/v1\nmodel=m\n[keys]\nbracketleft=step-back\n");
    g_autoptr(GError) error = NULL;
    assert_int_equal(config_int(cfg, "run", "max_steps"), 7);
    assert_string_equal(config_string(cfg, "run", "mode"), "dry");
    assert_true(config_bool(cfg, "console", "bell"));
    assert_int_equal(config_warnings(cfg)->len, 0);
    g_autoptr(brain_profile) openai = config_brain(cfg, "openai", &error);
    assert_string_equal(openai->model, "gpt-5");
    assert_string_equal(openai->url, "https://api.openai.com/v1");
    assert_string_equal(openai->key, "env:OPENAI_API_KEY");
    assert_string_equal(openai->max_tokens_field, "max_completion_tokens");
    assert_true(openai->price_out == 0); /* that of another model */
    g_autoptr(brain_profile) local = config_brain(cfg, "local", &error);
    assert_non_null(local);
    assert_null(local->key);
    assert_null(local->script);
    assert_string_equal(local->max_tokens_field, "max_tokens");
    assert_int_equal(local->timeout_s, 120);
}

static void load__warns__with_line_and_nearest_name(void **state)
{
    (void)state;
    g_autoptr(config) cfg = load(
        "[rnu]\nx=1\n\n[run]\nmax_step=3\nmax_steps=3\nmax_steps=4\nfrobnicate=1\n[brain]\nkind=lua\n[brain a b]\nkind=lua\n");
    const GPtrArray *warnings = config_warnings(cfg);
    static const char *const wanted[] = {
        "reins.ini:7: [run] max_steps is set twice (first in line 6)",
        "reins.ini:1: unknown group [rnu] is ignored: did you mean \"run\"?",
        "reins.ini:5: unknown key \"max_step\" in [run] is ignored: did you mean \"max_steps\"?",
        "reins.ini:8: unknown key \"frobnicate\" in [run] is ignored: there are mode, brain",
        "reins.ini:9: [brain] is ignored",
        "reins.ini:11: [brain a b] is ignored",
    };
    assert_int_equal(warnings->len, G_N_ELEMENTS(wanted));
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        if (!strstr(warnings->pdata[i], wanted[i]))
            fail_msg("%s\n not: %s", (char *)warnings->pdata[i], wanted[i]);
    assert_int_equal(config_int(cfg, "run", "max_steps"), 4);
}

static void load__refuses__with_file_line_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int code;
        const char *message;
    } rows[] = {
        {"[run]\n\nmax_steps=0\n", CONFIG_ERROR_USAGE,
         "reins.ini:3: [run] max_steps = 0: must be a whole number from 1 to 1000000"},
        {"[run]\nmode=stepp\n", CONFIG_ERROR_USAGE, "must be one of step, risk, watch, dry"},
        {"[run]\nmax_steps=5 # five\n", CONFIG_ERROR_USAGE, "(a comment stands on a line of its own)"},
        {"[run]\nmax_steps 5\n", CONFIG_ERROR_FAILED, "reins.ini:2: "},
        {"mode=step\n", CONFIG_ERROR_FAILED, "reins.ini:1: "},
        {"[run]\nbrain=\xff\n", CONFIG_ERROR_FAILED, "reins.ini:2: not UTF-8"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(config) cfg = config_load_text(rows[i].text, &error);
        if (cfg || error->domain != CONFIG_ERROR || error->code != rows[i].code || !strstr(error->message, rows[i].message))
            fail_msg("%s: %s", rows[i].text, error ? error->message : "taken");
    }
}

/* One brain that cannot be asked is no reason not to ask another, or none. */
static void load__a_wrong_brain__is_wrong_for_who_asks_it(void **state)
{
    (void)state;
    g_autoptr(config) cfg = load("[brain x]\nkind=openai\ntimeout_s=never\nprice_in=-1\nurl=https://me:pw@host/v1\nmodel=m\n"
                                 "[run]\nmax_steps=7\n[brain y]\nkind=openai\nurl=http://host/v1\nmodel=m\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(brain_profile) x = config_brain(cfg, "x", &error), y = config_brain(cfg, "y", NULL);
    assert_null(x);
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_USAGE));
    assert_non_null(strstr(error->message, "reins.ini:3: [brain x] timeout_s = never: must be"));
    assert_non_null(y);
    assert_int_equal(config_int(cfg, "run", "max_steps"), 7);
    g_auto(GStrv) names = config_brain_names(cfg);
    assert_true(g_strv_contains((const char *const *)names, "x")); /* it is there: said to be wrong, and not to be missing */
}

/* A key that was pasted into the file must not come out in a message. */
static void load__never_quotes__a_secret(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "[brain openai]\nkey=sk-SECRET\n",
        "[brain openai]\nurl=https://me:sk-SECRET@host/\n",
        "[brain openai]\nkey=env:\nmodel=sk-SECRET\n",
        "[brain openai]\napi_key=sk-SECRET\nkey=nothing\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(config) cfg = load(rows[i]);
        g_autoptr(brain_profile) brain = config_brain(cfg, "openai", &error);
        g_autofree char *shown = config_show(cfg);
        assert_null(brain);
        assert_null(strstr(error->message, "SECRET"));
        if (!strstr(rows[i], "model=sk")) /* a model may be called so */
            assert_null(strstr(shown, "SECRET"));
    }
    g_autoptr(config) cfg = load("[brain openai]\napi_key=sk-SECRET\n");
    assert_int_equal(config_warnings(cfg)->len, 1);
    assert_null(strstr(config_warnings(cfg)->pdata[0], "SECRET"));
}

static void show__reads_back__as_the_same(void **state)
{
    (void)state;
    g_autoptr(config) cfg = load("[run]\nmax_cost=0.25\n[brain local]\nkind=human\n[keys]\na=b\n");
    g_autofree char *text = config_show(cfg);
    g_autoptr(config) again = load(text);
    g_autofree char *twice = config_show(again);
    assert_string_equal(text, twice);
    assert_int_equal(config_warnings(again)->len, 0);
    assert_non_null(strstr(text, "max_cost=0.25\n"));
    assert_non_null(strstr(text, "[keys]\na=b\n"));
    assert_non_null(strstr(text, "[brain local]\nkind=human\n"));
}

static void show_json__is__typed(void **state)
{
    (void)state;
    g_autoptr(config) cfg = load("[run]\nbogus=1\n");
    g_autofree char *text = config_show_json(cfg);
    g_autoptr(GError) error = NULL;
    g_autoptr(cJSON) root = strict_json_parse(text, strlen(text), STRICT_JSON_LINE, &error);
    assert_non_null(root);
    gint64 steps = 0;
    bool bell = false;
    const char *kind = NULL;
    assert_true(strict_json_get_int(strict_json_get_object(root, "run", NULL), "max_steps", 0, 99, &steps, NULL));
    assert_true(strict_json_opt_bool(strict_json_get_object(root, "console", NULL), "bell", &bell, NULL));
    const cJSON *brains = strict_json_get_object(root, "brains", NULL);
    assert_true(strict_json_get_string(strict_json_get_object(brains, "demo", NULL), "kind", &kind, NULL));
    assert_true(steps == 50 && !bell);
    assert_string_equal(kind, "lua");
    assert_int_equal(cJSON_GetArraySize(strict_json_get_array(root, "warnings", NULL)), 1);
}

/* ---- brains ---- */

static void brain__refuses__what_cannot_work(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *message;
    } rows[] = {
        {"", "opennai", "no brain \"opennai\": there are demo, human, blank, openai"},
        {"[brain x]\nmodel=m\n", "x", "[brain x] has no kind: there are openai, responses, anthropic, gemini, lua, human"},
        {"[brain x]\nkind=opnai\n", "x", "kind = opnai: no such kind: did you mean \"openai\"?"},
        {"[brain x]\nkind=openai\nmodel=m\n", "x", "[brain x] has no url"},
        {"[brain x]\nkind=openai\nurl=http://h/v1\n", "x", "[brain x] has no model"},
        {"[brain x]\nkind=lua\n", "x", "[brain x] has no script"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(config) cfg = load(rows[i].text);
        g_autoptr(GError) error = NULL;
        g_autoptr(brain_profile) brain = config_brain(cfg, rows[i].name, &error);
        if (brain || error->code != CONFIG_ERROR_USAGE || !strstr(error->message, rows[i].message))
            fail_msg("%s: %s", rows[i].text, error ? error->message : "taken");
    }
}

/* ---- what agents take ---- */

static void register_toy(void)
{
    static const struct option_row rows[] = {
        {"agent toy", "speed", OPTION_INT, "5", 1, 9, NULL, "how fast"},
        {"modules", "see", OPTION_STRING, "", 0, 0, NULL, "brain of this module"},
        {"run", "toys", OPTION_BOOL, "false", 0, 0, NULL, "with toys"},
        {"agent toy", "look", OPTION_CHOICE, "near", 0, 0, "near|far", "where to"},
        {"agent other toy", "speed", OPTION_INT, "7", 1, 9, NULL, "how fast"},
    };
    option_register(rows, G_N_ELEMENTS(rows)); /* a second time: nothing is added */
}

static void register__puts__rows_behind_their_group(void **state)
{
    (void)state;
    register_toy();
    gsize n, again;
    option_rows(&n);
    register_toy();
    const struct option_row *rows = option_rows(&again);
    assert_int_equal(n, again);
    g_autofree const char **groups = option_names(rows, n, NULL), **run = option_names(rows, n, "run"),
                          **toy = option_names(rows, n, "agent toy");
    g_autofree char *all = g_strjoinv(",", (char **)groups), *of_run = g_strjoinv(",", (char **)run),
                    *of_toy = g_strjoinv(",", (char **)toy);
    assert_true(g_str_has_suffix(all, ",brain,agent toy,modules,agent other toy"));
    assert_true(g_str_has_prefix(of_run, "mode,brain,") && g_str_has_suffix(of_run, ",max_hold_s,toys"));
    assert_string_equal(of_toy, "speed,look");
    options__are__in_range_unique_and_grouped(state);
}

static void agent_group__is__checked_and_shown(void **state)
{
    (void)state;
    register_toy();
    g_autoptr(config) cfg = load("[agent  toy]\nspeed=9\n");
    assert_int_equal(config_warnings(cfg)->len, 0);
    assert_int_equal(config_int(cfg, "agent toy", "speed"), 9);
    assert_string_equal(config_string(cfg, "agent toy", "look"), "near");
    assert_int_equal(config_int(cfg, "agent other toy", "speed"), 7);
    g_autofree char *text = config_show(cfg), *json = config_show_json(cfg);
    assert_non_null(strstr(text, "\n[agent toy]\nspeed=9\nlook=near\n"));
    assert_non_null(strstr(json, "\"agents\":{\"toy\":{\"speed\":9,\"look\":\"near\"},\"other toy\":{\"speed\":7}}"));
    g_autoptr(config) again = load(text);
    g_autofree char *twice = config_show(again);
    assert_string_equal(text, twice);
    g_autoptr(GError) error = NULL;
    g_autoptr(config) wrong = config_load_text("[agent toy]\nspeed=10\n", &error);
    assert_null(wrong);
    assert_non_null(strstr(error->message, "reins.ini:2: [agent toy] speed = 10: must be a whole number from 1 to 9"));
}

/* A name that comes at run time (a module's, an agent's) is no programmer's mistake. */
static void unknown_name__is__told_and_no_abort(void **state)
{
    (void)state;
    register_toy();
    g_autoptr(config) cfg =
        load("[agent toy]\nspeeed=9\n[agent tou]\nx=1\n[agent]\nx=1\n[modules]\nseee=demo\n[run x]\nmode=dry\n");
    static const char *const wanted[] = {
        "reins.ini:2: unknown key \"speeed\" in [agent toy] is ignored: did you mean \"speed\"?",
        "reins.ini:3: unknown group [agent tou] is ignored: did you mean \"agent toy\"?",
        "reins.ini:5: unknown group [agent] is ignored",
        "reins.ini:8: unknown key \"seee\" in [modules] is ignored: did you mean \"see\"?",
        "reins.ini:9: unknown group [run x] is ignored",
    };
    const GPtrArray *warnings = config_warnings(cfg);
    assert_int_equal(warnings->len, G_N_ELEMENTS(wanted));
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        if (!strstr(warnings->pdata[i], wanted[i]))
            fail_msg("%s\n not: %s", (char *)warnings->pdata[i], wanted[i]);
    assert_null(config_find(cfg, "modules", "seee"));
    assert_null(config_find(cfg, "agent tou", "x"));
    assert_null(config_find(cfg, "agent", "speed"));
    assert_string_equal(config_find(cfg, "modules", "see"), "");
    assert_string_equal(config_find(cfg, "agent toy", "speed"), "5");
}

/* ---- nearest ---- */

static void nearest__finds__what_was_meant(void **state)
{
    (void)state;
    static const char *const known[] = {"run", "resume", "attach", "skills", "memory", "config", "do", NULL};
    static const char *const rows[][2] = {
        {"rnu", "run"},
        {"runn", "run"},
        {"RUN", "run"},
        {"resum", "resume"},
        {"skill", "skills"},
        {"memroy", "memory"},
        {"cnfig", "config"},
        {"atach", "attach"},
        {"og", NULL},
        {"xyz", NULL},
        {"", NULL},
        {"frobnicate", NULL},
        {"a-name-that-is-longer-than-sixty-four-characters-is-no-typing-mistake-at-all", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *found = nearest_name(rows[i][0], known);
        if (g_strcmp0(found, rows[i][1]) != 0)
            fail_msg("%s: %s", rows[i][0], found ? found : "none");
    }
}

static void price__of_another_model__is_not_known(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool known;
        double in;
    } cases[] = {{"[brain openai]\nkey=env:X\n", true, 2.5},
                 {"[brain openai]\nmodel=gpt-4o\n", true, 2.5},
                 {"[brain openai]\nmodel=other\n", false, 0},
                 {"[brain openai]\nurl=http://localhost:8000/v1\n", false, 0},
                 {"[brain openai]\nprice_in=7\nprice_out=8\nmodel=other\n", true, 7}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(config) cfg = config_load_text(cases[i].text, &error);
        assert_non_null(cfg);
        assert_int_equal(config_is_set(cfg, "brain openai", "price_in"), cases[i].known);
        assert_int_equal(config_is_set(cfg, "brain openai", "price_out"), cases[i].known);
        assert_true(config_real(cfg, "brain openai", "price_in") == cases[i].in);
    }
    static const char *const cached[] = {"price_cached", "price_written"};
    g_autoptr(config) same = load("[brain anthropic]\ntimeout_s=9\n"), other = load("[brain anthropic]\nmodel=other\n");
    for (gsize i = 0; i < G_N_ELEMENTS(cached); i++) {
        assert_true(config_real(same, "brain anthropic", cached[i]) > 0);
        assert_true(config_real(other, "brain anthropic", cached[i]) < 0);
    }
}

static void headers_s__by_the_address__is_longer_nearby(void **state)
{
    (void)state;
    static const struct {
        const char *url;
        int s;
    } cases[] = {{"http://127.0.0.1:8080/v1", 600}, {"http://localhost/v1", 600},     {"http://[::1]:1234/v1", 600},
                 {"http://box:8000/v1", 600},       {"http://192.168.1.9/v1", 600},   {"https://api.openai.com/v1", 120},
                 {"https://10.example.org", 120},   {"https://example.org:8443", 120}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf("[brain x]\nkind=openai\nmodel=m\nurl=%s\n", cases[i].url);
        g_autoptr(config) cfg = load(text);
        g_autoptr(brain_profile) brain = config_brain(cfg, "x", NULL);
        if (brain->headers_s != cases[i].s)
            fail_msg("%s: %d", cases[i].url, brain->headers_s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reins_ini__agrees_with__options_table),
        cmocka_unit_test(reins_ini__lists__brain_options),
        cmocka_unit_test(price__of_another_model__is_not_known),
        cmocka_unit_test(headers_s__by_the_address__is_longer_nearby),
        cmocka_unit_test(options__are__in_range_unique_and_grouped),
        cmocka_unit_test(options__refuse__bad_values),
        cmocka_unit_test(load__gives__defaults),
        cmocka_unit_test(load__takes__the_users_over_the_shipped),
        cmocka_unit_test(load__warns__with_line_and_nearest_name),
        cmocka_unit_test(load__refuses__with_file_line_and_reason),
        cmocka_unit_test(load__a_wrong_brain__is_wrong_for_who_asks_it),
        cmocka_unit_test(load__never_quotes__a_secret),
        cmocka_unit_test(show__reads_back__as_the_same),
        cmocka_unit_test(show_json__is__typed),
        cmocka_unit_test(brain__refuses__what_cannot_work),
        cmocka_unit_test(nearest__finds__what_was_meant),
        cmocka_unit_test(register__puts__rows_behind_their_group),
        cmocka_unit_test(agent_group__is__checked_and_shown),
        cmocka_unit_test(unknown_name__is__told_and_no_abort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
