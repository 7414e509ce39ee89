/* From the steps of a demonstration to the text of a skill, and which of its texts are parameters. */

#include "engine/agents/teacher/taught_skill.h"

#include "skills/library/library.h"
#include "skills/timeline/action.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static GPtrArray *calls(const char *text)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *actions = actions_from_calls(text, &error);
    if (!actions)
        fail_msg("%s: %s", text, error->message);
    return actions;
}

static GArray *steps_of(const GPtrArray *actions)
{
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct taught));
    for (guint i = 0; i < actions->len; i++) {
        const struct taught s = {.did = actions->pdata[i], .x = 10 + (int)i, .y = 20};
        g_array_append_val(steps, s);
    }
    return steps;
}

#define FORM(NAME, MAIL)                                                                                                         \
    "click_element(element = \"First name:\", role = \"text\") type_text(text = \"" NAME "\") press_key(key = \"Tab\") "         \
    "type_text(text = \"" MAIL "\")"

static void two__what_differs_is_a_parameter(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) now = calls(FORM("ada", "a@b")), then = calls(FORM("bob", "a@b"));
    g_autoptr(GArray) steps = steps_of(now);
    g_autoptr(GPtrArray) names = taught_names(steps);
    g_autofree char *why = NULL;
    assert_string_equal(names->pdata[0], "first_name");
    assert_string_equal(names->pdata[1], "text2");
    assert_true(taught_same(steps, then, names, &why));
    assert_string_equal(names->pdata[0], "first_name");
    assert_null(names->pdata[1]);
    g_autofree char *text = taught_skill("fill", "Fill in\nthe form", steps, names);
    assert_string_equal(text, "--- Fill in the form\n"
                              "-- @param first_name string what is typed there\n"
                              "-- @expect it is done as it was shown\n"
                              "function fill(first_name)\n"
                              "    local function at(element, role, x, y)\n"
                              "        local found = screen.element(element, role)\n"
                              "        if found then\n"
                              "            return found.x, found.y\n"
                              "        end\n"
                              "        return x, y\n"
                              "    end\n"
                              "    mouse.move(at(\"First name:\", \"text\", 10, 20))\n"
                              "    mouse.click(\"left\")\n"
                              "    key.type(first_name)\n"
                              "    key.press(\"Tab\")\n"
                              "    key.type(\"a@b\")\n"
                              "end\n");
}

/* What the step before has opened is waited for. */
static void opened__waited_for(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) did = calls("press_keys_combined(keys = \"ctrl+s\") type_text(text = \"a\") "
                                     "click_element(element = \"Save\", role = \"push button\")");
    g_autoptr(GArray) steps = steps_of(did);
    g_autoptr(GPtrArray) names = taught_names(steps);
    g_array_index(steps, struct taught, 1).await = "Save As";
    g_array_index(steps, struct taught, 1).await_role = "window";
    g_array_index(steps, struct taught, 2).await = "f1e58544468e3a87";
    g_autofree char *text = taught_skill("save", "Save", steps, names);
    assert_non_null(strstr(text, "    key.combo(\"ctrl+s\")\n"
                                 "    screen.await(\"Save As\", \"window\")\n"
                                 "    key.type(text1)\n"
                                 "    screen.await(\"f1e58544468e3a87\")\n"
                                 "    mouse.move("));
}

/* What the person has called a parameter is called so the next time, too, also where they have edited the draft. */
static void two__a_name_of_the_person_s_stays(void **state)
{
    (void)state;
    static const struct {
        const char *code, *first, *second;
    } rows[] = {
        {"function fill(who)\n    key.type(who)\n    key.type(\"a@b\")\nend", "who", "text2"},
        {"function fill(who, mail)\n    key.type(who)\n    key.type(mail)\nend", "who", "mail"},
        {"function fill(who)\n    key.type(who)\nend", "first_name", "text2"},
        {"function fill(text2)\n    key.type(text2)\n    key.type(\"x\")\nend", "first_name", "text2"},
    };
    g_autoptr(GPtrArray) now = calls(FORM("ada", "a@b"));
    g_autoptr(GArray) steps = steps_of(now);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) names = taught_names(steps);
        taught_names_of(rows[i].code, names);
        assert_string_equal(names->pdata[0], rows[i].first);
        assert_string_equal(names->pdata[1], rows[i].second);
    }
}

