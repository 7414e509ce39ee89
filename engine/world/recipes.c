#include "engine/world/recipes_parts.h"

#include <string.h>

void recipe_item_free(recipe_item *item)
{
    if (!item)
        return;
    g_strfreev(item->groups);
    g_free(item);
}

static void free_array(const GArray *array)
{
    if (array)
        g_array_unref((GArray *)array);
}

void recipe_free(recipe *one)
{
    if (!one)
        return;
    free_array(one->needs);
    g_free(one);
}

void recipe_source_free(recipe_source *source)
{
    if (!source)
        return;
    free_array(source->drops);
    g_free(source->biomes);
    g_free(source);
}

void recipe_blueprint_free(struct recipe_blueprint *blueprint)
{
    if (!blueprint)
        return;
    free_array(blueprint->needs);
    g_free(blueprint);
}

static GHashTable *lists(GHashFunc hash, GEqualFunc equal)
{
    return g_hash_table_new_full(hash, equal, NULL, (GDestroyNotify)g_ptr_array_unref);
}

recipes *recipes_new(void)
{
    recipes *r = g_new0(recipes, 1);
    r->name = r->title = "";
    r->items = g_ptr_array_new_with_free_func((GDestroyNotify)recipe_item_free);
    r->all = g_ptr_array_new_with_free_func((GDestroyNotify)recipe_free);
    r->sources = g_ptr_array_new_with_free_func((GDestroyNotify)recipe_source_free);
    r->biomes = g_ptr_array_new_with_free_func(g_free);
    r->blueprints = g_ptr_array_new_with_free_func((GDestroyNotify)recipe_blueprint_free);
    r->index = g_new0(struct recipes_index, 1);
    *r->index = (struct recipes_index){.texts = g_string_chunk_new(4096),
                                       .items = g_hash_table_new(g_str_hash, g_str_equal),
                                       .of = lists(NULL, NULL),
                                       .drops = lists(NULL, NULL),
                                       .named = lists(g_str_hash, g_str_equal),
                                       .groups = lists(g_str_hash, g_str_equal)};
    return r;
}

void recipes_free(recipes *r)
{
    if (!r)
        return;
    g_hash_table_unref(r->index->items);
    g_hash_table_unref(r->index->of);
    g_hash_table_unref(r->index->drops);
    g_hash_table_unref(r->index->named);
    g_hash_table_unref(r->index->groups);
    g_string_chunk_free(r->index->texts);
    g_free(r->index);
    g_ptr_array_unref(r->items);
    g_ptr_array_unref(r->all);
    g_ptr_array_unref(r->sources);
    g_ptr_array_unref(r->biomes);
    g_ptr_array_unref(r->blueprints);
    g_free(r);
}

/* Each thing once in a list. */
static void list(GHashTable *table, const void *key, void *value)
{
    GPtrArray *values = g_hash_table_lookup(table, key);
    if (!values)
        g_hash_table_insert(table, (gpointer)key, values = g_ptr_array_new());
    if (!g_ptr_array_find(values, value, NULL))
        g_ptr_array_add(values, value);
}

void recipes_add_item(recipes *r, recipe_item *item)
{
    g_ptr_array_add(r->items, item);
    g_hash_table_insert(r->index->items, (gpointer)item->name, item);
    for (char **group = item->groups; *group; group++)
        list(r->index->groups, *group, item);
}

void recipes_add_recipe(recipes *r, recipe *one)
{
    g_ptr_array_add(r->all, one);
    list(r->index->of, one->gives, one);
}

void recipes_add_source(recipes *r, recipe_source *source)
{
    g_ptr_array_add(r->sources, source);
    list(r->index->named, source->name, source);
    for (guint i = 0; i < source->drops->len; i++)
        list(r->index->drops, g_array_index(source->drops, struct recipe_drop, i).item, source);
}

void recipes_add_biome(recipes *r, struct recipe_biome *biome)
{
    g_ptr_array_add(r->biomes, biome);
}

