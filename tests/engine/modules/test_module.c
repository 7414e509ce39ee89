/* A table of modules: places, who says what, and a module that reads replies of another form than JSON. */
#include "engine/modules/module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* "LOOKS: …" as {"screen":"…"}: what a model trained on another tool writes. */
static form_output *read_lines(const struct form *form, const char *reply, gsize length, GError **error)
{
    g_autofree char *text = g_strndup(reply, length);
    g_auto(GStrv) parts = g_strsplit(text, "LOOKS: ", 2);
    if (g_strv_length(parts) != 2) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX, "no line LOOKS");
        return NULL;
    }
    g_autofree char *json = g_strdup_printf("{\"screen\":\"%s\"}", parts[1]);
    return form_parse(form, json, strlen(json), error);
}

static const struct field looks[] = {{"screen", FIELD_STRING, NULL, true, 20, "what is there"}};
static const struct field acts[] = {{"do", FIELD_ACTIONS, NULL, true, 1, "what is done"},
                                    {"over", FIELD_STRING, "yes|no", false, 0, "whether that is all"}};
static const struct module_says look_says[] = {{SAYS_SCREEN, "screen", NULL}, {0}};
static const struct module_says act_says[] = {{SAYS_ACTIONS, "do", NULL}, {SAYS_OUTCOME, "over", "no"}, {0}};
static const struct module modules[] = {
    {MODULE_FORM("look", looks), .says = look_says, .read = read_lines}, {MODULE_FORM("act", acts), .says = act_says}, {{0}}};

static void assert_read(const char *reply, const char *seen, const char *defect)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) output = module_parse(&modules[0], reply, strlen(reply), &error);
    if (g_strcmp0(module_said(&modules[0], output, SAYS_SCREEN), seen))
        fail_msg("%s: %s", reply, error ? error->message : "another screen");
    if (defect && !strstr(error->message, defect))
        fail_msg("%s: %s", reply, error->message);
}

/* JSON first; a defect of what is no JSON is the reader's. */
static void module_parse__a_reader__takes_what_is_no_json(void **state)
{
    (void)state;
    assert_read("{\"screen\":\"a window\"}", "a window", NULL);
    assert_read("Well.\nLOOKS: a dialog", "a dialog", NULL);
    assert_read("a dialog", NULL, "no line LOOKS");
    assert_read("LOOKS: more than twenty characters of it", NULL, "screen");
}

static void module_parse__no_reader__takes_json_alone(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(module_parse(&modules[1], "LOOKS: x", 8, &error));
    assert_non_null(error);
}

static void modules__table__says_who_says_what(void **state)
{
    (void)state;
    const struct module_says *how = NULL;
    assert_int_equal(module_count(modules), 2);
    assert_int_equal(module_count(NULL), 0);
    assert_int_equal(module_index(modules, "act"), 1);
    assert_int_equal(module_index(modules, "plan"), -1);
    assert_ptr_equal(module_find(modules, "look"), &modules[0]);
    assert_null(module_find(modules, "plan"));
    assert_int_equal(module_saying(modules, SAYS_OUTCOME, &how), 1);
    assert_string_equal(how->yes, "no");
    assert_int_equal(module_saying(modules, SAYS_SUMMARY, NULL), -1);
    assert_int_equal(module_saying(NULL, SAYS_SCREEN, NULL), -1);
    g_autofree char *json = module_says_json(&modules[1]);
    assert_string_equal(json, "{\"actions\":\"do\",\"outcome\":\"over\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(module_parse__a_reader__takes_what_is_no_json),
        cmocka_unit_test(module_parse__no_reader__takes_json_alone),
        cmocka_unit_test(modules__table__says_who_says_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