static void two__that_differ_in_more__no_parameters(void **state)
{
    (void)state;
    static const char *const others[] = {"press_key(key = \"Tab\")", "press_key(key = \"Escape\") type_text(text = \"x\")",
                                         "type_text(text = \"x\")", ""};
    g_autoptr(GPtrArray) now = calls("press_key(key = \"Tab\") type_text(text = \"a\")");
    g_autoptr(GArray) steps = steps_of(now);
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(GPtrArray) names = taught_names(steps), then = *others[i] ? calls(others[i]) : g_ptr_array_new();
        g_autofree char *why = NULL;
        assert_false(taught_same(steps, then, names, &why));
        assert_non_null(strstr(why, "step "));
        assert_string_equal(names->pdata[0], "text1");
    }
    /* other pixels of the same drawing */
    g_autoptr(GPtrArray) here = calls("click_at_position(x = 5, y = 6)"), there = calls("click_at_position(x = 7, y = 6)");
    g_autoptr(GArray) one = steps_of(here);
    g_autoptr(GPtrArray) none = taught_names(one);
    g_autofree char *why = NULL;
    assert_true(taught_same(one, there, none, &why));
}

/* The call has the id of an element that its name does not find again; a parameter has its name, or a number. */
static void an_id__names_no_parameter(void **state)
{
    (void)state;
    static const struct {
        const char *named, *means;
    } rows[] = {{"", "text1"}, {"Amount (EUR)", "amount_eur"}, {"金額", "text1"}, {NULL, "text1"}};
    g_autoptr(GPtrArray) now = calls("click_element(element = \"f1e58544468e3a87\", role = \"text\") type_text(text = \"a\")");
    g_autoptr(GArray) steps = steps_of(now);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_array_index(steps, struct taught, 0).named = rows[i].named;
        g_autoptr(GPtrArray) names = taught_names(steps);
        assert_string_equal(names->pdata[0], rows[i].means);
    }
}

static void one__the_person_chooses(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) now = calls("type_text(text = \"a\") untold_text(keys = 6) type_text(text = \"c\")");
    g_autoptr(GArray) steps = steps_of(now);
    g_autoptr(GPtrArray) names = taught_names(steps);
    g_autofree char *why = NULL, *texts = taught_texts(steps, names);
    assert_string_equal(texts, "1 \"a\" (text1), 2 a text that is not kept (text2), 3 \"c\" (text3)");
    static const char *const bad[] = {"4", "0", "x", "1=", "1=2b", "1=end", "1=text3", "1=a;b=c"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *wrong = NULL;
        assert_false(taught_choose(steps, bad[i], names, &wrong));
        assert_non_null(wrong);
        assert_string_equal(names->pdata[0], "text1");
    }
    assert_true(taught_choose(steps, "3=amount", names, &why));
    assert_null(names->pdata[0]);
    assert_string_equal(names->pdata[1], "text2"); /* what is not kept cannot be typed as it was */
    assert_string_equal(names->pdata[2], "amount");
    g_autofree char *text = taught_skill("pay", "", steps, names);
    assert_non_null(strstr(text, "function pay(text2, amount)"));
    assert_non_null(strstr(text, "key.type(\"a\")\n    key.type(text2)\n    key.type(amount)\n"));
}

/* Names and texts come from a program's window: they stay texts. */
static void hostile_texts__stay_texts(void **state)
{
    (void)state;
    g_autoptr(action) click = action_new("click_element");
    action_set_string(click, "element", "\")\nos.exit() --\\");
    action_set_string(click, "role", "text");
    g_autoptr(action) type = action_new("type_text");
    action_set_string(type, "text", "]] \\\" \n\001 é");
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_ptr_array_add(all, click);
    g_ptr_array_add(all, type);
    g_autoptr(GArray) steps = steps_of(all);
    g_autoptr(GPtrArray) names = taught_names(steps);
    assert_string_equal(names->pdata[0], "os_exit");
    g_clear_pointer(&names->pdata[0], g_free);
    g_autofree char *text = taught_skill("hostile", "a task\nos.exit()", steps, names);
    if (!strstr(text, "at(\"\\\")\\010os.exit() --\\\\\", \"text\", 10, 20)") ||
        !strstr(text, "key.type(\"]] \\\\\\\" \\010\\001 é\")") || !g_str_has_prefix(text, "--- a task os.exit()\n"))
        fail_msg("%s", text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opened__waited_for),
        cmocka_unit_test(two__a_name_of_the_person_s_stays),
        cmocka_unit_test(two__what_differs_is_a_parameter),
        cmocka_unit_test(two__that_differ_in_more__no_parameters),
        cmocka_unit_test(an_id__names_no_parameter),
        cmocka_unit_test(one__the_person_chooses),
        cmocka_unit_test(hostile_texts__stay_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
