/* The rules of a world: what acts do, and why they fail. */

#include "engine/world/world.h"
#include "engine/world/world_picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static recipes *data;

static int load(void **state)
{
    (void)state;
    data = recipes_load("small", NULL);
    return data ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    recipes_free(data);
    return 0;
}

static world *small(guint64 seed, int fail)
{
    return world_new(data, seed, -1, fail);
}

static void expect(world *w, const char *act, enum world_cause cause)
{
    struct foresee_result r = world_act(w, act);
    if (r.cause != cause) {
        g_autofree char *text = foresee_text(&r);
        fail_msg("%s: \"%s\" (%s), not %s", act, world_cause_name(r.cause), text, world_cause_name(cause));
    }
}

static void says(world *w, const char *act, const char *sentence)
{
    struct foresee_result r = world_act(w, act);
    g_autofree char *text = foresee_text(&r);
    assert_string_equal(text, sentence);
}

static void give(world *w, const char *name, int count)
{
    assert_int_equal(stock_add(&w->stock, recipes_item(w->recipes, name), count), count);
}

static int has(const world *w, const char *name)
{
    return stock_count(&w->stock, recipes_item(w->recipes, name));
}

/* As often as chance lets the way be free of it. */
static void explore(world *w, const char *object)
{
    g_autofree char *act = g_strdup_printf("explore object=%s", object), *then = g_strdup_printf("approach object=%s", object);
    for (int i = 0; i < 40 && world_act(w, act).cause != CAUSE_NONE; i++)
        ;
    expect(w, then, CAUSE_NONE);
}

static void world__the_chain_to_a_diamond__can_be_gone(void **state)
{
    (void)state;
    g_autoptr(world) w = small(3, 0);
    explore(w, "oak_log");
    while (has(w, "oak_log") < 6) {
        if (!world_near(w, "oak_log") || !world_near(w, "oak_log")->reached)
            explore(w, "oak_log");
        world_act(w, "mine object=oak_log count=6");
    }
    expect(w, "craft object=oak_planks count=24", CAUSE_NONE);
    expect(w, "craft object=stick count=8", CAUSE_NONE);
    expect(w, "craft object=crafting_table", CAUSE_NONE);
    expect(w, "craft object=wooden_pickaxe", CAUSE_NONE);
    expect(w, "dig_down y=50", CAUSE_NONE);
    assert_true(world_underground(w));
    assert_true(has(w, "cobblestone") >= 10);
    expect(w, "mine object=stone count=8", CAUSE_NONE);
    expect(w, "craft object=furnace", CAUSE_NONE);
    expect(w, "craft object=stone_pickaxe", CAUSE_NONE);
    while (has(w, "iron_ore") < 3) {
        explore(w, "iron_ore");
        world_act(w, "mine object=iron_ore count=3 tool=stone_pickaxe");
    }
    give(w, "coal", 1);
    expect(w, "smelt object=iron_ingot count=3", CAUSE_NONE);
    expect(w, "craft object=iron_pickaxe", CAUSE_NONE);
    expect(w, "dig_down y=12 tool=iron_pickaxe", CAUSE_NONE);
    explore(w, "diamond_ore");
    expect(w, "mine object=diamond_ore tool=iron_pickaxe", CAUSE_NONE);
    assert_true(has(w, "diamond") > 0);
    assert_true(w->step < w->limit);
}

static void world__what_cannot_be_done__is_named(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    world_spot_clear(&w->here);
    struct world_thing tree = {"oak_log", 3, false, false}, zombie = {"zombie", 3, true, false};
    g_array_append_val(w->here.near, tree);
    g_array_append_val(w->here.near, zombie);
    expect(w, "mine object=cow", CAUSE_NOT_VISIBLE);
    expect(w, "mine object=oak_log", CAUSE_NOT_REACHED);
    expect(w, "mine object=unicorn", CAUSE_UNKNOWN);
    says(w, "mine object=cobblestone", "there is no such thing here (cobblestone comes from stone)");
    says(w, "explore object=cobblestone", "there is no such thing here (cobblestone comes from stone)");
    says(w, "approach object=stick", "there is no such thing here (stick is made, not found)");
    expect(w, "mine object=zombie", CAUSE_NO_RECIPE);
    expect(w, "attack object=zombie tool=wooden_sword", CAUSE_NO_TOOL);
    expect(w, "attack object=zombie count=0", CAUSE_COUNT_WRONG);
    expect(w, "attack object=zombie count=1000000000", CAUSE_COUNT_WRONG);
    expect(w, "explore object=diamond_ore", CAUSE_WRONG_PLACE);
    expect(w, "explore object=unicorn", CAUSE_UNKNOWN);
    expect(w, "go_up", CAUSE_WRONG_PLACE);
    expect(w, "dig_down y=64", CAUSE_WRONG_PLACE);
    expect(w, "dig_down y=-65", CAUSE_WRONG_PLACE);
    expect(w, "equip object=stick", CAUSE_NO_RECIPE);
    expect(w, "equip object=wooden_sword", CAUSE_NO_MATERIAL);
    expect(w, "place object=torch", CAUSE_NO_MATERIAL);
    expect(w, "build blueprint=castle", CAUSE_UNKNOWN);
    expect(w, "build blueprint=shelter", CAUSE_NO_MATERIAL);
    expect(w, "smelt object=iron_ingot", CAUSE_NO_STATION);
    expect(w, "apply object=self tool=bread", CAUSE_NO_MATERIAL);
    expect(w, "apply object=self tool=dirt", CAUSE_NO_RECIPE);
    assert_int_equal(w->step, 0);
}

