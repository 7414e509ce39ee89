/* What making and getting things does to an inventory. */

#include "engine/world/foresee.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static int load(void **state)
{
    *state = recipes_load("small", NULL);
    return *state ? 0 : -1;
}

static int unload(void **state)
{
    recipes_free(*state);
    return 0;
}

static const recipe_item *item(const recipes *r, const char *name)
{
    const recipe_item *found = recipes_item(r, name);
    assert_non_null(found);
    return found;
}

static void give(const recipes *r, stock *s, const char *name, int count)
{
    assert_int_equal(stock_add(s, item(r, name), count), count);
}

static void has(const stock *s, const char *text)
{
    g_autofree char *own = stock_text(s);
    assert_string_equal(own, text);
}

static struct foresee_result make(const recipes *r, stock *s, const char *name, int count)
{
    return foresee_make(r, s, item(r, name), count, false, NULL);
}

static void stock__stacks__fill_slots(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "dirt", 100);
    assert_int_equal(s.n, 2);
    assert_int_equal(stock_room(&s, item(r, "dirt")), 36 * 64 - 100);
    assert_int_equal(stock_add(&s, item(r, "wooden_pickaxe"), 40), 34);
    assert_int_equal(s.n, STOCK_SLOTS);
    assert_int_equal(stock_room(&s, item(r, "sand")), 0);
    assert_int_equal(stock_room(&s, item(r, "dirt")), 28);
    assert_false(stock_take(&s, item(r, "dirt"), 101));
    assert_true(stock_take(&s, item(r, "dirt"), 64));
    assert_int_equal(stock_count(&s, item(r, "dirt")), 36);
    assert_int_equal(s.n, STOCK_SLOTS - 1);
}

static void foresee__a_chain__is_exact(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "oak_log", 3);
    assert_int_equal(make(r, &s, "oak_planks", 12).made, 12);
    assert_int_equal(make(r, &s, "stick", 2).made, 4);
    assert_int_equal(make(r, &s, "crafting_table", 1).made, 1);
    assert_int_equal(make(r, &s, "wooden_pickaxe", 1).made, 1);
    has(&s, "crafting_table=1; oak_planks=3; stick=2; wooden_pickaxe=1");
}

static void foresee__any_of_a_group__is_taken_and_mixed(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "oak_planks", 3);
    give(r, &s, "birch_planks", 2);
    assert_int_equal(make(r, &s, "crafting_table", 1).cause, CAUSE_NONE);
    has(&s, "birch_planks=1; crafting_table=1");
}

static void foresee__what_is_missing__is_named_and_nothing_is_lost(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "oak_planks", 2);
    struct foresee_result f = make(r, &s, "crafting_table", 1);
    assert_int_equal(f.cause, CAUSE_NO_MATERIAL);
    assert_string_equal(f.what, "planks");
    assert_int_equal(f.missing, 2);
    has(&s, "oak_planks=2");
    f = make(r, &s, "chest", 1);
    assert_int_equal(f.cause, CAUSE_NO_STATION);
    assert_string_equal(f.what, "crafting_table");
    assert_int_equal(make(r, &s, "dirt", 1).cause, CAUSE_NO_RECIPE);
    assert_int_equal(make(r, &s, "iron_ingot", 1).cause, CAUSE_NO_RECIPE); /* it is smelted */
    assert_int_equal(make(r, &s, "stick", 0).cause, CAUSE_COUNT_WRONG);
    assert_int_equal(make(r, &s, "stick", 1000000000).cause, CAUSE_COUNT_WRONG);
    g_autofree char *text = foresee_text(&f);
    assert_string_equal(text, "what it is made with is not at hand (1 crafting_table)");
}

static void foresee__materials_that_run_out__leave_a_part(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "oak_log", 2);
    struct foresee_result f = make(r, &s, "oak_planks", 20);
    assert_int_equal(f.made, 8);
    assert_int_equal(f.cause, CAUSE_NO_MATERIAL);
    has(&s, "oak_planks=8");
}

static void foresee__a_station_that_stands_there__will_do(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    g_autoptr(GPtrArray) there = g_ptr_array_new();
    g_ptr_array_add(there, (gpointer)item(r, "crafting_table"));
    give(r, &s, "oak_planks", 8);
    assert_int_equal(foresee_make(r, &s, item(r, "chest"), 1, false, there).made, 1);
    has(&s, "chest=1");
}

