/* A player that knows the recipes. */

#include "tests/e2e/driver_oracle.h"

#include <math.h>
#include <string.h>

#define ACTS_MAX 5000
#define EXPLORES 80 /* for one thing, until another way is tried */
#define TRIES 12    /* of a piece of work whose materials were used for another one meanwhile */
#define BATCH 16
#define DEPTH 40
#define DIG 20 /* steps of a block, about */
#define HUNGRY 8
#define WEAPON 4 /* harm of a blow that is enough against those that hurt */

/* The cheapest way to an item. */
struct way {
    double cost; /* steps until there is one, about; INFINITY = none */
    double more; /* for each further one: tools and stations are there then */
    const recipe *made;
    const recipe_source *found;
};
struct oracle {
    const recipes *r;
    GHashTable *ways; /* recipe_item* → struct way* */
    world *w;
    GHashTable *kept; /* recipe_item* → how many are for what is under way */
    GPtrArray *acts;
    int done;
    struct foresee_result last;
};

static struct way *way_of(const oracle *o, const recipe_item *item)
{
    return g_hash_table_lookup(o->ways, item);
}

/* ---- ways ---- */

static const recipe_item *cheapest_of(const oracle *o, const struct recipe_part *part)
{
    const GPtrArray *all = part->item ? NULL : recipes_group(o->r, part->group);
    const recipe_item *best = part->item;
    for (guint i = 0; all && i < all->len; i++)
        if (!best || way_of(o, all->pdata[i])->cost < way_of(o, best)->cost)
            best = all->pdata[i];
    return best;
}

static const recipe_item *cheapest_tool(const oracle *o, const char *kind, int level)
{
    const recipe_item *best = NULL;
    for (guint i = 0; kind && i < o->r->items->len; i++) {
        const recipe_item *item = o->r->items->pdata[i];
        if (recipe_tool_fits(item, kind, level) && (!best || way_of(o, item)->cost < way_of(o, best)->cost))
            best = item;
    }
    return best;
}

static const recipe_item *cheapest_fuel(const oracle *o)
{
    const recipe_item *best = NULL;
    for (guint i = 0; i < o->r->items->len; i++) {
        const recipe_item *item = o->r->items->pdata[i];
        if (item->fuel && (!best || way_of(o, item)->cost < way_of(o, best)->cost))
            best = item;
    }
    return best;
}

static double cost_of(const oracle *o, const recipe_item *item)
{
    return item ? way_of(o, item)->cost : INFINITY;
}

static struct way by_making(const oracle *o, const recipe *one)
{
    const recipe_item *fuel = one->smelts ? cheapest_fuel(o) : NULL;
    struct way way = {.cost = 20 + (one->station ? cost_of(o, one->station) : 0), .more = 20, .made = one};
    for (guint i = 0; i < one->needs->len; i++) {
        const struct recipe_part *part = &g_array_index(one->needs, struct recipe_part, i);
        const recipe_item *item = cheapest_of(o, part);
        double more = way_of(o, item)->more;
        way.cost += cost_of(o, item) + (part->count - 1) * more;
        way.more += part->count * more;
    }
    if (one->smelts) {
        way.cost += 100 + cost_of(o, fuel);
        way.more += 100 + (fuel ? way_of(o, fuel)->more / fuel->fuel : 0);
    }
    way.more /= one->count;
    return way;
}

/* What is dug through at a source's depth. */
static const recipe_source *ground_at(const oracle *o, int y)
{
    world at = {.recipes = o->r, .y = y};
    return world_ground(&at);
}

/* Of so many places one is in a biome that has it; under the ground biomes do not count. */
static double places_for(const oracle *o, const recipe_source *s)
{
    int all = 0, fit = 0;
    for (guint i = 0; i < o->r->biomes->len; i++) {
        const struct recipe_biome *biome = o->r->biomes->pdata[i];
        bool fits = !s->biomes || g_strv_contains((const char *const *)s->biomes, biome->name);
        all += biome->share;
        fit += fits ? biome->share : 0;
    }
    return s->y_max < RECIPES_Y_GROUND ? 1 : (double)all / MAX(fit, 1);
}

