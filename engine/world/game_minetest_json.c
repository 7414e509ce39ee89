/* What the mod config/games/minetest.lua wrote of a Minetest game, as a world. A world's y is 64 on the ground; below it, one of
 * its metres stands for DEPTH of the game's, so that what lies 2048 down is at its bottom. */

#include "config/config.h"
#include "config/strict_json.h"
#include "engine/world/game_build.h"
#include "engine/world/game_parts.h"
#include "engine/world/recipes.h"

#include <math.h>
#include <string.h>

#define FORMAT "reins-minetest-1"
#define PREFIX "default:"
#define DEPTH 16
#define TICKS 20      /* steps of a world in a second */
#define COOK 3        /* seconds that smelting one item takes in the game */
#define GROUND_MAX 60 /* y of what is under all that is grown over */
#define WIDE 30       /* height of a biome that is no strip of land by the water */

struct reading {
    game_build *b;
    const cJSON *root, *items;
    GHashTable *by_name; /* of the game → its JSON */
    GError **error;
};

static const cJSON *array(const cJSON *of, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(of, key);
    return cJSON_IsArray(value) ? value : NULL;
}

/* The first member of a list; NULL = there is none. */
static const cJSON *first(const cJSON *of, const char *key)
{
    const cJSON *list = array(of, key);
    return list ? list->child : NULL;
}

static int group_of(const cJSON *item, const char *group)
{
    return game_clamp(game_number(cJSON_GetObjectItemCaseSensitive(item, "groups"), group, 0), 0, 1000);
}

/* "default:stick 4" → the name that it has in the world, and 4. Caller frees. */
static char *stack_of(const char *text, int *ret_count)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 3);
    gint64 count = 1;
    if (words[0] && words[1] && !g_ascii_string_to_signed(words[1], 10, 0, G_MAXINT, &count, NULL))
        count = 0;
    *ret_count = (int)count;
    return game_name(words[0] ? words[0] : "", PREFIX);
}

/* ---- tools ---- */

/* What a tool with these capabilities, or a hand, takes for a block, in seconds; 0 = it cannot. As the game reckons it: a rating
 * that the capability has a time for, and a level that is not above its own. */
static double digs(const cJSON *tools, const cJSON *node)
{
    const cJSON *caps = cJSON_GetObjectItemCaseSensitive(tools, "groupcaps");
    double best = 0;
    for (const cJSON *cap = caps ? caps->child : NULL; cap; cap = cap->next) {
        const cJSON *time = cJSON_GetArrayItem(array(cap, "times"), group_of(node, cap->string) - 1);
        bool deep = group_of(node, "level") > game_number(cap, "maxlevel", 1);
        if (!deep && cJSON_IsNumber(time) && time->valuedouble > 0 && (best == 0 || time->valuedouble < best))
            best = time->valuedouble;
    }
    return best;
}

