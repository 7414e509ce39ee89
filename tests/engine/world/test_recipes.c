/* The data of a world: what ships is whole, and a file is refused by its line. */

#include "engine/world/recipes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static recipes *parse(const char *text, GError **error)
{
    return recipes_parse(text, strlen(text), "t.ini", error);
}

static void refused(const char *rest, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strconcat("[world]\n[biome plains]\n[item stick]\n[item log]\ngroups=wood\n", rest, NULL);
    assert_null(parse(text, &error));
    if (!strstr(error->message, words))
        fail_msg("\"%s\" does not say \"%s\"", error->message, words);
}

static void recipes__what_ships__can_be_had_from_nothing(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) worlds = recipes_worlds();
    for (guint w = 0; worlds[w]; w++) {
        g_autoptr(recipes) r = recipes_load(worlds[w], &error);
        assert_null(error);
        g_autoptr(GPtrArray) out = recipes_out_of_reach(r, NULL);
        for (guint i = 0; i < out->len; i++)
            fail_msg("%s cannot be had in %s", ((recipe_item *)g_ptr_array_index(out, i))->name, worlds[w]);
    }
}

/* A tool and what it is got with, a ring of recipes, a station, fuel: of none of these is there a beginning. */
static void recipes__what_cannot_be_had__is_known(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    static const char *const out[] = {"egg", "hen", "pick", "ore", "loaf", "cake"};
    g_autoptr(recipes) r = parse("[world]\n[biome a]\n[item log]\ngroups=wood\n[item egg]\n[item hen]\n[item pick]\n"
                                 "tool=pickaxe\n[item ore]\n[item loaf]\n[item stick]\n[item cake]\n"
                                 "[recipe egg]\nneeds=hen\n[recipe hen]\nneeds=egg\n[recipe stick]\nneeds=group:wood\n"
                                 "[recipe pick]\nneeds=ore\n[recipe loaf]\nneeds=log\nsmelts=1\n"
                                 "[recipe cake]\nneeds=log\nstation=egg\n"
                                 "[source tree]\ndrops=log\n[source rock]\ndrops=ore\ntool=pickaxe\n",
                                 &error);
    assert_null(error);
    g_autoptr(GPtrArray) items = recipes_out_of_reach(r, NULL);
    assert_int_equal(items->len, G_N_ELEMENTS(out));
    for (guint i = 0; i < items->len; i++)
        assert_string_equal(((recipe_item *)g_ptr_array_index(items, i))->name, out[i]);
}

static void recipes__what_ships__is_looked_up(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(recipes) r = recipes_load("small", &error);
    assert_non_null(r);
    const recipe_item *stick = recipes_item(r, "stick"), *planks = recipes_item(r, "oak_planks");
    const recipe *one = g_ptr_array_index(recipes_of(r, stick), 0);
    assert_int_equal(one->count, 4);
    const struct recipe_part *part = &g_array_index(one->needs, struct recipe_part, 0);
    assert_string_equal(recipe_part_name(part), "planks");
    assert_true(recipe_part_fits(part, planks));
    assert_false(recipe_part_fits(part, stick));
    assert_int_equal(recipes_group(r, "planks")->len, 3);
    assert_null(recipes_group(r, "nothing"));
    assert_int_equal(recipes_sources_named(r, "stone")->len, 2);
    assert_null(recipes_item(r, "nothing"));
    assert_null(recipes_of(r, recipes_item(r, "dirt")));
    assert_non_null(recipes_blueprint(r, "shelter"));
    g_autoptr(GPtrArray) facts = recipes_facts(r, recipes_item(r, "iron_ingot"));
    assert_string_equal(g_ptr_array_index(facts, 0), "1 iron_ingot is smelted from 1 iron_ore with a furnace and fuel.");
    assert_string_equal(g_ptr_array_index(facts, 1),
                        "iron_ingot is got by attacking zombie; it is found at y 64 to 64 at night.");
}

static void recipes__no_such_world__names_those_that_are(void **state)
{
    (void)state;
    static const char *const none[] = {"smal", "../small", "", "/etc/passwd", "SMALL"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(recipes_load(none[i], &error));
        assert_non_null(strstr(error->message, "small"));
    }
}

static void recipes__a_defect__is_told_with_its_line(void **state)
{
    (void)state;
    refused("[recipe stick]\nneeds=plank 2\n", "t.ini:7: [recipe stick] needs: there is no item plank");
    refused("[recipe stick]\nneeds=group:plank 2\n", "no item is of the group plank");
    refused("[recipe stick]\nneeds=log 65\n", "is not of the form");
    refused("[recipe stick]\nneeds=log 0\n", "is not of the form");
    refused("[recipe stick]\nneeds=log 1 50%\n", "is not of the form");
    refused("[recipe stick]\nneeds=\n", "wants 1 to 9");
    refused("[recipe stick]\nneeds=log;log;log;log;log;log;log;log;log;log\n", "wants 1 to 9");
    refused("[recipe stik]\nneeds=log\n", "there is no item stik");
    refused("[recipe stick]\nneeds=log\nstation=table\n", "station: there is no item table");
    refused("[recipe stick]\nneed=log\n", "did you mean \"needs\"");
    refused("[recipe stick]\nneeds=log\ngives=0\n", "no whole number from 1 to 64");
    refused("[item stick]\n[item log]\nfuel=x\n", "fuel: \"x\" is no whole number");
    refused("[item Stick]\n", "\"Stick\" is no name");
    refused("[item a/1]\n[item a/2]\n", "there is such an item already");
    refused("[items x]\n", "is none of [world]");
    refused("[source tree]\ndrops=log 1 0%\n", "is not of the form");
    refused("[source tree]\ndrops=log\nbiomes=forest\n", "there is no biome forest");
    refused("[source tree]\ndrops=log\ny_min=10\ny_max=5\n", "is above y_max");
    refused("[source tree]\ndrops=log\nway=find\n", "none of mine, attack, apply");
    refused("[source tree]\ndrops=log\ntakes_tool=1\n", "needs a tool");
    refused("[source tree]\ndrops=log\ntool=axe\n", "t.ini:8: [source tree] tool: no item is an axe (it would have tool=axe)");
    refused("[item pick]\ntool=pickaxe\nlevel=2\n[source tree]\ndrops=log\ntool=pickaxe\nlevel=3\n",
            "level: no item is a pickaxe of level 3 (the best has level 2)");
    refused("[recipe stick]\nneeds=log\nneeds=log 2\n", "is set twice");
}

static void recipes__a_file_without_its_parts__is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "[biome a]\n", "[world]\n", "no group\n", "[world\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(parse(texts[i], &error));
        assert_non_null(error);
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *large = g_strnfill(RECIPES_BYTES_MAX + 1, '\n');
    assert_null(recipes_parse(large, RECIPES_BYTES_MAX + 1, "t.ini", &error));
    g_autoptr(GError) other = NULL;
    g_autoptr(GString) many = g_string_new("[world]\n[biome a]\n");
    for (int i = 0; i <= RECIPES_ITEMS_MAX; i++)
        g_string_append_printf(many, "[item i%d]\n", i);
    assert_null(parse(many->str, &other));
    assert_non_null(strstr(other->message, "more than 2000 items"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recipes__what_ships__can_be_had_from_nothing),
        cmocka_unit_test(recipes__what_cannot_be_had__is_known),
        cmocka_unit_test(recipes__what_ships__is_looked_up),
        cmocka_unit_test(recipes__no_such_world__names_those_that_are),
        cmocka_unit_test(recipes__a_defect__is_told_with_its_line),
        cmocka_unit_test(recipes__a_file_without_its_parts__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
