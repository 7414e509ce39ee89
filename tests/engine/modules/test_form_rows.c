/* Forms with real numbers, counts and rows: what is taken, what is bent, the exact place of a defect, schema, text and JSON. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/modules/counts.h"
#include "engine/modules/values.h"

#include <string.h>

static const struct field goal_fields[] = {
    {"text", FIELD_STRING, NULL, true, 12, "what to reach"},
    {"kind", FIELD_STRING, "mine|craft", false, 0, "how"},
    {"count", FIELD_INTEGER, NULL, false, 64, "how many"},
    {"share", FIELD_NUMBER, NULL, false, 0, "of the whole"},
    {"done", FIELD_BOOLEAN, NULL, false, 0, "over?"},
    {"words", FIELD_STRINGS, NULL, false, 2, "seen"},
    {"needs", FIELD_COUNTS, NULL, false, 2, "of what it is made"},
    {"actions", FIELD_ACTIONS, NULL, false, 1, "what to do"},
    {"skills", FIELD_SKILLS, NULL, false, 0, "drafts"},
};
static const struct form goal = {"goal", goal_fields, G_N_ELEMENTS(goal_fields)};
static const struct field fields[] = {
    {"x", FIELD_NUMBER, NULL, true, 0, "where"},
    {"angle", FIELD_NUMBER, NULL, false, 90, "of the view"},
    {"inventory", FIELD_COUNTS, NULL, false, 3, "what is there"},
    {"goals", FIELD_ROWS, NULL, false, 4, "in their order", &goal},
    {"n", FIELD_INTEGER, NULL, false, 0, "how many"},
};
static const struct form form = {"test", fields, G_N_ELEMENTS(fields)};

static form_output *read_output(const char *members)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = g_strdup_printf("{\"x\":1.5%s%s}", *members ? "," : "", members);
    form_output *out = form_parse(&form, reply, strlen(reply), &error);
    if (!out)
        fail_msg("%s: %s", reply, error->message);
    return out;
}

static const form_output *row(const form_output *out, guint i)
{
    return g_ptr_array_index(form_output_rows(out, "goals"), i);
}

static const char full[] =
    "\"angle\":-45.25,\"n\":7,\"inventory\":{\"plank\":2,\"log\":3},\"goals\":[{\"text\":\"axe\",\"kind\":\"craft\",\"count\":1,"
    "\"share\":0.1,\"done\":true,\"words\":[\"a\",\"b\"],\"needs\":[{\"name\":\"stick\",\"count\":2}],"
    "\"actions\":[{\"skill\":\"press\",\"args\":{\"key\":\"a\"}}],\"skills\":[\"function a() end\"]},{\"text\":\"log\"}]";

static void check_full(const form_output *out)
{
    assert_true(form_output_number(out, "x") == 1.5);
    assert_true(form_output_number(out, "angle") == -45.25);
    assert_int_equal(form_output_integer(out, "n"), 7);
    assert_int_equal(g_hash_table_size(form_output_counts(out, "inventory")), 2);
    assert_int_equal(counts_get(form_output_counts(out, "inventory"), "plank"), 2);
    assert_int_equal(form_output_rows(out, "goals")->len, 2);
    assert_string_equal(form_output_string(row(out, 0), "text"), "axe");
    assert_int_equal(form_output_integer(row(out, 0), "count"), 1);
    assert_true(form_output_number(row(out, 0), "share") == 0.1);
    assert_true(form_output_boolean(row(out, 0), "done"));
    assert_int_equal(counts_get(form_output_counts(row(out, 0), "needs"), "stick"), 2);
    const action *a = g_ptr_array_index(form_output_actions(row(out, 0), "actions"), 0);
    assert_string_equal(a->skill, "press");
    assert_string_equal(form_output_string(row(out, 1), "kind"), "");
    assert_int_equal(form_output_strings(row(out, 1), "words")->len, 0);
}

static void form_rows__full__is_read_written_and_copied(void **state)
{
    (void)state;
    form_output *out = read_output(full), *copy = form_output_copy(out);
    check_full(out);
    assert_string_equal(form_output_bent(out), "");
    g_autofree char *json = form_output_json(out);
    form_output_free(out);
    check_full(copy); /* it shares nothing */
    g_autofree char *copied = form_output_json(copy);
    assert_string_equal(copied, json);
    form_output_free(copy);
    assert_non_null(strstr(json, "\"angle\":-45.25,\"inventory\":{\"log\":3,\"plank\":2},\"goals\":[{\"text\":\"axe\","));
    assert_non_null(strstr(json, "{\"text\":\"log\",\"kind\":null,"));
    g_autoptr(form_output) again = form_parse(&form, json, strlen(json), NULL);
    check_full(again);
    g_autofree char *text = form_output_text(again);
    assert_string_equal(text, "x: 1.5\nangle: -45.25\ninventory: log=3; plank=2\ngoals: \n- text: axe · kind: craft · count: 1 · "
                              "share: 0.1 · done: yes · words: a · b · needs: stick=2 · actions: press(key = \"a\") · skills:  · "
                              "function a() end\n- text: log\nn: 7");
}

