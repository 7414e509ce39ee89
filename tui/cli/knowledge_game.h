#ifndef TUI_CLI_KNOWLEDGE_GAME_H
#define TUI_CLI_KNOWLEDGE_GAME_H

/* A game's data, as a person has them in a folder, as a world of that person: `reins knowledge build --from DIR`; and how they
 * get those of Minetest: `reins knowledge dump DIR`. */

#include "engine/world/game.h"

/* What is in a folder. */
enum knowledge_game { GAME_NONE, GAME_MINETEST, GAME_MINECRAFT };
/* By the names of its files: minetest.json, or items.json, recipes.json and blocks.json. */
enum knowledge_game knowledge_game_in(const char *dir);
/* "minetest": the name of its world, unless another is given. */
const char *knowledge_game_name(enum knowledge_game game);
/* Reads the folder. Caller frees. Error: a file is missing or is not what it should be. */
game_world *knowledge_game_read(enum knowledge_game game, const char *dir, GError **error);
/* Writes ~/.config/reins/worlds/NAME.ini. Another file of that name becomes NAME.ini~. *ret_path: caller frees. */
bool knowledge_game_write(const game_world *world, const char *name, char **ret_path, GError **error);
/* "97 items or recipes are in no inventory (item beds_bed_top, …)": a line for each reason; "" = nothing was left out. Caller
 * frees. */
char *knowledge_game_left(const game_world *world);
/* Runs Debian's minetestserver once with a mod of ours, and writes DIR/minetest.json; *ret_path: caller frees. Error: it is not
 * installed, or did not do it. */
bool knowledge_game_dump(const char *dir, char **ret_path, GError **error);

#endif
