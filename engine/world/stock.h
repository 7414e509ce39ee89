#ifndef ENGINE_WORLD_STOCK_H
#define ENGINE_WORLD_STOCK_H

/* Stock: an inventory as a game has it: slots with stacks, and tools that wear. Pure. Items are borrowed from the recipes. */

#include "engine/world/recipes.h"

#define STOCK_SLOTS 36

struct stock_slot {
    const recipe_item *item;
    int count;
    int wear; /* uses that are gone; of the first one of a stack */
};

typedef struct stock {
    struct stock_slot slots[STOCK_SLOTS]; /* the first `n` */
    int n;
} stock;

/* All of an item, or of what fits a part. */
int stock_count(const stock *s, const recipe_item *item);
int stock_count_part(const stock *s, const struct recipe_part *part);
/* Adds up to `count`; returns how many had room. */
int stock_add(stock *s, const recipe_item *item, int count);
/* How many more of the item there is room for. */
int stock_room(const stock *s, const recipe_item *item);
/* Takes exactly `count`; false: there are not so many, and nothing was taken. Of a group, the item of which there is most. */
bool stock_take(stock *s, const recipe_item *item, int count);
bool stock_take_part(stock *s, const struct recipe_part *part, int count);
/* The most basic tool of this kind and level, the most worn one of it; NULL = none, or kind NULL. */
struct stock_slot *stock_tool(stock *s, const char *kind, int level);
/* The slot that has the item; NULL = none. */
struct stock_slot *stock_slot_of(stock *s, const recipe_item *item);
/* Wears it by `uses`, at most to its end; returns true when it broke and is gone. */
bool stock_wear(stock *s, struct stock_slot *slot, int uses);
/* "log=3; stick=2", by name; caller frees. */
char *stock_text(const stock *s);

#endif