static struct way by_finding(const oracle *o, const recipe_source *s, const recipe_item *item)
{
    int percent = 1, count = 1, depth = RECIPES_Y_GROUND - s->y_max;
    const recipe_source *ground = depth ? ground_at(o, s->y_max) : NULL;
    for (guint i = 0; i < s->drops->len; i++) {
        const struct recipe_drop *drop = &g_array_index(s->drops, struct recipe_drop, i);
        if (drop->item == item) {
            percent = MAX(percent, drop->percent);
            count = MAX(count, drop->count);
        }
    }
    double find = (depth ? 6 * DIG : 40) * 100.0 / s->share * places_for(o, s), each = s->steps + s->hit * 100;
    struct way way = {.cost = (find + each) * 100 / percent + depth * DIG + s->night * 4000,
                      .more = (find / s->amount + each) * 100 / percent / count,
                      .found = s};
    if (s->tool)
        way.cost += cost_of(o, cheapest_tool(o, s->tool, s->level));
    if (s->takes_tool)
        way.more += cost_of(o, cheapest_tool(o, s->tool, s->level));
    if (ground && ground->tool)
        way.cost += cost_of(o, cheapest_tool(o, ground->tool, ground->level));
    return way;
}

static bool improve(oracle *o, const recipe_item *item)
{
    struct way *way = way_of(o, item);
    const GPtrArray *made = recipes_of(o->r, item), *found = recipes_sources_of(o->r, item);
    double before = way->cost;
    for (guint i = 0; made && i < made->len; i++) {
        struct way one = by_making(o, made->pdata[i]);
        *way = one.cost < way->cost ? one : *way;
    }
    for (guint i = 0; found && i < found->len; i++) {
        struct way one = by_finding(o, found->pdata[i], item);
        *way = one.cost < way->cost ? one : *way;
    }
    return way->cost < before;
}

oracle *oracle_new(const recipes *r)
{
    oracle *o = g_new0(oracle, 1);
    o->r = r;
    o->ways = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    o->kept = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < r->items->len; i++) {
        struct way *way = g_new0(struct way, 1);
        way->cost = INFINITY;
        g_hash_table_insert(o->ways, r->items->pdata[i], way);
    }
    for (bool better = true; better;) {
        better = false;
        for (guint i = 0; i < r->items->len; i++)
            better |= improve(o, r->items->pdata[i]);
    }
    return o;
}

void oracle_free(oracle *o)
{
    if (!o)
        return;
    g_hash_table_unref(o->ways);
    g_hash_table_unref(o->kept);
    g_free(o);
}

/* The first part, tool or fuel of a way that cannot be had; NULL = none of it. */
static const recipe_item *missing_of(const oracle *o, const recipe *one)
{
    if (one->station && isinf(cost_of(o, one->station)))
        return one->station;
    for (guint i = 0; i < one->needs->len; i++) {
        const recipe_item *item = cheapest_of(o, &g_array_index(one->needs, struct recipe_part, i));
        if (isinf(cost_of(o, item)))
            return item;
    }
    return NULL;
}

char *oracle_impossible(const oracle *o, const recipe_item *item)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    if (!isinf(cost_of(o, item)))
        return NULL;
    for (const recipe_item *at = item; g_hash_table_add(seen, (gpointer)at);) {
        const GPtrArray *made = recipes_of(o->r, at), *found = recipes_sources_of(o->r, at);
        const recipe_item *next = made ? missing_of(o, made->pdata[0]) : NULL;
        if (!made && found)
            return g_strdup_printf("%s, whose tool cannot be had", at->name);
        if (!made)
            return g_strdup_printf("%s, which nothing gives", at->name);
        if (!next)
            break;
        item = at;
        at = next;
    }
    return g_strdup_printf("%s, which only what is made of it gives", item->name);
}

/* ---- acting ---- */

