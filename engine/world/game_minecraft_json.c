/* The files of minecraft-data as a world, with a table of ours that has what they do not: smelting, places, fuel. */

#include "config/config.h"
#include "config/ini.h"
#include "config/strict_json.h"
#include "engine/world/game_build.h"
#include "engine/world/game_parts.h"
#include "engine/world/recipes.h"

#include <math.h>
#include <string.h>

#define TABLE_WIDTH 2      /* a recipe that is wider or higher, or of more than 4, needs a crafting table */
#define STEPS_BARE 30      /* of one of hardness 1, by hand */
#define STEPS_WITH_TOOL 15 /* with the most basic tool */

struct reading {
    game_build *b;
    const cJSON *blocks, *block_loot, *entity_loot;
    GHashTable *names; /* id of an item → its name, borrowed */
    ini *table;
};

static const cJSON *first(const cJSON *list)
{
    return cJSON_IsArray(list) || cJSON_IsObject(list) ? list->child : NULL;
}

/* The member of a list whose `key` is that text; NULL = none is. */
static const cJSON *named(const cJSON *list, const char *key, const char *name)
{
    for (const cJSON *one = first(list); one; one = one->next)
        if (g_str_equal(game_text(one, key), name))
            return one;
    return NULL;
}

/* ---- items ---- */

static void read_tool(const struct reading *in, const char *name, const char *group, int uses)
{
    static const char *const kinds[] = {"pickaxe", "axe", "shovel", "hoe", "sword", "shears"};
    static const char *const worn[] = {"_helmet", "_chestplate", "_leggings", "_boots", "shield", "elytra", "bow"};
    const char *last = strrchr(name, '_');
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(last ? last + 1 : name, kinds[i])) {
            game_tool(in->b, name, kinds[i]);
            game_key(in->b, group, "uses", "%d", uses);
            return;
        }
    for (gsize i = 0; i < G_N_ELEMENTS(worn); i++)
        if (g_str_has_suffix(name, worn[i]))
            game_key(in->b, group, "equips", "1");
}

static void read_item(const struct reading *in, const cJSON *item)
{
    const char *name = game_text(item, "name");
    int uses = game_clamp(game_number(item, "maxDurability", 0), 0, 100000);
    g_autofree char *group = g_strdup_printf("item %s", name);
    if (g_str_equal(name, "air") || !game_item(in->b, name))
        return;
    g_hash_table_insert(in->names, GINT_TO_POINTER(game_clamp(game_number(item, "id", 0), 0, G_MAXINT)), (gpointer)name);
    game_key(in->b, group, "stack", "%d", game_clamp(game_number(item, "stackSize", 64), 1, 64));
    if (uses)
        read_tool(in, name, group, uses);
    if (named(in->blocks, "name", name))
        game_key(in->b, group, "places", "1");
}

static void read_foods(const struct reading *in, const cJSON *foods)
{
    for (const cJSON *food = first(foods); food; food = food->next) {
        g_autofree char *group = g_strdup_printf("item %s", game_text(food, "name"));
        if (game_has(in->b, game_text(food, "name")))
            game_key(in->b, group, "food", "%d", game_clamp(game_number(food, "foodPoints", 0), 0, 20));
    }
}

/* ---- recipes ---- */

/* An ingredient is an id, or an object that has one. Caller frees. */
static char *item_of(const struct reading *in, const cJSON *one)
{
    int id = game_clamp(cJSON_IsNumber(one) ? one->valuedouble : game_number(one, "id", 0), 0, G_MAXINT);
    const char *name = g_hash_table_lookup(in->names, GINT_TO_POINTER(id));
    return name ? g_strdup(name) : g_strdup_printf("item_%d", id);
}

static void add_need(const struct reading *in, game_needs *needs, const cJSON *one)
{
    g_autofree char *name = cJSON_IsNull(one) ? NULL : item_of(in, one);
    if (name)
        game_needs_add(needs, name, 1);
}

static void read_recipe(const struct reading *in, const cJSON *one)
{
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(one, "result"), *back;
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(one, "inShape");
    const cJSON *loose = cJSON_GetObjectItemCaseSensitive(one, "ingredients");
    g_autoptr(game_needs) needs = game_needs_new();
    g_autofree char *item = item_of(in, result);
    bool wide = cJSON_GetArraySize(rows) > TABLE_WIDTH || cJSON_GetArraySize(loose) > TABLE_WIDTH * TABLE_WIDTH;
    for (const cJSON *row = first(rows); row; row = row->next) {
        wide = wide || cJSON_GetArraySize(row) > TABLE_WIDTH;
        for (const cJSON *need = first(row); need; need = need->next)
            add_need(in, needs, need);
    }
    for (const cJSON *need = first(loose); need; need = need->next)
        add_need(in, needs, need);
    int gives = game_clamp(game_number(result, "count", 1), 0, G_MAXINT);
    bool added = game_recipe(in->b, &(struct game_recipe){item, gives, needs, wide ? "crafting_table" : NULL, false});
    for (back = first(cJSON_GetObjectItemCaseSensitive(one, "outShape")); added && back; back = NULL)
        game_leave(in->b, GAME_GIVES_BACK, "recipe %s", item);
}