static void form_rows__left_out__is_empty(void **state)
{
    (void)state;
    static const char *const replies[] = {"", "\"angle\":null,\"n\":null,\"inventory\":null,\"goals\":null",
                                          "\"inventory\":{},\"goals\":{}", "\"inventory\":[],\"goals\":[]"};
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autoptr(form_output) out = read_output(replies[i]);
        assert_true(form_output_number(out, "angle") == 0);
        assert_int_equal(form_output_integer(out, "n"), 0);
        assert_int_equal(g_hash_table_size(form_output_counts(out, "inventory")), 0);
        assert_int_equal(form_output_rows(out, "goals")->len, 0);
        g_autofree char *text = form_output_text(out);
        assert_string_equal(text, "x: 1.5");
    }
}

static void form_rows__defect__names_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *members, *message;
    } rows[] = {
        {"\"x\":\"here\"", "field \"x\": expected number, got string \"here\""},
        {"\"x\":\"0x10\"", "field \"x\": expected number, got string \"0x10\""},
        {"\"x\":\"nan\"", "field \"x\": expected number, got string \"nan\""},
        {"\"x\":\"\"", "field \"x\": expected number, got string \"\""},
        {"\"x\":true", "field \"x\": expected number, got true"},
        {"\"x\":null", "field \"x\": missing"},
        {"\"angle\":-90.5", "field \"angle\": expected -90 to 90, got -90.5"},
        {"\"inventory\":3", "field \"inventory\": expected object, got number 3"},
        {"\"inventory\":{\"log\":\"many\"}", "field \"inventory.log\": expected integer, got string \"many\""},
        {"\"inventory\":{\"log\":1.5}", "field \"inventory.log\": expected integer, got number 1.5"},
        {"\"inventory\":{\"log\":-1}", "field \"inventory.log\": expected 0 to 2147483647, got -1"},
        {"\"inventory\":{\"log\":null}", "field \"inventory.log\": expected integer, got null"},
        {"\"inventory\":{\"\":1}", "field \"inventory.\": the name is empty"},
        {"\"inventory\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1}", "field \"inventory\": 4 items, at most 3 are taken"},
        {"\"inventory\":[{\"name\":\"a\",\"count\":1},{\"name\":\"b\",\"count\":\"x\"}]",
         "field \"inventory[1].count\": expected integer, got string \"x\""},
        {"\"inventory\":[{\"name\":\"a\",\"count\":1},{\"name\":\"a\",\"count\":2}]",
         "field \"inventory[1].name\": \"a\" is given twice"},
        {"\"inventory\":[{\"name\":\"\",\"count\":1}]", "field \"inventory[0].name\": the name is empty"},
        {"\"inventory\":[{\"name\":\"a\"}]", "field \"inventory[0]\": expected {\"name\", \"count\"}, got an object"},
        {"\"inventory\":[{\"log\":1}]", "field \"inventory[0]\": expected {\"name\", \"count\"}, got an object"},
        {"\"inventory\":[3]", "field \"inventory[0]\": expected {\"name\", \"count\"}, got number 3"},
        {"\"inventory\":{\"name\":\"5\",\"count\":3}", /* 3 of "5", or 5 of "name" */
         "field \"inventory.name\": expected integer, got string \"5\""},
        {"\"goals\":true", "field \"goals\": expected array, got true"},
        {"\"goals\":[1]", "field \"goals[0]\": expected object, got number 1"},
        {"\"goals\":[{\"text\":\"a\"},{}]", "field \"goals[1].text\": missing"},
        {"\"goals\":[{\"text\":\"a\"},{\"text\":\"a\"},{\"text\":\"a\"},{\"text\":\"a\",\"count\":\"x\"}]",
         "field \"goals[3].count\": expected integer, got string \"x\""},
        {"\"goals\":[{\"text\":\"a\",\"count\":65}]", "field \"goals[0].count\": expected 0 to 64, got 65"},
        {"\"goals\":[{\"text\":\"1234567890123\"}]", "field \"goals[0].text\": longer than 12 bytes"},
        {"\"goals\":[{\"text\":\"a\",\"kind\":\"buy\"}]", "field \"goals[0].kind\": expected one of mine, craft, got \"buy\""},
        {"\"goals\":[{\"text\":\"a\",\"words\":[\"a\",[]]}]", "field \"goals[0].words[1]\": expected string, got an array"},
        {"\"goals\":[{\"text\":\"a\",\"needs\":{\"b\":true}}]", "field \"goals[0].needs.b\": expected integer, got true"},
        {"\"goals\":[{\"text\":\"a\",\"actions\":[{\"skill\":\"a b\"}]}]",
         "field \"goals[0].actions[0].skill\": expected a skill's name, got string \"a b\""},
        {"\"goals\":[{\"text\":\"a\",\"doness\":1}]",
         "field \"goals[0].doness\": unknown (the fields are: text, kind, count, share, done, words, needs, actions, skills)"},
        {"\"goals\":[{\"text\":\"a\"},{\"text\":\"a\"},{\"text\":\"a\"},{\"text\":\"a\"},{\"text\":\"a\"}]",
         "field \"goals\": 5 items, at most 4 are taken"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        const char *x = g_str_has_prefix(rows[i].members, "\"x\"") ? "" : "\"x\":1.5,";
        g_autofree char *reply = g_strdup_printf("{%s%s}", x, rows[i].members);
        g_autoptr(form_output) out = form_parse(&form, reply, strlen(reply), &error);
        if (out)
            fail_msg("was taken: %s", reply);
        assert_string_equal(error->message, rows[i].message);
    }
}

