/* A game's data: whatever they are, what they become is a world, or they are refused. The first byte says which of the files the
 * rest is. */

#include "engine/world/game.h"
#include "engine/world/recipes.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(game_world *w, const GError *error)
{
    g_assert_true((w == NULL) == (error != NULL));
    if (!w)
        return;
    g_autoptr(GError) problem = NULL;
    g_autoptr(recipes) r = recipes_parse(w->text, strlen(w->text), "fuzz", &problem);
    g_assert_no_error(problem);
    g_assert_true(r->items->len == w->items && r->all->len == w->recipes && r->sources->len == w->sources);
    game_world_free(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const usual[] = {
        "[{\"id\":1,\"name\":\"log\"},{\"id\":2,\"name\":\"planks\"},{\"id\":3,\"name\":\"iron_pickaxe\",\"maxDurability\":9}]",
        "{\"2\":[{\"ingredients\":[1],\"result\":{\"count\":4,\"id\":2}}]}",
        "[{\"name\":\"log\",\"hardness\":2,\"harvestTools\":{\"3\":true},\"drops\":[1]}]",
        "[{\"block\":\"log\",\"drops\":[{\"item\":\"log\",\"dropChance\":1,\"stackSizeRange\":[1,1]}]}]",
        "[{\"entity\":\"cow\",\"drops\":[{\"item\":\"log\",\"dropChance\":0.5}]}]",
        "[{\"name\":\"log\",\"foodPoints\":3}]"};
    enum { FILES = G_N_ELEMENTS(usual) };
    GBytes *files[FILES];
    g_autoptr(GError) error = NULL, other = NULL;
    guint which = size ? data[0] % (FILES + 2) : 0;
    g_autofree char *rest = g_strndup(size ? (const char *)data + 1 : "", size ? size - 1 : 0);
    if (which == FILES + 1) {
        hold(game_of_minetest(rest, strlen(rest), &error), error);
        return 0;
    }
    for (guint i = 0; i < FILES; i++)
        files[i] = i == which ? g_bytes_new(rest, strlen(rest)) : g_bytes_new_static(usual[i], strlen(usual[i]));
    const char *table = which == FILES ? rest : "[biome plains]\n[source log]\n[source cow]\nway=attack\n";
    const struct game_minecraft all = {files[0], files[1], files[2], files[3], files[4], files[5], table, "fuzz"};
    game_world *w = game_of_minecraft(&all, &other);
    hold(w, other);
    for (guint i = 0; i < FILES; i++)
        g_bytes_unref(files[i]);
    return 0;
}
