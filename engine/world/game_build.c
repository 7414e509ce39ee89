/* A world's file, built group by group. */

#include "engine/world/game_build.h"

#include "config/config.h"
#include "engine/world/recipes.h"

#include <string.h>

#define LEVELS_MAX 9

struct game_build {
    GKeyFile *file;
    char *head;
    GHashTable *groups;  /* of items: the names that are in use */
    GHashTable *made;    /* "planks|log 1|table" → what it gives */
    GHashTable *numbers; /* "recipe planks" → how many groups of that name there are */
    GHashTable *kinds;   /* kind of tool → GPtrArray* of items */
    GPtrArray *wanting;  /* struct wanting *: sources that need a tool */
    game_world *world;
};
struct wanting {
    char *source;
    GHashTable *tools; /* set */
};

static void wanting_free(gpointer data)
{
    struct wanting *w = data;
    g_free(w->source);
    g_hash_table_unref(w->tools);
    g_free(w);
}

static void left_free(gpointer data)
{
    struct game_left *left = data;
    g_free(left->what);
    g_free(left);
}

const char *game_why_text(enum game_why why)
{
    static const char *const texts[GAME_WHY_COUNT] = {
        [GAME_UNKNOWN] = "name an item that the data do not have",
        [GAME_ITSELF] = "make an item of itself",
        [GAME_TWICE] = "are there already",
        [GAME_CONTRADICTS] = "contradict another recipe: the same needs, another count",
        [GAME_TOO_MUCH] = "are more than a world has room for",
        [GAME_NAME] = "have a name that no world has",
        [GAME_TOOLS] = "say more of tools than their kind and level",
        [GAME_EMPTY] = "give or need nothing",
        [GAME_HIDDEN] = "are in no inventory",
        [GAME_GIVES_BACK] = "give back a vessel, which a world uses up",
    };
    return (guint)why < GAME_WHY_COUNT ? texts[why] : NULL;
}

void game_world_free(game_world *w)
{
    if (!w)
        return;
    g_free(w->text);
    g_ptr_array_unref(w->left);
    g_free(w);
}

game_build *game_build_new(const char *title, const char *head)
{
    game_build *b = g_new0(game_build, 1);
    b->file = g_key_file_new();
    b->head = g_strdup(head);
    b->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    b->made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    b->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    b->kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    b->wanting = g_ptr_array_new_with_free_func(wanting_free);
    b->world = g_new0(game_world, 1);
    b->world->left = g_ptr_array_new_with_free_func(left_free);
    game_key(b, "world", "title", "%s", title);
    return b;
}

void game_build_free(game_build *b)
{
    if (!b)
        return;
    g_key_file_unref(b->file);
    g_free(b->head);
    g_hash_table_unref(b->groups);
    g_hash_table_unref(b->made);
    g_hash_table_unref(b->numbers);
    g_hash_table_unref(b->kinds);
    g_ptr_array_unref(b->wanting);
    game_world_free(b->world);
    g_free(b);
}

bool game_leave(game_build *b, enum game_why why, const char *format, ...)
{
    struct game_left *left = g_new0(struct game_left, 1);
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    *left = (struct game_left){why, g_utf8_make_valid(what, -1)};
    g_ptr_array_add(b->world->left, left);
    return false;
}

char *game_name(const char *name, const char *prefix)
{
    gsize skip = prefix && g_str_has_prefix(name, prefix) ? strlen(prefix) : 0;
    return g_strdelimit(g_strdup(name + skip), ":", '_');
}

void game_key(game_build *b, const char *group, const char *key, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *value = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    g_key_file_set_value(b->file, group, key, g_strdelimit(valid, "\r\n", ' '));
}

bool game_key_is_set(const game_build *b, const char *group, const char *key)
{
    return g_key_file_has_key(b->file, group, key, NULL);
}

/* ---- items ---- */

static bool has_group_of(const game_build *b, const char *kind, const char *name)
{
    g_autofree char *group = g_strdup_printf("%s %s", kind, name);
    return g_key_file_has_group(b->file, group);
}

bool game_has(const game_build *b, const char *name)
{
    return has_group_of(b, "item", name);
}

