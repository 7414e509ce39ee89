/* What each act does. */

#include "engine/world/acting.h"

#include <string.h>

#define HOPS 10           /* places that one exploration comes by, at most */
#define HOP_STEPS 40      /* from one place to the next in the open */
#define TUNNEL 6          /* blocks between two places under the ground */
#define HAND_STEPS 15     /* for a block that needs no tool */
#define APPROACH_STEPS 20 /* at least, and as much again at most */
#define CLIMB_STEPS 12    /* a block of the way up, with a tool; four times that without */
#define CRAFT_STEPS 20
#define SMELT_STEPS 100
#define PLACE_STEPS 10
#define BLOWS_HURT 4 /* a being hurts once in so many blows */

static void remove_thing(world *w, struct world_thing *thing, int count)
{
    thing->count -= count;
    if (thing->count <= 0)
        g_array_remove_index(w->here.near, (guint)(thing - (struct world_thing *)(void *)w->here.near->data));
}

static void find_light(world *w)
{
    w->here.light = false;
    for (guint i = 0; i < w->here.near->len; i++) {
        const struct world_thing *thing = &g_array_index(w->here.near, struct world_thing, i);
        const recipe_item *item = thing->placed ? recipes_item(w->recipes, thing->name) : NULL;
        w->here.light |= item && item->light;
    }
}

static bool lucky(void *data, const struct recipe_drop *drop)
{
    return world_draw(data, 100) < drop->percent;
}

/* ---- moving ---- */

/* Digs one block of what is all around. */
static bool dig(struct acting *a, const recipe_item *tool)
{
    world *w = a->w;
    const recipe_source *ground = world_ground(w);
    if (!ground)
        return acting_spend(a, HAND_STEPS);
    const struct stock_slot *slot = tool ? stock_slot_of(&w->stock, tool) : stock_tool(&w->stock, ground->tool, ground->level);
    int level = slot ? slot->item->level : 1;
    struct foresee_result got = foresee_get(&w->stock, ground, 1, tool, lucky, w);
    if (*got.broke)
        g_strlcpy(a->result.broke, got.broke, sizeof a->result.broke);
    if (got.cause != CAUSE_NONE && got.cause != CAUSE_NO_ROOM) /* what has no room stays behind */
        return acting_fails(a, got.cause, got.what, got.missing);
    return acting_spend(a, MAX(1, ground->steps / level));
}

static bool hop(struct acting *a, int dx, int dz)
{
    a->w->here.x += dx;
    a->w->here.z += dz;
    if (!world_underground(a->w)) {
        bool lives = acting_spend(a, HOP_STEPS);
        if (lives)
            world_spot_fill(a->w);
        return lives;
    }
    for (int i = 0; i < TUNNEL; i++)
        if (!dig(a, NULL))
            return false;
    world_spot_fill(a->w);
    return true;
}

/* North, east, south, west; another strategy: one of them by chance. */
static void direction(world *w, const char *strategy, int *ret_dx, int *ret_dz)
{
    static const char *const names[] = {"north", "east", "south", "west"};
    static const int dx[] = {0, 1, 0, -1}, dz[] = {-1, 0, 1, 0};
    int at = world_draw(w, 4);
    for (int i = 0; strategy && i < 4; i++)
        at = strstr(strategy, names[i]) ? i : at;
    *ret_dx = dx[at];
    *ret_dz = dz[at];
}

bool acting_does_explore(struct acting *a)
{
    const char *name = acting_arg(a, "object");
    const GPtrArray *sources = name ? recipes_sources_named(a->w->recipes, name) : NULL;
    int dx = 0, dz = 0;
    bool here = false;
    if (!name)
        return acting_fails(a, CAUSE_MALFORMED, "object", 0);
    if (!sources)
        return acting_unknown(a, name);
    if (world_near(a->w, name))
        return true;
    for (guint i = 0; i < sources->len; i++) {
        const recipe_source *s = g_ptr_array_index(sources, i);
        here |= a->w->y >= s->y_min && a->w->y <= s->y_max;
    }
    if (!here) {
        const recipe_source *s = g_ptr_array_index(sources, 0);
        g_autofree char *where = g_strdup_printf("%s is at y %d to %d", name, s->y_min, s->y_max);
        return acting_fails(a, CAUSE_WRONG_PLACE, where, 0);
    }
    if (acting_slips(a))
        return false;
    direction(a->w, acting_arg(a, "strategy"), &dx, &dz);
    for (int i = 0; i < HOPS; i++) {
        if (!hop(a, dx, dz))
            return false;
        if (world_near(a->w, name))
            return true;
    }
    return acting_fails(a, CAUSE_NOT_FOUND, name, 0);
}

bool acting_does_approach(struct acting *a)
{
    struct world_thing *thing = NULL;
    if (!acting_thing(a, false, &thing))
        return false;
    if (thing->reached)
        return true;
    if (acting_slips(a))
        return false;
    thing->reached = true;
    return acting_spend(a, APPROACH_STEPS + world_draw(a->w, APPROACH_STEPS + 1));
}

