/* A module's form: numbers, counts and rows as a person reads and writes them, and back. */

#include "tui/model/form.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct field goal_fields[] = {
    {"text", FIELD_STRING, NULL, true, 0, "what to reach"},  {"count", FIELD_INTEGER, NULL, false, 0, "how many"},
    {"share", FIELD_NUMBER, NULL, false, 0, "of the whole"}, {"done", FIELD_BOOLEAN, NULL, false, 0, "over?"},
    {"words", FIELD_STRINGS, NULL, false, 0, "seen"},
};
static const struct form goal = {"goal", goal_fields, G_N_ELEMENTS(goal_fields)};
static const struct field fields[] = {
    {"x", FIELD_NUMBER, NULL, true, 0, "where"},
    {"inventory", FIELD_COUNTS, NULL, false, 0, "what is there"},
    {"goals", FIELD_ROWS, NULL, false, 0, "in their order", &goal},
    {"choices", FIELD_STRINGS, NULL, false, 0, "to choose from"},
};
static const struct module module = {MODULE_FORM("test", fields)};

enum { X, INVENTORY, GOALS, CHOICES };

static struct form_entry *entry(const form_view *f, guint i)
{
    return g_ptr_array_index(f->entries, i);
}

/* What is there is shown as `text`, and comes back as it was. */
static void form_view__output__is_shown_as_text_and_comes_back(void **state)
{
    (void)state;
    static const struct {
        guint field;
        const char *value, *text;
    } rows[] = {
        {X, "1.5", "1.5"},
        {X, "-1e-07", "-1e-07"},
        {X, "0.1", "0.1"},
        {INVENTORY, "{\"log\":3,\"plank of oak\":2}", "log=3; plank of oak=2"},
        {INVENTORY, "{\"a=b\":1}", "{\"a=b\":1}"},
        {INVENTORY, "{\" a\":1}", "{\" a\":1}"},
        {INVENTORY, "{\"a;\":1,\"b\":2}", "{\"a;\":1,\"b\":2}"},
        {INVENTORY, "{\"[a]\":1}", "{\"[a]\":1}"},
        {GOALS, "[{\"text\":\"axe\",\"count\":1,\"share\":0.25,\"done\":true},{\"text\":\"12\",\"done\":false}]",
         "text=axe, count=1, share=0.25, done=true; text=12, done=false"},
        {GOALS, "[{\"text\":\"\"}]", "text="},
        {GOALS, "[{\"text\":\"a=b\"}]", "text=a=b"},
        {GOALS, "[{\"text\":\"a, b\"}]", "[{\"text\":\"a, b\"}]"},
        {GOALS, "[{\"text\":\"a;b\"}]", "[{\"text\":\"a;b\"}]"},
        {GOALS, "[{\"text\":\" a\"}]", "[{\"text\":\" a\"}]"},
        {GOALS, "[{\"text\":\"a\\nb\"}]", "[{\"text\":\"a\\nb\"}]"},
        {GOALS, "[{\"text\":\"a\",\"words\":[\"b\"]}]", "[{\"text\":\"a\",\"words\":[\"b\"]}]"},
        {GOALS, "[{\"text\":\"true\",\"count\":null}]", "text=true"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *name = fields[rows[i].field].name;
        g_autofree char *members = g_strdup_printf("{%s\"%s\":%s}", rows[i].field == X ? "" : "\"x\":0,", name, rows[i].value);
        g_autoptr(form_output) before = form_parse(&module.form, members, strlen(members), NULL);
        assert_non_null(before);
        g_autofree char *output = form_output_json(before);
        g_autoptr(form_view) f = form_view_module(&module, members);
        assert_string_equal(entry(f, rows[i].field)->input.text->str, rows[i].text);
        g_autoptr(GError) error = NULL;
        g_autofree char *back = form_view_get_output(f, &error);
        if (!back)
            fail_msg("%s: %s", members, error->message);
        assert_string_equal(back, output);
        g_autoptr(form_view) again = form_view_module(&module, back); /* with null for what is left out */
        g_autofree char *same = form_view_get_output(again, NULL);
        assert_string_equal(same, output);
    }
}

static void form_view__typed__is_read_or_refused(void **state)
{
    (void)state;
    static const struct {
        guint field;
        const char *text, *value, *error;
    } rows[] = {
        {X, " -3.50 ", "-3.5", NULL},
        {X, "+3", "3", NULL},
        {X, "", NULL, "field \"x\": expected number, got string \"\""},
        {X, "far", NULL, "field \"x\": expected number, got string \"far\""},
        {INVENTORY, " log = 3 ;plank=2; ", "{\"log\":3,\"plank\":2}", NULL},
        {INVENTORY, "[{\"name\":\"log\",\"count\":3}]", "{\"log\":3}", NULL},
        {INVENTORY, " {\"log\":3}", "{\"log\":3}", NULL},
        {INVENTORY, "", "null", NULL},
        {INVENTORY, "log", NULL, "inventory: \"log\" is not NAME=HOW MANY"},
        {INVENTORY, "log=1; log=2", NULL, "field \"inventory[1].name\": \"log\" is given twice"},
        {INVENTORY, "log=many", NULL, "field \"inventory[0].count\": expected integer, got string \"many\""},
        {INVENTORY, "log=-1", NULL, "field \"inventory[0].count\": expected 0 to 2147483647, got -1"},
        {GOALS, " text = the axe ,done=yes;text=2;",
         "[{\"text\":\"the axe\",\"count\":null,\"share\":null,\"done\":true,"
         "\"words\":null},{\"text\":\"2\",\"count\":null,\"share\":null,"
         "\"done\":null,\"words\":null}]",
         NULL},
        {GOALS, "text=a, words=w", "[{\"text\":\"a\",\"count\":null,\"share\":null,\"done\":null,\"words\":[\"w\"]}]", NULL},
        {GOALS, "", "null", NULL},
        {GOALS, "text=a, b", NULL, "goals: \"b\" is not FIELD=VALUE (a text with a comma: write JSON)"},
        {GOALS, "text=a, text=b", NULL, "goals: \"text\" occurs twice in a row"},
        {GOALS, "text=a; count=2", NULL, "field \"goals[1].text\": missing"},
        {GOALS, "text=a, count=few", NULL, "field \"goals[0].count\": expected integer, got string \"few\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(form_view) f = form_view_module(&module, "{\"x\":0}");
        input_set(&entry(f, rows[i].field)->input, rows[i].text);
        g_autofree char *output = form_view_get_output(f, &error);
        if (rows[i].error) {
            if (output)
                fail_msg("was taken: %s", rows[i].text);
            assert_string_equal(error->message, rows[i].error);
            continue;
        }
        if (!output)
            fail_msg("%s: %s", rows[i].text, error->message);
        g_autofree char *member = g_strdup_printf("\"%s\":%s", fields[rows[i].field].name, rows[i].value);
        if (!strstr(output, member))
            fail_msg("%s: %s", rows[i].text, output);
    }
}

static void form_view__meaning__says_how_it_is_written(void **state)
{
    (void)state;
    g_autoptr(form_view) f = form_view_module(&module, NULL);
    assert_string_equal(entry(f, X)->meaning, "where");
    assert_string_equal(entry(f, INVENTORY)->meaning, "what is there (written: log=3; plank=2)");
    assert_string_equal(entry(f, CHOICES)->meaning, "to choose from (written: one; another)");
    assert_string_equal(entry(f, GOALS)->meaning,
                        "in their order (written: text=…, count=…, share=…, done=…, words=…; the next; or JSON)");
}

/* ---- rows that have a line of their own ---- */

static bool line_read(const char *text, form_line_put *put, void *to, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    if (g_strv_length(words) != 2) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "\"%s\" is not COUNT TEXT", text);
        return false;
    }
    put(to, "count", words[0]);
    put(to, "text", words[1]);
    return true;
}