static void foresee__smelting__burns_fuel(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "furnace", 1);
    give(r, &s, "iron_ore", 12);
    assert_int_equal(foresee_make(r, &s, item(r, "iron_ingot"), 1, true, NULL).cause, CAUSE_NO_FUEL);
    has(&s, "furnace=1; iron_ore=12");
    give(r, &s, "coal", 2);
    assert_int_equal(foresee_make(r, &s, item(r, "iron_ingot"), 9, true, NULL).made, 9);
    has(&s, "furnace=1; iron_ingot=9; iron_ore=3");
}

static void foresee__a_full_inventory__stops_it(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "wooden_pickaxe", STOCK_SLOTS - 1);
    give(r, &s, "oak_log", 2);
    struct foresee_result f = make(r, &s, "oak_planks", 4);
    assert_int_equal(f.cause, CAUSE_NO_ROOM);
    assert_int_equal(stock_count(&s, item(r, "oak_log")), 2);
}

static const recipe_source *source(const recipes *r, const char *name)
{
    return g_ptr_array_index(recipes_sources_named(r, name), 0);
}

static void foresee__getting__wants_the_tool_and_wears_it(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    struct foresee_result f = foresee_get(&s, source(r, "stone"), 1, NULL, NULL, NULL);
    assert_int_equal(f.cause, CAUSE_NO_TOOL);
    assert_string_equal(f.what, "pickaxe of level 1");
    give(r, &s, "wooden_pickaxe", 1);
    f = foresee_get(&s, source(r, "iron_ore"), 1, NULL, NULL, NULL);
    assert_int_equal(f.cause, CAUSE_NO_TOOL);
    f = foresee_get(&s, source(r, "iron_ore"), 1, item(r, "wooden_pickaxe"), NULL, NULL);
    assert_int_equal(f.cause, CAUSE_NO_TOOL);
    f = foresee_get(&s, source(r, "stone"), 1, item(r, "stone_pickaxe"), NULL, NULL);
    assert_int_equal(f.cause, CAUSE_NO_TOOL);
    assert_string_equal(f.what, "stone_pickaxe");
    f = foresee_get(&s, source(r, "stone"), 100, NULL, NULL, NULL);
    assert_int_equal(f.made, 59);
    assert_int_equal(f.cause, CAUSE_NO_TOOL);
    assert_string_equal(f.broke, "wooden_pickaxe");
    has(&s, "cobblestone=59");
}

static bool never(void *data, const struct recipe_drop *drop)
{
    (void)drop;
    return (*(int *)data)++ < 0;
}

static void foresee__drops_by_chance__are_asked_for(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    int asked = 0;
    assert_int_equal(foresee_get(&s, source(r, "oak_log"), 2, NULL, never, &asked).made, 2);
    assert_int_equal(asked, 4); /* sapling and apple */
    has(&s, "oak_log=2");
}

static void foresee__a_bucket__becomes_a_full_one(void **state)
{
    const recipes *r = *state;
    stock s = {0};
    give(r, &s, "bucket", 2);
    assert_int_equal(foresee_get(&s, source(r, "water"), 1, item(r, "bucket"), NULL, NULL).made, 1);
    has(&s, "bucket=1; water_bucket=1");
}

static void causes__each_has_a_name_of_its_own(void **state)
{
    (void)state;
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < CAUSE_KINDS; i++) {
        struct foresee_result f = {.cause = (enum world_cause)i};
        g_autofree char *text = foresee_text(&f);
        assert_true(g_hash_table_add(seen, (gpointer)world_cause_name(f.cause)));
        assert_int_equal(*text == '\0', i == CAUSE_NONE);
    }
    assert_null(world_cause_name(CAUSE_KINDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stock__stacks__fill_slots),
        cmocka_unit_test(foresee__a_chain__is_exact),
        cmocka_unit_test(foresee__any_of_a_group__is_taken_and_mixed),
        cmocka_unit_test(foresee__what_is_missing__is_named_and_nothing_is_lost),
        cmocka_unit_test(foresee__materials_that_run_out__leave_a_part),
        cmocka_unit_test(foresee__a_station_that_stands_there__will_do),
        cmocka_unit_test(foresee__smelting__burns_fuel),
        cmocka_unit_test(foresee__a_full_inventory__stops_it),
        cmocka_unit_test(foresee__getting__wants_the_tool_and_wears_it),
        cmocka_unit_test(foresee__drops_by_chance__are_asked_for),
        cmocka_unit_test(foresee__a_bucket__becomes_a_full_one),
        cmocka_unit_test(causes__each_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
