/* Where the body is, and what is there. What a place holds follows from the seed and the draws so far; a place that was left is
 * another one when it is come by again. */

#include "engine/world/world.h"

#define EVERYWHERE 90 /* percent: what is at nearly all places is underfoot, and within reach at once */
#define REGION 3      /* places of one biome in a row, in each direction */

/* Mixes one number well (the finaliser of splitmix64). */
static guint64 mix(guint64 n)
{
    n += 0x9e3779b97f4a7c15u;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
    n = (n ^ n >> 27) * 0x94d049bb133111ebu;
    return n ^ n >> 31;
}

int world_draw(world *w, int below)
{
    return (int)(mix(w->seed ^ mix((guint64)w->draws++)) % (guint64)below);
}

bool world_underground(const world *w)
{
    return w->y < RECIPES_Y_GROUND;
}

bool world_night(const world *w)
{
    return w->step % w->recipes->day >= w->recipes->night;
}

static int floor_divide(int a, int b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

const char *world_biome(const world *w)
{
    const GPtrArray *biomes = w->recipes->biomes;
    guint64 x = (guint64)(gint64)floor_divide(w->here.x, REGION), z = (guint64)(gint64)floor_divide(w->here.z, REGION);
    int sum = 0;
    for (guint i = 0; i < biomes->len; i++)
        sum += ((const struct recipe_biome *)g_ptr_array_index(biomes, i))->share;
    int at = (int)(mix(mix(mix(w->seed) ^ x) ^ z) % (guint64)sum);
    guint i = 0;
    for (; at >= ((const struct recipe_biome *)g_ptr_array_index(biomes, i))->share; i++)
        at -= ((const struct recipe_biome *)g_ptr_array_index(biomes, i))->share;
    return ((const struct recipe_biome *)g_ptr_array_index(biomes, i))->name;
}

static bool fits(const world *w, const recipe_source *s)
{
    bool there = w->y >= s->y_min && w->y <= s->y_max;
    return there && (!s->biomes || world_underground(w) || g_strv_contains((const char *const *)s->biomes, world_biome(w)));
}

const recipe_source *world_source(const world *w, const char *name, enum recipe_way way)
{
    const GPtrArray *named = recipes_sources_named(w->recipes, name);
    for (guint i = 0; named && i < named->len; i++) {
        const recipe_source *s = g_ptr_array_index(named, i);
        if ((way == RECIPE_WAY_COUNT || s->way == way) && fits(w, s))
            return s;
    }
    return NULL;
}

const recipe_source *world_ground(const world *w)
{
    for (guint i = 0; world_underground(w) && i < w->recipes->sources->len; i++) {
        const recipe_source *s = g_ptr_array_index(w->recipes->sources, i);
        if (s->way == RECIPE_MINE && s->share >= EVERYWHERE && fits(w, s))
            return s;
    }
    return NULL;
}

const struct world_thing *world_near(const world *w, const char *name)
{
    for (guint i = 0; i < w->here.near->len; i++) {
        const struct world_thing *thing = &g_array_index(w->here.near, struct world_thing, i);
        if (g_str_equal(thing->name, name))
            return thing;
    }
    return NULL;
}

void world_spot_clear(struct world_spot *spot)
{
    g_array_set_size(spot->near, 0);
    spot->shelter = spot->light = false;
}

void world_spot_fill(world *w)
{
    world_spot_clear(&w->here);
    for (guint i = 0; i < w->recipes->sources->len && w->here.near->len < WORLD_NEAR_MAX; i++) {
        const recipe_source *s = g_ptr_array_index(w->recipes->sources, i);
        if (world_source(w, s->name, RECIPE_WAY_COUNT) != s || (s->night && !world_night(w))) /* the first of a name counts */
            continue;
        bool there = world_draw(w, 100) < s->share;
        struct world_thing thing = {s->name, 1 + world_draw(w, s->amount), s->share >= EVERYWHERE, false};
        if (there)
            g_array_append_val(w->here.near, thing);
    }
}