bool game_item(game_build *b, const char *name)
{
    g_autofree char *group = g_strdup_printf("item %s", name);
    if (!recipes_is_name(name))
        return game_leave(b, GAME_NAME, "item %s", name);
    if (game_has(b, name))
        return game_leave(b, GAME_TWICE, "item %s", name);
    if (b->world->items >= RECIPES_ITEMS_MAX)
        return game_leave(b, GAME_TOO_MUCH, "item %s: more than %d items", name, RECIPES_ITEMS_MAX);
    game_key(b, group, "stack", "64"); /* a group of the file needs a key to be there */
    b->world->items++;
    return true;
}

void game_group(game_build *b, const char *name, const char *group)
{
    g_autofree char *section = g_strdup_printf("item %s", name);
    g_autofree char *before = g_key_file_get_value(b->file, section, "groups", NULL);
    g_auto(GStrv) words = g_strsplit(before ? before : "", ";", -1);
    if (!recipes_is_name(group)) {
        game_leave(b, GAME_NAME, "group %s of %s", group, name);
        return;
    }
    if (g_strv_contains((const char *const *)words, group) || g_strv_length(words) >= RECIPES_BIOMES_MAX)
        return;
    game_key(b, section, "groups", "%s%s%s", before ? before : "", before ? ";" : "", group);
    g_hash_table_add(b->groups, g_strdup(group));
}

bool game_has_group(const game_build *b, const char *group)
{
    return g_hash_table_contains(b->groups, group);
}

void game_biome(game_build *b, const char *name)
{
    g_autofree char *group = g_strdup_printf("biome %s", name);
    if (!recipes_is_name(name))
        game_leave(b, GAME_NAME, "biome %s", name);
    else if (!g_key_file_has_group(b->file, group))
        game_key(b, group, "share", "1");
}

/* "recipe stick", then "recipe stick/2" … Caller frees. */
static char *next_group(game_build *b, const char *kind, const char *name)
{
    char *key = g_strdup_printf("%s %s", kind, name);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(b->numbers, key)) + 1;
    char *group = n == 1 ? g_strdup(key) : g_strdup_printf("%s/%u", key, n);
    g_hash_table_insert(b->numbers, key, GUINT_TO_POINTER(n));
    return group;
}

/* ---- recipes ---- */

game_needs *game_needs_new(void)
{
    game_needs *n = g_new0(game_needs, 1);
    n->names = g_ptr_array_new_with_free_func(g_free);
    n->counts = g_array_new(FALSE, TRUE, sizeof(int));
    return n;
}

void game_needs_free(game_needs *n)
{
    if (!n)
        return;
    g_ptr_array_unref(n->names);
    g_array_unref(n->counts);
    g_free(n);
}

void game_needs_add(game_needs *n, const char *name, int count)
{
    for (guint i = 0; i < n->names->len; i++)
        if (g_str_equal(n->names->pdata[i], name)) {
            int *sum = &g_array_index(n->counts, int, i);
            *sum = MIN(*sum, RECIPES_COUNT_MAX) + MIN(count, RECIPES_COUNT_MAX);
            return;
        }
    g_ptr_array_add(n->names, g_strdup(name));
    g_array_append_val(n->counts, count);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "log 1; stick 2", sorted; caller frees. */
static char *needs_text(const game_needs *n)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < n->names->len; i++)
        g_ptr_array_add(parts, g_strdup_printf("%s %d", (char *)n->names->pdata[i], g_array_index(n->counts, int, i)));
    g_ptr_array_sort(parts, by_text);
    g_ptr_array_add(parts, NULL);
    return g_strjoinv("; ", (char **)parts->pdata);
}

#define ANY "group:"

static bool fit(game_build *b, const struct game_recipe *one, const char *text)
{
    for (guint i = 0; i < one->needs->names->len; i++) {
        const char *name = one->needs->names->pdata[i];
        int count = g_array_index(one->needs->counts, int, i);
        if (g_str_has_prefix(name, ANY) ? !game_has_group(b, name + strlen(ANY)) : !game_has(b, name))
            return game_leave(b, GAME_UNKNOWN, "recipe %s of %s: %s", one->item, text, name);
        if (g_str_equal(name, one->item))
            return game_leave(b, GAME_ITSELF, "recipe %s of %s", one->item, text);
        if (count < 1 || count > RECIPES_COUNT_MAX)
            return game_leave(b, GAME_TOO_MUCH, "recipe %s of %s", one->item, text);
    }
    if (one->needs->names->len > RECIPES_PARTS_MAX || one->gives > RECIPES_COUNT_MAX || b->world->recipes >= RECIPES_MAX)
        return game_leave(b, GAME_TOO_MUCH, "recipe %s (%d) of %s", one->item, one->gives, text);
    return true;
}