static void swap_spots(world *w)
{
    struct world_spot kept = w->above;
    w->above = w->here;
    w->here = kept;
}

bool acting_does_dig_down(struct acting *a)
{
    const recipe_item *tool = NULL;
    world *w = a->w;
    int y = 0;
    if (!acting_arg(a, "y"))
        return acting_fails(a, CAUSE_MALFORMED, "y", 0);
    if (!acting_int(a, "y", 0, &y) || !acting_item(a, "tool", false, &tool))
        return false;
    if (y < RECIPES_Y_MIN || y >= w->y) {
        g_autofree char *where = g_strdup_printf("from y %d down to %d", w->y - 1, RECIPES_Y_MIN);
        return acting_fails(a, CAUSE_WRONG_PLACE, where, 0);
    }
    if (acting_slips(a))
        return false;
    if (!world_underground(w)) { /* this is where go_up returns to */
        swap_spots(w);
        w->here.x = w->above.x;
        w->here.z = w->above.z;
    }
    bool ok = true;
    while (ok && w->y > y) {
        w->y--;
        ok = dig(a, tool);
        if (!ok && !a->dead) /* that block is still there */
            w->y++;
    }
    if (a->dead)
        return false;
    if (w->y == RECIPES_Y_GROUND) {
        swap_spots(w);
        return false;
    }
    world_spot_fill(w);
    return ok;
}

bool acting_does_go_up(struct acting *a)
{
    world *w = a->w;
    int blocks = RECIPES_Y_GROUND - w->y;
    const recipe_source *ground = world_ground(w);
    bool tool = !ground || !ground->tool || stock_tool(&w->stock, ground->tool, ground->level);
    if (!world_underground(w))
        return acting_fails(a, CAUSE_WRONG_PLACE, "on the ground already", 0);
    if (acting_slips(a) || !acting_spend(a, blocks * CLIMB_STEPS * (tool ? 1 : 4)))
        return false;
    swap_spots(w);
    world_spot_clear(&w->above);
    w->y = RECIPES_Y_GROUND;
    return true;
}

/* ---- getting ---- */

static bool take_result(struct acting *a, const struct foresee_result *got)
{
    a->result = *got;
    return got->cause == CAUSE_NONE;
}

/* What was put there comes back whole, by hand. */
static bool take_back(struct acting *a, struct world_thing *thing, int count)
{
    world *w = a->w;
    const recipe_item *item = recipes_item(w->recipes, thing->name);
    int wanted = MIN(count, thing->count), took = stock_add(&w->stock, item, wanted);
    remove_thing(w, thing, took);
    find_light(w);
    a->result.made = took;
    if (took < wanted)
        return acting_fails(a, CAUSE_NO_ROOM, "", 0);
    return acting_spend(a, HAND_STEPS * took) && (took == count || acting_fails(a, CAUSE_NOT_VISIBLE, item->name, count - took));
}

static bool get(struct acting *a, struct world_thing *thing, const recipe_source *s, int count, const recipe_item *tool)
{
    world *w = a->w;
    const struct stock_slot *slot = tool ? stock_slot_of(&w->stock, tool) : stock_tool(&w->stock, s->tool, s->level);
    const recipe_item *used = slot ? slot->item : NULL;
    int there = MIN(count, thing->count), blows = s->health / MAX(1, used ? used->hit : 1);
    struct foresee_result got = foresee_get(&w->stock, s, there, tool, lucky, w);
    int faster = s->health ? 1 : used && s->tool ? MAX(1, used->level - s->level + 1) : used ? 2 : 1;
    const char *name = thing->name;
    remove_thing(w, thing, got.made);
    if (!take_result(a, &got) && got.made == 0)
        return false;
    if (!acting_spend(a, got.made * MAX(1, (s->steps + blows * 2) / faster)))
        return false;
    if (s->hit && blows >= BLOWS_HURT && !acting_hurt(a, s->hit * blows / BLOWS_HURT))
        return false;
    if (got.cause == CAUSE_NONE && there < count)
        return acting_fails(a, CAUSE_NOT_VISIBLE, name, count - there);
    return got.cause == CAUSE_NONE;
}

static bool get_by(struct acting *a, enum recipe_way way, bool needs_tool)
{
    struct world_thing *thing = NULL;
    const recipe_item *tool = NULL;
    int count = 1;
    if (!acting_count(a, &count) || !acting_item(a, "tool", needs_tool, &tool) || !acting_thing(a, true, &thing))
        return false;
    const recipe_source *s = thing->placed ? NULL : world_source(a->w, thing->name, way);
    if (!s && !(thing->placed && way == RECIPE_MINE))
        return acting_fails(a, CAUSE_NO_RECIPE, thing->name, 0);
    if (tool && !stock_slot_of(&a->w->stock, tool))
        return acting_fails(a, CAUSE_NO_TOOL, tool->name, 1);
    if (!tool && way == RECIPE_ATTACK && a->w->held && stock_slot_of(&a->w->stock, a->w->held))
        tool = a->w->held;
    if (acting_slips(a))
        return false;
    return s ? get(a, thing, s, count, tool) : take_back(a, thing, count);
}

