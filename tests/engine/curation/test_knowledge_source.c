/* Paragraphs of a text: headings, names, cuts. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first */
#include <cmocka.h>

#include "engine/curation/knowledge_source.h"

#include <string.h>

static char *shown(const char *text)
{
    g_autoptr(GPtrArray) rows = knowledge_source_read(text, strlen(text), "file", NULL);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_paragraph *p = rows->pdata[i];
        g_string_append_printf(out, "[%s|%s]", p->subject, p->text);
    }
    return g_string_free(out, FALSE);
}

static void knowledge_source__paragraphs__have_their_subjects(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"one\ntwo\n\n\nthree", "[file|one\ntwo][file|three]"},
        {"# ore\nis deep\n\nand rare\n## \nother", "[ore|is deep][ore|and rare][file|other]"},
        {"# ore\ncoal: burns\n\nNote that: nothing", "[coal|burns][ore|Note that: nothing]"},
        {"http://x: y", "[file|http://x: y]"},
        {"# only a heading", ""},
        {"a\r\n\r\nb", "[file|a][file|b]"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = shown(rows[i][0]);
        assert_string_equal(out, rows[i][1]);
    }
}

static void knowledge_source__long_text__is_cut_between_characters(void **state)
{
    (void)state;
    g_autoptr(GString) text = g_string_new("x");
    for (int i = 0; i < PARAGRAPH_TEXT_MAX; i++)
        g_string_append(text, "é");
    g_autoptr(GPtrArray) rows = knowledge_source_read(text->str, text->len, "file", NULL);
    gsize length = 0;
    assert_int_equal(rows->len, 3);
    for (guint i = 0; i < rows->len; i++) {
        const char *part = ((const struct memory_paragraph *)rows->pdata[i])->text;
        assert_true(strlen(part) <= PARAGRAPH_TEXT_MAX && g_utf8_validate(part, -1, NULL));
        length += strlen(part);
    }
    assert_int_equal(length, text->len);
    g_autoptr(GError) error = NULL;
    assert_null(knowledge_source_read("\xff", 1, "file", &error));
    assert_non_null(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knowledge_source__paragraphs__have_their_subjects),
        cmocka_unit_test(knowledge_source__long_text__is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
