#ifndef ENGINE_WORLD_GAME_H
#define ENGINE_WORLD_GAME_H

/* Game: the data of a game, as a person has them, made into the file of a world (recipes.h). What that form cannot say, and what
 * the data contradict each other in, is left out, each with its reason. Pure: texts in, a text out. */

#include <glib.h>
#include <stdbool.h>

#define GAME_FILE_MAX (16 * 1024 * 1024) /* bytes */

/* Why something was left out. */
enum game_why {
    GAME_UNKNOWN,     /* it names an item that the data do not have */
    GAME_ITSELF,      /* an item is made of itself */
    GAME_TWICE,       /* the same recipe is there already */
    GAME_CONTRADICTS, /* the same needs give another count of the same item */
    GAME_TOO_MUCH,    /* more parts, a larger count or more of a kind than a world has room for */
    GAME_NAME,        /* no name that a world can have */
    GAME_TOOLS,       /* tools differ in a way that kind and level cannot say */
    GAME_EMPTY,       /* it gives or needs nothing */
    GAME_HIDDEN,      /* an item that no inventory has */
    GAME_GIVES_BACK,  /* what it gives back (an empty bucket) is used up in a world */
    GAME_WHY_COUNT
};
struct game_left {
    enum game_why why;
    char *what; /* "boat: needs oak_planks 5, unknown_thing 1" */
};
/* "an item that the data do not have"; NULL = out of range. */
const char *game_why_text(enum game_why why);

typedef struct game_world {
    char *text;      /* of a file that recipes_parse() reads */
    GPtrArray *left; /* struct game_left *, in the order in which they were met */
    guint items, recipes, sources;
} game_world;
void game_world_free(game_world *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(game_world, game_world_free)

/* Of a file that the mod config/games/minetest.lua wrote. Caller frees. Error: it is not of that form, or has nothing of a world
 * in it. (game_minetest_json.c) */
game_world *game_of_minetest(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Files of minecraft-data (npm, MIT), by their names: NULL = a person has none of it. */
struct game_minecraft {
    GBytes *items, *recipes, *blocks;         /* needed */
    GBytes *block_loot, *entity_loot, *foods; /* optional */
    const char *table;  /* smelting, places, what else those files do not have: config/games/minecraft.ini */
    const char *origin; /* of the table, for messages */
};
/* Same of them. (game_minecraft_json.c) */
game_world *game_of_minecraft(const struct game_minecraft *files, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