void recipes_add_blueprint(recipes *r, struct recipe_blueprint *blueprint)
{
    g_ptr_array_add(r->blueprints, blueprint);
}

/* ---- looking up ---- */

const recipe_item *recipes_item(const recipes *r, const char *name)
{
    return g_hash_table_lookup(r->index->items, name);
}

const GPtrArray *recipes_of(const recipes *r, const recipe_item *item)
{
    return g_hash_table_lookup(r->index->of, item);
}

const GPtrArray *recipes_sources_of(const recipes *r, const recipe_item *item)
{
    return g_hash_table_lookup(r->index->drops, item);
}

const GPtrArray *recipes_sources_named(const recipes *r, const char *name)
{
    return g_hash_table_lookup(r->index->named, name);
}

const GPtrArray *recipes_group(const recipes *r, const char *group)
{
    return g_hash_table_lookup(r->index->groups, group);
}

const struct recipe_blueprint *recipes_blueprint(const recipes *r, const char *name)
{
    for (guint i = 0; i < r->blueprints->len; i++) {
        const struct recipe_blueprint *one = g_ptr_array_index(r->blueprints, i);
        if (g_str_equal(one->name, name))
            return one;
    }
    return NULL;
}

bool recipe_item_in(const recipe_item *item, const char *group)
{
    return g_strv_contains((const char *const *)item->groups, group);
}

bool recipe_part_fits(const struct recipe_part *part, const recipe_item *item)
{
    return part->item ? part->item == item : recipe_item_in(item, part->group);
}

bool recipe_tool_fits(const recipe_item *item, const char *kind, int level)
{
    return !kind || (item->tool && g_str_equal(item->tool, kind) && item->level >= level);
}

const char *recipe_part_name(const struct recipe_part *part)
{
    return part->item ? part->item->name : part->group;
}

const char *recipe_way_name(enum recipe_way way)
{
    static const char *const names[RECIPE_WAY_COUNT] = {"mine", "attack", "apply"};
    return (guint)way < RECIPE_WAY_COUNT ? names[way] : NULL;
}

/* ---- what can be had ---- */

static bool has_one(GHashTable *had, const GPtrArray *items, bool (*fits)(const recipe_item *item, const void *data),
                    const void *data)
{
    for (guint i = 0; items && i < items->len; i++)
        if (g_hash_table_contains(had, g_ptr_array_index(items, i)) && fits(g_ptr_array_index(items, i), data))
            return true;
    return false;
}

static bool does_for(const recipe_item *item, const void *data)
{
    const recipe_source *s = data;
    return recipe_tool_fits(item, s->tool, s->level);
}

static bool is_part(const recipe_item *item, const void *data)
{
    return recipe_part_fits(data, item);
}

static bool burns(const recipe_item *item, const void *data)
{
    (void)data;
    return item->fuel > 0;
}

static bool can_make(const recipes *r, GHashTable *had, const recipe *one)
{
    if ((one->station && !g_hash_table_contains(had, one->station)) || (one->smelts && !has_one(had, r->items, burns, NULL)))
        return false;
    for (guint i = 0; i < one->needs->len; i++)
        if (!has_one(had, r->items, is_part, &g_array_index(one->needs, struct recipe_part, i)))
            return false;
    return true;
}

static bool can_have(const recipes *r, GHashTable *had, const recipe_item *item)
{
    const GPtrArray *made = recipes_of(r, item), *found = recipes_sources_of(r, item);
    for (guint i = 0; found && i < found->len; i++) {
        const recipe_source *s = g_ptr_array_index(found, i);
        if (!s->tool || has_one(had, r->items, does_for, s))
            return true;
    }
    for (guint i = 0; made && i < made->len; i++)
        if (can_make(r, had, g_ptr_array_index(made, i)))
            return true;
    return false;
}

