/* How a world begins where the seed alone does not say it: with things in the inventory, in a biome. */

#include "engine/world/world.h"

#include "config/config.h"

#include <string.h>

#define RINGS 64 /* places around the first one, in each direction, in which a biome is looked for */

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, text);
    return false;
}

/* "stick 2", "stick". */
static bool give_one(world *w, char *text, GError **error)
{
    char *number = strrchr(text, ' ');
    guint64 count = 1;
    if (number && !g_ascii_string_to_unsigned(number + 1, 10, 1, FORESEE_COUNT_MAX, &count, NULL))
        return fail(error, "\"%s\" is not a name and a count from 1 to %d, as in \"stick 2\"", text, FORESEE_COUNT_MAX);
    if (number)
        *number = '\0';
    const recipe_item *item = recipes_item(w->recipes, g_strstrip(text));
    if (!item)
        return fail(error, "the world %s has no item \"%s\" (its file lists them)", w->recipes->name, text);
    if (stock_add(&w->stock, item, (int)count) == (int)count)
        return true;
    return fail(error, "the inventory has no room for %d %s", (int)count, text);
}

static bool give_all(world *w, const char *give, GError **error)
{
    g_auto(GStrv) words = g_strsplit(give, ";", -1);
    for (guint i = 0; words[i]; i++)
        if (*g_strstrip(words[i]) && !give_one(w, words[i], error))
            return false;
    return true;
}

static bool is_biome(const recipes *r, const char *name)
{
    for (guint i = 0; i < r->biomes->len; i++)
        if (g_str_equal(((const struct recipe_biome *)g_ptr_array_index(r->biomes, i))->name, name))
            return true;
    return false;
}

static bool try_place(world *w, int x, int z, const char *biome)
{
    w->here.x = x;
    w->here.z = z;
    return g_str_equal(world_biome(w), biome);
}

/* The rings around the first place, the nearest first. */
static bool go_to(world *w, const char *biome)
{
    for (int ring = 0; ring <= RINGS; ring++)
        for (int x = -ring; x <= ring; x++)
            for (int z = -ring; z <= ring; z += ABS(x) == ring || ring == 0 ? 1 : 2 * ring)
                if (try_place(w, x, z, biome))
                    return true;
    return false;
}

static bool check_biome(const recipes *r, const char *biome, GError **error)
{
    return !biome || is_biome(r, biome) || fail(error, "the world %s has no biome \"%s\" (its file lists them)", r->name, biome);
}

bool world_check_begin(const recipes *r, const char *give, const char *biome, GError **error)
{
    g_autoptr(world) any = world_new(r, 0, -1, -1);
    return check_biome(r, biome, error) && (!give || give_all(any, give, error));
}

bool world_begin(world *w, const char *give, const char *biome, GError **error)
{
    if (!check_biome(w->recipes, biome, error))
        return false;
    if (biome && !go_to(w, biome))
        return fail(error, "there is no %s near the beginning of this world (another seed has one)", biome);
    w->begin_x = w->here.x;
    w->begin_z = w->here.z;
    if (biome)
        world_spot_fill(w);
    return !give || give_all(w, give, error);
}
