#ifndef ENGINE_WORLD_WORLD_H
#define ENGINE_WORLD_WORLD_H

/* World: a fast world and one body in it. Pure: an act changes the state by the recipes, and chance comes from the seed and from
 * how often it was asked, so that the same acts in the same order give the same world. */

#include "engine/world/foresee.h"

#define WORLD_ACT_MAX 512 /* bytes of an act */
#define WORLD_NEAR_MAX 64 /* kinds of things at a place */
#define WORLD_JSON_MAX (64 * 1024)
#define WORLD_FULL 20 /* of health, and of food */
#define WORLD_WORN 4  /* things that are worn */

/* A thing at a place: found there, or put there. */
struct world_thing {
    const char *name; /* borrowed from the recipes */
    int count;
    bool reached; /* within reach; else it is in sight */
    bool placed;
};

struct world_spot {
    int x, z;     /* places, not metres */
    GArray *near; /* struct world_thing */
    bool shelter, light;
};

typedef struct world {
    const recipes *recipes; /* borrowed */
    guint64 seed;
    gint64 draws; /* how often chance was asked */
    int limit;    /* steps; 0 = none */
    int fail;     /* percent */
    int step, deaths, health, food;
    int y;
    struct world_spot here, above; /* above: where dig_down began, while underground */
    int begin_x, begin_z;          /* where it began, and begins again after a death */
    stock stock;
    const recipe_item *held, *worn[WORLD_WORN];
    struct { /* the act before */
        char *text;
        struct foresee_result result;
    } last;
} world;

/* A new world; borrows the recipes. seed: at most 32 bits. limit and fail: -1 = as the recipes say. Caller frees. */
world *world_new(const recipes *r, guint64 seed, int limit, int fail);
/* Before the first act: puts things into the inventory ("stick 2; iron_ingot 3"; NULL = nothing), and begins in the nearest place
 * of that biome (NULL = where the seed has it). Error (CONFIG_ERROR_USAGE): no such thing or biome, or no room. (world_begin.c)
 */
bool world_begin(world *w, const char *give, const char *biome, GError **error);
/* Whether such a world can begin so, as far as that does not hang on the seed: whether the biome is near is not asked. Errors as
 * those of world_begin(). (world_begin.c) */
bool world_check_begin(const recipes *r, const char *give, const char *biome, GError **error);
void world_free(world *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(world, world_free)

/* Does one act: "mine object=oak_log count=3 tool=wooden_axe" (skills/lib/world.lua has all of them). The result is also in
 * `last`. An act that is not one costs nothing and says CAUSE_MALFORMED. */
struct foresee_result world_act(world *w, const char *act);

bool world_underground(const world *w);
bool world_night(const world *w);
/* The biome of the place; borrowed. */
const char *world_biome(const world *w);
/* The named thing at the place; NULL = none. Borrowed. */
const struct world_thing *world_near(const world *w, const char *name);

/* The whole state as one JSON object, and back. What a model may be told is in plain members ("step", "limit", "biome", "y",
 * "place", "time", "health", "food", "inventory", "wear", "held", "near", "last" …); what only the world needs is in "world".
 * Errors name the member; it is read with limits, it must be of a world of the same name, and each name in it one of the recipes.
 * (world_json.c) */
char *world_to_json(const world *w);
world *world_from_json(const recipes *r, const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Inside engine/world: forgets what is at a spot, and finds what there is (world_spot.c). */
void world_spot_fill(world *w);
void world_spot_clear(struct world_spot *spot);
/* A number from chance, 0 to below - 1. */
int world_draw(world *w, int below);
/* The source of that name and way that is where the body is; any way: RECIPE_WAY_COUNT. NULL = none. */
const recipe_source *world_source(const world *w, const char *name, enum recipe_way way);
/* What is dug through at this depth; NULL = what the hand moves. */
const recipe_source *world_ground(const world *w);

#endif
