#ifndef ENGINE_WORLD_ACTING_H
#define ENGINE_WORLD_ACTING_H

/* One act under way: what world.c and acting.c share. Inside engine/world only. */

#include "engine/world/world.h"

#define ACTING_ARGS_MAX 6

struct acting {
    world *w;
    struct {
        char *name, *value; /* borrowed from `words` */
    } args[ACTING_ARGS_MAX];
    int n;
    bool dead;
    struct foresee_result result;
};

/* Sets why it fails; returns false. */
bool acting_fails(struct acting *a, enum world_cause cause, const char *what, int missing);
/* Time passes, or harm is done. False: the body died of it, which is the act's result then. */
bool acting_spend(struct acting *a, int steps);
bool acting_hurt(struct acting *a, int harm);
/* What could be done does not succeed, as with a controller of arms and legs; the result is set then. */
bool acting_slips(struct acting *a);

/* The arguments. NULL = it was not given. The others: false with the result set; an item that is not needed and not given is
 * NULL. */
const char *acting_arg(const struct acting *a, const char *name);
bool acting_int(struct acting *a, const char *name, int fallback, int *ret);
bool acting_count(struct acting *a, int *ret);
bool acting_item(struct acting *a, const char *name, bool needed, const recipe_item **ret);
/* Nothing of that name lies anywhere: the result has what gives it, where that is another thing. Returns false. */
bool acting_unknown(struct acting *a, const char *name);
/* The thing at this place that the act is for; reached: within reach. */
bool acting_thing(struct acting *a, bool reached, struct world_thing **ret);

/* The acts. False: the result says why. */
bool acting_does_explore(struct acting *a);
bool acting_does_approach(struct acting *a);
bool acting_does_dig_down(struct acting *a);
bool acting_does_go_up(struct acting *a);
bool acting_does_mine(struct acting *a);
bool acting_does_attack(struct acting *a);
bool acting_does_apply(struct acting *a);
bool acting_does_craft(struct acting *a);
bool acting_does_smelt(struct acting *a);
bool acting_does_equip(struct acting *a);
bool acting_does_place(struct acting *a);
bool acting_does_build(struct acting *a);

#endif