static void form_rows__bends__what_means_one_thing(void **state)
{
    (void)state;
    static const struct {
        const char *members, *as, *told;
    } rows[] = {
        {"\"angle\":\" -1.5e1 \"", "\"angle\":-15", "angle: \" -1.5e1 \" is taken for -15"},
        {"\"angle\":\"7\"", "\"angle\":7", "angle: \"7\" is taken for 7"},
        {"\"inventory\":{\"log\":\"3\",\"x\":1}", "\"inventory\":{\"log\":3,\"x\":1}", "inventory.log: \"3\" is taken for 3"},
        {"\"inventory\":[{\"name\":\"log\",\"count\":\"3\"}]", "\"inventory\":{\"log\":3}",
         "inventory[0].count: \"3\" is taken for 3"},
        {"\"inventory\":{\"name\":\"log\",\"count\":3}", "\"inventory\":[{\"name\":\"log\",\"count\":3}]",
         "inventory: {\"name\":\"log\",\"count\":3} is taken for [{\"name\":\"log\",\"count\":3}]"},
        {"\"inventory\":[{\"name\":\"log\",\"count\":3,\"id\":{}}]", "\"inventory\":{\"log\":3}",
         "inventory[0]: \"id\" is dropped: no such field"},
        {"\"inventory\":{\"name\":1,\"count\":3}", "\"inventory\":{\"name\":1,\"count\":3}", ""},
        {"\"goals\":{\"text\":\"a\"}", "\"goals\":[{\"text\":\"a\"}]", "goals: {\"text\":\"a\"} is taken for [{\"text\":\"a\"}]"},
        {"\"goals\":[{\"text\":\"a\"},{\"text\":5,\"count\":\"3\",\"share\":\"0.5\",\"done\":\"yes\",\"words\":\"w\","
         "\"kind\":\"Mine\",\"id\":1,\"needs\":{\"b\":\"1\"}}]",
         "\"goals\":[{\"text\":\"a\"},{\"text\":\"5\",\"count\":3,\"share\":0.5,\"done\":true,\"words\":[\"w\"],"
         "\"kind\":\"mine\",\"needs\":{\"b\":1}}]",
         "goals[1]: \"id\" is dropped: no such field; goals[1].text: 5 is taken for \"5\"; "
         "goals[1].kind: \"Mine\" is taken for \"mine\"; goals[1].count: \"3\" is taken for 3; "
         "goals[1].share: \"0.5\" is taken for 0.5; goals[1].done: \"yes\" is taken for true; "
         "goals[1].words: \"w\" is taken for [\"w\"]; goals[1].needs.b: \"1\" is taken for 1"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(form_output) out = read_output(rows[i].members), straight = read_output(rows[i].as);
        g_autofree char *got = form_output_json(out), *wanted = form_output_json(straight);
        assert_string_equal(got, wanted);
        assert_string_equal(form_output_bent(out), rows[i].told);
    }
}

/* A row, or a count, whose fields are also the form's must not pass for the whole. */
static void form_rows__cut_off__is_never_completed_by_a_row(void **state)
{
    (void)state;
    static const struct field alike_fields[] = {
        {"text", FIELD_STRING, NULL, true, 0, "what"},
        {"name", FIELD_STRING, NULL, false, 0, "who"},
        {"rows", FIELD_ROWS, NULL, false, 0, "parts", &goal},
        {"counts", FIELD_COUNTS, NULL, false, 0, "how many"},
    };
    static const struct form alike = {"alike", alike_fields, G_N_ELEMENTS(alike_fields)};
    static const struct form optional = {"optional", alike_fields + 1, G_N_ELEMENTS(alike_fields) - 1};
    static const char whole[] = "{\"counts\":[{\"name\":\"a\",\"count\":1}],\"rows\":[{\"text\":\"a\"}],\"text\":\"b\"}";
    static const char other[] = "{\"counts\":[{\"name\":\"a\",\"count\":1}],\"name\":\"b\"}";
    for (gsize n = 0; n < sizeof whole - 1; n++) {
        g_autoptr(form_output) out = form_parse(&alike, whole, n, NULL);
        g_autoptr(form_output) none = n < sizeof other - 1 ? form_parse(&optional, other, n, NULL) : NULL;
        if (out || none)
            fail_msg("taken at %zu bytes", n);
    }
    g_autoptr(form_output) out = form_parse(&alike, whole, sizeof whole - 1, NULL);
    assert_string_equal(form_output_string(out, "text"), "b");
    static const char row_alone[] = "{\"text\":\"a\"}";
    g_autoptr(form_output) alone = form_parse(&alike, row_alone, sizeof row_alone - 1, NULL);
    assert_non_null(alone);
}

static void form_schema__rows_and_counts__are_closed(void **state)
{
    (void)state;
    g_autofree char *schema = form_schema(&form, NULL);
    static const char *const there[] = {
        "\"x\":{\"type\":\"number\",\"description\":\"where\"}",
        "\"angle\":{\"type\":[\"number\",\"null\"],",
        "\"inventory\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"object\",\"properties\":{\"name\":{",
        "\"count\":{\"type\":\"integer\",\"description\":\"how many, 0 or more\"}},\"required\":[\"name\",\"count\"],",
        "\"goals\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"object\",\"properties\":{\"text\":{",
        "\"required\":[\"text\",\"kind\",\"count\",\"share\",\"done\",\"words\",\"needs\",\"actions\",\"skills\"],",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        if (!strstr(schema, there[i]))
            fail_msg("not in the schema: %s\n%s", there[i], schema);
    }
}

static void values_new__fields__tell_of_the_rows(void **state)
{
    (void)state;
    const situation s = {0};
    g_autoptr(GHashTable) values = values_new(&s, &form);
    const char *told = g_hash_table_lookup(values, "fields");
    static const char *const there[] = {
        "- `x` (number): where\n",
        "- `inventory` (how many of each: list of {\"name\": …, \"count\": …}, may be null): what is there\n",
        "- `goals` (list of objects, may be null): in their order\n  - `goals[].text` (string): what to reach\n",
        "  - `goals[].kind` (mine|craft, may be null): how\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        if (!strstr(told, there[i]))
            fail_msg("not told: %s\n%s", there[i], told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form_rows__full__is_read_written_and_copied),
        cmocka_unit_test(form_rows__left_out__is_empty),
        cmocka_unit_test(form_rows__defect__names_the_place),
        cmocka_unit_test(form_rows__bends__what_means_one_thing),
        cmocka_unit_test(form_rows__cut_off__is_never_completed_by_a_row),
        cmocka_unit_test(form_schema__rows_and_counts__are_closed),
        cmocka_unit_test(values_new__fields__tell_of_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
