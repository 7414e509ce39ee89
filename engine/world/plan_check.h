#ifndef ENGINE_WORLD_PLAN_CHECK_H
#define ENGINE_WORLD_PLAN_CHECK_H

/* Plan check: a plan of goals carried out on an inventory by the recipes alone (foresee.h): what the inventory is after each, and
 * the first goal that cannot be reached, with its fault: JARVIS-1's self-check (Wang et al. 2023, 3.2), exactly. Where things are
 * found, and what a body fails at, is not foreseen; what drops only at times counts as often as its percentage. Pure. */

#include "engine/world/foresee.h"

enum plan_kind {
    PLAN_MINE, /* as enum recipe_way */
    PLAN_ATTACK,
    PLAN_APPLY,
    PLAN_CRAFT,
    PLAN_SMELT,
    PLAN_EQUIP, /* takes it in hand, or puts it on */
    PLAN_DO,    /* anything else: nothing is foreseen of it */
    PLAN_KIND_COUNT
};
/* "mine". */
const char *plan_kind_name(enum plan_kind kind);
/* False: no such kind. */
bool plan_kind_parse(const char *name, enum plan_kind *ret_kind);

struct plan_goal {
    enum plan_kind kind;
    const char *item; /* borrowed */
    const char *tool; /* borrowed; of mine, attack and apply; NULL or "" = the most basic that will do */
    int count;        /* that the inventory then has */
};

enum plan_fault {
    PLAN_FAULT_NONE,
    PLAN_FAULT_UNKNOWN, /* there is no such item */
    PLAN_FAULT_WAY,     /* nothing gives it in that way */
    PLAN_FAULT_MISSING, /* an input that no goal gets */
    PLAN_FAULT_COUNT,   /* an input of which `by` gets too few */
    PLAN_FAULT_STATION,
    PLAN_FAULT_TOOL,  /* none, or too weak */
    PLAN_FAULT_ORDER, /* what it needs is got by `by`, which is later */
    PLAN_FAULT_WEAR,  /* the tool, which `by` gets, breaks before it is done */
    PLAN_FAULT_FUEL,
    PLAN_FAULT_ROOM, /* the inventory is full */
    PLAN_FAULT_KINDS
};

struct plan_check {
    enum plan_fault fault;           /* PLAN_FAULT_NONE: every goal is reached */
    guint goal;                      /* the index of the first that is not */
    int by;                          /* the index of the goal that gets what it lacks; -1 = none does */
    char what[RECIPES_NAME_MAX + 1]; /* it lacks */
    int missing;                     /* so many; 0 = not counted */
};

/* Goes through the goals from this inventory. stations: items at hand beside it (recipe_item *; NULL = none): where they stand is
 * not asked, as for all that is found. ret_after: the inventory after each, n of them, up to the one that fails; NULL = not
 * wanted. */
struct plan_check plan_check(const recipes *r, const stock *begin, const GPtrArray *stations, const struct plan_goal *goals,
                             guint n, stock *ret_after);
/* Enlarges the counts of goals upstream until no goal lacks what they get: inputs, fuel, a tool that breaks. Returns how often it
 * did; 0 = there is no fault, or this does not mend it, and the goals are as they were. ret_check: of the goals as they are then.
 */
guint plan_check_mend(const recipes *r, const stock *begin, const GPtrArray *stations, struct plan_goal *goals, guint n,
                      struct plan_check *ret_check);
/* "goal 4, craft 1 wooden_pickaxe: 2 stick too few (goal 3 gets them)", with the numbers of that goal and of the one that `by`
 * is; "" = no fault. Caller frees. */
char *plan_check_text(const struct plan_check *c, const struct plan_goal *goals, gint64 number, gint64 by);

#endif