static void world__what_is_no_act__is_malformed_and_costs_nothing(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    static const char *const none[] = {"",
                                       " ",
                                       "fly",
                                       "mine",
                                       "mine object",
                                       "mine object=",
                                       "mine object=stone object=dirt",
                                       "mine thing=stone",
                                       "mine object=stone  count=1",
                                       "mine object=stone count=x",
                                       "craft count=1",
                                       "dig_down",
                                       "dig_down y=deep",
                                       "build",
                                       "go_up tool=x",
                                       "explore strategy=north"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++)
        expect(w, none[i], CAUSE_MALFORMED);
    g_autofree char *large = g_strnfill(WORLD_ACT_MAX + 1, 'a');
    expect(w, large, CAUSE_MALFORMED);
    assert_int_equal(w->step, 0);
}

static void world__going_up__returns_to_where_digging_began(void **state)
{
    (void)state;
    g_autoptr(world) w = small(5, 0);
    give(w, "iron_pickaxe", 1);
    guint things = w->here.near->len;
    expect(w, "dig_down y=40", CAUSE_NONE);
    expect(w, "dig_down y=20", CAUSE_NONE);
    for (int i = 0; i < 5; i++)
        world_act(w, "explore object=gold_ore strategy=east");
    assert_true(w->here.x != 0 || w->here.z != 0 || world_near(w, "gold_ore"));
    expect(w, "go_up", CAUSE_NONE);
    assert_int_equal(w->y, RECIPES_Y_GROUND);
    assert_int_equal(w->here.x, 0);
    assert_int_equal(w->here.z, 0);
    assert_int_equal(w->here.near->len, things);
}

static void world__a_tool_that_breaks__leaves_the_shaft_where_it_is(void **state)
{
    (void)state;
    g_autoptr(world) w = small(5, 0);
    give(w, "wooden_pickaxe", 1);
    expect(w, "dig_down y=58", CAUSE_NONE);
    g_autofree char *json = world_to_json(w);
    assert_non_null(strstr(json, "\"wear\":{\"wooden_pickaxe\":3},")); /* what is gone of it is told */
    expect(w, "dig_down y=-20", CAUSE_NO_TOOL);
    assert_int_equal(w->y, 60 - 59 + 1);
    assert_string_equal(w->last.result.broke, "wooden_pickaxe");
    expect(w, "go_up", CAUSE_NONE);
}

/* Bytes that are no text: what is told of them is, and comes back from the state's file as it was. */
static void world__an_act_that_is_no_text__comes_back(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    g_autofree char *bytes = g_strnfill(100, '\xff'), *act = g_strconcat("place object=", bytes, NULL);
    g_autoptr(GError) error = NULL;
    expect(w, act, CAUSE_UNKNOWN);
    g_autofree char *json = world_to_json(w);
    g_autoptr(world) again = world_from_json(data, json, strlen(json), &error);
    assert_non_null(again);
    g_autofree char *same = world_to_json(again);
    assert_string_equal(json, same);
}

static void world__a_table_that_stands_there__is_a_station_and_comes_back(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    give(w, "crafting_table", 1);
    give(w, "oak_planks", 8);
    expect(w, "place object=crafting_table", CAUSE_NONE);
    assert_int_equal(has(w, "crafting_table"), 0);
    expect(w, "craft object=chest", CAUSE_NONE);
    expect(w, "mine object=crafting_table", CAUSE_NONE);
    assert_int_equal(has(w, "crafting_table"), 1);
    expect(w, "mine object=crafting_table", CAUSE_NOT_VISIBLE);
}

