#ifndef ENGINE_WORLD_GAME_BUILD_H
#define ENGINE_WORLD_GAME_BUILD_H

/* Building a world's file from a game's data, group by group: what the readers of game.h share. Inside engine/world only. */

#include "engine/world/game.h"

typedef struct game_build game_build;

/* title: of the world; head: a comment of one line at its beginning. Caller frees. */
game_build *game_build_new(const char *title, const char *head);
void game_build_free(game_build *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(game_build, game_build_free)

/* Counts one thing as left out; the rest is printf's: what it is. Returns false. */
bool game_leave(game_build *b, enum game_why why, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* "default:pick_wood" → "pick_wood": the name that an item has in a world; prefix NULL = it has none. Caller frees. */
char *game_name(const char *name, const char *prefix);

/* Adds an item. False: it cannot be one, and was counted. */
bool game_item(game_build *b, const char *name);
bool game_has(const game_build *b, const char *name);
/* The item is of a group, too. */
void game_group(game_build *b, const char *name, const char *group);
bool game_has_group(const game_build *b, const char *group);
/* Sets a key of a group of the file: game_key(b, "item coal", "fuel", "%d", 8). */
void game_key(game_build *b, const char *group, const char *key, const char *format, ...) G_GNUC_PRINTF(4, 5);
bool game_key_is_set(const game_build *b, const char *group, const char *key);
/* Adds a biome, once. */
void game_biome(game_build *b, const char *name);

/* What one recipe needs: name, or group:NAME → count. */
typedef struct game_needs {
    GPtrArray *names; /* char* */
    GArray *counts;   /* int */
} game_needs;
game_needs *game_needs_new(void);
void game_needs_free(game_needs *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(game_needs, game_needs_free)
void game_needs_add(game_needs *n, const char *name, int count);
struct game_recipe {
    const char *item;
    int gives;
    const game_needs *needs;
    const char *station; /* NULL = none */
    bool smelts;
};
/* Adds a recipe. False: it was left out, and counted. */
bool game_recipe(game_build *b, const struct game_recipe *recipe);

/* Begins a source: a new group "source NAME" or "source NAME/2"; drops are added to it. Caller frees the group's name. */
char *game_source(game_build *b, const char *name);
/* percent: 1 to 100. An item that the world does not have is left out, and counted. */
void game_drop(game_build *b, const char *source, const char *item, int count, int percent);
/* The item is a tool of a kind. The source needs one of these tools (const char *, names of items): kinds and levels follow from
 * all of them together in game_build_end(). */
void game_tool(game_build *b, const char *item, const char *kind);
void game_needs_tools(game_build *b, const char *source, const GPtrArray *tools);

/* The world, read once more as recipes_parse() reads it. Sources without a drop are left out, and counted. Error: nothing is in
 * it. */
game_world *game_build_end(game_build *b, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