bool game_recipe(game_build *b, const struct game_recipe *one)
{
    g_autofree char *text = needs_text(one->needs);
    g_autofree char *key = g_strdup_printf("%s|%s|%s|%d", one->item, text, one->station ? one->station : "", one->smelts);
    int before = GPOINTER_TO_INT(g_hash_table_lookup(b->made, key));
    if (!game_has(b, one->item))
        return game_leave(b, GAME_UNKNOWN, "recipe %s of %s", one->item, text);
    if (one->station && !game_has(b, one->station))
        return game_leave(b, GAME_UNKNOWN, "recipe %s of %s: the station %s", one->item, text, one->station);
    if (one->needs->names->len == 0 || one->gives < 1)
        return game_leave(b, GAME_EMPTY, "recipe %s of %s", one->item, text);
    if (before)
        return game_leave(b, before == one->gives ? GAME_TWICE : GAME_CONTRADICTS, "recipe %s of %s: gives %d, and %d before",
                          one->item, text, one->gives, before);
    if (!fit(b, one, text))
        return false;
    g_hash_table_insert(b->made, g_steal_pointer(&key), GINT_TO_POINTER(one->gives));
    g_autofree char *group = next_group(b, "recipe", one->item);
    game_key(b, group, "needs", "%s", text);
    if (one->gives > 1)
        game_key(b, group, "gives", "%d", one->gives);
    if (one->station)
        game_key(b, group, "station", "%s", one->station);
    if (one->smelts)
        game_key(b, group, "smelts", "1");
    b->world->recipes++;
    return true;
}

/* ---- sources ---- */

char *game_source(game_build *b, const char *name)
{
    b->world->sources++;
    return next_group(b, "source", name);
}

void game_drop(game_build *b, const char *source, const char *item, int count, int percent)
{
    g_autofree char *before = g_key_file_get_value(b->file, source, "drops", NULL);
    guint n = before ? 1 : 0;
    for (const char *at = before; at && (at = strchr(at, ';')); at++)
        n++;
    if (!game_has(b, item))
        game_leave(b, GAME_UNKNOWN, "%s: the drop %s", source, item);
    else if (n >= RECIPES_PARTS_MAX || count < 1 || count > RECIPES_COUNT_MAX)
        game_leave(b, n >= RECIPES_PARTS_MAX || count > 0 ? GAME_TOO_MUCH : GAME_EMPTY, "%s: the drop %s", source, item);
    else if (percent >= 100)
        game_key(b, source, "drops", "%s%s%s %d", before ? before : "", before ? "; " : "", item, count);
    else
        game_key(b, source, "drops", "%s%s%s %d %d%%", before ? before : "", before ? "; " : "", item, count, MAX(1, percent));
}

/* ---- tools ---- */

void game_tool(game_build *b, const char *item, const char *kind)
{
    GPtrArray *all = g_hash_table_lookup(b->kinds, kind);
    g_autofree char *group = g_strdup_printf("item %s", item);
    if (!recipes_is_name(kind)) {
        game_leave(b, GAME_NAME, "kind of tool %s of %s", kind, item);
        return;
    }
    if (!all)
        g_hash_table_insert(b->kinds, g_strdup(kind), all = g_ptr_array_new_with_free_func(g_free));
    g_ptr_array_add(all, g_strdup(item));
    game_key(b, group, "tool", "%s", kind);
}

void game_needs_tools(game_build *b, const char *source, const GPtrArray *tools)
{
    struct wanting *w = g_new0(struct wanting, 1);
    w->source = g_strdup(source);
    w->tools = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < tools->len; i++)
        g_hash_table_add(w->tools, g_strdup(tools->pdata[i]));
    g_ptr_array_add(b->wanting, w);
}

static int by_number(const void *a, const void *b)
{
    guint one = *(const guint *)a, other = *(const guint *)b;
    return (one > other) - (one < other);
}

static guint good_for(const game_build *b, const char *tool)
{
    guint n = 0;
    for (guint i = 0; i < b->wanting->len; i++)
        n += g_hash_table_contains(((struct wanting *)b->wanting->pdata[i])->tools, tool);
    return n;
}

