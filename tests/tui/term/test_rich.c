/* Rich lines: code, messages, differences as lines of pieces. Nothing is lost, nothing is wider than it may be, nothing
 * invisible. */

#include "tui/term/rich.h"
#include "tui/term/text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char *line_text(const GPtrArray *lines, guint i)
{
    const GArray *line = g_ptr_array_index(lines, i);
    GString *text = g_string_new("");
    for (guint k = 0; k < line->len; k++)
        g_string_append(text, g_array_index(line, struct piece, k).text);
    return g_string_free(text, FALSE);
}

static char *all_text(const GPtrArray *lines)
{
    GString *text = g_string_new("");
    for (guint i = 0; i < lines->len; i++) {
        g_autofree char *line = line_text(lines, i);
        g_string_append_printf(text, "%s\n", line);
    }
    return g_string_free(text, FALSE);
}

/* The style of the first piece that holds this text; -1 = none does. */
static int style_of(const GPtrArray *lines, const char *text)
{
    for (guint i = 0; i < lines->len; i++) {
        const GArray *line = g_ptr_array_index(lines, i);
        for (guint k = 0; k < line->len; k++) {
            const struct piece *p = &g_array_index(line, struct piece, k);
            if (strstr(p->text, text))
                return (int)p->style;
        }
    }
    return -1;
}

static void assert_fit(const GPtrArray *lines, int width)
{
    for (guint i = 0; i < lines->len; i++) {
        g_autofree char *line = line_text(lines, i);
        assert_true(text_width(line) <= width);
        assert_true(g_utf8_validate(line, -1, NULL));
        assert_null(strpbrk(line, "\n\t\x1b"));
    }
}

/* Without what numbers and breaks put in between. */
static char *squeezed(const char *text)
{
    GString *out = g_string_new("");
    for (; *text; text++) {
        if (!g_ascii_isspace(*text) && !g_ascii_isdigit(*text))
            g_string_append_c(out, *text);
    }
    return g_string_free(out, FALSE);
}

static const char code[] = "--- Greets.\n-- @param who string whom\nfunction greet(who)\n"
                           "\tlocal text = \"hello, 計算機 \" .. who -- said aloud\n\tkey.type(text, 0x1F)\nend\n";

static void code__every_width__loses_nothing(void **state)
{
    (void)state;
    g_autofree char *wanted = squeezed(code);
    for (int width = 12; width < 100; width++) {
        g_autoptr(GPtrArray) lines = rich_new();
        rich_code(lines, width, code, 1, NULL);
        assert_fit(lines, width);
        g_autofree char *all = all_text(lines), *got = squeezed(all);
        assert_string_equal(got, wanted);
    }
}

static void code__no_room__ends(void **state)
{
    (void)state;
    for (int width = 0; width < 12; width++) {
        g_autoptr(GPtrArray) lines = rich_new();
        rich_code(lines, width, code, 1, NULL);
        rich_diff(lines, width, code, "x\n");
        rich_beside(lines, width, "a", code, "b", "x\n");
        assert_true(lines->len < 2000);
    }
}

static void code__tokens__have_their_colours(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_code(lines, 80, code, 1, NULL);
    assert_int_equal(style_of(lines, "Greets"), STYLE_CODE_COMMENT);
    assert_int_equal(style_of(lines, "said aloud"), STYLE_CODE_COMMENT);
    assert_int_equal(style_of(lines, "function"), STYLE_CODE_KEYWORD);
    assert_int_equal(style_of(lines, "hello"), STYLE_CODE_STRING);
    assert_int_equal(style_of(lines, "0x1F"), STYLE_CODE_NUMBER);
    assert_int_equal(style_of(lines, ".."), STYLE_CODE_OPERATOR);
    assert_int_equal(style_of(lines, "greet"), STYLE_NORMAL);
}

static void code__a_text_over_several_lines__keeps_its_colour(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_code(lines, 80, "x = [[first\nsecond\nthird]] + 1\n", 0, NULL);
    assert_int_equal(style_of(lines, "first"), STYLE_CODE_STRING);
    assert_int_equal(style_of(lines, "second"), STYLE_CODE_STRING);
    assert_int_equal(style_of(lines, "third"), STYLE_CODE_STRING);
    assert_int_equal(style_of(lines, "1"), STYLE_CODE_NUMBER);
}

static void code__what_cannot_be_seen__is_shown(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_code(lines, 60, "a = \"\x1b[2J\xe2\x80\xae\" -- \xff\n", 1, NULL);
    g_autofree char *all = all_text(lines);
    assert_fit(lines, 60);
    assert_non_null(strstr(all, "U+001B"));
    assert_non_null(strstr(all, "U+202E"));
}