static bool act(oracle *o, const char *text)
{
    if (o->done++ >= ACTS_MAX)
        return false;
    if (o->acts)
        g_ptr_array_add(o->acts, g_strdup(text));
    o->last = world_act(o->w, text);
    return o->last.cause == CAUSE_NONE;
}

static bool over(const oracle *o)
{
    return o->done >= ACTS_MAX || o->last.cause == CAUSE_TIME_OVER;
}

static int kept(const oracle *o, const recipe_item *item)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(o->kept, item));
}

static void keep(oracle *o, const recipe_item *item, int count)
{
    g_hash_table_insert(o->kept, (gpointer)item, GINT_TO_POINTER(kept(o, item) + count));
}

static int free_of(const oracle *o, const recipe_item *item)
{
    return stock_count(&o->w->stock, item) - kept(o, item);
}

static bool obtain(oracle *o, const recipe_item *item, int count, int depth);

/* A tool of the inventory, else the cheapest one, which is got first. NULL = there is none, or none is needed. */
static const recipe_item *tool_for(oracle *o, const char *kind, int level, int depth)
{
    const struct stock_slot *slot = stock_tool(&o->w->stock, kind, level);
    const recipe_item *best = slot ? slot->item : cheapest_tool(o, kind, level);
    return best && (slot || obtain(o, best, 1, depth)) ? best : NULL;
}

static const recipe_item *weapon(oracle *o, int depth)
{
    const recipe_item *best = NULL;
    for (guint i = 0; i < o->r->items->len; i++) {
        const recipe_item *item = o->r->items->pdata[i];
        if (item->hit >= WEAPON && cost_of(o, item) < cost_of(o, best))
            best = item;
    }
    return best && (stock_slot_of(&o->w->stock, best) || obtain(o, best, 1, depth)) ? best : NULL;
}

static void eat(oracle *o)
{
    for (int i = 0; o->w->food < HUNGRY && i < o->w->stock.n; i++) {
        const recipe_item *item = o->w->stock.slots[i].item;
        g_autofree char *text = g_strdup_printf("apply object=self tool=%s", item->name);
        if (item->food && free_of(o, item) > 0)
            act(o, text);
    }
}

/* To a height at which the source is. */
static bool go_to(oracle *o, const recipe_source *s, int depth)
{
    world *w = o->w;
    if (w->y >= s->y_min && w->y <= s->y_max)
        return true;
    if (w->y < s->y_min && !act(o, "go_up"))
        return o->last.cause == CAUSE_CONTROLLER;
    if (w->y <= s->y_max)
        return true;
    const recipe_source *ground = ground_at(o, s->y_max);
    if (ground && ground->tool && !tool_for(o, ground->tool, ground->level, depth))
        return false;
    g_autofree char *text = g_strdup_printf("dig_down y=%d", s->y_max);
    return act(o, text) || o->last.cause == CAUSE_CONTROLLER || o->last.cause == CAUSE_NO_TOOL;
}

static const char *word(enum recipe_way way)
{
    return recipe_way_name(way);
}

static bool get(oracle *o, const recipe_source *s, int times, int depth)
{
    world *w = o->w;
    const recipe_item *tool =
        s->hit && s->way == RECIPE_ATTACK ? weapon(o, depth + 1) : tool_for(o, s->tool, s->level, depth + 1);
    if (s->tool && !tool)
        return false;
    for (int i = 0; i < EXPLORES && !over(o); i++) {
        static const char *const strategies[] = {"north", "east", "south", "west"};
        const struct world_thing *thing = world_near(w, s->name);
        g_autofree char *explore = g_strdup_printf("explore object=%s strategy=%s", s->name, strategies[i / 20 % 4]);
        g_autofree char *approach = g_strdup_printf("approach object=%s", s->name);
        int deaths = w->deaths;
        eat(o);
        if (world_source(w, s->name, s->way) != s) { /* another one of that name is at this height */
            if (!go_to(o, s, depth + 1))
                return false;
            if (world_source(w, s->name, s->way) != s && !world_underground(w) && s->biomes)
                act(o, explore);
            continue;
        }
        const recipe_source *ground = thing ? NULL : world_ground(w);
        if (ground && ground->tool && !tool_for(o, ground->tool, ground->level, depth + 1)) {
            act(o, "go_up"); /* what was here was for that tool */
        } else if (!thing || !thing->reached) {
            act(o, thing ? approach : explore);
        } else {
            g_autofree char *text = g_strdup_printf("%s object=%s count=%d%s%s", word(s->way), s->name, MIN(times, thing->count),
                                                    tool ? " tool=" : "", tool ? tool->name : "");
            if (act(o, text))
                return true;
        }
        if (w->deaths > deaths || o->last.cause == CAUSE_NO_TOOL || o->last.cause == CAUSE_NO_ROOM)
            return false;
    }
    return false;
}

