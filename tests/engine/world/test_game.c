/* A game's data as a world: what is taken over, and what is left out with which reason. The data are of our own making. */

#include "engine/world/foresee.h"
#include "engine/world/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const char minetest[] =
    "{\"format\":\"reins-minetest-1\",\"version\":\"Ours 1\","
    "\"hand\":{\"groupcaps\":{\"choppy\":{\"maxlevel\":1,\"times\":[null,3,1]}}},"
    "\"items\":["
    "{\"name\":\"default:tree\",\"type\":\"node\",\"groups\":{\"choppy\":3,\"tree\":1},\"fuel\":30,"
    "\"drops\":[{\"items\":[\"default:tree\"],\"rarity\":1}]},"
    "{\"name\":\"default:stone\",\"type\":\"node\",\"groups\":{\"cracky\":3},\"drops\":[{\"items\":[\"default:cobble\"],"
    "\"rarity\":1}]},"
    "{\"name\":\"default:ore\",\"type\":\"node\",\"groups\":{\"cracky\":2},\"drops\":["
    "{\"items\":[\"default:gem\"],\"rarity\":4,\"most\":1},{\"items\":[\"default:lump 2\"],\"rarity\":1,\"most\":1}]},"
    "{\"name\":\"default:cobble\",\"type\":\"node\"},{\"name\":\"default:block\"},{\"name\":\"default:lump\",\"type\":\"none\"},{"
    "\"name\":\"default:gem\"},"
    "{\"name\":\"default:ingot\"},{\"name\":\"default:furnace\",\"type\":\"node\"},{\"name\":\"wool:red\",\"groups\":{\"wool\":1,"
    "\"red\":1}},"
    "{\"name\":\"default:lamp\",\"groups\":{\"not_in_creative_inventory\":1}},{\"name\":\"Not:OK\"},"
    "{\"name\":\"default:pick_wood\",\"stack\":1,\"tools\":{\"damage_groups\":{\"fleshy\":2},\"groupcaps\":{\"cracky\":{"
    "\"maxlevel\":1,"
    "\"uses\":10,\"times\":[null,null,1.6]}}}},"
    "{\"name\":\"default:pick_stone\",\"stack\":1,\"tools\":{\"groupcaps\":{\"cracky\":{\"maxlevel\":1,\"uses\":20,\"times\":["
    "null,2,1]}}}}],"
    "\"recipes\":["
    "{\"method\":\"normal\",\"output\":\"default:ingot 9\",\"needs\":[\"default:block\"]},"
    "{\"method\":\"normal\",\"output\":\"default:block 1\",\"needs\":[\"default:ingot\",\"default:ingot\"]},"
    "{\"method\":\"normal\",\"output\":\"default:pick_wood 1\",\"needs\":[\"group:tree\",\"group:tree\",\"group:tree\"]},"
    "{\"method\":\"normal\",\"output\":\"default:pick_stone 1\",\"needs\":[\"default:cobble\",\"default:tree\"]},"
    "{\"method\":\"normal\",\"output\":\"default:furnace 1\",\"needs\":[\"default:cobble\",\"default:cobble\"]},"
    "{\"method\":\"cooking\",\"output\":\"default:ingot 1\",\"needs\":[\"default:lump\"]},"
    "{\"method\":\"cooking\",\"output\":\"default:ingot 1\",\"needs\":[\"default:lump\"]},"
    "{\"method\":\"cooking\",\"output\":\"default:ingot 3\",\"needs\":[\"default:lump\"]},"
    "{\"method\":\"normal\",\"output\":\"default:cobble 4\",\"needs\":[\"default:cobble\"]},"
    "{\"method\":\"normal\",\"output\":\"default:gem 1\",\"needs\":[\"default:nothing\"]},"
    "{\"method\":\"normal\",\"output\":\"default:gem 1\",\"needs\":[\"group:wool,blue\"]},"
    "{\"method\":\"normal\",\"output\":\"default:gem 1\",\"needs\":[]},"
    "{\"method\":\"normal\",\"output\":\"default:gem 99\",\"needs\":[\"group:wool,red\"]}],"
    "\"biomes\":[{\"name\":\"wood\",\"y_max\":31000,\"top\":\"default:tree\"},{\"name\":\"sea\",\"y_max\":-5}],"
    "\"ores\":[{\"ore\":\"default:ore\",\"y_min\":-2048,\"y_max\":-128,\"scarcity\":512,\"count\":8}],"
    "\"decorations\":[],\"buckets\":[],\"plants\":[]}";

static guint left(const game_world *w, enum game_why why)
{
    guint n = 0;
    for (guint i = 0; i < w->left->len; i++)
        n += ((struct game_left *)w->left->pdata[i])->why == why;
    return n;
}