/* ---- sources ---- */

static bool has(const cJSON *drop, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(drop, key));
}

/* What comes with silk touch alone is left to those who have it: the chances of the others are of what is left. */
static void read_loot(const struct reading *in, const char *source, const cJSON *loot)
{
    const cJSON *drops = cJSON_GetObjectItemCaseSensitive(loot, "drops"), *drop;
    double silk = 0;
    for (drop = first(drops); drop; drop = drop->next)
        silk += has(drop, "silkTouch") ? game_number(drop, "dropChance", 0) : 0;
    for (drop = first(drops); drop; drop = drop->next) {
        const cJSON *range = cJSON_GetObjectItemCaseSensitive(drop, "stackSizeRange"), *most = cJSON_GetArrayItem(range, 1);
        double chance = game_number(drop, "dropChance", 1) / (silk < 0.99 ? 1 - silk : 1);
        int count = game_clamp(cJSON_IsNumber(most) ? most->valuedouble : 1, 0, G_MAXINT);
        if (!has(drop, "silkTouch") && count > 0)
            game_drop(in->b, source, game_text(drop, "item"), count, game_clamp(round(chance * 100), 1, 100));
    }
}

static void read_block(const struct reading *in, const char *source, const char *name)
{
    const cJSON *block = named(in->blocks, "name", name), *loot = named(in->block_loot, "block", name);
    const cJSON *tools = cJSON_GetObjectItemCaseSensitive(block, "harvestTools");
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int steps = game_clamp(game_number(block, "hardness", 0) * (tools ? STEPS_WITH_TOOL : STEPS_BARE), 1, 10000);
    read_loot(in, source, loot);
    for (const cJSON *id = loot ? NULL : first(cJSON_GetObjectItemCaseSensitive(block, "drops")); id; id = id->next) {
        g_autofree char *item = item_of(in, id);
        game_drop(in->b, source, item, 1, 100);
    }
    for (const cJSON *tool = first(tools); tool; tool = tool->next) {
        gint64 id = g_ascii_strtoll(tool->string, NULL, 10);
        const char *item = g_hash_table_lookup(in->names, GINT_TO_POINTER((int)CLAMP(id, 0, G_MAXINT)));
        if (item)
            g_ptr_array_add(names, (gpointer)item);
    }
    if (!game_key_is_set(in->b, source, "steps"))
        game_key(in->b, source, "steps", "%d", steps);
    if (tools)
        game_needs_tools(in->b, source, names);
}

static int whole(const char *text)
{
    return (int)CLAMP(g_ascii_strtoll(text, NULL, 10), 0, G_MAXINT);
}

/* "a 1; b 2 30%" */
static void read_drops(const struct reading *in, const char *source, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    for (guint i = 0; parts[i]; i++) {
        g_auto(GStrv) words = g_strsplit(g_strstrip(parts[i]), " ", 3);
        guint n = g_strv_length(words);
        if (n)
            game_drop(in->b, source, words[0], n > 1 ? whole(words[1]) : 1, n > 2 ? whole(words[2]) : 100);
    }
}

/* ---- the table ---- */

static void copy_keys(const struct reading *in, const char *from, const char *to, const char *const *but)
{
    g_auto(GStrv) keys = g_key_file_get_keys(in->table->file, from, NULL, NULL);
    for (guint i = 0; keys && keys[i]; i++) {
        g_autofree char *value = ini_value(in->table, from, keys[i]);
        if (value && !g_strv_contains(but, keys[i]))
            game_key(in->b, to, keys[i], "%s", value);
    }
}

static void table_item(const struct reading *in, const char *group, const char *pattern)
{
    static const char *const but[] = {"groups", NULL};
    g_autofree char *groups = ini_value(in->table, group, "groups");
    g_auto(GStrv) words = g_strsplit(groups ? groups : "", ";", -1);
    GHashTableIter iter;
    gpointer name;
    guint n = 0;
    g_hash_table_iter_init(&iter, in->names);
    while (g_hash_table_iter_next(&iter, NULL, &name)) {
        g_autofree char *to = g_strdup_printf("item %s", (char *)name);
        if (!g_pattern_match_simple(pattern, name))
            continue;
        copy_keys(in, group, to, but);
        for (guint i = 0; words[i]; i++)
            if (*g_strstrip(words[i]))
                game_group(in->b, name, words[i]);
        n++;
    }
    if (!n)
        game_leave(in->b, GAME_UNKNOWN, "item %s of the table", pattern);
}

/* "iron_ingot=iron_ore": what it becomes, and what is smelted; several are apart from each other by ";". */
static void table_smelting(const struct reading *in, const char *group, const char *name)
{
    g_auto(GStrv) keys = g_key_file_get_keys(in->table->file, group, NULL, NULL);
    (void)name;
    for (guint i = 0; keys && keys[i]; i++) {
        g_autofree char *value = ini_value(in->table, group, keys[i]);
        g_auto(GStrv) parts = g_strsplit(value ? value : "", ";", -1);
        for (guint k = 0; parts[k]; k++) {
            g_autoptr(game_needs) needs = game_needs_new();
            game_needs_add(needs, g_strstrip(parts[k]), 1);
            game_recipe(in->b, &(struct game_recipe){keys[i], 1, needs, "furnace", true});
        }
    }
}

