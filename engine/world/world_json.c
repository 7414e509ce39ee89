#include "config/strict_json.h"
#include "engine/world/world.h"

#include "config/config.h"

#include <string.h>

/* ---- writing ---- */

static void add_near(cJSON *to, const struct world_spot *spot)
{
    cJSON *near = cJSON_AddObjectToObject(to, "near");
    for (guint i = 0; i < spot->near->len; i++) {
        const struct world_thing *thing = &g_array_index(spot->near, struct world_thing, i);
        cJSON *one = cJSON_AddObjectToObject(near, thing->name);
        cJSON_AddNumberToObject(one, "count", thing->count);
        cJSON_AddBoolToObject(one, "reached", thing->reached);
        if (thing->placed)
            cJSON_AddBoolToObject(one, "placed", true);
    }
}

static void add_inventory(cJSON *root, const stock *s)
{
    cJSON *inventory = cJSON_AddObjectToObject(root, "inventory");
    for (int i = 0; i < s->n; i++)
        if (!cJSON_HasObjectItem(inventory, s->slots[i].item->name))
            cJSON_AddNumberToObject(inventory, s->slots[i].item->name, stock_count(s, s->slots[i].item));
}

/* Uses that are gone, of the most worn one of a tool. */
static void add_wear(cJSON *root, const stock *s)
{
    cJSON *wear = cJSON_AddObjectToObject(root, "wear");
    for (int i = 0; i < s->n; i++) {
        const struct stock_slot *slot = &s->slots[i];
        const cJSON *before = cJSON_GetObjectItemCaseSensitive(wear, slot->item->name);
        if (slot->wear <= (before ? before->valueint : 0))
            continue;
        cJSON_DeleteItemFromObjectCaseSensitive(wear, slot->item->name);
        cJSON_AddNumberToObject(wear, slot->item->name, slot->wear);
    }
}

static void add_last(cJSON *root, const world *w)
{
    const struct foresee_result *r = &w->last.result;
    g_autofree char *text = foresee_text(r);
    cJSON *last = cJSON_AddObjectToObject(root, "last");
    cJSON_AddStringToObject(last, "act", w->last.text);
    cJSON_AddBoolToObject(last, "ok", r->cause == CAUSE_NONE);
    cJSON_AddNumberToObject(last, "made", r->made);
    cJSON_AddStringToObject(last, "cause", world_cause_name(r->cause));
    cJSON_AddStringToObject(last, "what", r->what);
    cJSON_AddNumberToObject(last, "missing", r->missing);
    cJSON_AddStringToObject(last, "broke", r->broke);
    cJSON_AddStringToObject(last, "text", text);
}

static void add_spot(cJSON *to, const struct world_spot *spot)
{
    cJSON_AddNumberToObject(to, "x", spot->x);
    cJSON_AddNumberToObject(to, "z", spot->z);
    cJSON_AddBoolToObject(to, "shelter", spot->shelter);
    cJSON_AddBoolToObject(to, "light", spot->light);
}

static void add_own(cJSON *root, const world *w)
{
    cJSON *own = cJSON_AddObjectToObject(root, "world");
    cJSON_AddStringToObject(own, "name", w->recipes->name);
    cJSON_AddNumberToObject(own, "seed", (double)w->seed);
    cJSON_AddNumberToObject(own, "draws", (double)w->draws);
    cJSON_AddNumberToObject(own, "fail", w->fail);
    cJSON_AddNumberToObject(own, "begin_x", w->begin_x);
    cJSON_AddNumberToObject(own, "begin_z", w->begin_z);
    add_spot(own, &w->here);
    cJSON *above = cJSON_AddObjectToObject(own, "above");
    add_spot(above, &w->above);
    add_near(above, &w->above);
    cJSON *slots = cJSON_AddArrayToObject(own, "slots");
    for (int i = 0; i < w->stock.n; i++) {
        const struct stock_slot *slot = &w->stock.slots[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "item", slot->item->name);
        cJSON_AddNumberToObject(one, "count", slot->count);
        cJSON_AddNumberToObject(one, "wear", slot->wear);
        cJSON_AddItemToArray(slots, one);
    }
}

