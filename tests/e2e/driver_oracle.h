#ifndef TESTS_E2E_DRIVER_ORACLE_H
#define TESTS_E2E_DRIVER_ORACLE_H

/* Oracle: a player of a fast world that knows its recipes: it chooses the cheapest way to each thing, checks each piece of work
 * with foresee before it does it, and acts by the world's own acts. What it cannot get from nothing, no agent can. Deterministic
 * by the world's seed. */

#include "engine/world/world.h"

typedef struct oracle oracle;
/* Borrows the recipes. Caller frees. */
oracle *oracle_new(const recipes *r);
void oracle_free(oracle *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(oracle, oracle_free)

/* NULL: the item can be had from nothing. Else why not: what is missing at the bottom of it, "obsidian, which nothing gives".
 * Caller frees. */
char *oracle_impossible(const oracle *o, const recipe_item *item);
/* Plays until the inventory has the item, the world's limit is reached, or 5,000 acts are done. acts (optional): what was done,
 * char *, in order. False: *ret_cause says of what the last act failed. */
bool oracle_play(oracle *o, world *w, const recipe_item *item, GPtrArray *acts, enum world_cause *ret_cause);

#endif
