/* A fast world: any file of one, any state of one, any acts in one. What is read can be played, and comes back from JSON as it
 * was. */

#include "engine/world/world_picture.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(const world *w)
{
    g_assert_true(w->health > 0 && w->health <= WORLD_FULL && w->food >= 0 && w->food <= WORLD_FULL);
    g_assert_true(w->y >= RECIPES_Y_MIN && w->y <= RECIPES_Y_GROUND && w->here.near->len <= WORLD_NEAR_MAX);
    for (int i = 0; i < w->stock.n; i++) {
        const struct stock_slot *slot = &w->stock.slots[i];
        g_assert_true(slot->count > 0 && slot->count <= slot->item->stack);
        g_assert_true(slot->wear == 0 || slot->wear < slot->item->uses);
    }
}

static void comes_back(const world *w)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *json = world_to_json(w);
    g_autoptr(world) again = world_from_json(w->recipes, json, strlen(json), &error);
    g_assert_no_error(error);
    g_autofree char *same = world_to_json(again);
    g_assert_cmpstr(json, ==, same);
}

static void play(world *w, const char *text)
{
    g_auto(GStrv) acts = g_strsplit(text, "\n", 64);
    for (guint i = 0; acts[i]; i++) {
        world_act(w, acts[i]);
        hold(w);
    }
    comes_back(w);
}

/* One act of each kind for each of the first items and sources. */
static void play_all(world *w)
{
    for (guint i = 0; i < MIN(w->recipes->sources->len, 8); i++) {
        const recipe_source *s = g_ptr_array_index(w->recipes->sources, i);
        static const char *const forms[] = {"explore object=%s", "approach object=%s", "mine object=%s", "attack object=%s"};
        for (gsize k = 0; k < G_N_ELEMENTS(forms); k++) {
            g_auto(GStrv) parts = g_strsplit(forms[k], "%s", 2);
            g_autofree char *act = g_strconcat(parts[0], s->name, NULL);
            world_act(w, act);
            hold(w);
        }
    }
    for (guint i = 0; i < MIN(w->recipes->items->len, 8); i++) {
        const recipe_item *item = g_ptr_array_index(w->recipes->items, i);
        static const char *const names[] = {"craft", "smelt", "place", "equip"};
        g_autoptr(GPtrArray) facts = recipes_facts(w->recipes, item);
        for (gsize k = 0; k < G_N_ELEMENTS(names); k++) {
            g_autofree char *act = g_strdup_printf("%s object=%s", names[k], item->name);
            world_act(w, act);
            hold(w);
        }
    }
    play(w, "dig_down y=-3\ngo_up");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static recipes *small;
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(GError) error = NULL, unfit = NULL;
    small = small ? small : recipes_load("small", NULL);
    g_autoptr(recipes) own = recipes_parse(text, strlen(text), "fuzz", &error);
    g_assert_true((own == NULL) == (error != NULL));
    g_autoptr(world) in_own = own ? world_new(own, 1, -1, -1) : NULL;
    if (in_own)
        play_all(in_own);
    g_autoptr(world) read = world_from_json(small, text, strlen(text), &unfit);
    g_assert_true((read == NULL) == (unfit != NULL));
    if (read) {
        hold(read);
        comes_back(read);
    }
    g_autoptr(world) in_small = world_new(small, 2, 0, 10);
    stock_add(&in_small->stock, recipes_item(small, "iron_pickaxe"), 3);
    stock_add(&in_small->stock, recipes_item(small, "oak_log"), 20);
    play(in_small, text);
    g_autoptr(frame) picture = world_picture(in_small);
    g_assert_nonnull(picture);
    return 0;
}