/* A tool that does for more sources than another of its kind is of a higher level. */
static void set_levels(game_build *b, const GPtrArray *tools)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint)), ranks = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < tools->len; i++) {
        guint n = good_for(b, tools->pdata[i]);
        g_array_append_val(all, n);
    }
    g_array_append_vals(ranks, all->data, all->len);
    g_array_sort(ranks, by_number);
    for (guint i = 0; i < tools->len; i++) {
        guint level = 1, n = g_array_index(all, guint, i);
        for (guint k = 1; k < ranks->len && g_array_index(ranks, guint, k) <= n; k++)
            level += g_array_index(ranks, guint, k) != g_array_index(ranks, guint, k - 1);
        g_autofree char *group = g_strdup_printf("item %s", (char *)tools->pdata[i]);
        if (level > LEVELS_MAX)
            game_leave(b, GAME_TOO_MUCH, "level %u of %s", level, (char *)tools->pdata[i]);
        game_key(b, group, "level", "%u", MIN(level, LEVELS_MAX));
    }
}

static int level_of(const game_build *b, const char *tool)
{
    g_autofree char *group = g_strdup_printf("item %s", tool);
    return g_key_file_get_integer(b->file, group, "level", NULL);
}

/* The kind of which most tools will do, the first by name of equal ones; NULL = none will. Counts the others. */
static const char *kind_for(game_build *b, const struct wanting *w)
{
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(b->kinds), (GCompareFunc)strcmp);
    const char *best = NULL;
    guint most = 0, kinds = 0;
    for (GList *at = names; at; at = at->next) {
        const GPtrArray *tools = g_hash_table_lookup(b->kinds, at->data);
        guint n = 0;
        for (guint i = 0; i < tools->len; i++)
            n += g_hash_table_contains(w->tools, tools->pdata[i]);
        kinds += n > 0;
        best = n > most ? at->data : best;
        most = MAX(n, most);
    }
    if (kinds > 1)
        game_leave(b, GAME_TOOLS, "%s: of %u kinds of tools that will do, %s counts", w->source, kinds, best);
    return best;
}

static void set_need(game_build *b, const struct wanting *w)
{
    const char *kind = kind_for(b, w);
    const GPtrArray *tools = kind ? g_hash_table_lookup(b->kinds, kind) : NULL;
    int level = LEVELS_MAX;
    if (!kind) {
        game_leave(b, GAME_UNKNOWN, "%s: none of the tools that it needs", w->source);
        g_key_file_remove_group(b->file, w->source, NULL);
        b->world->sources--;
        return;
    }
    for (guint i = 0; i < tools->len; i++)
        if (g_hash_table_contains(w->tools, tools->pdata[i]))
            level = MIN(level, level_of(b, tools->pdata[i]));
    for (guint i = 0; i < tools->len; i++)
        if (!g_hash_table_contains(w->tools, tools->pdata[i]) && level_of(b, tools->pdata[i]) >= level)
            game_leave(b, GAME_TOOLS, "%s: %s would not do, and counts", w->source, (char *)tools->pdata[i]);
    game_key(b, w->source, "tool", "%s", kind);
    game_key(b, w->source, "level", "%d", level);
}

/* ---- the end ---- */

static void drop_empty_sources(game_build *b)
{
    g_auto(GStrv) groups = g_key_file_get_groups(b->file, NULL);
    for (guint i = 0; groups[i]; i++)
        if (g_str_has_prefix(groups[i], "source ") && !game_key_is_set(b, groups[i], "drops")) {
            game_leave(b, GAME_EMPTY, "%s", groups[i]);
            g_key_file_remove_group(b->file, groups[i], NULL);
            b->world->sources--;
        }
}

/* The file's text into the world, read as it will be. NULL with an error. */
static recipes *read_back(game_build *b, GError **error)
{
    g_autofree char *text = g_key_file_to_data(b->file, NULL, NULL);
    g_free(b->world->text);
    b->world->text = g_strdup_printf("# %s\n\n%s", b->head, text);
    return recipes_parse(b->world->text, strlen(b->world->text), "the world", error);
}

/* ---- the order of an item's recipes ---- */

/* When a recipe's needs can all be there, in rounds from what is found: 0 = never. */
static int recipe_round(const recipes *r, GHashTable *rounds, const recipe *one)
{
    int latest = one->station ? GPOINTER_TO_INT(g_hash_table_lookup(rounds, one->station)) : 1;
    for (guint i = 0; latest && i < one->needs->len; i++) {
        const struct recipe_part *part = &g_array_index(one->needs, struct recipe_part, i);
        const GPtrArray *all = part->item ? NULL : recipes_group(r, part->group);
        int first = part->item ? GPOINTER_TO_INT(g_hash_table_lookup(rounds, part->item)) : 0;
        for (guint k = 0; all && k < all->len; k++) {
            int round = GPOINTER_TO_INT(g_hash_table_lookup(rounds, all->pdata[k]));
            first = round && (!first || round < first) ? round : first;
        }
        latest = first ? MAX(latest, first) : 0;
    }
    return latest;
}

