/* Forms: what a reply may look like, what is mended, and the exact defect of what is not. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/modules/module.h"
#include "engine/modules/repair.h"

#include <string.h>

static const struct field fields[] = {
    {"mood", FIELD_STRING, "good|bad", true, 0, "how it is"},  {"note", FIELD_STRING, NULL, false, 12, "a remark"},
    {"done", FIELD_BOOLEAN, NULL, false, 0, "over?"},          {"count", FIELD_INTEGER, NULL, false, 100, "how many"},
    {"words", FIELD_STRINGS, NULL, false, 3, "what was read"}, {"actions", FIELD_ACTIONS, NULL, false, 2, "what to do"},
    {"skills", FIELD_SKILLS, NULL, false, 0, "drafts"},
};
static const struct form form = {"test", fields, G_N_ELEMENTS(fields)};

static void form_parse__accepts__what_may_be_mended(void **state)
{
    (void)state;
    static const char *const replies[] = {
        "{\"mood\":\"good\"}",
        " \n\xef\xbb\xbf{\"mood\":\"good\"} \n",
        "\xef\xbb\xbf \n{\"mood\":\"good\"}",
        "```json\n{\"mood\":\"good\"}\n```",
        "```\n{\"mood\":\"good\"}\n```",
        "Here it is:\n```json\n{\"mood\":\"good\"}\n```\nDone.",
        "Sure! {\"mood\":\"good\"} That is all.",
        "<think>maybe {\"mood\":\"bad\"}?</think>{\"mood\":\"good\"}",
        "<think>hm</think>\n```json\n{\"mood\":\"good\"}\n```",
        "I first thought {\"mood\":\"bad\"} but no: {\"mood\":\"good\"}",
        "use {x and then {\"mood\":\"good\"}",
        "```json\n{\"mood\":\"good\",\"note\":\"```json{}```\"}\n```",
        "Well:\n```json\n{\"note\":\"```\",\"mood\":\"good\"}\n```\nor {\"mood\"",
        "{\"mood\":\"good\",}",
        "{\"mood\":\"good\",\"words\":[\"a\",\"b\",],}",
        "{\"mood\":\"good\",\"note\":\"a\nb\tc\"}",
        "{\"mood\":\"good\",\"note\":null,\"done\":null,\"count\":null,\"words\":null,\"actions\":null,\"skills\":null}",
        "{\"mood\":\"good\",\"actions\":{},\"words\":{}}",
        "{\"mood\":\"good\",\"note\":\"```bash x\"}",
        "{\"other\":{\"mood\":\"bad\"}} {\"mood\":\"good\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(form_output) out = form_parse(&form, replies[i], strlen(replies[i]), &error);
        if (!out)
            fail_msg("%s: %s", replies[i], error->message);
        assert_string_equal(form_output_string(out, "mood"), "good");
        assert_null(error);
    }
}

static void form_parse__an_empty_text__is_a_defect_where_it_must_be_filled(void **state)
{
    (void)state;
    static const struct field one[] = {{"text", FIELD_STRING, NULL, true, 0, "the new text", .filled = true}};
    static const struct form filled = {"filled", one, 1};
    static const char *const replies[] = {"{\"text\":\"\"}", "{\"text\":\" \\n\"}"};
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(form_parse(&filled, replies[i], strlen(replies[i]), &error));
        assert_string_equal(error->message, "field \"text\": empty: it is the new text");
    }
}

static void form_parse__tells__the_exact_defect(void **state)
{
    (void)state;
    static const struct {
        const char *reply, *message;
    } rows[] = {
        {"", "the reply is empty"},
        {"{}", "field \"mood\": missing"},
        {"{\"mood\":null}", "field \"mood\": missing"},
        {"{\"mood\":\"so so\"}", "field \"mood\": expected one of good, bad, got \"so so\""},
        {"{\"mood\":5}", "field \"mood\": expected string, got number 5"},
        {"{\"mood\":true}", "field \"mood\": expected string, got true"},
        {"{\"mood\":{}}", "field \"mood\": expected string, got an object"},
        {"{\"mood\":\"good\",\"note\":\"1234567890123\"}", "field \"note\": longer than 12 bytes"},
        {"{\"mood\":\"good\",\"done\":\"maybe\"}", "field \"done\": expected boolean, got string \"maybe\""},
        {"{\"mood\":\"good\",\"done\":2}", "field \"done\": expected boolean, got number 2"},
        {"{\"mood\":\"good\",\"count\":\"4 or 5\"}", "field \"count\": expected integer, got string \"4 or 5\""},
        {"{\"mood\":\"good\",\"count\":1.5}", "field \"count\": expected integer, got number 1.5"},
        {"{\"mood\":\"good\",\"count\":101}", "field \"count\": expected 0 to 100, got 101"},
        {"{\"mood\":\"good\",\"count\":-1}", "field \"count\": expected 0 to 100, got -1"},
        {"{\"mood\":\"good\",\"words\":true}", "field \"words\": expected array, got true"},
        {"{\"mood\":\"good\",\"words\":[\"a\",[]]}", "field \"words[1]\": expected string, got an array"},
        {"{\"mood\":\"good\",\"words\":[\"a\",\"b\",\"c\",\"d\"]}", "field \"words\": 4 items, at most 3 are taken"},
        {"{\"mood\":\"good\",\"notes\":\"x\"}", /* may be meant for one that was left out */
         "field \"notes\": unknown (the fields are: mood, note, done, count, words, actions, skills)"},
        {"{\"mood\":\"good\",\"actions\":[\"click(1)\"]}", "field \"actions[0]\": expected object, got string \"click(1)\""},
        {"{\"mood\":\"good\",\"actions\":[{}]}", "field \"actions[0].skill\": missing"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a b\"}]}",
         "field \"actions[0].skill\": expected a skill's name, got string \"a b\""},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\"},{\"skill\":\"b\",\"args\":{\"x\":[1]}}]}",
         "field \"actions[1].args.x\": expected string, number or boolean, got an array"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":\"x=1\"}]}",
         "field \"actions[0].args\": expected object, got string \"x=1\""},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":[{\"name\":\"x\"}]}]}",
         "field \"actions[0].args[0]\": expected {\"name\", \"value\"}, got an object"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":[{\"name\":\"x\",\"value\":1},{\"name\":\"x\",\"value\":2}]}]"
         "}",
         "field \"actions[0].args[1]\": argument \"x\" is given twice"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":{\"x\":1e999}}]}", NULL},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"tier\":4}]}",
         "field \"actions[0].tier\": expected integer 0 to 3, got number 4"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":{},\"reasons\":\"x\"}]}", /* as above */
         "field \"actions[0].reasons\": unknown (an action has skill, args, expectation, reason)"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"args\":[{\"value\":1,\"x\":2}]}]}",
         "field \"actions[0].args[0]\": expected {\"name\", \"value\"}, got an object"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\",\"why\":\"x\"}]}", /* it may be an argument: there are none */
         "field \"actions[0].why\": unknown (an action has skill, args, expectation, reason)"},
        {"{\"mood\":\"good\",\"actions\":[{\"skill\":\"a\"},{\"skill\":\"a\"},{\"skill\":\"a\"}]}",
         "field \"actions\": 3 items, at most 2 are taken"},
        {"{\"mood\":\"good\",\"mood\":\"bad\"}", NULL},
        {"{\"mood\":\"good\"", NULL},
        {"{\"words\":[\"a\"],\"actions\":[{\"skill\":\"a\",\"args\":{}}],\"mood\":\"go", NULL},
        {"{'mood':'good'}", NULL},
        {"I would click on 3.", NULL},
        {"[1,2]", NULL},
        {"null", NULL},
        {"\"mood\"", NULL},
        {"```bash\n{\"mood\":1}\n", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(form_output) out = form_parse(&form, rows[i].reply, strlen(rows[i].reply), &error);
        if (out || !error)
            fail_msg("was taken: %s", rows[i].reply);
        assert_true(error->domain == FORM_ERROR);
        if (rows[i].message)
            assert_string_equal(error->message, rows[i].message);
    }
}

