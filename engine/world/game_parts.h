#ifndef ENGINE_WORLD_GAME_PARTS_H
#define ENGINE_WORLD_GAME_PARTS_H

/* What both readers of a game's data take out of its JSON: a member that is missing, or of another type, is no error there. */

struct cJSON;

/* The text of a member, borrowed; "" = it has none. */
const char *game_text(const struct cJSON *of, const char *key);
double game_number(const struct cJSON *of, const char *key, double fallback);
/* Towards zero, within min and max; NaN is min. */
int game_clamp(double value, int min, int max);

#endif