static void world__night_and_beings__hurt_and_walls_help(void **state)
{
    (void)state;
    int deaths[2] = {0};
    for (int walls = 0; walls < 2; walls++)
        for (guint64 seed = 0; seed < 20; seed++) {
            g_autoptr(world) w = small(seed, 0);
            struct world_thing zombie = {"zombie", 2, true, false};
            world_spot_clear(&w->here);
            g_array_append_val(w->here.near, zombie);
            w->step = 7000;
            w->here.shelter = walls;
            assert_true(world_night(w));
            for (int i = 0; i < 60; i++) {
                give(w, "oak_planks", 2);
                world_act(w, "craft object=stick");
            }
            deaths[walls] += w->deaths;
        }
    assert_true(deaths[0] > 10);
    assert_int_equal(deaths[1], 0);
}

static void world__death__takes_the_inventory_and_goes_home(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    give(w, "diamond", 5);
    give(w, "oak_planks", 2);
    w->food = 0;
    w->health = 1;
    w->step = 190;
    w->here.x = 9;
    expect(w, "craft object=stick", CAUSE_DIED);
    assert_int_equal(w->stock.n, 0);
    assert_int_equal(w->here.x, 0);
    assert_int_equal(w->health, WORLD_FULL);
    assert_int_equal(w->deaths, 1);
}

static void world__eating__feeds(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    give(w, "bread", 1);
    w->food = 10;
    expect(w, "apply object=self tool=bread", CAUSE_NONE);
    assert_int_equal(w->food, 15);
    assert_int_equal(has(w, "bread"), 0);
}

static void world__when_no_steps_are_left__nothing_is_done(void **state)
{
    (void)state;
    g_autoptr(world) w = world_new(data, 1, 30, 0);
    give(w, "oak_log", 9);
    expect(w, "craft object=oak_planks", CAUSE_NONE);
    expect(w, "craft object=oak_planks", CAUSE_NONE);
    expect(w, "craft object=oak_planks", CAUSE_TIME_OVER);
    assert_int_equal(has(w, "oak_planks"), 8);
}

static void world__a_share_of_acts__fails_as_a_controller_does(void **state)
{
    (void)state;
    int failed = 0;
    g_autoptr(world) w = world_new(data, 9, 0, 20);
    for (int i = 0; i < 1000; i++) {
        give(w, "torch", 1);
        failed += world_act(w, "place object=torch").cause == CAUSE_CONTROLLER;
        w->stock.n = 0;
        w->food = WORLD_FULL;
    }
    assert_in_range(failed, 150, 250);
}

/* Any acts at all: the same again, and through its JSON at each step, is the same world. */
static void world__the_same_seed_and_acts__give_the_same_world(void **state)
{
    (void)state;
    static const char *const acts[] = {"explore object=oak_log",
                                       "approach object=oak_log",
                                       "mine object=oak_log count=3",
                                       "explore object=cow strategy=north",
                                       "attack object=cow",
                                       "approach object=cow",
                                       "craft object=oak_planks count=4",
                                       "craft object=stick",
                                       "craft object=crafting_table",
                                       "place object=crafting_table",
                                       "craft object=wooden_pickaxe",
                                       "equip object=wooden_pickaxe",
                                       "dig_down y=55",
                                       "mine object=stone count=2",
                                       "explore object=coal_ore",
                                       "go_up",
                                       "nonsense"};
    for (guint64 seed = 0; seed < 10; seed++) {
        g_autoptr(world) one = small(seed, 10), two = small(seed, 10);
        g_autoptr(GRand) chance = g_rand_new_with_seed((guint32)seed);
        for (int i = 0; i < 120; i++) {
            const char *act = acts[g_rand_int_range(chance, 0, G_N_ELEMENTS(acts))];
            g_autoptr(GError) error = NULL;
            world_act(one, act);
            world_act(two, act);
            g_autofree char *json = world_to_json(two), *same = world_to_json(one);
            assert_string_equal(json, same);
            g_autoptr(world) again = world_from_json(data, json, strlen(json), &error);
            assert_null(error);
            g_autofree char *other = world_to_json(again);
            assert_string_equal(other, json);
            world_free(two);
            two = g_steal_pointer(&again);
        }
        g_autoptr(frame) a = world_picture(one), b = world_picture(two);
        assert_true(frame_same(a, b));
    }
}

