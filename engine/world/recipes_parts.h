#ifndef ENGINE_WORLD_RECIPES_PARTS_H
#define ENGINE_WORLD_RECIPES_PARTS_H

/* Recipes: what recipes.c and recipes_read.c share. Inside engine/world only. */

#include "engine/world/recipes.h"

/* By name; each array borrows what is in the recipes. */
struct recipes_index {
    GStringChunk *texts; /* every name */
    GHashTable *items;   /* name → recipe_item* */
    GHashTable *of;      /* recipe_item* → GPtrArray* of recipe* */
    GHashTable *drops;   /* recipe_item* → GPtrArray* of recipe_source* */
    GHashTable *named;   /* name → GPtrArray* of recipe_source* */
    GHashTable *groups;  /* name → GPtrArray* of recipe_item* */
};

/* Empty recipes; caller frees. */
recipes *recipes_new(void);
/* Each takes what it adds, and puts it into the index. */
void recipes_add_item(recipes *r, recipe_item *item);
void recipes_add_recipe(recipes *r, recipe *one);
void recipes_add_source(recipes *r, recipe_source *source);
void recipes_add_biome(recipes *r, struct recipe_biome *biome);
void recipes_add_blueprint(recipes *r, struct recipe_blueprint *blueprint);
/* Frees one that was not added; NULL is allowed. */
void recipe_item_free(recipe_item *item);
void recipe_free(recipe *one);
void recipe_source_free(recipe_source *source);
void recipe_blueprint_free(struct recipe_blueprint *blueprint);

#endif