static bool comes_in(const recipes *r, GHashTable *rounds, const recipe_item *item, int round)
{
    const GPtrArray *made = recipes_of(r, item);
    bool comes = recipes_sources_of(r, item) != NULL;
    for (guint i = 0; !comes && made && i < made->len; i++) {
        int needs = recipe_round(r, rounds, made->pdata[i]);
        comes = needs && needs < round;
    }
    return comes;
}

/* Item → the round in which it can be had first. Tools are left out: here it is only the order that matters. */
static GHashTable *item_rounds(const recipes *r)
{
    GHashTable *rounds = g_hash_table_new(NULL, NULL);
    bool more = true;
    for (int round = 1; more; round++) {
        more = false;
        for (guint i = 0; i < r->items->len; i++) {
            const recipe_item *item = r->items->pdata[i];
            if (g_hash_table_contains(rounds, item) || !comes_in(r, rounds, item, round))
                continue;
            g_hash_table_insert(rounds, (gpointer)item, GINT_TO_POINTER(round));
            more = true;
        }
    }
    return rounds;
}

/* The n-th recipe of an item is the n-th group of its name. Caller frees. */
static char *group_of(const recipe_item *item, guint n)
{
    return n ? g_strdup_printf("recipe %s/%u", item->name, n + 1) : g_strdup_printf("recipe %s", item->name);
}

/* Puts the contents of two groups in each other's place. */
static void swap_groups(GKeyFile *file, const char *one, const char *other)
{
    static const char *const keys[] = {"needs", "gives", "station", "smelts"};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *first = g_key_file_get_value(file, one, keys[i], NULL);
        g_autofree char *second = g_key_file_get_value(file, other, keys[i], NULL);
        const struct {
            const char *group, *value;
        } both[] = {{one, second}, {other, first}};
        for (gsize k = 0; k < G_N_ELEMENTS(both); k++)
            if (both[k].value)
                g_key_file_set_value(file, both[k].group, keys[i], both[k].value);
            else
                g_key_file_remove_key(file, both[k].group, keys[i], NULL);
    }
}

/* Games can turn back what they make (stairs into wood): such a recipe comes behind those that lead up to the item. Who is told
 * of the first one, or takes it, does not go in a circle. */
static void sort_recipes(game_build *b, const recipes *r)
{
    g_autoptr(GHashTable) rounds = item_rounds(r);
    for (guint i = 0; i < r->items->len; i++) {
        const recipe_item *item = r->items->pdata[i];
        const GPtrArray *made = recipes_of(r, item);
        guint n = made ? made->len : 0;
        g_autofree int *order = g_new0(int, n + 1);
        for (guint k = 0; k < n; k++) {
            int round = recipe_round(r, rounds, made->pdata[k]);
            order[k] = round ? round : G_MAXINT;
            for (guint at = k; at > 0 && order[at] < order[at - 1]; at--) {
                g_autofree char *one = group_of(item, at), *other = group_of(item, at - 1);
                swap_groups(b->file, one, other);
                int swapped = order[at];
                order[at] = order[at - 1];
                order[at - 1] = swapped;
            }
        }
    }
}

game_world *game_build_end(game_build *b, GError **error)
{
    GHashTableIter iter;
    gpointer tools;
    g_hash_table_iter_init(&iter, b->kinds);
    while (g_hash_table_iter_next(&iter, NULL, &tools))
        set_levels(b, tools);
    for (guint i = 0; i < b->wanting->len; i++)
        set_need(b, b->wanting->pdata[i]);
    drop_empty_sources(b);
    if (!b->world->items || !b->world->sources) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "there are %u items and %u things to find: no world",
                    b->world->items, b->world->sources);
        return NULL;
    }
    g_autoptr(recipes) read = read_back(b, error);
    if (!read)
        return NULL;
    sort_recipes(b, read);
    g_autoptr(recipes) sorted = read_back(b, error);
    return sorted ? g_steal_pointer(&b->world) : NULL;
}