/* What can mean one thing only is taken, and told; the whole is then as if it had come so. */
static void form_parse__bends__what_means_one_thing(void **state)
{
    (void)state;
    static const struct {
        const char *reply, *as, *told;
    } rows[] = {
        {"\"done\":\"yes\"", "\"done\":true", "done: \"yes\" is taken for true"},
        {"\"done\":\" False \"", "\"done\":false", "done: \" False \" is taken for false"},
        {"\"done\":1", "\"done\":true", "done: 1 is taken for true"},
        {"\"done\":\"0\"", "\"done\":false", "done: \"0\" is taken for false"},
        {"\"count\":\"42\"", "\"count\":42", "count: \"42\" is taken for 42"},
        {"\"note\":12", "\"note\":\"12\"", "note: 12 is taken for \"12\""},
        {"\"words\":\"a\"", "\"words\":[\"a\"]", "words: \"a\" is taken for [\"a\"]"},
        {"\"words\":\"\"", "\"words\":[]", "words: \"\" is taken for []"},
        {"\"words\":[\"a\",7]", "\"words\":[\"a\",\"7\"]", "words[1]: 7 is taken for \"7\""},
        {"\"actions\":{\"skill\":\"a\"}", "\"actions\":[{\"skill\":\"a\"}]",
         "actions: {\"skill\":\"a\"} is taken for [{\"skill\":\"a\"}]"},
        {"\"moood\":1", "\"note\":null", "\"moood\" is dropped: no such field"},
        {"\"id\":{\"a\":[1]},\"x\":2", "\"note\":null", "\"id\" is dropped: no such field; \"x\" is dropped: no such field"},
        {"\"note\":\"x\"", "\"note\":\"x\"", ""},
        {"\"actions\":[{\"skill\":\"a\",\"args\":{\"x\":1},\"foo\":1,\"reason\":\"r\",\"id\":{\"a\":[1]}}]",
         "\"actions\":[{\"skill\":\"a\",\"args\":{\"x\":1},\"reason\":\"r\"}]",
         "actions[0]: \"foo\" is dropped: no such field; actions[0]: \"id\" is dropped: no such field"},
        {"\"actions\":[{\"skill\":\"a\",\"args\":{}},{\"skill\":\"b\",\"args\":[{\"name\":\"x\",\"type\":\"int\",\"value\":1}]}]",
         "\"actions\":[{\"skill\":\"a\",\"args\":{}},{\"skill\":\"b\",\"args\":[{\"name\":\"x\",\"value\":1}]}]",
         "actions[1].args[0]: \"type\" is dropped: no such field"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *reply = g_strdup_printf("{\"mood\":\"Good\",%s}", rows[i].reply);
        g_autofree char *as = g_strdup_printf("{\"mood\":\"good\",%s}", rows[i].as);
        g_autoptr(form_output) out = form_parse(&form, reply, strlen(reply), &error);
        g_autoptr(form_output) straight = form_parse(&form, as, strlen(as), NULL);
        if (!out || !straight)
            fail_msg("%s: %s", reply, error ? error->message : as);
        g_autofree char *got = form_output_json(out), *wanted = form_output_json(straight);
        assert_string_equal(got, wanted);
        assert_string_equal(form_output_bent(straight), "");
        const char *mood = strstr(form_output_bent(out), "mood: \"Good\" is taken for \"good\"");
        assert_non_null(mood);
        if (!strstr(form_output_bent(out), rows[i].told))
            fail_msg("%s", form_output_bent(out));
    }
}

static const struct field verdict_fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "why"},
    {"success", FIELD_STRING, "yes|no|unknown", true, 0, "did it work"},
    {"task_done", FIELD_BOOLEAN, NULL, true, 0, "is it over"},
};
static const struct form verdict = {"verdict", verdict_fields, G_N_ELEMENTS(verdict_fields)};