bool acting_does_mine(struct acting *a)
{
    return get_by(a, RECIPE_MINE, false);
}

bool acting_does_attack(struct acting *a)
{
    return get_by(a, RECIPE_ATTACK, false);
}

static bool eat(struct acting *a)
{
    const recipe_item *food = NULL;
    if (!acting_item(a, "tool", true, &food))
        return false;
    if (!food->food)
        return acting_fails(a, CAUSE_NO_RECIPE, food->name, 0);
    if (!stock_take(&a->w->stock, food, 1))
        return acting_fails(a, CAUSE_NO_MATERIAL, food->name, 1);
    a->w->food = MIN(WORLD_FULL, a->w->food + food->food);
    return acting_spend(a, CRAFT_STEPS);
}

bool acting_does_apply(struct acting *a)
{
    return g_strcmp0(acting_arg(a, "object"), "self") == 0 ? eat(a) : get_by(a, RECIPE_APPLY, true);
}

/* ---- having ---- */

static bool make(struct acting *a, bool smelts)
{
    world *w = a->w;
    const recipe_item *item = NULL;
    g_autoptr(GPtrArray) stations = g_ptr_array_new();
    int count = 1;
    if (!acting_item(a, "object", true, &item) || !acting_count(a, &count))
        return false;
    for (guint i = 0; i < w->here.near->len; i++) {
        const struct world_thing *thing = &g_array_index(w->here.near, struct world_thing, i);
        if (thing->placed)
            g_ptr_array_add(stations, (gpointer)recipes_item(w->recipes, thing->name));
    }
    struct foresee_result made = foresee_make(w->recipes, &w->stock, item, count, smelts, stations);
    bool ok = take_result(a, &made);
    return (made.made == 0 || acting_spend(a, smelts ? SMELT_STEPS * made.made : CRAFT_STEPS)) && ok;
}

bool acting_does_craft(struct acting *a)
{
    return make(a, false);
}

bool acting_does_smelt(struct acting *a)
{
    return make(a, true);
}

bool acting_does_equip(struct acting *a)
{
    const recipe_item *item = NULL;
    world *w = a->w;
    if (!acting_item(a, "object", true, &item))
        return false;
    if (!item->equips)
        return acting_fails(a, CAUSE_NO_RECIPE, item->name, 0);
    if (!stock_slot_of(&w->stock, item))
        return acting_fails(a, CAUSE_NO_MATERIAL, item->name, 1);
    if (item->tool) {
        w->held = item;
        return true;
    }
    for (int i = 0; i < WORLD_WORN; i++)
        if (w->worn[i] == item || !w->worn[i]) {
            w->worn[i] = item;
            return true;
        }
    return acting_fails(a, CAUSE_NO_ROOM, "", 0);
}

bool acting_does_place(struct acting *a)
{
    const recipe_item *item = NULL;
    world *w = a->w;
    if (!acting_item(a, "object", true, &item))
        return false;
    if (!item->places)
        return acting_fails(a, CAUSE_NO_RECIPE, item->name, 0);
    if (!stock_slot_of(&w->stock, item))
        return acting_fails(a, CAUSE_NO_MATERIAL, item->name, 1);
    struct world_thing *there = (struct world_thing *)world_near(w, item->name);
    if (there ? !there->placed : w->here.near->len >= WORLD_NEAR_MAX)
        return acting_fails(a, CAUSE_WRONG_PLACE, "there is no room for it", 0);
    if (acting_slips(a))
        return false;
    stock_take(&w->stock, item, 1);
    struct world_thing thing = {item->name, 1, true, true};
    if (there)
        there->count++;
    else
        g_array_append_val(w->here.near, thing);
    find_light(w);
    return acting_spend(a, PLACE_STEPS);
}

bool acting_does_build(struct acting *a)
{
    world *w = a->w;
    const char *name = acting_arg(a, "blueprint");
    const struct recipe_blueprint *drawn = name ? recipes_blueprint(w->recipes, name) : NULL;
    int blocks = 0;
    if (!drawn)
        return name ? acting_fails(a, CAUSE_UNKNOWN, name, 0) : acting_fails(a, CAUSE_MALFORMED, "blueprint", 0);
    stock after = w->stock;
    for (guint i = 0; i < drawn->needs->len; i++) {
        const struct recipe_part *part = &g_array_index(drawn->needs, struct recipe_part, i);
        if (!stock_take_part(&after, part, part->count))
            return acting_fails(a, CAUSE_NO_MATERIAL, recipe_part_name(part), part->count - stock_count_part(&after, part));
        blocks += part->count;
    }
    if (acting_slips(a))
        return false;
    w->stock = after;
    w->here.shelter = true;
    return acting_spend(a, PLACE_STEPS * blocks);
}
