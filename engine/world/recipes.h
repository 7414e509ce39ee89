#ifndef ENGINE_WORLD_RECIPES_H
#define ENGINE_WORLD_RECIPES_H

/* Recipes: the data of a fast world: items, what is made of them, where they are found, biomes and blueprints. Read from one INI
 * file, config/worlds/NAME.ini (shipped) or the user's worlds/NAME.ini; reins-world(7) says what each key means. Read only after
 * that, and pure. Names are [a-z0-9_]. Every pointer inside is borrowed from the recipes. */

#include <glib.h>
#include <stdbool.h>

#define RECIPES_BYTES_MAX (1024 * 1024)
#define RECIPES_ITEMS_MAX 2000
#define RECIPES_MAX 4000 /* of recipes, and of sources */
#define RECIPES_PARTS_MAX 9
#define RECIPES_COUNT_MAX 64 /* of a part, and of what one recipe gives */
#define RECIPES_NAME_MAX 48  /* bytes */
#define RECIPES_BIOMES_MAX 32
#define RECIPES_Y_MIN (-64)
#define RECIPES_Y_GROUND 64 /* where one walks in the open */

typedef struct recipe_item {
    const char *name;
    int stack;           /* so many in a slot */
    char **groups;       /* "planks", "wood"; ends with NULL */
    const char *tool;    /* "pickaxe", "sword", "shears", "bucket"; NULL = no tool */
    int level;           /* of a tool: 1 = the most basic */
    int uses;            /* before it breaks; 0 = does not wear */
    int food, fuel, hit; /* food that eating gives; items that one smelts; harm that a blow with it does; 0 = none */
    bool equips, places; /* worn or held; can be put into the world */
    bool light;          /* placed, it keeps hostile beings away */
} recipe_item;

/* A material: an item, or any of a group. */
struct recipe_part {
    const recipe_item *item; /* NULL: any item of the group */
    const char *group;       /* NULL: the item */
    int count;
};

typedef struct recipe {
    const recipe_item *gives;
    int count;                  /* at a time */
    const GArray *needs;        /* struct recipe_part; 1 to RECIPES_PARTS_MAX */
    const recipe_item *station; /* that must be at hand and is not used up; NULL = none */
    bool smelts;                /* burns fuel, too: for each that is smelted */
} recipe;

enum recipe_way { RECIPE_MINE, RECIPE_ATTACK, RECIPE_APPLY, RECIPE_WAY_COUNT };

/* What of a thing that is found in the world one gets: a block that is mined, a being that is attacked, or what a tool is
 * applied to (a bucket to water). */
typedef struct recipe_source {
    const char *name; /* "iron_ore", "cow": what is explored for */
    enum recipe_way way;
    const GArray *drops; /* struct recipe_drop, 1 to RECIPES_PARTS_MAX */
    const char *tool;    /* kind of tool that it needs; NULL = the hand will do */
    int level;           /* of that tool, at least */
    bool takes_tool;     /* the tool turns into the first drop (an empty bucket into a full one) */
    int y_min, y_max;    /* where it is */
    const char **biomes; /* ends with NULL; NULL = in all */
    int share;           /* in a hundred places that fit, so many have it */
    int amount;          /* of it at such a place, at most */
    int steps;           /* of the game to get one; by hand, or with the most basic tool that will do */
    int health, hit;     /* of a being; the harm that it does; 0 = none */
    bool night;          /* only at night */
    bool hostile;        /* attacks who comes by */
} recipe_source;
struct recipe_drop {
    const recipe_item *item;
    int count, percent; /* percent: of the times, it drops at all */
};

struct recipe_biome {
    const char *name;
    int share; /* of the world, in parts of the sum */
};
struct recipe_blueprint {
    const char *name;
    const GArray *needs; /* struct recipe_part */
};

typedef struct recipes {
    const char *name; /* "small" */
    const char *title;
    GPtrArray *items;      /* recipe_item*, in the file's order, as all of these */
    GPtrArray *all;        /* recipe* */
    GPtrArray *sources;    /* recipe_source* */
    GPtrArray *biomes;     /* struct recipe_biome*, at least one */
    GPtrArray *blueprints; /* struct recipe_blueprint* */
    int day, night;        /* steps of a day; it is night from this step of it on */
    int limit;             /* steps of a task; 0 = none */
    int fail;              /* of a hundred acts of body and hand that could succeed, so many fail as a controller does */
    struct recipes_index *index;
} recipes;

/* The world of that name. Caller frees. Errors: CONFIG_ERROR_USAGE, no world has that name (the message lists them);
 * CONFIG_ERROR_FAILED, the first defect of its file with file and line. (recipes_read.c) */
recipes *recipes_load(const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same of a text, with the name ""; origin: for messages. */
recipes *recipes_parse(const char *text, gsize length, const char *origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void recipes_free(recipes *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recipes, recipes_free)
/* [a-z0-9_], 1 to RECIPES_NAME_MAX bytes. (recipes_read.c) */
bool recipes_is_name(const char *text);
/* The file of the world of that name, as it stands; where it is in *ret_origin, which the caller frees (NULL = not wanted).
 * Errors as recipes_load(). (recipes_read.c) */
GBytes *recipes_file(const char *name, char **ret_origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Names of all worlds, sorted, ends with NULL; caller frees with g_strfreev(). */
char **recipes_worlds(void);

/* Borrowed; NULL = there is none. */
const recipe_item *recipes_item(const recipes *r, const char *name);
/* The recipes that give the item, recipe*; NULL = none. */
const GPtrArray *recipes_of(const recipes *r, const recipe_item *item);
/* The sources that drop the item, recipe_source*, and those of a name; NULL = none. */
const GPtrArray *recipes_sources_of(const recipes *r, const recipe_item *item);
const GPtrArray *recipes_sources_named(const recipes *r, const char *name);
/* The items of a group, recipe_item*; NULL = there is no such group. */
const GPtrArray *recipes_group(const recipes *r, const char *group);
const struct recipe_blueprint *recipes_blueprint(const recipes *r, const char *name);
bool recipe_item_in(const recipe_item *item, const char *group);
/* The item is the part's, or of its group. */
bool recipe_part_fits(const struct recipe_part *part, const recipe_item *item);
/* The item is a tool of this kind (NULL = anything is), and of this level at least. */
bool recipe_tool_fits(const recipe_item *item, const char *kind, int level);
/* "planks": the name of the item or group; borrowed. */
const char *recipe_part_name(const struct recipe_part *part);
/* mine | attack | apply */
const char *recipe_way_name(enum recipe_way way);
/* The items that cannot be had by one who begins with these (recipe_item *, NULL = nothing): nothing gives them, or only what
 * cannot be had. In the file's order. Caller unrefs. */
GPtrArray *recipes_out_of_reach(const recipes *r, const GPtrArray *has);
/* Nothing gives it but recipes that need the item itself. */
bool recipes_needs_itself(const recipes *r, const recipe_item *item);
/* What is known of an item, a sentence each (char *): how it is made, where it is found, what it is good for. Caller unrefs. */
GPtrArray *recipes_facts(const recipes *r, const recipe_item *item);

#endif