/* The materials of `times` pieces of work, kept while the others are got. False: one cannot be had. */
static bool gather(oracle *o, const recipe *one, int times, int depth)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    const recipe_item *items[RECIPES_PARTS_MAX];
    bool ok = !one->station || obtain(o, one->station, 1, depth);
    guint n = 0;
    for (; ok && n < one->needs->len; n++) {
        const struct recipe_part *part = &g_array_index(one->needs, struct recipe_part, n);
        const GPtrArray *all = part->item ? NULL : recipes_group(o->r, part->group);
        items[n] = cheapest_of(o, part);
        for (guint i = 0; all && i < all->len; i++)
            if (free_of(o, all->pdata[i]) >= part->count * times)
                items[n] = all->pdata[i];
        ok = items[n] && obtain(o, items[n], part->count * times, depth);
        keep(o, items[n], part->count * times);
    }
    const recipe_item *fuel = ok && one->smelts ? cheapest_fuel(o) : NULL;
    bool burns = false;
    for (int i = 0; fuel && i < o->w->stock.n; i++)
        burns |= o->w->stock.slots[i].item->fuel && free_of(o, o->w->stock.slots[i].item) >= times;
    ok = ok && (!fuel || burns || obtain(o, fuel, times, depth));
    while (n > 0) {
        n--;
        keep(o, items[n], -g_array_index(one->needs, struct recipe_part, n).count * times);
    }
    return ok;
}

static bool make(oracle *o, const recipe *one, int times, int depth)
{
    for (int i = 0; i < TRIES && !over(o); i++) {
        stock after = o->w->stock;
        int count = one->count * times;
        if (!gather(o, one, times, depth + 1))
            return false;
        after = o->w->stock;
        if (foresee_make(o->r, &after, one->gives, count, one->smelts, NULL).cause != CAUSE_NONE)
            continue;
        g_autofree char *text =
            g_strdup_printf("%s object=%s count=%d", one->smelts ? "smelt" : "craft", one->gives->name, count);
        if (act(o, text))
            return true;
    }
    return false;
}

/* So many of the item that are not kept for another thing. */
static bool obtain(oracle *o, const recipe_item *item, int count, int depth)
{
    const struct way *way = way_of(o, item);
    if (depth > DEPTH || isinf(way->cost))
        return false;
    for (int misses = 0; free_of(o, item) < count && misses < TRIES && !over(o);) {
        int before = free_of(o, item), lack = count - before;
        bool done = way->made ? make(o, way->made, MIN(BATCH, (lack + way->made->count - 1) / way->made->count), depth)
                              : get(o, way->found, lack, depth);
        misses += done && free_of(o, item) > before ? 0 : 1;
    }
    return free_of(o, item) >= count;
}

bool oracle_play(oracle *o, world *w, const recipe_item *item, GPtrArray *acts, enum world_cause *ret_cause)
{
    o->w = w;
    o->acts = acts;
    o->done = 0;
    o->last = (struct foresee_result){.cause = CAUSE_NONE};
    g_hash_table_remove_all(o->kept);
    while (!over(o) && stock_count(&w->stock, item) == 0) {
        int deaths = w->deaths, done = o->done;
        bool got = obtain(o, item, 1, 0);
        if (!got && (w->deaths == deaths || o->done == done))
            break;
    }
    *ret_cause = o->last.cause;
    return stock_count(&w->stock, item) > 0;
}
