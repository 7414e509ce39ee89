#include "config/strict_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <string.h>

/* `length` bytes in a block of their own, so that a read past the end is seen by ASan. */
static cJSON *parse(const char *text, gsize length, GError **error)
{
    g_autofree char *copy = g_memdup2(text, length);
    return strict_json_parse(copy ? copy : "", length, STRICT_JSON_LINE, error);
}

static void parse__refuses__what_is_no_json(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "expected a value"},
        {"  ", "expected a value"},
        {"{", "expected a key"},
        {"[1,", "expected a value"},
        {"[1,]", "expected a value"},
        {"{\"a\":1,}", "expected a key"},
        {"{a:1}", "expected a key"},
        {"{'a':1}", "expected a key"},
        {"{\"a\" 1}", "expected : after"},
        {"{\"a\":1 \"b\":2}", "expected , or }"},
        {"[1 2]", "expected , or ]"},
        {"[1}", "expected , or ]"},
        {"{\"a\":1]", "expected , or }"},
        {"]", "expected a value"},
        {"{} {}", "text after the value"},
        {"1 x", "text after the value"},
        {"{}}", "text after the value"},
        {"// c\n1", "expected a value"},
        {"\xef\xbb\xbf{}", "expected a value"},
        {"01", "text after the value"},
        {"+1", "expected a value"},
        {".5", "expected a value"},
        {"1.", "digits after its point"},
        {"-", "not a number"},
        {"-a", "not a number"},
        {"1e", "digits in its exponent"},
        {"1e+", "digits in its exponent"},
        {"0x10", "text after the value"},
        {"NaN", "expected a value"},
        {"Infinity", "expected a value"},
        {"nul", "expected a value"},
        {"True", "expected a value"},
        {"truex", "text after the value"},
        {"\"abc", "does not end"},
        {"\"abc\\", "unknown escape"},
        {"\"a\nb\"", "control character"},
        {"\"a\tb\"", "control character"},
        {"\"\\x41\"", "unknown escape"},
        {"\"\\u12\"", "four hexadecimal"},
        {"\"\\u12g4\"", "four hexadecimal"},
        {"\"\\u0000\"", "\\u0000"},
        {"\"\\ud800\"", "surrogate"},
        {"\"\\ud800\\n\"", "surrogate"},
        {"\"\\ud800\\u0041\"", "surrogate"},
        {"\"\\udc00\"", "surrogate"},
        {"\"\xff\"", "not UTF-8"},
        {"\"\xc0\x80\"", "not UTF-8"},
        {"\"\xed\xa0\x80\"", "not UTF-8"},
        {"\"\xe2\x82", "not UTF-8"},
        {"{\"a\":1,\"a\":2}", "twice"},
        {"[{\"x\":{\"a\":1,\"b\":2,\"\\u0061\":3}}]", "twice"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(cJSON) tree = parse(rows[i].text, strlen(rows[i].text), &error);
        if (tree || !error || error->code != STRICT_JSON_ERROR_SYNTAX || !strstr(error->message, rows[i].message))
            fail_msg("%s: %s", rows[i].text, error ? error->message : "taken");
    }
}

static void parse__refuses__nul_byte(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(parse("{}\0{}", 5, &error));
    assert_non_null(strstr(error->message, "NUL"));
    g_clear_error(&error);
    assert_null(parse("\"a\0b\"", 5, &error));
    assert_non_null(error);
}

static void parse__says_where(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    const char *text = "{\"a\": 1,\n \"\xc3\xa4\xc3\xb6\": tru}";
    assert_null(parse(text, strlen(text), &error));
    assert_non_null(strstr(error->message, "line 2, column 8"));
}

static cJSON *nested(int levels, const char *open, const char *close, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < levels; i++)
        g_string_append(text, open);
    g_string_append(text, "1");
    for (int i = 0; i < levels; i++)
        g_string_append(text, close);
    return parse(text->str, text->len, error);
}

