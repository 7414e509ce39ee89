/* Files of documents: a Python dict of strings, nothing else of Python. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first */
#include <cmocka.h>

#include "engine/curation/docs_folder.h"

#include <string.h>

static void clear(char **texts)
{
    for (guint i = 0; i < DOC_KIND_COUNT; i++)
        g_free(texts[i]);
}

static void docs_file__written__is_read_back(void **state)
{
    (void)state;
    static char *said[DOC_KIND_COUNT] = {(char *)"it's \"new\"\\\n\ttab \x01 é 漢", NULL, (char *)"scrolls", NULL,
                                         (char *)"{'a': 'b'}"};
    g_autofree char *file = docs_file_write(said, "push button 'Save'"), *name = NULL, *why = NULL;
    char *texts[DOC_KIND_COUNT];
    assert_true(docs_file_read(file, strlen(file), texts, &name, &why));
    for (guint i = 0; i < DOC_KIND_COUNT; i++)
        assert_string_equal(texts[i] ? texts[i] : "", said[i] ? said[i] : "");
    assert_string_equal(name, "push button 'Save'");
    clear(texts);
}

static void docs_file__as_python_prints_it__is_read(void **state)
{
    (void)state;
    static const char file[] = " {\"tap\" : \"it's \\u00e9\\x41\" ,\n'text': '' , 'v_swipe': 'a',}\n";
    g_autofree char *name = NULL, *why = NULL;
    char *texts[DOC_KIND_COUNT];
    assert_true(docs_file_read(file, strlen(file), texts, &name, &why));
    assert_string_equal(texts[DOC_TAP], "it's éA");
    assert_null(texts[DOC_TEXT]);
    assert_string_equal(texts[DOC_V_SWIPE], "a");
    assert_null(name);
    clear(texts);
}

static void docs_file__all_else__is_refused_with_its_reason(void **state)
{
    (void)state;
    static const struct {
        const char *file, *why;
    } table[] = {
        {"", "not a dict"},
        {"{'tap': 'a'", "has no end"},
        {"{'tap': 'a", "has no end"},
        {"{'tap': 'a\\", "cut off"},
        {"{'tap': 'a' 'text': ''}", "has no end"},
        {"{'tap': 1}", "not a dict of strings"},
        {"{'poke': 'a'}", "no kind of action"},
        {"{'name': 'a', 'poke': 'a'}", "no kind of action"},
        {"{'tap': 'a'} + x", "behind the dict"},
        {"{'tap': '\\q'}", "backslash"},
        {"{'tap': '\\x00'}", "no character"},
        {"{'tap': '\\ud800'}", "no character"},
        {"{'tap': '\\x4'}", "cut off"},
        {"{'tap': __import__('os')}", "not a dict of strings"},
        {"{'tap': '\xff'}", "UTF-8"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autofree char *name = NULL, *why = NULL;
        char *texts[DOC_KIND_COUNT];
        assert_false(docs_file_read(table[i].file, strlen(table[i].file), texts, &name, &why));
        if (!why || !strstr(why, table[i].why))
            fail_msg("%s: %s", table[i].file, why);
        assert_null(name);
        for (guint k = 0; k < DOC_KIND_COUNT; k++)
            assert_null(texts[k]);
    }
    g_autofree char *letters = g_strnfill(DOC_TEXT_MAX + 1, 'a'), *file = g_strdup_printf("{'tap': '%s'}", letters), *name = NULL,
                    *why = NULL;
    char *texts[DOC_KIND_COUNT];
    assert_false(docs_file_read(file, strlen(file), texts, &name, &why));
    assert_non_null(strstr(why, "too long"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(docs_file__written__is_read_back),
        cmocka_unit_test(docs_file__as_python_prints_it__is_read),
        cmocka_unit_test(docs_file__all_else__is_refused_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
