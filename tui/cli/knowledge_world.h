#ifndef TUI_CLI_KNOWLEDGE_WORLD_H
#define TUI_CLI_KNOWLEDGE_WORLD_H

/* The files of worlds (engine/world/recipes.h), listed and checked. */

#include "engine/world/recipes.h"

/* One world that there is. */
struct knowledge_world {
    char *name, *path; /* owned; path: "shipped:worlds/small.ini", or the user's file; NULL = it cannot be read */
    recipes *recipes;  /* owned; NULL = it has a defect */
    char *defect;      /* owned; NULL = none */
    GPtrArray *out;    /* recipe_item*: recipes_out_of_reach(); owned; NULL = it has a defect */
};
/* All of them, by name: struct knowledge_world *. Caller unrefs. */
GPtrArray *knowledge_worlds(void);
/* "jug, hen (made of itself), sled and 4 more cannot be had by one who begins with nothing"; caller frees; NULL = all can. */
char *knowledge_world_out(const recipes *r, const GPtrArray *items);
/* As a table; caller frees. */
char *knowledge_world_table(const GPtrArray *worlds);

#endif