char *world_to_json(const world *w)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "step", w->step);
    cJSON_AddNumberToObject(root, "limit", w->limit);
    cJSON_AddStringToObject(root, "biome", world_biome(w));
    cJSON_AddNumberToObject(root, "y", w->y);
    cJSON_AddStringToObject(root, "place", world_underground(w) ? "underground" : "ground");
    cJSON_AddStringToObject(root, "time", world_night(w) ? "night" : "day");
    cJSON_AddNumberToObject(root, "health", w->health);
    cJSON_AddNumberToObject(root, "food", w->food);
    cJSON_AddNumberToObject(root, "deaths", w->deaths);
    add_inventory(root, &w->stock);
    add_wear(root, &w->stock);
    cJSON_AddStringToObject(root, "held", w->held ? w->held->name : "");
    cJSON *worn = cJSON_AddArrayToObject(root, "worn");
    for (int i = 0; i < WORLD_WORN && w->worn[i]; i++)
        cJSON_AddItemToArray(worn, cJSON_CreateString(w->worn[i]->name));
    add_near(root, &w->here);
    add_last(root, w);
    add_own(root, w);
    return strict_json_print(root);
}

/* ---- reading ---- */

static bool wrong(GError **error, const char *what, const char *name)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the world has no %s \"%.60s\"", what, name);
    return false;
}

static bool read_thing(const world *w, const cJSON *one, struct world_spot *spot, GError **error)
{
    const GPtrArray *sources = recipes_sources_named(w->recipes, one->string);
    const recipe_item *item = recipes_item(w->recipes, one->string);
    struct world_thing thing = {.count = 1};
    if (!cJSON_IsObject(one))
        return wrong(error, "thing", one->string);
    if (!strict_json_opt_small(one, "count", 1, FORESEE_COUNT_MAX, &thing.count, error) ||
        !strict_json_opt_bool(one, "reached", &thing.reached, error) ||
        !strict_json_opt_bool(one, "placed", &thing.placed, error))
        return false;
    if (thing.placed ? !item : !sources)
        return wrong(error, "thing", one->string);
    thing.name = thing.placed ? item->name : ((const recipe_source *)g_ptr_array_index(sources, 0))->name;
    g_array_append_val(spot->near, thing);
    return true;
}

static bool read_near(const world *w, const cJSON *from, struct world_spot *spot, GError **error)
{
    const cJSON *near = strict_json_get_object(from, "near", error), *one = NULL;
    if (!near)
        return false;
    g_array_set_size(spot->near, 0);
    if (cJSON_GetArraySize(near) > WORLD_NEAR_MAX)
        return wrong(error, "room for so many things at", "near");
    cJSON_ArrayForEach(one, near) if (!read_thing(w, one, spot, error)) return false;
    return true;
}

#define PLACES_MAX 1000000

static bool read_spot(const cJSON *from, struct world_spot *spot, GError **error)
{
    return strict_json_opt_small(from, "x", -PLACES_MAX, PLACES_MAX, &spot->x, error) &&
           strict_json_opt_small(from, "z", -PLACES_MAX, PLACES_MAX, &spot->z, error) &&
           strict_json_opt_bool(from, "shelter", &spot->shelter, error) &&
           strict_json_opt_bool(from, "light", &spot->light, error);
}

static bool read_slots(world *w, const cJSON *own, GError **error)
{
    const cJSON *slots = strict_json_get_array(own, "slots", error), *one = NULL;
    if (!slots)
        return false;
    cJSON_ArrayForEach(one, slots)
    {
        const char *name = "";
        struct stock_slot slot = {.count = 1};
        if (!strict_json_get_string(one, "item", &name, error))
            return false;
        slot.item = recipes_item(w->recipes, name);
        if (!slot.item || w->stock.n == STOCK_SLOTS)
            return wrong(error, slot.item ? "room in the inventory for" : "item", name);
        if (!strict_json_opt_small(one, "count", 1, slot.item->stack, &slot.count, error) ||
            !strict_json_opt_small(one, "wear", 0, MAX(slot.item->uses - 1, 0), &slot.wear, error))
            return false;
        w->stock.slots[w->stock.n++] = slot;
    }
    return true;
}

