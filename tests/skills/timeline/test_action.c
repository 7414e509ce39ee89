/* Actions, the screen as skills see it, text made visible. */

#include "skills/timeline/action.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/visible.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void action_json__round_trip__keeps_types_and_order(void **state)
{
    (void)state;
    static const char text[] = "{\"skill\":\"click_at_position\",\"args\":{\"y\":388,\"x\":4.5,\"mouse_button\":\"left\","
                               "\"fast\":true,\"big\":9007199254740991},"
                               "\"expectation\":\"the display shows 12\",\"reason\":\"é\",\"tier\":2}";
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = action_from_json(text, strlen(text), &error);
    if (!a)
        fail_msg("%s", error->message);
    assert_int_equal(action_get(a, "y")->type, VALUE_INTEGER);
    assert_int_equal(action_get(a, "x")->type, VALUE_NUMBER);
    assert_int_equal(action_get(a, "fast")->type, VALUE_BOOLEAN);
    assert_int_equal(a->tier, 2);
    g_autofree char *back = action_to_json(a);
    assert_string_equal(back, text);
    g_autoptr(action) copy = action_copy(a);
    g_autofree char *copied = action_to_json(copy);
    assert_string_equal(copied, text);
    g_autoptr(action) bare = action_from_json("{\"skill\":\"f\"}", 13, &error);
    assert_non_null(bare);
    assert_int_equal(bare->tier, -1);
    assert_string_equal(bare->expectation, "");
}

static void action_from_json__what_is_no_action__is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"", ""},
        {"[]", "object"},
        {"null", "object"},
        {"{}", "skill"},
        {"{\"skill\":1}", "skill"},
        {"{\"skill\":\"f\",\"arguments\":{}}", "arguments"},
        {"{\"skill\":\"f\",\"args\":[]}", "args"},
        {"{\"skill\":\"f\",\"args\":{\"x\":null}}", "x"},
        {"{\"skill\":\"f\",\"args\":{\"x\":[1]}}", "x"},
        {"{\"skill\":\"f\",\"args\":{\"x\":{}}}", "x"},
        {"{\"skill\":\"f\",\"tier\":4}", "tier"},
        {"{\"skill\":\"f\",\"tier\":-1}", "tier"},
        {"{\"skill\":\"f\",\"skill\":\"g\"}", "twice"},
        {"{\"skill\":\"f\"} x", ""},
        {"click_at_position(x=1)", ""},
        {"{\"skill\":\"f\",\"reason\":5}", "reason"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(action) a = action_from_json(rows[i].text, strlen(rows[i].text), &error);
        if (a)
            fail_msg("taken: %s", rows[i].text);
        if (!strstr(error->message, rows[i].why))
            fail_msg("%s: %s", rows[i].text, error->message);
    }
    GString *many = g_string_new("{\"skill\":\"f\",\"args\":{");
    for (int i = 0; i < 65; i++)
        g_string_append_printf(many, "%s\"a%d\":1", i ? "," : "", i);
    g_string_append(many, "}}");
    assert_null(action_from_json(many->str, many->len, NULL));
    g_string_free(many, TRUE);
}

static void action_describe__hidden_characters__are_shown(void **state)
{
    (void)state;
    g_autoptr(action) a = action_new("press_button");
    action_set_string(a, "label", "3");
    action_set_integer(a, "n", -7);
    action_set_string(a, "label", "a\"\x1b[31m\xe2\x80\xae\n\xe2\x80\x8b");
    struct value v = {.type = VALUE_NUMBER, .number = 0.5};
    action_set(a, "s", &v);
    g_autofree char *text = action_describe(a);
    assert_string_equal(text, "press_button(label = \"a\\\"‹U+001B›[31m‹U+202E›\\n‹U+200B›\", n = -7, s = 0.5)");
    assert_null(action_get(a, "other"));
}

static void actions_from_calls__what_describe_wrote__comes_back(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"skill\":\"press_button\",\"args\":{\"label\":\"3\"}}",
                                        "{\"skill\":\"f\",\"args\":{}}",
                                        "{\"skill\":\"type_text\",\"args\":{\"text\":\"C:\\\\a\\\\\\\\b\\\"c\\\\\"}}",
                                        "{\"skill\":\"a.b\",\"args\":{\"x\":-1,\"y\":2.5,\"z\":true,\"w\":false,\"v\":\"\"}}",
                                        "{\"skill\":\"f\",\"args\":{\"é\":\"a\\nb\\tc\u202e), g(x = 1)\"}}"};
    g_autoptr(GString) all = g_string_new("");
    g_autoptr(GError) error = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(action) a = action_from_json(texts[i], strlen(texts[i]), &error);
        if (!a)
            fail_msg("%s: %s", texts[i], error->message);
        g_autofree char *call = action_describe(a), *json = action_to_json(a);
        g_autoptr(GPtrArray) back = actions_from_calls(call, &error);
        if (!back)
            fail_msg("%s: %s", call, error->message);
        assert_int_equal(back->len, 1);
        g_autofree char *again = action_to_json(g_ptr_array_index(back, 0));
        assert_string_equal(again, json);
        g_string_append_printf(all, "%s%s", i == 1 ? "; " : i == 2 ? " , " : i ? "\n" : " ", call);
    }
    g_autoptr(GPtrArray) list = actions_from_calls(all->str, &error);
    assert_non_null(list);
    assert_int_equal(list->len, G_N_ELEMENTS(texts));
    g_autoptr(GPtrArray) single = actions_from_calls("f(x = 'a\"b\\'c', y='')", &error); /* as Python and shells have it */
    assert_non_null(single);
    assert_string_equal(action_get(g_ptr_array_index(single, 0), "x")->string, "a\"b'c");
    assert_string_equal(action_get(g_ptr_array_index(single, 0), "y")->string, "");
    g_autoptr(GPtrArray) none = actions_from_calls("  ", &error);
    assert_int_equal(none->len, 0);
}