/* A yes as a boolean, where yes and no are words of the form. */
static void form_parse__truth_for_a_word__is_that_word(void **state)
{
    (void)state;
    const char *reply = "{\"reasoning\":\"x\",\"success\":true,\"task_done\":\"no\"}";
    g_autoptr(form_output) out = form_parse(&verdict, reply, strlen(reply), NULL);
    assert_non_null(out);
    assert_string_equal(form_output_string(out, "success"), "yes");
    assert_false(form_output_boolean(out, "task_done"));
}

static char *fitted(const skill_library *lib, const char *args, char **ret_bent, bool *ret_fits)
{
    g_autofree char *reply =
        g_strdup_printf("{\"mood\":\"good\",\"actions\":[{\"skill\":\"click_at_position\",\"args\":%s}]}", args);
    g_autoptr(form_output) out = form_parse(&form, reply, strlen(reply), NULL);
    assert_non_null(out);
    form_output_fit(out, "actions", lib);
    action *a = g_ptr_array_index(form_output_actions(out, "actions"), 0);
    *ret_bent = g_strdup(form_output_bent(out));
    *ret_fits = skill_library_check(lib, a, NULL);
    return action_describe(a);
}

/* Arguments are fitted to what the skill takes; none is dropped: the click would be another. */
static void form_output_fit__arguments__are_what_the_skill_takes(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib = skill_library_load(NULL, NULL, NULL);
    assert_non_null(lib);
    char *bent;
    bool fits;
    g_autofree char *shown = fitted(lib, "{\"x\":\"412\",\"y\":\" 388 \"}", &bent, &fits);
    assert_true(fits);
    assert_string_equal(shown, "click_at_position(x = 412, y = 388)");
    assert_string_equal(bent, "actions[0].x: 412 is taken for the integer that it takes; "
                              "actions[0].y: 388 is taken for the integer that it takes");
    g_free(bent);
    static const char *const asked[] = {"{\"x\":\"about 412\",\"y\":1}", "{\"x\":\"4,5\",\"y\":1}", "{\"x\":1,\"y\":2,\"z\":3}",
                                        "{\"x\":true,\"y\":2}", "{\"x\":\"\",\"y\":2}"};
    for (gsize i = 0; i < G_N_ELEMENTS(asked); i++) {
        g_autofree char *as_it_came = fitted(lib, asked[i], &bent, &fits);
        if (fits || *bent)
            fail_msg("%s was taken: %s (%s)", asked[i], as_it_came, bent);
        g_free(bent);
    }
}

