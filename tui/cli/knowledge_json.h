#ifndef TUI_CLI_KNOWLEDGE_JSON_H
#define TUI_CLI_KNOWLEDGE_JSON_H

/* What `reins knowledge --json` prints. Caller frees each. */

#include "engine/recall/knowledge.h"
#include "engine/world/game.h"
#include "tui/cli/knowledge_derive.h"

char *knowledge_json(const struct memory_paragraph *paragraph);
/* Of struct memory_paragraph*. */
char *knowledge_json_list(const GPtrArray *paragraphs);
/* Of struct knowledge_hit: each paragraph with "score" and "named". */
char *knowledge_json_hits(const GArray *hits);
/* {"done":"edit","paragraph":7} */
char *knowledge_json_done(const char *done, gint64 paragraph);
/* {"done":"build","added":3,"kept":1,"gone":0} */
char *knowledge_json_built(const struct memory_built *built);
/* The same with "world", "items", "recipes", "sources", and "left": [{"why":"are there already","what":"recipe stick"}] */
char *knowledge_json_game(const struct memory_built *built, const game_world *world, const char *path);
/* {"done":"dump","file":"DIR/minetest.json"} */
char *knowledge_json_dumped(const char *path);
/* {"goal":"…","sentences":[…]}: what a scripted brain is asked of a goal; sentences NULL = none. */
char *knowledge_json_goal(const char *goal, const GPtrArray *sentences);
/* {"done":"derive","goals":2,"tuples":9,"unusable":0,"failed":[…],"actions":[{"verb","count","goals","objects":[…],
 * "tools","materials","draft"}]}: of struct action_row*, and a struct derive_draft for each. */
char *knowledge_json_derived(const struct derived *derived, const GPtrArray *rows, const GArray *drafts);
/* [{"name","file","items","recipes","sources","out":["jug"],"defect"}] of struct knowledge_world *; what is not known is null */
char *knowledge_json_worlds(const GPtrArray *worlds);
/* {"name":"small","file":"shipped:worlds/small.ini","text":"[world] …"} */
char *knowledge_json_world(const char *name, const char *path, GBytes *file);

#endif