static void table_source(const struct reading *in, const char *group, const char *name)
{
    static const char *const but[] = {"drops", NULL};
    g_autofree char *source = game_source(in->b, name), *drops = ini_value(in->table, group, "drops");
    g_autofree char *way = ini_value(in->table, group, "way");
    const cJSON *being = named(in->entity_loot, "entity", name);
    copy_keys(in, "usual", source, but);
    copy_keys(in, group, source, but);
    if (drops)
        read_drops(in, source, drops);
    else if (way && g_str_equal(way, "attack"))
        read_loot(in, source, being);
    else
        read_block(in, source, name);
}

static void table_world(const struct reading *in, const char *group, const char *name)
{
    static const char *const but[] = {NULL};
    (void)name;
    copy_keys(in, group, group, but);
}

static void table_biome(const struct reading *in, const char *group, const char *name)
{
    static const char *const but[] = {NULL};
    g_autofree char *to = g_strdup_printf("biome %s", name);
    game_biome(in->b, name);
    copy_keys(in, group, to, but);
}

/* Items first: a group of theirs is what recipes need. "source poppy dandelion/2": each of the names. */
static const struct {
    const char *word;
    void (*read)(const struct reading *in, const char *group, const char *name);
} kinds[] = {{"world", table_world},       {"biome ", table_biome},   {"item ", table_item},
             {"smelting", table_smelting}, {"source ", table_source}, {"blueprint ", table_world}};

static void read_table(const struct reading *in)
{
    g_auto(GStrv) groups = g_key_file_get_groups(in->table->file, NULL);
    for (gsize k = 0; k < G_N_ELEMENTS(kinds); k++)
        for (guint i = 0; groups[i]; i++)
            if (g_str_has_prefix(groups[i], kinds[k].word)) {
                const char *behind = groups[i] + strlen(kinds[k].word);
                g_autofree char *names = g_strndup(behind, strcspn(behind, "/"));
                g_auto(GStrv) words = g_strsplit(*names ? names : kinds[k].word, " ", -1);
                for (guint n = 0; words[n]; n++)
                    kinds[k].read(in, groups[i], words[n]);
            }
}

/* ---- all of it ---- */

static cJSON *parse(GBytes *bytes, const char *name, GError **error)
{
    gsize length = 0;
    const char *text = g_bytes_get_data(bytes, &length);
    cJSON *root = strict_json_parse(text ? text : "", length, GAME_FILE_MAX, error);
    if (!root)
        g_prefix_error(error, "%s: ", name);
    return root;
}

/* NULL without an error: there is no such file. */
static cJSON *parse_optional(GBytes *bytes, const char *name, GError **error)
{
    return bytes ? parse(bytes, name, error) : NULL;
}

static void read_recipes(const struct reading *in, const cJSON *made)
{
    for (const cJSON *of = first(made); of; of = of->next)
        for (const cJSON *one = first(of); one; one = one->next)
            read_recipe(in, one);
}

static bool check(const cJSON *items, const cJSON *made, const cJSON *blocks, GError **error)
{
    if (cJSON_IsArray(items) && cJSON_IsObject(made) && cJSON_IsArray(blocks) && *game_text(first(items), "name"))
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                "not the files of minecraft-data: items.json and blocks.json are lists, recipes.json is an object by id");
    return false;
}

game_world *game_of_minecraft(const struct game_minecraft *files, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autoptr(cJSON) items = parse(files->items, "items.json", &problem);
    g_autoptr(cJSON) made = problem ? NULL : parse(files->recipes, "recipes.json", &problem);
    g_autoptr(cJSON) blocks = problem ? NULL : parse(files->blocks, "blocks.json", &problem);
    g_autoptr(cJSON) block_loot = problem ? NULL : parse_optional(files->block_loot, "blockLoot.json", &problem);
    g_autoptr(cJSON) entity_loot = problem ? NULL : parse_optional(files->entity_loot, "entityLoot.json", &problem);
    g_autoptr(cJSON) foods = problem ? NULL : parse_optional(files->foods, "foods.json", &problem);
    g_autoptr(ini) table = problem ? NULL : ini_parse(files->table, strlen(files->table), files->origin, &problem);
    g_autoptr(GHashTable) names = g_hash_table_new(NULL, NULL);
    g_autoptr(game_build) b = game_build_new("Minecraft", "Built from the files of minecraft-data and the table of reins");
    struct reading in = {b, blocks, block_loot, entity_loot, names, table};
    if (problem || !check(items, made, blocks, &problem)) {
        g_propagate_error(error, g_steal_pointer(&problem));
        return NULL;
    }
    for (const cJSON *item = first(items); item; item = item->next)
        read_item(&in, item);
    read_foods(&in, foods);
    read_recipes(&in, made);
    read_table(&in);
    return game_build_end(b, error);
}