static const char *kind_of(const char *group)
{
    static const char *const names[][2] = {{"cracky", "pickaxe"}, {"crumbly", "shovel"}, {"choppy", "axe"}, {"snappy", "sword"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (g_str_equal(group, names[i][0]))
            return names[i][1];
    return group;
}

static void read_tool(const struct reading *in, const cJSON *item, const char *name, const char *group)
{
    const cJSON *tools = cJSON_GetObjectItemCaseSensitive(item, "tools");
    const cJSON *caps = cJSON_GetObjectItemCaseSensitive(tools, "groupcaps");
    const cJSON *use = caps ? caps->child : NULL;
    double hit = game_number(cJSON_GetObjectItemCaseSensitive(tools, "damage_groups"), "fleshy", 0);
    if (hit > 0)
        game_key(in->b, group, "hit", "%d", game_clamp(hit, 1, 100));
    if (!use)
        return;
    if (use->next)
        game_leave(in->b, GAME_TOOLS, "item %s: of its uses, only that as %s counts", name, kind_of(use->string));
    game_tool(in->b, name, kind_of(use->string));
    double uses = game_number(use, "uses", 0) * pow(3, game_clamp(game_number(use, "maxlevel", 1), 0, 9));
    game_key(in->b, group, "uses", "%d", game_clamp(uses, 0, 100000));
}

/* ---- items ---- */

static bool hidden(const cJSON *item)
{
    return group_of(item, "not_in_creative_inventory") > 0 || g_str_equal(game_text(item, "liquid"), "source") ||
           g_str_equal(game_text(item, "liquid"), "flowing");
}

static void read_item(const struct reading *in, const cJSON *item)
{
    int count;
    g_autofree char *name = stack_of(game_text(item, "name"), &count), *group = g_strdup_printf("item %s", name);
    if (hidden(item)) {
        game_leave(in->b, GAME_HIDDEN, "item %s", name);
        return;
    }
    if (!game_item(in->b, name))
        return;
    int fuel = game_clamp(game_number(item, "fuel", 0) / COOK, 0, 1000);
    game_key(in->b, group, "stack", "%d", game_clamp(game_number(item, "stack", 64), 1, 64));
    if (fuel)
        game_key(in->b, group, "fuel", "%d", fuel);
    if (g_str_equal(game_text(item, "type"), "node"))
        game_key(in->b, group, "places", "1");
    if (game_number(item, "light", 0) > 7)
        game_key(in->b, group, "light", "1");
    read_tool(in, item, name, group);
}

static void read_items(const struct reading *in)
{
    const cJSON *item;
    for (item = in->items->child; item; item = item->next)
        read_item(in, item);
}

/* ---- recipes ---- */

/* "group:flower,color_red": an item that is of both. Returns the name of the group in the world; caller frees. */
static char *read_group(const struct reading *in, const char *groups)
{
    g_auto(GStrv) words = g_strsplit(groups, ",", -1);
    char *name = g_strdelimit(g_strjoinv("_and_", words), ":", '_');
    const cJSON *item;
    if (game_has_group(in->b, name))
        return name;
    for (item = in->items->child; item; item = item->next) {
        int count;
        g_autofree char *own = stack_of(game_text(item, "name"), &count);
        bool all = words[0] != NULL;
        for (guint i = 0; words[i]; i++)
            all = all && group_of(item, words[i]) > 0;
        if (all && game_has(in->b, own))
            game_group(in->b, own, name);
    }
    return name;
}

#define GROUP "group:"

static void read_recipe(const struct reading *in, const cJSON *one)
{
    int gives;
    g_autofree char *item = stack_of(game_text(one, "output"), &gives);
    g_autoptr(game_needs) needs = game_needs_new();
    bool cooks = g_str_equal(game_text(one, "method"), "cooking");
    const cJSON *need;
    for (need = first(one, "needs"); need; need = need->next) {
        const char *name = cJSON_IsString(need) ? need->valuestring : "";
        bool any = g_str_has_prefix(name, GROUP);
        int count;
        g_autofree char *group = any ? read_group(in, name + strlen(GROUP)) : NULL;
        g_autofree char *own = any ? g_strconcat(GROUP, group, NULL) : stack_of(name, &count);
        game_needs_add(needs, own, 1);
    }
    game_recipe(in->b, &(struct game_recipe){item, gives, needs, cooks ? "furnace" : NULL, cooks});
}

/* ---- what is found ---- */

/* Of a list of drops of which at most one comes, a later one comes when those before did not. */
static void read_drops(const struct reading *in, const cJSON *node, const char *source)
{
    const cJSON *drop, *text;
    double rest = 100;
    for (drop = first(node, "drops"); drop; drop = drop->next) {
        double percent = rest / MAX(1, game_number(drop, "rarity", 1));
        if (array(drop, "tools")) {
            game_leave(in->b, GAME_TOOLS, "%s: a drop of certain tools", source);
            continue;
        }
        for (text = first(drop, "items"); text; text = text->next) {
            int count;
            g_autofree char *item = stack_of(cJSON_IsString(text) ? text->valuestring : "", &count);
            game_drop(in->b, source, item, count, game_clamp(percent, 0, 100));
        }
        rest -= game_number(drop, "most", 0) == 1 ? percent : 0;
        if (rest < 1)
            break;
    }
}

/* The time of the slowest tool that digs it; by hand where that does. */
static void read_digging(const struct reading *in, const cJSON *node, const char *source)
{
    double hand = digs(cJSON_GetObjectItemCaseSensitive(in->root, "hand"), node), slowest = 0;
    g_autoptr(GPtrArray) tools = g_ptr_array_new_with_free_func(g_free);
    const cJSON *item;
    if (group_of(node, "dig_immediate") > 0)
        hand = 0.5;
    for (item = hand > 0 ? NULL : in->items->child; item; item = item->next) {
        double time = digs(cJSON_GetObjectItemCaseSensitive(item, "tools"), node);
        int count;
        slowest = MAX(slowest, time);
        if (time > 0)
            g_ptr_array_add(tools, stack_of(game_text(item, "name"), &count));
    }
    game_key(in->b, source, "steps", "%d", game_clamp(ceil((hand > 0 ? hand : slowest) * TICKS), 1, 10000));
    if (hand <= 0)
        game_needs_tools(in->b, source, tools);
}

/* A source of what that block gives. NULL = the game has no such block; caller frees. */
static char *begin_source(const struct reading *in, const char *name)
{
    const cJSON *node = g_hash_table_lookup(in->by_name, name);
    g_autofree char *own = game_name(name, PREFIX);
    if (!node || !recipes_is_name(own)) {
        game_leave(in->b, node ? GAME_NAME : GAME_UNKNOWN, "source %s", own);
        return NULL;
    }
    char *source = game_source(in->b, own);
    read_drops(in, node, source);
    read_digging(in, node, source);
    return source;
}

static int depth_of(double y)
{
    return game_clamp(floor(RECIPES_Y_GROUND + y / DEPTH), RECIPES_Y_MIN, GROUND_MAX);
}

/* A block in the ground. share: in so many of a hundred places. */
static void in_ground(const struct reading *in, const char *name, double y_min, double y_max, int share)
{
    g_autofree char *source = begin_source(in, name);
    if (!source)
        return;
    game_key(in->b, source, "y_min", "%d", depth_of(y_min));
    game_key(in->b, source, "y_max", "%d", depth_of(y_max));
    game_key(in->b, source, "share", "%d", share);
    game_key(in->b, source, "amount", "%d", share >= 90 ? 64 : 8);
}

/* A block on the ground, in these biomes ("a;b"; NULL = in all). */
static void on_ground(const struct reading *in, const char *name, const char *biomes, int share, int amount)
{
    g_autofree char *source = begin_source(in, name);
    if (!source)
        return;
    game_key(in->b, source, "share", "%d", share);
    game_key(in->b, source, "amount", "%d", amount);
    if (biomes)
        game_key(in->b, source, "biomes", "%s", biomes);
}

static bool is_land(const cJSON *biome)
{
    return game_number(biome, "y_max", RECIPES_Y_GROUND) >= 0;
}

/* Name of a block → the biomes that have it ("a;b"), each once. */
static void note(GHashTable *blocks, const char *block, const char *biome)
{
    const char *before = g_hash_table_lookup(blocks, block);
    g_auto(GStrv) words = g_strsplit(before ? before : "", ";", -1);
    if (*block && !g_strv_contains((const char *const *)words, biome))
        g_hash_table_insert(blocks, g_strdup(block), g_strdup_printf("%s%s%s", before ? before : "", before ? ";" : "", biome));
}

static void put_all(const struct reading *in, GHashTable *blocks, int share, int amount)
{
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(blocks), (GCompareFunc)strcmp);
    for (GList *at = names; at; at = at->next)
        on_ground(in, at->data, g_hash_table_lookup(blocks, at->data), share, amount);
}

static void read_biomes(const struct reading *in)
{
    static const char *const layers[] = {"top", "filler", "dust", "riverbed"};
    g_autoptr(GHashTable) blocks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const cJSON *biome;
    guint n = 0;
    for (biome = first(in->root, "biomes"); biome; biome = biome->next) {
        const char *name = game_text(biome, "name");
        if (!is_land(biome))
            continue;
        if (n++ >= RECIPES_BIOMES_MAX) {
            game_leave(in->b, GAME_TOO_MUCH, "biome %s", name);
            continue;
        }
        game_biome(in->b, name);
        if (game_number(biome, "y_max", WIDE) >= WIDE) {
            g_autofree char *group = g_strdup_printf("biome %s", name);
            game_key(in->b, group, "share", "4"); /* no shore, dune or sea */
        }
        for (gsize i = 0; i < G_N_ELEMENTS(layers); i++)
            note(blocks, game_text(biome, layers[i]), name);
    }
    put_all(in, blocks, 80, 32);
}

static void read_decorations(const struct reading *in)
{
    g_autoptr(GHashTable) blocks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const cJSON *one, *node, *biome;
    for (one = first(in->root, "decorations"); one; one = one->next)
        for (node = first(one, "nodes"); node; node = node->next)
            for (biome = first(one, "biomes"); biome; biome = biome->next) {
                g_autofree char *group = g_strdup_printf("biome %s", cJSON_IsString(biome) ? biome->valuestring : "");
                if (cJSON_IsString(node) && game_key_is_set(in->b, group, "share"))
                    note(blocks, node->valuestring, biome->valuestring);
            }
    put_all(in, blocks, 25, 6);
}

/* Twice the root of how dense it is: a place is some blocks across. What is above the ground is on it. */
static void read_ores(const struct reading *in)
{
    const cJSON *one;
    GHashTableIter iter;
    gpointer name;
    g_autoptr(GHashTable) high = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (one = first(in->root, "ores"); one; one = one->next) {
        double top = game_number(one, "y_max", 0), bottom = game_number(one, "y_min", 0), size = game_number(one, "size", 1);
        double count = game_number(one, "count", size * size * size), scarcity = MAX(1, game_number(one, "scarcity", 1));
        if (bottom >= 0 && bottom < RECIPES_Y_GROUND)
            g_hash_table_add(high, g_strdup(game_text(one, "ore")));
        else if (bottom < 0 && bottom <= top)
            in_ground(in, game_text(one, "ore"), bottom, MIN(top, 0), game_clamp(200 * sqrt(MAX(0, count) / scarcity), 1, 60));
    }
    g_hash_table_iter_init(&iter, high);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        on_ground(in, name, NULL, 15, 16);
}

static void apply_source(const struct reading *in, const char *name, const char *tool, const char *gives, int steps)
{
    g_autofree char *own = game_name(name, PREFIX), *item = game_name(tool, PREFIX), *full = game_name(gives, PREFIX);
    if (!game_has(in->b, item) || !recipes_is_name(own)) {
        game_leave(in->b, GAME_UNKNOWN, "source %s: the tool %s", own, item);
        return;
    }
    g_autofree char *source = game_source(in->b, own), *group = g_strdup_printf("item %s", item);
    game_key(in->b, group, "tool", "%s", item);
    game_key(in->b, source, "way", "apply");
    game_key(in->b, source, "tool", "%s", item);
    game_key(in->b, source, "takes_tool", "1");
    game_key(in->b, source, "share", "40");
    game_key(in->b, source, "amount", "16");
    game_key(in->b, source, "steps", "%d", steps);
    game_drop(in->b, source, full, 1, 100);
}

/* A bucket is filled; a seed is put into a field and comes back as what it grows to. */
static void read_applied(const struct reading *in)
{
    const cJSON *one, *drop, *text;
    for (one = first(in->root, "buckets"); one; one = one->next)
        apply_source(in, game_text(one, "source"), game_text(one, "empty"), game_text(one, "full"), TICKS);
    for (one = first(in->root, "plants"); one; one = one->next) {
        const cJSON *grown = g_hash_table_lookup(in->by_name, game_text(one, "grown"));
        const char *crop = "";
        for (drop = first(grown, "drops"); drop; drop = drop->next)
            for (text = first(drop, "items"); text; text = text->next)
                if (!*crop && cJSON_IsString(text) && !g_str_equal(text->valuestring, game_text(one, "seed")))
                    crop = text->valuestring;
        g_autofree char *field = g_strconcat(crop, "_field", NULL);
        apply_source(in, field, game_text(one, "seed"), crop, 60 * TICKS);
    }
}

static bool check(const struct reading *in, const char **ret_version)
{
    const char *format = game_text(in->root, "format");
    *ret_version = game_text(in->root, "version");
    if (!g_str_equal(format, FORMAT) || !in->items) {
        g_set_error(in->error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                    "no file that `reins knowledge dump` wrote: its format is \"%.40s\", not " FORMAT, format);
        return false;
    }
    return true;
}

game_world *game_of_minetest(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, GAME_FILE_MAX, error);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    struct reading in = {NULL, root, array(root, "items"), by_name, error};
    const char *version = "";
    const cJSON *item;
    if (!root || !check(&in, &version))
        return NULL;
    g_autofree char *title = g_strdup_printf("Minetest Game (%.60s)", version);
    g_autofree char *head =
        g_strdup_printf("Built from the data of %.60s; a metre below the ground is %d of the game's", version, DEPTH);
    g_autoptr(game_build) b = game_build_new(title, head);
    in.b = b;
    for (item = in.items->child; item; item = item->next)
        g_hash_table_insert(by_name, (gpointer)game_text(item, "name"), (gpointer)item);
    game_key(b, "world", "day", "24000");
    game_key(b, "world", "night", "18000");
    game_key(b, "world", "fail", "3");
    read_items(&in);
    read_biomes(&in);
    for (item = first(root, "recipes"); item; item = item->next)
        read_recipe(&in, item);
    in_ground(&in, "default:stone", -31000, 0, 100);
    read_ores(&in);
    read_decorations(&in);
    read_applied(&in);
    return game_build_end(b, error);
}