static char *line_write(const form_output *row)
{
    return g_strdup_printf("%" G_GINT64_FORMAT " %s", form_output_integer(row, "count"), form_output_string(row, "text"));
}

static const struct form_line line = {.like = "2 axe; 1 log", .read = line_read, .write = line_write};
static const struct form lined = {.name = "goal", .fields = goal_fields, .n_fields = G_N_ELEMENTS(goal_fields), .line = &line};
static const struct field planned[] = {
    {"thoughts", FIELD_STRING, NULL, true, 0, "why"},
    {"goals", FIELD_ROWS, NULL, true, 0, "in their order", &lined},
    {"actions", FIELD_ACTIONS, NULL, false, 0, "calls"},
    {"impossible", FIELD_STRING, NULL, false, 0, "what is missing"},
};
static const struct module plan = {MODULE_FORM("plan", planned), .about = "goals"};
static const struct module_says choose_says[] = {{SAYS_ACTIONS, "actions", NULL}, {0}};
static const struct module choose = {MODULE_FORM("choose", planned), .says = choose_says};

static void form_view__rows__have_a_line_of_their_own(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_view) f = form_view_module(&plan, NULL);
    assert_int_equal(f->active, 1);
    assert_string_equal(entry(f, 1)->meaning, "in their order (written: 2 axe; 1 log; or JSON)");
    g_autofree char *empty = form_view_get_output(f, &error);
    g_assert_no_error(error);
    assert_false(form_view_does_something(f, empty, &error));
    assert_string_equal(error->message, "goals: it is empty");
    g_clear_error(&error);
    input_set(&entry(f, 1)->input, "2 the axe; text=log, count=1");
    g_autofree char *output = form_view_get_output(f, &error);
    g_assert_no_error(error);
    assert_true(form_view_does_something(f, output, &error));
    g_autoptr(form_view) again = form_view_module(&plan, output);
    assert_string_equal(entry(again, 1)->input.text->str, "2 the axe; 1 log");
    input_set(&entry(f, 1)->input, "2 axe; log");
    assert_null(form_view_get_output(f, &error));
    assert_string_equal(error->message, "goals: \"log\" is not COUNT TEXT");
}

static void form_view__call_in_a_text__is_asked_about(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_view) f = form_view_module(&choose, NULL);
    input_set(&entry(f, 3)->input, "explore(object = \"bush\")");
    g_autofree char *output = form_view_get_output(f, &error);
    assert_false(form_view_does_something(f, output, &error));
    assert_string_equal(error->message, "impossible: this is a call: type it into actions");
    g_clear_error(&error);
    input_set(&entry(f, 3)->input, "there is no bush (none at all)");
    g_autofree char *words = form_view_get_output(f, &error);
    assert_true(form_view_does_something(f, words, &error));
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form_view__output__is_shown_as_text_and_comes_back),
        cmocka_unit_test(form_view__typed__is_read_or_refused),
        cmocka_unit_test(form_view__meaning__says_how_it_is_written),
        cmocka_unit_test(form_view__rows__have_a_line_of_their_own),
        cmocka_unit_test(form_view__call_in_a_text__is_asked_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