/* A card shows no two texts alike, and what it shows is what may be typed for it. */
static void action_describe__any_text__comes_back_from_its_own_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"First line\nSecond\tline", "First line\\nSecond\\tline"},
        {"First line\\nSecond", "First line\\\\nSecond"},
        {"C:\\new\\\"", "C:\\\\new\\\\\\\""},
        {"⏎ ⇥", "‹U+23CE› ‹U+21E5›"},
        {"‹U+000A› ‹ ›", "‹U+2039›U+000A› ‹ ›"},
        {"‹0xFF›", "‹U+2039›0xFF›"},
        {"\r\x1b", "‹U+000D›‹U+001B›"},
        {"\\", "\\\\"},
        {"\\\n\\t⏎\"\t", "\\\\\\n\\\\t‹U+23CE›\\\"\\t"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(action) a = action_new("type_text");
        action_set_string(a, "text", rows[i].text);
        g_autofree char *call = action_describe(a), *wanted = g_strdup_printf("type_text(text = \"%s\")", rows[i].shown);
        assert_string_equal(call, wanted);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) back = actions_from_calls(call, &error);
        if (!back)
            fail_msg("%s: %s", call, error->message);
        assert_string_equal(action_get(g_ptr_array_index(back, 0), "text")->string, rows[i].text);
    }
    g_autoptr(GPtrArray) sign = actions_from_calls("type_text(text = \"a⏎b⇥\")", NULL); /* as cards had it before */
    assert_string_equal(action_get(g_ptr_array_index(sign, 0), "text")->string, "a\nb\t");
    g_autoptr(action) number = action_new("wait");
    action_set(number, "seconds", &(struct value){.type = VALUE_NUMBER, .number = 0.1 + 0.2});
    g_autofree char *call = action_describe(number);
    g_autoptr(GPtrArray) same = actions_from_calls(call, NULL);
    assert_true(action_get(g_ptr_array_index(same, 0), "seconds")->number == 0.1 + 0.2);
}

static void actions_from_calls__what_is_none__is_refused_with_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"click", "at character 6, no ("},    {"f(x = y)", "at character 7, a text needs quotes"},
        {"f(x = \"a", "no second quote"},     {"f(x = 1", "neither a comma"},
        {"f(x = 1 y = 2)", "at character 9"}, {"f(x 1)", "no = behind"},
        {"f(x = 1, x = 2)", "twice"},         {"f(x = 1-2)", "neither a text"},
        {"f(x = 1e999)", "neither a text"},   {"f(x = 99999999999999999999)", "neither a text"},
        {"f(, x = 1)", "an argument's name"}, {"é = 1", "no ("},
        {"f(x = \"\\\")", "no second quote"}, {"f(1)", "an argument's name is missing"},
        {"f(x = 1) \xff", "UTF-8"},           {"f(x = \"C:\\Users\")", "at character 10, a backslash is typed \\\\"},
        {"f(x = \"\\", "no second quote"},    {"f(x = 'a\")", "no second quote"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(actions_from_calls(rows[i].text, &error));
        if (!strstr(error->message, rows[i].why))
            fail_msg("%s: %s", rows[i].text, error->message);
    }
}

static void action_json_describe__no_action__as_it_is(void **state)
{
    (void)state;
    g_autofree char *call = action_json_describe("{\"skill\":\"press_button\",\"args\":{\"label\":\"3\"}}"),
                    *other = action_json_describe("{\"label\":\"3\"}"), *none = action_json_describe(NULL);
    assert_string_equal(call, "press_button(label = \"3\")");
    assert_string_equal(other, "{\"label\":\"3\"}");
    assert_null(none);
}

static void visible_command__words_that_a_shell_would_split__are_quoted(void **state)
{
    (void)state;
    char *const words[] = {(char *)"run",         (char *)"--tasks", (char *)"a/b.ini", (char *)"--rule",
                           (char *)"deny key=F9", (char *)"",        (char *)"it's",    NULL};
    g_autofree char *line = visible_command(words);
    assert_string_equal(line, "run --tasks a/b.ini --rule 'deny key=F9' '' 'it'\\''s'");
}