static void minetest__becomes_a_world(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(game_world) w = game_of_minetest(minetest, strlen(minetest), &error);
    assert_null(error);
    g_autoptr(recipes) r = recipes_parse(w->text, strlen(w->text), "world", &error);
    assert_null(error);
    assert_int_equal(w->items, r->items->len);
    assert_int_equal(w->recipes, r->all->len);
    assert_int_equal(w->sources, r->sources->len);
    assert_int_equal(r->biomes->len, 1);
    /* what digs more is of a higher level, and what only that digs needs it */
    assert_int_equal(recipes_item(r, "pick_wood")->level, 1);
    assert_int_equal(recipes_item(r, "pick_stone")->level, 2);
    assert_int_equal(recipes_item(r, "pick_wood")->uses, 30);
    const recipe_source *ore = recipes_sources_named(r, "ore")->pdata[0];
    assert_string_equal(ore->tool, "pickaxe");
    assert_int_equal(ore->level, 2);
    assert_int_equal(ore->y_max, 56); /* 128 down, a metre for 16 */
    assert_int_equal(ore->y_min, -64);
    assert_int_equal(ore->share, 25);
    assert_int_equal(g_array_index(ore->drops, struct recipe_drop, 1).percent, 75); /* when the first did not come */
    assert_int_equal(g_array_index(ore->drops, struct recipe_drop, 1).count, 2);
    assert_null(((recipe_source *)recipes_sources_named(r, "tree")->pdata[0])->tool);
    assert_int_equal(recipes_item(r, "tree")->fuel, 10);
    /* what leads up to an item comes before what turns it back */
    const recipe *ingot = recipes_of(r, recipes_item(r, "ingot"))->pdata[0], *back = recipes_of(r, ingot->gives)->pdata[1];
    assert_false(back->smelts);
    assert_int_equal(back->count, 9);
    assert_true(ingot->smelts);
    assert_ptr_equal(ingot->station, recipes_item(r, "furnace"));
}

static void minetest__what_does_not_fit__is_told(void **state)
{
    (void)state;
    g_autoptr(game_world) w = game_of_minetest(minetest, strlen(minetest), NULL);
    assert_int_equal(left(w, GAME_TWICE), 1);
    assert_int_equal(left(w, GAME_CONTRADICTS), 1);
    assert_int_equal(left(w, GAME_ITSELF), 1);
    assert_int_equal(left(w, GAME_UNKNOWN), 2); /* an item, and a group that no item is of */
    assert_int_equal(left(w, GAME_EMPTY), 1);
    assert_int_equal(left(w, GAME_TOO_MUCH), 1);
    assert_int_equal(left(w, GAME_HIDDEN), 1);
    assert_int_equal(left(w, GAME_NAME), 1);
    assert_int_equal(w->left->len, 9);
}

static const char items[] =
    "[{\"id\":1,\"name\":\"oak_log\",\"stackSize\":64},{\"id\":2,\"name\":\"oak_planks\",\"stackSize\":64},"
    "{\"id\":3,\"name\":\"crafting_table\",\"stackSize\":64},{\"id\":4,\"name\":\"wooden_pickaxe\","
    "\"stackSize\":1,\"maxDurability\":59},{\"id\":5,\"name\":\"iron_pickaxe\",\"stackSize\":1,"
    "\"maxDurability\":250},{\"id\":6,\"name\":\"stone\"},{\"id\":7,\"name\":\"cobblestone\"},"
    "{\"id\":11,\"name\":\"furnace\"},{\"id\":8,\"name\":\"gold_ore\"},{\"id\":9,\"name\":\"beef\"},{\"id\":10,\"name\":\"cake\"}"
    "]";
static const char made[] = "{\"2\":[{\"ingredients\":[1],\"result\":{\"count\":4,\"id\":2}}],"
                           "\"3\":[{\"inShape\":[[2,2],[2,{\"id\":2}]],\"result\":{\"count\":1,\"id\":3}}],"
                           "\"4\":[{\"inShape\":[[2,2,2],[null,1,null]],\"result\":{\"count\":1,\"id\":4}}],"
                           "\"10\":[{\"inShape\":[[2]],\"outShape\":[[1]],\"result\":{\"count\":1,\"id\":10}},"
                           "{\"ingredients\":[77],\"result\":{\"count\":1,\"id\":10}}]}";
static const char blocks[] = "[{\"name\":\"oak_log\",\"hardness\":2,\"drops\":[1]},{\"name\":\"stone\",\"hardness\":1.5,"
                             "\"harvestTools\":{\"4\":true,\"5\":true},"
                             "\"drops\":[6]},{\"name\":\"gold_ore\",\"hardness\":3,\"harvestTools\":{\"5\":true},\"drops\":[8]}]";