GPtrArray *recipes_out_of_reach(const recipes *r, const GPtrArray *has)
{
    g_autoptr(GHashTable) had = g_hash_table_new(NULL, NULL);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < r->items->len; i++)
        if (has && g_ptr_array_find((GPtrArray *)has, r->items->pdata[i], NULL))
            g_hash_table_add(had, r->items->pdata[i]);
        else
            g_ptr_array_add(out, r->items->pdata[i]);
    for (guint before = 0; before != out->len;) {
        before = out->len;
        for (guint i = 0; i < out->len;)
            if (can_have(r, had, g_ptr_array_index(out, i)))
                g_hash_table_add(had, g_ptr_array_remove_index(out, i));
            else
                i++;
    }
    return out;
}

bool recipes_needs_itself(const recipes *r, const recipe_item *item)
{
    const GPtrArray *made = recipes_of(r, item);
    bool itself = made && !recipes_sources_of(r, item);
    for (guint i = 0; itself && i < made->len; i++) {
        const GArray *needs = ((const recipe *)made->pdata[i])->needs;
        bool has = false;
        for (guint k = 0; k < needs->len; k++)
            has = has || g_array_index(needs, struct recipe_part, k).item == item;
        itself = has;
    }
    return itself;
}

/* ---- facts ---- */

/* "3 of any planks, 2 stick" */
static void say_parts(GString *text, const GArray *parts)
{
    for (guint i = 0; i < parts->len; i++) {
        const struct recipe_part *p = &g_array_index(parts, struct recipe_part, i);
        g_string_append_printf(text, "%s%d %s%s", i ? ", " : "", p->count, p->item ? "" : "of any ", recipe_part_name(p));
    }
}

static char *say_recipe(const recipe *one)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%d %s %s from ", one->count, one->gives->name, one->smelts ? "is smelted" : "is crafted");
    say_parts(text, one->needs);
    if (one->station)
        g_string_append_printf(text, " with a %s", one->station->name);
    if (one->smelts)
        g_string_append(text, " and fuel");
    return g_string_free(g_string_append_c(text, '.'), FALSE);
}

static char *say_source(const recipe_source *s, const recipe_item *item)
{
    static const char *const done[RECIPE_WAY_COUNT] = {"mining", "attacking", "applying a tool to"};
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s is got by %s %s", item->name, done[s->way], s->name);
    if (s->tool)
        g_string_append_printf(text, " with a %s of level %d or better", s->tool, s->level);
    g_string_append_printf(text, "; it is found at y %d to %d", s->y_min, s->y_max);
    for (guint i = 0; s->biomes && s->biomes[i]; i++)
        g_string_append_printf(text, "%s%s", i ? ", " : " in ", s->biomes[i]);
    return g_string_free(g_string_append(text, s->night ? " at night." : "."), FALSE);
}

static char *say_uses(const recipe_item *item)
{
    GString *text = g_string_new(NULL);
    if (item->tool)
        g_string_append_printf(text, "%s is a %s of level %d", item->name, item->tool, item->level);
    if (item->tool && item->uses)
        g_string_append_printf(text, " and breaks after %d uses", item->uses);
    if (item->food)
        g_string_append_printf(text, "%s%s feeds by %d", text->len ? "; " : "", item->name, item->food);
    if (item->fuel)
        g_string_append_printf(text, "%s%s is fuel for %d", text->len ? "; " : "", item->name, item->fuel);
    if (text->len)
        g_string_append_c(text, '.');
    return g_string_free(text, FALSE);
}

GPtrArray *recipes_facts(const recipes *r, const recipe_item *item)
{
    GPtrArray *facts = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *made = recipes_of(r, item), *found = recipes_sources_of(r, item);
    for (guint i = 0; made && i < made->len; i++)
        g_ptr_array_add(facts, say_recipe(g_ptr_array_index(made, i)));
    for (guint i = 0; found && i < found->len; i++)
        g_ptr_array_add(facts, say_source(g_ptr_array_index(found, i), item));
    g_autofree char *uses = say_uses(item);
    if (*uses)
        g_ptr_array_add(facts, g_steal_pointer(&uses));
    return facts;
}