static void visible_text__what_shows_as_nothing__has_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"plain é 中 😀", "plain é 中 😀"},
        {"\t\r\n\x1b", "⇥‹U+000D›⏎‹U+001B›"},
        {"\x7f", "‹U+007F›"},
        {"\xc2\xa0", "‹U+00A0›"},
        {"\xe2\x80\x8f", "‹U+200F›"},
        {"\xef\xbb\xbf", "‹U+FEFF›"},
        {"a\xff"
         "b",
         "a‹0xFF›b"},
        {"\xe2\x80", "‹0xE2›‹0x80›"},
        {"\xe1\x85\x9f", "‹U+115F›"},
        {"\xef\xb8\x8f", "‹U+FE0F›"},
        {"\xf3\xa0\x81\x81", "‹U+E0041›"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = visible_text(rows[i].in);
        assert_string_equal(out, rows[i].out);
    }
}

static screen *two_lines(void)
{
    screen *s = screen_new(1280, 720);
    screen_add_word(
        s, &(struct screen_word){
               .text = (char *)"world", .region = (char *)"r", .x = 60, .y = 12, .width = 40, .height = 10, .confidence = 0.5});
    screen_add_word(
        s, &(struct screen_word){
               .text = (char *)"below", .region = (char *)"q", .x = 5, .y = 30, .width = 40, .height = 10, .confidence = 1});
    screen_add_word(
        s, &(struct screen_word){
               .text = (char *)"Hello", .region = (char *)"r", .x = 10, .y = 14, .width = 40, .height = 10, .confidence = 1});
    screen_add_icon(s, &(struct screen_icon){.name = (char *)"ok", .x = 1, .y = 2, .width = 3, .height = 4});
    s->window_width = 226;
    s->pointer_x = 5;
    return s;
}

static void screen_text__words__come_in_reading_order(void **state)
{
    (void)state;
    g_autoptr(screen) s = two_lines();
    g_autofree char *all = screen_text(s, NULL), *region = screen_text(s, "q"), *none = screen_text(s, "x");
    g_autofree char *lines = screen_lines(s, NULL), *line = screen_lines(s, "q"), *no_line = screen_lines(s, "x");
    assert_string_equal(all, "Hello world below");
    assert_string_equal(lines, "Hello world\nbelow");
    assert_string_equal(line, "below");
    assert_string_equal(no_line, "");
    assert_string_equal(region, "below");
    assert_string_equal(none, "");
}

static void screen_json__round_trip__keeps_everything(void **state)
{
    (void)state;
    g_autoptr(screen) s = two_lines();
    g_autofree char *json = screen_to_json(s);
    g_autoptr(GError) error = NULL;
    g_autoptr(screen) back = screen_from_json(json, strlen(json), &error);
    if (!back)
        fail_msg("%s", error->message);
    g_autofree char *again = screen_to_json(back);
    assert_string_equal(again, json);
    g_autoptr(screen) copy = screen_copy(s);
    g_autofree char *copied = screen_to_json(copy);
    assert_string_equal(copied, json);
}

static void screen_from_json__what_is_no_screen__is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"width\":0,\"height\":1,\"pointer\":{\"x\":0,\"y\":0},\"window\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0},\"words\":"
        "[],\"icons\":[]}",
        "{\"width\":1,\"height\":70000,\"pointer\":{\"x\":0,\"y\":0},\"window\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0},"
        "\"words\":[],\"icons\":[]}",
        "{\"width\":1,\"height\":1,\"pointer\":[],\"window\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0},\"words\":[],\"icons\":[]"
        "}",
        "{\"width\":1,\"height\":1,\"pointer\":{\"x\":0,\"y\":0},\"window\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0},\"words\":"
        "[1],\"icons\":[]}",
        "{\"width\":1,\"height\":1,\"pointer\":{\"x\":0,\"y\":0},\"window\":{\"x\":0,\"y\":0,\"width\":-1,\"height\":0},"
        "\"words\":[],\"icons\":[]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(screen_from_json(bad[i], strlen(bad[i]), &error));
        assert_non_null(error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(action_json__round_trip__keeps_types_and_order),
        cmocka_unit_test(action_from_json__what_is_no_action__is_refused_by_name),
        cmocka_unit_test(action_describe__hidden_characters__are_shown),
        cmocka_unit_test(actions_from_calls__what_describe_wrote__comes_back),
        cmocka_unit_test(action_describe__any_text__comes_back_from_its_own_line),
        cmocka_unit_test(actions_from_calls__what_is_none__is_refused_with_the_place),
        cmocka_unit_test(action_json_describe__no_action__as_it_is),
        cmocka_unit_test(visible_command__words_that_a_shell_would_split__are_quoted),
        cmocka_unit_test(visible_text__what_shows_as_nothing__has_a_name),
        cmocka_unit_test(screen_text__words__come_in_reading_order),
        cmocka_unit_test(screen_json__round_trip__keeps_everything),
        cmocka_unit_test(screen_from_json__what_is_no_screen__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