static void form_parse__cut_off_reply__is_never_completed(void **state)
{
    (void)state;
    const char *whole =
        "{\"actions\":[{\"skill\":\"press\",\"args\":{\"label\":\"3\"},\"reason\":\"r\"}],\"note\":\"n\",\"mood\":\"good\"}";
    for (gsize n = 0; n < strlen(whole); n++) {
        g_autoptr(form_output) out = form_parse(&form, whole, n, NULL);
        if (out)
            fail_msg("taken at %zu bytes", n);
    }
    g_autoptr(form_output) out = form_parse(&form, whole, strlen(whole), NULL);
    assert_non_null(out);
}

static void form_parse__hostile_sizes__are_refused(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *big = g_strnfill(REPAIR_MAX + 1, ' ');
    assert_null(form_parse(&form, big, REPAIR_MAX + 1, &error));
    assert_non_null(strstr(error->message, "1 MiB"));
    g_autofree char *braces = g_strnfill(200000, '{'); /* must not take quadratic time */
    assert_null(form_parse(&form, braces, 200000, NULL));
    GString *deep = g_string_new("{\"mood\":\"good\",\"words\":");
    for (int i = 0; i < 100; i++)
        g_string_append_c(deep, '[');
    for (int i = 0; i < 100; i++)
        g_string_append_c(deep, ']');
    g_string_append_c(deep, '}');
    assert_null(form_parse(&form, deep->str, deep->len, NULL));
    g_string_free(deep, TRUE);
    static const char nul[] = "{\"mood\":\"good\"\0}";
    assert_null(form_parse(&form, nul, sizeof nul - 1, NULL));
    static const char latin[] = "{\"mood\":\"good\",\"note\":\"\xe9\"}";
    assert_null(form_parse(&form, latin, sizeof latin - 1, NULL));
}

static const char full[] =
    "{\"mood\":\"bad\",\"note\":\"a\\\"b\\nc\",\"done\":true,\"count\":7,\"words\":[\"x\",\"ü\"],\"actions\":[{\"skill\":\"click_"
    "at\","
    "\"args\":[{\"name\":\"x\",\"value\":412},{\"name\":\"speed\",\"value\":0.5},{\"name\":\"button\",\"value\":\"left\"},"
    "{\"name\":\"slow\",\"value\":true},{\"name\":\"none\",\"value\":null}],\"expectation\":\"e\",\"reason\":\"r\",\"tier\":2}],"
    "\"skills\":[\"function a() end\"]}";

static void check_full(const form_output *out)
{
    assert_string_equal(form_output_string(out, "mood"), "bad");
    assert_string_equal(form_output_string(out, "note"), "a\"b\nc");
    assert_true(form_output_boolean(out, "done"));
    assert_int_equal(form_output_strings(out, "words")->len, 2);
    assert_string_equal(g_ptr_array_index(form_output_strings(out, "words"), 1), "ü");
    assert_string_equal(g_ptr_array_index(form_output_skills(out, "skills"), 0), "function a() end");
    const action *a = g_ptr_array_index(form_output_actions(out, "actions"), 0);
    assert_string_equal(a->skill, "click_at");
    assert_int_equal(a->args->len, 4);
    assert_int_equal(action_get(a, "x")->integer, 412);
    assert_int_equal(action_get(a, "x")->type, VALUE_INTEGER);
    assert_int_equal(action_get(a, "speed")->type, VALUE_NUMBER);
    assert_string_equal(action_get(a, "button")->string, "left");
    assert_true(action_get(a, "slow")->boolean);
    assert_int_equal(a->tier, 2);
    assert_string_equal(a->expectation, "e");
    assert_string_equal(a->reason, "r");
}