static bool read_body(world *w, const cJSON *root, GError **error)
{
    const char *held = "";
    const cJSON *worn = strict_json_get_array(root, "worn", error), *one = NULL;
    int n = 0;
    if (!worn || !strict_json_opt_small(root, "step", 0, G_MAXINT32, &w->step, error) ||
        !strict_json_opt_small(root, "limit", 0, G_MAXINT32, &w->limit, error) ||
        !strict_json_opt_small(root, "y", RECIPES_Y_MIN, RECIPES_Y_GROUND, &w->y, error) ||
        !strict_json_opt_small(root, "health", 1, WORLD_FULL, &w->health, error) ||
        !strict_json_opt_small(root, "food", 0, WORLD_FULL, &w->food, error) ||
        !strict_json_opt_small(root, "deaths", 0, G_MAXINT32, &w->deaths, error) ||
        !strict_json_opt_string(root, "held", &held, error))
        return false;
    if (*held && !(w->held = recipes_item(w->recipes, held)))
        return wrong(error, "item", held);
    cJSON_ArrayForEach(one, worn)
    {
        const char *name = cJSON_IsString(one) ? one->valuestring : "";
        const recipe_item *item = recipes_item(w->recipes, name);
        if (!item || n == WORLD_WORN)
            return wrong(error, "item", name);
        w->worn[n++] = item;
    }
    return true;
}

static bool read_last(world *w, const cJSON *root, GError **error)
{
    const cJSON *last = strict_json_get_object(root, "last", error);
    const char *act = "", *cause = "", *what = "", *broke = "";
    struct foresee_result *r = &w->last.result;
    if (!last || !strict_json_opt_string(last, "act", &act, error) || !strict_json_opt_string(last, "cause", &cause, error) ||
        !strict_json_opt_string(last, "what", &what, error) || !strict_json_opt_string(last, "broke", &broke, error) ||
        !strict_json_opt_small(last, "made", 0, FORESEE_COUNT_MAX * RECIPES_COUNT_MAX, &r->made, error) ||
        !strict_json_opt_small(last, "missing", 0, G_MAXINT32, &r->missing, error))
        return false;
    while (r->cause < CAUSE_KINDS && !g_str_equal(world_cause_name(r->cause), cause))
        r->cause++;
    if (r->cause == CAUSE_KINDS || strlen(act) > WORLD_ACT_MAX)
        return wrong(error, "cause of failure", cause);
    g_strlcpy(r->what, what, sizeof r->what);
    g_strlcpy(r->broke, broke, sizeof r->broke);
    g_free(w->last.text);
    w->last.text = g_strdup(act);
    return true;
}

static bool read_own(world *w, const cJSON *own, GError **error)
{
    const cJSON *above = strict_json_get_object(own, "above", error);
    return above && strict_json_opt_int(own, "draws", 0, G_MAXINT64 / 4096, &w->draws, error) &&
           strict_json_opt_small(own, "begin_x", -PLACES_MAX, PLACES_MAX, &w->begin_x, error) &&
           strict_json_opt_small(own, "begin_z", -PLACES_MAX, PLACES_MAX, &w->begin_z, error) &&
           read_spot(own, &w->here, error) && read_spot(above, &w->above, error) && read_near(w, above, &w->above, error) &&
           read_slots(w, own, error);
}

world *world_from_json(const recipes *r, const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, WORLD_JSON_MAX, error);
    const cJSON *own = root ? strict_json_get_object(root, "world", error) : NULL;
    const char *name = NULL;
    gint64 seed = 0;
    int fail = 0;
    if (!own || !strict_json_get_string(own, "name", &name, error) ||
        !strict_json_get_int(own, "seed", 0, G_MAXUINT32, &seed, error) ||
        !strict_json_opt_small(own, "fail", 0, 100, &fail, error))
        return NULL;
    if (!g_str_equal(name, r->name)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "this is a state of the world \"%.60s\", not of \"%s\"", name,
                    r->name);
        return NULL;
    }
    g_autoptr(world) w = world_new(r, (guint64)seed, -1, fail);
    if (!read_body(w, root, error) || !read_near(w, root, &w->here, error) || !read_own(w, own, error) ||
        !read_last(w, root, error))
        return NULL;
    return g_steal_pointer(&w);
}