static const char block_loot[] = "[{\"block\":\"stone\",\"drops\":[{\"item\":\"stone\",\"dropChance\":0.5,\"silkTouch\":true},"
                                 "{\"item\":\"cobblestone\",\"dropChance\":0.5,\"stackSizeRange\":[1,2]}]}]";
static const char entity_loot[] =
    "[{\"entity\":\"cow\",\"drops\":[{\"item\":\"beef\",\"dropChance\":1,\"stackSizeRange\":[1,3]}]}]";
static const char table[] =
    "[world]\nday=100\n[biome plains]\nshare=2\n[item *_log]\ngroups=logs\nfuel=1\n[item dragon]\nfuel=1\n"
    "[smelting]\nbeef=cobblestone;oak_log\n"
    "[source oak_log unicorn]\nbiomes=plains\n[source stone]\nshare=100\n[source gold_ore]\n"
    "[source cow]\nway=attack\nhealth=10\n[blueprint hut]\nneeds=oak_log 2\n";

static game_world *minecraft(const char *recipes_text, GError **error)
{
    GBytes *all[] = {g_bytes_new_static(items, strlen(items)), g_bytes_new_static(recipes_text, strlen(recipes_text)),
                     g_bytes_new_static(blocks, strlen(blocks)), g_bytes_new_static(block_loot, strlen(block_loot)),
                     g_bytes_new_static(entity_loot, strlen(entity_loot))};
    game_world *w =
        game_of_minecraft(&(struct game_minecraft){all[0], all[1], all[2], all[3], all[4], NULL, table, "table"}, error);
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        g_bytes_unref(all[i]);
    return w;
}

static void minecraft__becomes_a_world(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(game_world) w = minecraft(made, &error);
    assert_null(error);
    g_autoptr(recipes) r = recipes_parse(w->text, strlen(w->text), "world", &error);
    assert_null(error);
    assert_int_equal(r->day, 100);
    assert_int_equal(w->items, 11);
    assert_int_equal(recipes_of(r, recipes_item(r, "beef"))->len, 2); /* smelting */
    const recipe *planks = recipes_of(r, recipes_item(r, "oak_planks"))->pdata[0];
    assert_null(planks->station);
    assert_int_equal(planks->count, 4);
    assert_null(((recipe *)recipes_of(r, recipes_item(r, "crafting_table"))->pdata[0])->station); /* two by two needs none */
    assert_ptr_equal(((recipe *)recipes_of(r, recipes_item(r, "wooden_pickaxe"))->pdata[0])->station,
                     recipes_item(r, "crafting_table"));
    /* silk touch is not counted: what is left of the chances is all of them */
    const recipe_source *stone = recipes_sources_named(r, "stone")->pdata[0];
    assert_int_equal(stone->drops->len, 1);
    assert_int_equal(g_array_index(stone->drops, struct recipe_drop, 0).percent, 100);
    assert_int_equal(stone->level, 1);
    assert_int_equal(((recipe_source *)recipes_sources_named(r, "gold_ore")->pdata[0])->level, 2);
    assert_int_equal(recipes_item(r, "iron_pickaxe")->level, 2);
    assert_int_equal(
        g_array_index(((recipe_source *)recipes_sources_named(r, "cow")->pdata[0])->drops, struct recipe_drop, 0).count, 3);
    assert_int_equal(left(w, GAME_GIVES_BACK), 1);
    assert_int_equal(left(w, GAME_UNKNOWN), 2); /* the item 77, the dragon */
    assert_int_equal(left(w, GAME_EMPTY), 1);   /* the unicorn */
    assert_int_equal(w->left->len, 4);
}

static void other_data__are_refused_with_what_is_wrong(void **state)
{
    (void)state;
    static const char *const bad[][2] = {{"", "line 1"},
                                         {"[]", "its format is \"\""},
                                         {"{\"format\":\"reins-minetest-9\",\"items\":[]}", "reins-minetest-9"},
                                         {"{\"format\":\"reins-minetest-1\",\"items\":[]}", "no world"}};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(game_of_minetest(bad[i][0], strlen(bad[i][0]), &error));
        if (!strstr(error->message, bad[i][1]))
            fail_msg("\"%s\" says \"%s\"", bad[i][0], error->message);
    }
    g_autoptr(GError) error = NULL, broken = NULL;
    assert_null(minecraft("[]", &error));
    assert_non_null(strstr(error->message, "recipes.json is an object"));
    assert_null(minecraft("{", &broken));
    assert_non_null(strstr(broken->message, "recipes.json: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minetest__becomes_a_world),
        cmocka_unit_test(minetest__what_does_not_fit__is_told),
        cmocka_unit_test(minecraft__becomes_a_world),
        cmocka_unit_test(other_data__are_refused_with_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
