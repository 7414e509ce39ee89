/* The file of a world: read strictly. A key that is not known, a name that is not there, a number out of range is an error with
 * its line, because a world that is not as its file says would spoil every table that is made in it. */

#include "config/config.h"
#include "config/ini.h"
#include "config/nearest.h"
#include "engine/world/recipes_parts.h"

#include <string.h>

struct reading {
    recipes *r;
    const ini *file;
    const char *group; /* of the file */
    GError **error;
};

G_GNUC_PRINTF(3, 4) static bool wrong(const struct reading *in, const char *key, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *where = ini_where(in->file, in->group, key);
    g_set_error(in->error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: [%s] %s%s%s", where, in->group, key ? key : "",
                key ? ": " : "", what);
    return false;
}

/* ---- values ---- */

bool recipes_is_name(const char *text)
{
    gsize length = strlen(text);
    return length > 0 && length <= RECIPES_NAME_MAX && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static const char *keep(const struct reading *in, const char *text)
{
    return g_string_chunk_insert_const(in->r->index->texts, text);
}

static bool read_int(const struct reading *in, const char *key, int fallback, int min, int max, int *ret)
{
    g_autofree char *value = ini_value(in->file, in->group, key);
    gint64 n = fallback;
    *ret = fallback;
    if (value && !g_ascii_string_to_signed(value, 10, min, max, &n, NULL))
        return wrong(in, key, "\"%.40s\" is no whole number from %d to %d", value, min, max);
    *ret = (int)n;
    return true;
}

static bool read_bool(const struct reading *in, const char *key, bool *ret)
{
    int n = 0;
    bool ok = read_int(in, key, 0, 0, 1, &n);
    *ret = n;
    return ok;
}

/* NULL = not set. */
static bool read_name(const struct reading *in, const char *key, const char **ret)
{
    g_autofree char *value = ini_value(in->file, in->group, key);
    *ret = NULL;
    if (!value || !*value)
        return true;
    if (!recipes_is_name(value))
        return wrong(in, key, "\"%.40s\" is no name (a to z, 0 to 9 and _, at most %d)", value, RECIPES_NAME_MAX);
    *ret = keep(in, value);
    return true;
}

static bool read_item(const struct reading *in, const char *key, const recipe_item **ret)
{
    const char *name = NULL;
    *ret = NULL;
    if (!read_name(in, key, &name))
        return false;
    *ret = name ? recipes_item(in->r, name) : NULL;
    return *ret || !name || wrong(in, key, "there is no item %s", name);
}

/* "a; b": of names only. NULL = not set. */
static bool read_names(const struct reading *in, const char *key, GPtrArray **ret)
{
    g_autofree char *value = ini_value(in->file, in->group, key);
    g_auto(GStrv) words = g_strsplit(value ? value : "", ";", -1);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    *ret = NULL;
    for (guint i = 0; words[i]; i++) {
        const char *word = g_strstrip(words[i]);
        if (*word && !recipes_is_name(word))
            return wrong(in, key, "\"%.40s\" is no name", word);
        if (*word)
            g_ptr_array_add(names, (gpointer)keep(in, word));
    }
    if (names->len > RECIPES_BIOMES_MAX)
        return wrong(in, key, "more than %d names", RECIPES_BIOMES_MAX);
    if (names->len)
        *ret = g_steal_pointer(&names);
    return true;
}

/* The words of "NAME [COUNT [PERCENT%]]". */
static bool split_part(const struct reading *in, const char *key, char *text, char **ret_name, int *ret_count, int *ret_percent)
{
    g_auto(GStrv) words = g_strsplit(g_strstrip(text), " ", -1);
    guint n = g_strv_length(words);
    gint64 count = 1, percent = 100;
    gsize length = n > 2 ? strlen(words[2]) : 0;
    if (length && words[2][length - 1] == '%')
        words[2][length - 1] = '\0';
    else
        length = 0;
    if (n == 0 || n > (ret_percent ? 3u : 2u) ||
        (n > 1 && !g_ascii_string_to_signed(words[1], 10, 1, RECIPES_COUNT_MAX, &count, NULL)) ||
        (n > 2 && (!length || !g_ascii_string_to_signed(words[2], 10, 1, 100, &percent, NULL))))
        return wrong(in, key, "\"%.60s\" is not of the form %s, with a count up to %d", text,
                     ret_percent ? "NAME COUNT PERCENT%" : "NAME COUNT", RECIPES_COUNT_MAX);
    *ret_name = g_strdup(words[0]);
    *ret_count = (int)count;
    if (ret_percent)
        *ret_percent = (int)percent;
    return true;
}

#define ANY "group:"

static bool take_part(const struct reading *in, const char *key, char *text, GArray *parts)
{
    g_autofree char *name = NULL;
    struct recipe_part part = {0};
    if (!split_part(in, key, text, &name, &part.count, NULL))
        return false;
    if (g_str_has_prefix(name, ANY)) {
        if (!recipes_group(in->r, name + strlen(ANY)))
            return wrong(in, key, "no item is of the group %.40s", name + strlen(ANY));
        part.group = keep(in, name + strlen(ANY));
    } else if (!(part.item = recipes_item(in->r, name))) {
        return wrong(in, key, "there is no item %.40s", name);
    }
    g_array_append_val(parts, part);
    return true;
}

static bool take_drop(const struct reading *in, const char *key, char *text, GArray *drops)
{
    g_autofree char *name = NULL;
    struct recipe_drop drop = {0};
    if (!split_part(in, key, text, &name, &drop.count, &drop.percent))
        return false;
    drop.item = recipes_item(in->r, name);
    if (!drop.item)
        return wrong(in, key, "there is no item %.40s", name);
    g_array_append_val(drops, drop);
    return true;
}

/* "a 1; b 2": 1 to RECIPES_PARTS_MAX. */
static bool read_parts(const struct reading *in, const char *key, gsize size,
                       bool (*take)(const struct reading *in, const char *key, char *text, GArray *parts), const GArray **ret)
{
    g_autofree char *value = ini_value(in->file, in->group, key);
    g_auto(GStrv) words = g_strsplit(value ? value : "", ";", -1);
    g_autoptr(GArray) parts = g_array_new(FALSE, TRUE, (guint)size);
    for (guint i = 0; words[i]; i++)
        if (*g_strstrip(words[i]) && !take(in, key, words[i], parts))
            return false;
    if (parts->len == 0 || parts->len > RECIPES_PARTS_MAX)
        return wrong(in, key, "wants 1 to %d, as in \"NAME COUNT; NAME COUNT\"", RECIPES_PARTS_MAX);
    *ret = g_steal_pointer(&parts);
    return true;
}

/* ---- groups of the file ---- */

static bool read_world(const struct reading *in, const char *name)
{
    recipes *r = in->r;
    g_autofree char *title = ini_value(in->file, in->group, "title");
    (void)name;
    r->title = keep(in, title ? title : "");
    return read_int(in, "day", 12000, 1, 1000000, &r->day) && read_int(in, "night", 7000, 0, 1000000, &r->night) &&
           read_int(in, "limit", 12000, 0, 1000000, &r->limit) && read_int(in, "fail", 0, 0, 100, &r->fail);
}

static bool read_item_group(const struct reading *in, const char *name)
{
    recipe_item *item = g_new0(recipe_item, 1);
    GPtrArray *groups = NULL;
    item->name = name;
    bool ok = read_names(in, "groups", &groups) && read_name(in, "tool", &item->tool) &&
              read_int(in, "level", 1, 1, 9, &item->level) && read_int(in, "uses", 0, 0, 100000, &item->uses) &&
              read_int(in, "stack", item->tool ? 1 : 64, 1, 64, &item->stack) && read_int(in, "food", 0, 0, 20, &item->food) &&
              read_int(in, "fuel", 0, 0, 1000, &item->fuel) && read_int(in, "hit", 0, 0, 100, &item->hit) &&
              read_bool(in, "equips", &item->equips) && read_bool(in, "places", &item->places) &&
              read_bool(in, "light", &item->light);
    item->groups = g_new0(char *, (groups ? groups->len : 0) + 1);
    for (guint i = 0; groups && i < groups->len; i++)
        item->groups[i] = g_strdup(g_ptr_array_index(groups, i));
    g_clear_pointer(&groups, g_ptr_array_unref);
    item->equips |= item->tool != NULL;
    if (ok && recipes_item(in->r, name))
        ok = wrong(in, NULL, "there is such an item already");
    if (ok && in->r->items->len >= RECIPES_ITEMS_MAX)
        ok = wrong(in, NULL, "more than %d items", RECIPES_ITEMS_MAX);
    if (!ok) {
        recipe_item_free(item);
        return false;
    }
    recipes_add_item(in->r, item);
    return true;
}

static bool read_recipe_group(const struct reading *in, const char *name)
{
    recipe *one = g_new0(recipe, 1);
    one->gives = recipes_item(in->r, name);
    bool ok = (one->gives || wrong(in, NULL, "there is no item %s", name)) &&
              read_int(in, "gives", 1, 1, RECIPES_COUNT_MAX, &one->count) &&
              read_parts(in, "needs", sizeof(struct recipe_part), take_part, &one->needs) &&
              read_item(in, "station", &one->station) && read_bool(in, "smelts", &one->smelts);
    if (ok && in->r->all->len >= RECIPES_MAX)
        ok = wrong(in, NULL, "more than %d recipes", RECIPES_MAX);
    if (!ok) {
        recipe_free(one);
        return false;
    }
    recipes_add_recipe(in->r, one);
    return true;
}

static bool read_way(const struct reading *in, enum recipe_way *ret)
{
    g_autofree char *value = ini_value(in->file, in->group, "way");
    for (*ret = RECIPE_MINE; *ret < RECIPE_WAY_COUNT; (*ret)++)
        if (!value || g_str_equal(value, recipe_way_name(*ret)))
            return true;
    return wrong(in, "way", "\"%.40s\" is none of mine, attack, apply", value);
}

static bool read_biomes(const struct reading *in, const char ***ret)
{
    g_autoptr(GPtrArray) names = NULL;
    if (!read_names(in, "biomes", &names) || !names)
        return !*in->error;
    for (guint i = 0; i < names->len; i++) {
        bool known = false;
        for (guint k = 0; k < in->r->biomes->len; k++)
            known |= g_str_equal(((struct recipe_biome *)g_ptr_array_index(in->r->biomes, k))->name, g_ptr_array_index(names, i));
        if (!known)
            return wrong(in, "biomes", "there is no biome %s", (const char *)g_ptr_array_index(names, i));
    }
    g_ptr_array_add(names, NULL);
    *ret = g_memdup2(names->pdata, names->len * sizeof(gpointer));
    return true;
}

/* Some item is such a tool; else nobody would ever get anything there. */
static bool check_tool(const struct reading *in, const recipe_source *s)
{
    int best = 0;
    for (guint i = 0; s->tool && i < in->r->items->len; i++) {
        const recipe_item *item = g_ptr_array_index(in->r->items, i);
        best = recipe_tool_fits(item, s->tool, best + 1) ? item->level : best;
    }
    const char *article = s->tool && strchr("aeiou", *s->tool) ? "an" : "a";
    if (s->tool && !best)
        return wrong(in, "tool", "no item is %s %s (it would have tool=%s)", article, s->tool, s->tool);
    return !s->tool || best >= s->level ||
           wrong(in, "level", "no item is %s %s of level %d (the best has level %d)", article, s->tool, s->level, best);
}

static bool read_source_group(const struct reading *in, const char *name)
{
    recipe_source *s = g_new0(recipe_source, 1);
    s->name = name;
    bool ok = read_way(in, &s->way) && read_parts(in, "drops", sizeof(struct recipe_drop), take_drop, &s->drops) &&
              read_name(in, "tool", &s->tool) && read_int(in, "level", 1, 1, 9, &s->level) &&
              read_bool(in, "takes_tool", &s->takes_tool) &&
              read_int(in, "y_min", RECIPES_Y_GROUND, RECIPES_Y_MIN, RECIPES_Y_GROUND, &s->y_min) &&
              read_int(in, "y_max", RECIPES_Y_GROUND, RECIPES_Y_MIN, RECIPES_Y_GROUND, &s->y_max) &&
              read_biomes(in, &s->biomes) && read_int(in, "share", 20, 1, 100, &s->share) &&
              read_int(in, "amount", 1, 1, RECIPES_COUNT_MAX, &s->amount) && read_int(in, "steps", 20, 1, 10000, &s->steps) &&
              read_int(in, "health", 0, 0, 1000, &s->health) && read_int(in, "hit", 0, 0, 100, &s->hit) &&
              read_bool(in, "night", &s->night) && read_bool(in, "hostile", &s->hostile);
    if (ok && s->y_min > s->y_max)
        ok = wrong(in, "y_min", "is above y_max");
    if (ok && s->takes_tool && !s->tool)
        ok = wrong(in, "takes_tool", "needs a tool");
    ok = ok && check_tool(in, s);
    if (ok && in->r->sources->len >= RECIPES_MAX)
        ok = wrong(in, NULL, "more than %d sources", RECIPES_MAX);
    if (!ok) {
        recipe_source_free(s);
        return false;
    }
    recipes_add_source(in->r, s);
    return true;
}

static bool read_biome_group(const struct reading *in, const char *name)
{
    int share = 1;
    if (!read_int(in, "share", 1, 1, 1000, &share))
        return false;
    if (in->r->biomes->len >= RECIPES_BIOMES_MAX)
        return wrong(in, NULL, "more than %d biomes", RECIPES_BIOMES_MAX);
    struct recipe_biome *biome = g_new(struct recipe_biome, 1);
    *biome = (struct recipe_biome){name, share};
    recipes_add_biome(in->r, biome);
    return true;
}

static bool read_blueprint_group(const struct reading *in, const char *name)
{
    const GArray *needs = NULL;
    if (!read_parts(in, "needs", sizeof(struct recipe_part), take_part, &needs))
        return false;
    struct recipe_blueprint *one = g_new(struct recipe_blueprint, 1);
    *one = (struct recipe_blueprint){name, needs};
    recipes_add_blueprint(in->r, one);
    return true;
}

/* In the order in which they are read: each may name what is above it. */
static const struct kind {
    const char *word;
    bool named;
    bool (*read)(const struct reading *in, const char *name);
    const char *keys[18];
} kinds[] = {
    {"world", false, read_world, {"title", "day", "night", "limit", "fail"}},
    {"biome", true, read_biome_group, {"share"}},
    {"item",
     true,
     read_item_group,
     {"groups", "tool", "level", "uses", "stack", "food", "fuel", "hit", "equips", "places", "light"}},
    {"recipe", true, read_recipe_group, {"gives", "needs", "station", "smelts"}},
    {"source",
     true,
     read_source_group,
     {"way", "drops", "tool", "level", "takes_tool", "y_min", "y_max", "biomes", "share", "amount", "steps", "health", "hit",
      "night", "hostile"}},
    {"blueprint", true, read_blueprint_group, {"needs"}},
};

/* "recipe stick/bamboo" → "stick": several of one name differ by what stands behind the stroke. */
static const struct kind *kind_of(const char *group, char **ret_name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        gsize length = strlen(kinds[i].word);
        if (!kinds[i].named && g_str_equal(group, kinds[i].word)) {
            *ret_name = g_strdup(group);
            return &kinds[i];
        }
        if (kinds[i].named && g_str_has_prefix(group, kinds[i].word) && group[length] == ' ') {
            *ret_name = g_strndup(group + length + 1, strcspn(group + length + 1, "/"));
            return &kinds[i];
        }
    }
    return NULL;
}