static void world__a_state_that_is_wrong__is_refused(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    give(w, "oak_log", 3);
    g_autofree char *json = world_to_json(w);
    static const char *const changes[][2] = {
        {"\"name\":\"small\"", "\"name\":\"large\""},
        {"\"item\":\"oak_log\"", "\"item\":\"unicorn\""},
        {"\"count\":3,\"wear\"", "\"count\":65,\"wear\""},
        {"\"health\":20", "\"health\":21"},
        {"\"y\":64", "\"y\":65"},
        {"\"step\":0", "\"step\":-1"},
        {"\"held\":\"\"", "\"held\":\"unicorn\""},
        {"\"cause\":\"\"", "\"cause\":\"bored\""},
        {"\"seed\":1", "\"seed\":-1"},
        {"\"slots\":", "\"slot\":"},
        {"\"near\":", "\"far\":"},
        {"{", "[{"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GError) error = NULL;
        char *at = strstr(json, changes[i][0]);
        if (!at)
            fail_msg("%s is not in %s", changes[i][0], json);
        g_autofree char *head = g_strndup(json, (gsize)(at - json));
        g_autofree char *bad = g_strconcat(head, changes[i][1], at + strlen(changes[i][0]), NULL);
        if (world_from_json(data, bad, strlen(bad), &error))
            fail_msg("%s was taken", changes[i][1]);
        assert_non_null(error);
    }
}

static void world__it_begins_where_and_with_what_is_asked_for(void **state)
{
    (void)state;
    for (guint i = 0; i < data->biomes->len; i++) {
        const char *biome = ((const struct recipe_biome *)g_ptr_array_index(data->biomes, i))->name;
        g_autoptr(world) w = small(3, 0);
        assert_true(world_begin(w, "stick 2; iron_ingot", biome, NULL));
        assert_string_equal(world_biome(w), biome);
        assert_int_equal(has(w, "stick"), 2);
        assert_int_equal(has(w, "iron_ingot"), 1);
        w->here.x += 100;
        w->health = 1;
        w->food = 0;
        for (int k = 0; k < 100 && w->deaths == 0; k++)
            world_act(w, "dig_down y=60");
        g_autofree char *json = world_to_json(w);
        g_autoptr(world) again = world_from_json(data, json, strlen(json), NULL);
        assert_int_equal(again->begin_x, w->begin_x);
        if (w->deaths)
            assert_string_equal(world_biome(w), biome);
    }
    static const char *const bad[][3] = {{"stik 2", NULL, "no item \"stik\""},
                                         {"stick 0", NULL, "is not a name and a count"},
                                         {"stick x", NULL, "is not a name and a count"},
                                         {"bed 40", NULL, "no room for 40 bed"},
                                         {NULL, "moon", "no biome \"moon\""}};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(world) w = small(3, 0);
        assert_false(world_begin(w, bad[i][0], bad[i][1], &error));
        if (!strstr(error->message, bad[i][2]))
            fail_msg("no \"%s\" in: %s", bad[i][2], error->message);
    }
}

static void picture__an_act__shows(void **state)
{
    (void)state;
    g_autoptr(world) w = small(1, 0);
    give(w, "oak_log", 1);
    g_autoptr(frame) before = world_picture(w);
    assert_int_equal(before->width, WORLD_WIDTH);
    world_act(w, "craft object=oak_planks");
    g_autoptr(frame) after = world_picture(w);
    assert_false(frame_same(before, after));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world__the_chain_to_a_diamond__can_be_gone),
        cmocka_unit_test(world__what_cannot_be_done__is_named),
        cmocka_unit_test(world__what_is_no_act__is_malformed_and_costs_nothing),
        cmocka_unit_test(world__going_up__returns_to_where_digging_began),
        cmocka_unit_test(world__a_tool_that_breaks__leaves_the_shaft_where_it_is),
        cmocka_unit_test(world__an_act_that_is_no_text__comes_back),
        cmocka_unit_test(world__a_table_that_stands_there__is_a_station_and_comes_back),
        cmocka_unit_test(world__night_and_beings__hurt_and_walls_help),
        cmocka_unit_test(world__death__takes_the_inventory_and_goes_home),
        cmocka_unit_test(world__eating__feeds),
        cmocka_unit_test(world__when_no_steps_are_left__nothing_is_done),
        cmocka_unit_test(world__a_share_of_acts__fails_as_a_controller_does),
        cmocka_unit_test(world__the_same_seed_and_acts__give_the_same_world),
        cmocka_unit_test(world__a_state_that_is_wrong__is_refused),
        cmocka_unit_test(world__it_begins_where_and_with_what_is_asked_for),
        cmocka_unit_test(picture__an_act__shows),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