static void code__a_message__stands_below_its_line_whole(void **state)
{
    (void)state;
    static const char *const said[] = {"greet:5: there is no key \"nosuch\" among those that this keyboard has, as far as known",
                                       "greet: of no line", "C:\\odd:name:6: second"};
    g_autoptr(GPtrArray) lines = rich_new(), messages = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(said); i++)
        g_ptr_array_add(messages, (gpointer)said[i]);
    rich_code(lines, 40, code, 1, messages);
    g_autofree char *all = all_text(lines);
    const char *line = strstr(all, "  5  "), *first = strstr(all, "▲ there is no key"), *next = strstr(all, "  6  ");
    assert_true(line && first && next && line < first && first < next);
    assert_int_equal(style_of(lines, "▲ there is no key"), STYLE_BAD);
    assert_non_null(strstr(all, "far as known"));
    assert_non_null(strstr(next, "▲ second"));
    assert_null(strstr(all, "of no line"));
    assert_fit(lines, 40);
}

static void message__its_line__is_found(void **state)
{
    (void)state;
    const char *what;
    assert_int_equal(rich_message_line("greet:12: it fails", &what), 12);
    assert_string_equal(what, "it fails");
    assert_int_equal(rich_message_line("/a:b/c.lua:3:x: y", &what), 3);
    assert_string_equal(what, "x: y");
    static const char *const none[] = {"no line", "greet: 12", "greet:0: x", "greet:-3: x", "greet:99999999999999999999: x", ""};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        assert_int_equal(rich_message_line(none[i], &what), 0);
        assert_ptr_equal(what, none[i]);
    }
}

static void diff__both_sides__are_there_marked(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_diff(lines, 30, "same\nold line\nend\n", "same\nnew line\nend\n");
    g_autofree char *all = all_text(lines);
    assert_string_equal(all, "  same\n- old line\n+ new line\n  end\n");
    assert_int_equal(style_of(lines, "old line"), STYLE_REMOVED);
    assert_int_equal(style_of(lines, "new line"), STYLE_ADDED);
    assert_int_equal(style_of(lines, "same"), STYLE_NORMAL);
}

static void beside__each_side_in_its_half__and_pairs_stand_level(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_beside(lines, 120, "loaded", "same\nold\nend\n", "draft", "same\nnew one\nnew two\nend\n");
    assert_fit(lines, 120);
    static const char *const wanted[][2] = {
        {"loaded", "draft"}, {"same", "same"}, {"old", "new one"}, {"", "new two"}, {"end", "end"}};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autofree char *line = line_text(lines, i);
        g_auto(GStrv) halves = g_strsplit(line, " │ ", 2);
        assert_int_equal(g_strv_length(halves), 2);
        assert_int_equal(text_width(halves[0]), (120 - 3) / 2);
        assert_string_equal(g_strchomp(halves[0]), wanted[i][0]);
        assert_string_equal(g_strchomp(halves[1]), wanted[i][1]);
    }
    assert_true(rich_fits_beside(120));
    assert_false(rich_fits_beside(80));
}

static void beside__long_lines__go_on_in_their_half(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    g_autoptr(GString) a = g_string_new(""), b = g_string_new("");
    for (int i = 0; i < 40; i++) {
        g_string_append(a, "left計");
        g_string_append(b, "right");
    }
    rich_beside(lines, 120, "a", a->str, "b", b->str);
    assert_fit(lines, 120);
    GString *left = g_string_new(""), *right = g_string_new("");
    for (guint i = 1; i < lines->len; i++) {
        g_autofree char *line = line_text(lines, i);
        g_auto(GStrv) halves = g_strsplit(line, " │ ", 2);
        g_string_append(left, g_strchomp(halves[0]));
        g_string_append(right, g_strchomp(halves[1]));
    }
    assert_string_equal(left->str, a->str);
    assert_string_equal(right->str, b->str);
    g_string_free(left, TRUE);
    g_string_free(right, TRUE);
}

static void field__its_label__has_another_style_and_nothing_is_nothing(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = rich_new();
    rich_field(lines, 30, "expects", NULL);
    rich_field(lines, 30, "expects", "");
    assert_int_equal(lines->len, 0);
    rich_field(lines, 30, "expects", "the field shows the greeting, all of it");
    g_autofree char *first = line_text(lines, 0);
    assert_true(g_str_has_prefix(first, "expects: the field"));
    assert_int_equal(style_of(lines, "expects:"), STYLE_ACCENT);
    assert_int_equal(style_of(lines, "the field"), STYLE_NORMAL);
    assert_fit(lines, 30);
    for (int width = 1; width < 12; width++) /* narrower than the label */
        rich_field(lines, width, "expects", "x");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code__every_width__loses_nothing),
        cmocka_unit_test(code__no_room__ends),
        cmocka_unit_test(code__tokens__have_their_colours),
        cmocka_unit_test(code__a_text_over_several_lines__keeps_its_colour),
        cmocka_unit_test(code__what_cannot_be_seen__is_shown),
        cmocka_unit_test(code__a_message__stands_below_its_line_whole),
        cmocka_unit_test(message__its_line__is_found),
        cmocka_unit_test(diff__both_sides__are_there_marked),
        cmocka_unit_test(beside__each_side_in_its_half__and_pairs_stand_level),
        cmocka_unit_test(beside__long_lines__go_on_in_their_half),
        cmocka_unit_test(field__its_label__has_another_style_and_nothing_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
