/* Tuples of plans, counted and merged to actions. */

#include "engine/curation/verb_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static bool add(verb_set *set, guint goal, const char *verb, const char *object, const char *tool)
{
    g_autoptr(GPtrArray) tools = g_ptr_array_new(), none = g_ptr_array_new();
    g_ptr_array_add(tools, (gpointer)tool);
    return verb_set_add(set, goal, &(struct action_tuple){verb, object, tools, none});
}

static void tuples__are_counted_by_verb(void **state)
{
    (void)state;
    g_autoptr(verb_set) set = verb_set_new();
    assert_true(add(set, 0, "Mine", "iron ore", "stone_pickaxe"));
    assert_true(add(set, 0, " mine ", "iron_ore", "None"));
    assert_true(add(set, 1, "mine", "stone", "wooden pickaxe"));
    assert_true(add(set, 1, "go up", "None", "null"));
    assert_false(add(set, 1, "None", "stone", ""));
    assert_false(add(set, 1, " - ", "stone", ""));
    g_autoptr(GPtrArray) rows = verb_set_rows(set, 1), often = verb_set_rows(set, 2);
    assert_int_equal(rows->len, 2);
    assert_int_equal(often->len, 1);
    const struct action_row *mine = rows->pdata[0], *up = rows->pdata[1];
    assert_string_equal(mine->verb, "mine");
    assert_int_equal(mine->count, 3);
    assert_int_equal(mine->goals, 2);
    assert_true(mine->takes_tool);
    assert_false(mine->takes_materials);
    const struct action_count *object = mine->objects->pdata[0];
    assert_string_equal(object->name, "iron_ore");
    assert_int_equal(object->n, 2);
    assert_string_equal(up->verb, "go_up");
    assert_int_equal(up->objects->len, 0);
    assert_false(up->takes_tool);
}

static void merged_verbs__count_as_one(void **state)
{
    (void)state;
    g_autoptr(verb_set) set = verb_set_new();
    assert_true(verb_set_merge(set, "gather", "mine"));
    assert_false(verb_set_merge(set, "", "mine"));
    add(set, 0, "gather", "sand", "None");
    add(set, 0, "mine", "sand", "None");
    g_autoptr(GPtrArray) rows = verb_set_rows(set, 1);
    assert_int_equal(rows->len, 1);
    g_autofree char *draft = action_row_draft(rows->pdata[0]);
    assert_non_null(strstr(draft, "function mine(object)\n    world.act(\"mine\", {object = object})\nend\n"));
    assert_non_null(strstr(draft, "-- @param object string such as sand\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples__are_counted_by_verb),
        cmocka_unit_test(merged_verbs__count_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