static bool read_group(const struct reading *in, const struct kind *kind)
{
    g_autofree char *name = NULL;
    const struct kind *own = kind_of(in->group, &name);
    if (!own)
        return wrong(in, NULL, "is none of [world], [biome NAME], [item NAME], [recipe NAME], [source NAME], [blueprint NAME]");
    if (own != kind)
        return true;
    g_auto(GStrv) keys = g_key_file_get_keys(in->file->file, in->group, NULL, NULL);
    for (guint i = 0; keys && keys[i]; i++)
        if (!g_strv_contains(own->keys, keys[i])) {
            g_autofree char *hint = nearest_hint(keys[i], own->keys);
            return wrong(in, keys[i], "no such key%s", hint);
        }
    return recipes_is_name(name) ? own->read(in, keep(in, name)) : wrong(in, NULL, "\"%.60s\" is no name", name);
}

recipes *recipes_parse(const char *text, gsize length, const char *origin, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autoptr(ini) file = length <= RECIPES_BYTES_MAX ? ini_parse(text, length, origin, &problem) : NULL;
    g_autoptr(recipes) r = recipes_new();
    if (!file && !problem)
        g_set_error(&problem, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: longer than 1 MiB", origin);
    if (file && file->odd->len)
        g_set_error_literal(&problem, CONFIG_ERROR, CONFIG_ERROR_FAILED, g_ptr_array_index(file->odd, 0));
    g_auto(GStrv) groups = problem ? NULL : g_key_file_get_groups(file->file, NULL);
    for (gsize k = 0; !problem && k < G_N_ELEMENTS(kinds); k++)
        for (guint i = 0; !problem && groups[i]; i++) {
            struct reading in = {r, file, groups[i], &problem};
            read_group(&in, &kinds[k]);
        }
    if (!problem && (r->day == 0 || r->biomes->len == 0))
        g_set_error(&problem, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: has no [%s", origin, r->day ? "biome NAME]" : "world]");
    if (!problem)
        return g_steal_pointer(&r);
    g_propagate_error(error, g_steal_pointer(&problem));
    return NULL;
}

#define FOLDER "worlds"
#define ENDING ".ini"

char **recipes_worlds(void)
{
    g_auto(GStrv) files = config_files(FOLDER);
    GStrvBuilder *names = g_strv_builder_new();
    for (guint i = 0; files[i]; i++)
        if (g_str_has_suffix(files[i], ENDING)) {
            files[i][strlen(files[i]) - strlen(ENDING)] = '\0';
            g_strv_builder_add(names, files[i]);
        }
    char **result = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return result;
}

GBytes *recipes_file(const char *name, char **ret_origin, GError **error)
{
    g_auto(GStrv) known = recipes_worlds();
    if (!recipes_is_name(name) || !g_strv_contains((const char *const *)known, name)) {
        g_autofree char *hint = nearest_hint(name, (const char *const *)known);
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "there is no world %.60s%s", name, hint);
        return NULL;
    }
    g_autofree char *path = g_strconcat(FOLDER "/", name, ENDING, NULL);
    return config_file(path, ret_origin, error);
}

recipes *recipes_load(const char *name, GError **error)
{
    g_autofree char *origin = NULL;
    g_autoptr(GBytes) bytes = recipes_file(name, &origin, error);
    if (!bytes)
        return NULL;
    gsize length = 0;
    const char *text = g_bytes_get_data(bytes, &length);
    recipes *r = recipes_parse(text, length, origin, error);
    if (r)
        r->name = g_string_chunk_insert(r->index->texts, name);
    return r;
}