static void parse__limits__depth(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(cJSON) arrays = nested(STRICT_JSON_DEPTH, "[", "]", &error);
    g_autoptr(cJSON) objects = nested(STRICT_JSON_DEPTH, "{\"a\":", "}", &error);
    assert_null(error);
    assert_non_null(arrays);
    assert_non_null(objects);
    assert_null(nested(STRICT_JSON_DEPTH + 1, "[", "]", &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_LIMIT);
    g_clear_error(&error);
    assert_null(nested(STRICT_JSON_DEPTH + 1, "{\"a\":", "}", &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_LIMIT);
    g_clear_error(&error);
    assert_null(nested(100000, "[", "]", &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_LIMIT);
}

static void parse__limits__length_and_numbers(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(cJSON) fits = strict_json_parse("[1,2]", 5, 5, &error);
    assert_non_null(fits);
    assert_null(strict_json_parse("[1,2] ", 6, 5, &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_LIMIT);
    static const char *const large[] = {"1e999", "-1e999", "1111111111111111111111111111111111111111111111111111111111111"};
    for (gsize i = 0; i < G_N_ELEMENTS(large); i++) {
        g_clear_error(&error);
        assert_null(parse(large[i], strlen(large[i]), &error));
        assert_int_equal(error->code, STRICT_JSON_ERROR_LIMIT);
    }
}

static void parse__takes__every_kind_of_value(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "null",
        "true",
        "false",
        "0",
        "-0.5",
        "1e2",
        "\"\"",
        "[]",
        "{}",
        " [ ] ",
        "\t{ \"a\" : [ 1 , { } ] }\r\n",
        "\"\\ud83d\\ude00\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
        "{\"\":{\"\":[]}}",
        "{\"a\":1,\"A\":2}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(cJSON) tree = parse(rows[i], strlen(rows[i]), &error);
        if (!tree)
            fail_msg("%s: %s", rows[i], error->message);
    }
}

static void get__refuses__wrong_types(void **state)
{
    (void)state;
    const char *text = "{\"s\":\"x\",\"i\":5,\"f\":1.5,\"b\":true,\"n\":null,\"o\":{},\"a\":[],\"big\":9007199254740994}";
    g_autoptr(cJSON) tree = strict_json_parse(text, strlen(text), 1000, NULL);
    g_autoptr(GError) error = NULL;
    const char *string = "kept";
    gint64 whole = -7;
    double real = 0.25;
    bool truth = true;
    static const char *const not_strings[] = {"i", "f", "b", "n", "o", "a"}, *const not_whole[] = {"s", "f", "b",  "n",
                                                                                                   "o", "a", "big"};
    for (gsize i = 0; i < G_N_ELEMENTS(not_strings); i++) {
        assert_false(strict_json_get_string(tree, not_strings[i], &string, &error));
        assert_int_equal(error->code, STRICT_JSON_ERROR_TYPE);
        g_clear_error(&error);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(not_whole); i++) {
        assert_false(strict_json_get_int(tree, not_whole[i], G_MININT64, G_MAXINT64, &whole, &error));
        assert_non_null(strstr(error->message, not_whole[i]));
        g_clear_error(&error);
    }
    assert_false(strict_json_get_int(tree, "i", 6, 9, &whole, &error));
    assert_non_null(strstr(error->message, "from 6 to 9"));
    g_clear_error(&error);
    assert_false(strict_json_get_int(tree, "i", 0, 4, &whole, NULL));
    assert_false(strict_json_opt_real(tree, "s", &real, NULL));
    assert_false(strict_json_opt_bool(tree, "i", &truth, NULL));
    assert_null(strict_json_get_object(tree, "a", NULL));
    assert_null(strict_json_get_array(tree, "o", NULL));
    assert_null(strict_json_get_array(tree, "n", NULL));
    assert_string_equal(string, "kept");
    assert_int_equal(whole, -7);
}

static void get__says_missing(void **state)
{
    (void)state;
    g_autoptr(cJSON) tree = strict_json_parse("{\"n\":null}", 10, 1000, NULL);
    g_autoptr(GError) error = NULL;
    const char *string = "kept";
    gint64 whole = 3;
    assert_false(strict_json_get_string(tree, "S", &string, &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_MISSING);
    g_clear_error(&error);
    assert_null(strict_json_get_object(tree, "o", &error));
    assert_int_equal(error->code, STRICT_JSON_ERROR_MISSING);
    g_clear_error(&error);
    assert_false(strict_json_get_int(tree->child, "x", 0, 1, &whole, &error)); /* null is no object */
    assert_int_equal(error->code, STRICT_JSON_ERROR_TYPE);
    assert_false(strict_json_get_int(NULL, "x", 0, 1, &whole, NULL));
}

static void opt__keeps__what_is_missing_or_null(void **state)
{
    (void)state;
    const char *text = "{\"n\":null,\"x\":7,\"t\":true,\"r\":2.5,\"s\":\"v\"}";
    g_autoptr(cJSON) tree = strict_json_parse(text, strlen(text), 1000, NULL);
    const char *string = "kept";
    gint64 whole = 3;
    double real = 0.25;
    bool truth = false;
    assert_true(strict_json_opt_string(tree, "n", &string, NULL));
    assert_true(strict_json_opt_int(tree, "none", 0, 1, &whole, NULL));
    assert_true(strict_json_opt_real(tree, "n", &real, NULL));
    assert_true(strict_json_opt_bool(tree, "n", &truth, NULL));
    assert_string_equal(string, "kept");
    assert_true(whole == 3 && real == 0.25 && !truth);
    assert_true(strict_json_opt_string(tree, "s", &string, NULL));
    assert_true(strict_json_opt_int(tree, "x", 7, 7, &whole, NULL));
    assert_true(strict_json_opt_real(tree, "r", &real, NULL));
    assert_true(strict_json_opt_bool(tree, "t", &truth, NULL));
    assert_string_equal(string, "v");
    assert_true(whole == 7 && real == 2.5 && truth);
}

static void small_and_copy__as_opt__and_nothing_is_touched_by_a_refusal(void **state)
{
    (void)state;
    const char *text = "{\"x\":7,\"s\":\"v\",\"n\":null,\"big\":4294967296}";
    g_autoptr(cJSON) tree = strict_json_parse(text, strlen(text), 1000, NULL);
    int small = 3;
    char *copy = NULL;
    assert_false(strict_json_opt_small(tree, "x", 0, 6, &small, NULL));
    assert_false(strict_json_opt_small(tree, "big", 0, G_MAXINT, &small, NULL)); /* 2^32 must not become 0 */
    assert_false(strict_json_copy_string(tree, "x", &copy, NULL));
    assert_true(strict_json_opt_small(tree, "n", 0, 6, &small, NULL));
    assert_true(strict_json_copy_string(tree, "n", &copy, NULL));
    assert_true(small == 3 && !copy);
    assert_true(strict_json_opt_small(tree, "x", 7, 7, &small, NULL));
    assert_true(strict_json_copy_string(tree, "s", &copy, NULL));
    assert_int_equal(small, 7);
    assert_string_equal(copy, "v");
    strict_json_add_text(tree, "added", copy);
    strict_json_add_text(tree, "not", NULL);
    g_free(copy);
    assert_string_equal(cJSON_GetObjectItem(tree, "added")->valuestring, "v");
    assert_false(cJSON_HasObjectItem(tree, "not"));
}

static void print__reads_back(void **state)
{
    (void)state;
    static const char *const same[] = {
        "null",
        "[true,false,null]",
        "{\"b\":1,\"a\":[{},[],\"\"]}",
        "1763687000000000",
        "-9007199254740992",
        "0.1",
        "1e+300",
        "2.5",
        "\"\\\"\\\\\\n\\t\\u0001\x7f\xc3\xa9\xf0\x9f\x98\x80/\"",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(same); i++) {
        g_autoptr(cJSON) tree = strict_json_parse(same[i], strlen(same[i]), 1000, NULL);
        assert_non_null(tree);
        g_autofree char *text = strict_json_print(tree);
        assert_string_equal(text, same[i]);
    }
}

static void print__repairs__bytes_that_are_no_utf8(void **state)
{
    (void)state;
    g_autoptr(cJSON) string = cJSON_CreateString("a\xff");
    g_autofree char *text = strict_json_print(string);
    assert_string_equal(text, "\"a\xef\xbf\xbd\"");
}

static void print__has_a_point__in_any_locale(void **state)
{
    (void)state;
    g_autofree char *before = g_strdup(setlocale(LC_NUMERIC, NULL));
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        setlocale(LC_NUMERIC, ""); /* not installed: the test still runs, in what there is */
    g_autoptr(cJSON) tree = strict_json_parse("[0.5]", 5, 100, NULL);
    assert_non_null(tree);
    g_autofree char *text = strict_json_print(tree);
    setlocale(LC_NUMERIC, before);
    assert_string_equal(text, "[0.5]");
}

static void canonical__sorts_by_byte(void **state)
{
    (void)state;
    const char *text = " {\"b\": [ 3, 1 ], \"B\":-0, \"a\":{\"z\":1e3,\"\xc3\xa4\":\"x\",\"aa\":true}, \"\": null} ";
    g_autoptr(cJSON) tree = strict_json_parse(text, strlen(text), 1000, NULL);
    g_autofree char *canonical = strict_json_canonical(tree);
    assert_string_equal(canonical, "{\"\":null,\"B\":0,\"a\":{\"aa\":true,\"z\":1000,\"\xc3\xa4\":\"x\"},\"b\":[3,1]}");
    g_autoptr(cJSON) again = strict_json_parse(canonical, strlen(canonical), 1000, NULL);
    g_autofree char *twice = strict_json_canonical(again);
    assert_string_equal(canonical, twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse__refuses__what_is_no_json),
        cmocka_unit_test(parse__refuses__nul_byte),
        cmocka_unit_test(parse__says_where),
        cmocka_unit_test(parse__limits__depth),
        cmocka_unit_test(parse__limits__length_and_numbers),
        cmocka_unit_test(parse__takes__every_kind_of_value),
        cmocka_unit_test(get__refuses__wrong_types),
        cmocka_unit_test(get__says_missing),
        cmocka_unit_test(opt__keeps__what_is_missing_or_null),
        cmocka_unit_test(small_and_copy__as_opt__and_nothing_is_touched_by_a_refusal),
        cmocka_unit_test(print__reads_back),
        cmocka_unit_test(print__repairs__bytes_that_are_no_utf8),
        cmocka_unit_test(print__has_a_point__in_any_locale),
        cmocka_unit_test(canonical__sorts_by_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
