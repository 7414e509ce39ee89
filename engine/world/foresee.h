#ifndef ENGINE_WORLD_FORESEE_H
#define ENGINE_WORLD_FORESEE_H

/* Foresee: what making and getting things does to an inventory, exactly: counts, stations, tools, wear, fuel, room. The fast
 * world acts by it (world.h), and a plan is checked by it before it is tried. Pure. */

#include "engine/world/stock.h"

/* Why an act failed. foresee gives those up to CAUSE_COUNT_WRONG; the others are the world's. */
enum world_cause {
    CAUSE_NONE,
    CAUSE_UNKNOWN,     /* no such thing in this world */
    CAUSE_NO_RECIPE,   /* nothing makes it (with that station), or gives it in that way */
    CAUSE_NO_MATERIAL, /* `missing` of `what` */
    CAUSE_NO_STATION,  /* what */
    CAUSE_NO_TOOL,     /* what: the kind, or the named item; also one that is too basic, or has just broken */
    CAUSE_NO_FUEL,
    CAUSE_NO_ROOM,     /* the inventory is full */
    CAUSE_COUNT_WRONG, /* below 1, or above FORESEE_COUNT_MAX */
    CAUSE_NOT_FOUND,   /* an exploration did not come by it */
    CAUSE_NOT_VISIBLE, /* nor is it in sight */
    CAUSE_NOT_REACHED, /* in sight, and not within reach: approach it */
    CAUSE_WRONG_PLACE, /* on the ground for what is done under it, or the other way round */
    CAUSE_CONTROLLER,  /* it could have worked and did not, as a body's controller fails */
    CAUSE_DIED,
    CAUSE_TIME_OVER, /* no steps are left */
    CAUSE_MALFORMED, /* no such act, or its arguments are not as it wants them */
    CAUSE_KINDS
};

#define FORESEE_COUNT_MAX 2304 /* STOCK_SLOTS of 64 */

struct foresee_result {
    enum world_cause cause;               /* CAUSE_NONE: done */
    int made;                             /* so many of what was asked for, also where it failed halfway */
    char what[2 * RECIPES_NAME_MAX + 16]; /* what is missing, in few words; "" = nothing */
    int missing;
    char broke[RECIPES_NAME_MAX + 1]; /* a tool that broke; "" = none */
};

/* "no_tool"; NULL = the value is out of range. */
const char *world_cause_name(enum world_cause cause);
/* "no tool: a pickaxe of level 2 is needed"; caller frees; "" = CAUSE_NONE. */
char *foresee_text(const struct foresee_result *r);

/* Makes at least `count` of the item (a recipe gives several at a time), one recipe after another, by the first recipe whose
 * needs are there. stations: items at hand beside the inventory (recipe_item*); NULL = none. smelts: by a recipe that burns fuel,
 * or one that does not. Made in part: what was made stays. */
struct foresee_result foresee_make(const recipes *r, stock *s, const recipe_item *item, int count, bool smelts,
                                   const GPtrArray *stations);
/* Gets `count` times what the source gives, with the named tool (NULL = the most basic that will do). Drops that come only at
 * times count by `lucky`: for the world, what its chance says of drop i; NULL = only those of 100 %. */
struct foresee_result foresee_get(stock *s, const recipe_source *source, int count, const recipe_item *tool,
                                  bool (*lucky)(void *data, const struct recipe_drop *drop), void *data);

#endif