static void form_output__json__reads_back_the_same(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out = form_parse(&form, full, sizeof full - 1, &error);
    assert_null(error);
    check_full(out);
    g_autoptr(form_output) copy = form_output_copy(out);
    check_full(copy);
    g_autofree char *json = form_output_json(out);
    assert_null(strchr(json, '\n'));
    assert_non_null(strstr(json, "\"args\":{\"x\":412,"));
    assert_non_null(strstr(json, "\"count\":7"));
    g_autoptr(form_output) again = form_parse(&form, json, strlen(json), &error);
    assert_null(error);
    check_full(again);
    g_autofree char *text = form_output_text(out);
    assert_non_null(strstr(text, "mood: bad\n"));
    assert_non_null(strstr(text, "done: yes\n"));
    assert_non_null(strstr(text, "click_at("));
}

static void form_output__left_out__is_empty(void **state)
{
    (void)state;
    g_autoptr(form_output) out = form_parse(&form, "{\"mood\":\"good\"}", 15, NULL);
    assert_string_equal(form_output_string(out, "note"), "");
    assert_false(form_output_boolean(out, "done"));
    assert_int_equal(form_output_strings(out, "words")->len, 0);
    assert_int_equal(form_output_actions(out, "actions")->len, 0);
    assert_int_equal(form_output_skills(out, "skills")->len, 0);
    g_autofree char *json = form_output_json(out);
    g_autoptr(form_output) again = form_parse(&form, json, strlen(json), NULL);
    assert_non_null(again);
}

static void form_schema__is__strict(void **state)
{
    (void)state;
    g_autofree char *schema = form_schema(&form, NULL);
    static const char *const there[] = {
        "\"additionalProperties\":false",
        "\"required\":[\"mood\",\"note\",\"done\",\"count\",\"words\",\"actions\",\"skills\"]",
        "\"enum\":[\"good\",\"bad\"]",
        "\"type\":[\"boolean\",\"null\"]",
        "\"type\":[\"string\",\"number\",\"boolean\"]",
        "\"required\":[\"skill\",\"args\",\"expectation\",\"reason\"]",
        "\"required\":[\"name\",\"value\"]",
        "\"description\":\"how it is\"",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        if (!strstr(schema, there[i]))
            fail_msg("not in the schema: %s", there[i]);
    }
    /* every object is closed: as many as there are property lists */
    int objects = 0, closed = 0;
    for (const char *p = schema; (p = strstr(p, "\"properties\":")); p++)
        objects++;
    for (const char *p = schema; (p = strstr(p, "\"additionalProperties\":false")); p++)
        closed++;
    assert_int_equal(objects, 3);
    assert_int_equal(closed, objects);
}

static void repair_mend__touches__nothing_else(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"a\":\"x,}\"}", "{\"a\":\"x,}\"}"},
        {"{\"a\":1,}", "{\"a\":1}"},
        {"[1, ]", "[1 ]"},
        {"{\"a\":\"1\n2\"}", "{\"a\":\"1\\u000a2\"}"},
        {"{\"a\":\"\\\",}\"}", "{\"a\":\"\\\",}\"}"},
        {"{'a':1}", "{'a':1}"},
        {"[1,,2]", "[1,,2]"},
        {"\"a\\", "\"a\\"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gsize length = 0;
        g_autofree char *out = repair_mend(rows[i][0], strlen(rows[i][0]), &length);
        assert_string_equal(out, rows[i][1]);
        assert_int_equal(length, strlen(out));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form_parse__accepts__what_may_be_mended),
        cmocka_unit_test(form_parse__an_empty_text__is_a_defect_where_it_must_be_filled),
        cmocka_unit_test(form_parse__tells__the_exact_defect),
        cmocka_unit_test(form_parse__bends__what_means_one_thing),
        cmocka_unit_test(form_parse__truth_for_a_word__is_that_word),
        cmocka_unit_test(form_output_fit__arguments__are_what_the_skill_takes),
        cmocka_unit_test(form_parse__cut_off_reply__is_never_completed),
        cmocka_unit_test(form_parse__hostile_sizes__are_refused),
        cmocka_unit_test(form_output__json__reads_back_the_same),
        cmocka_unit_test(form_output__left_out__is_empty),
        cmocka_unit_test(form_schema__is__strict),
        cmocka_unit_test(repair_mend__touches__nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
