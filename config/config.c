#include "config/config.h"

#include "config/files.h"
#include "config/ini.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/rules.h"

#include <string.h>

G_DEFINE_QUARK(reins - config - error - quark, config_error)

struct config {
    GHashTable *values;  /* "GROUP\nKEY" → char*: checked; an option that is not here has its default */
    GPtrArray *brains;   /* char*: names of the [brain NAME] groups, in order */
    GHashTable *wrong;   /* "brain NAME" → char*: what is wrong with it, which only who asks it must hear */
    GPtrArray *rules;    /* struct rule* */
    GPtrArray *warnings; /* char* */
    char *path;
    GBytes *user; /* the user's file as it was read; NULL = there was none */
    bool loaded;  /* from the file, not from a text */
};

static config *config_new(void)
{
    config *cfg = g_new0(config, 1);
    cfg->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    cfg->brains = g_ptr_array_new_with_free_func(g_free);
    cfg->wrong = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    cfg->rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
    cfg->warnings = g_ptr_array_new_with_free_func(g_free);
    cfg->path = config_user_path("reins.ini");
    return cfg;
}

void config_free(config *cfg)
{
    if (!cfg)
        return;
    g_hash_table_unref(cfg->values);
    g_ptr_array_unref(cfg->brains);
    g_hash_table_unref(cfg->wrong);
    g_ptr_array_unref(cfg->rules);
    g_ptr_array_unref(cfg->warnings);
    g_free(cfg->path);
    g_clear_pointer(&cfg->user, g_bytes_unref);
    g_free(cfg);
}

/* ---- reading ---- */

/* NULL-terminated; caller frees the array only. */
static const char **names_of(const char *group)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    return option_names(rows, n, group);
}

static void put(config *cfg, const char *group, const char *key, const char *value)
{
    g_hash_table_replace(cfg->values, g_strdup_printf("%s\n%s", group, key), g_strdup(value));
}

/* A wrong value is quoted only where it cannot be a secret that was put in the wrong place. */
static bool quotable(const struct option_row *row)
{
    return row->type != OPTION_SECRET && row->type != OPTION_URL && row->type != OPTION_STRING;
}

static bool check_value(const struct option_row *row, const char *where, const char *group, const char *value, GError **error)
{
    g_autoptr(GError) local = NULL;
    if (option_check(row, value, &local))
        return true;
    const char *note = strchr(value, '#') ? " (a comment stands on a line of its own)" : "";
    g_set_error(error, local->domain, local->code, "%s%s[%s] %s%s%.60s: %s%s", where, *where ? ": " : "", group, row->key,
                quotable(row) ? " = " : "", quotable(row) ? value : "", local->message, note);
    return false;
}

/* Its words, one space between; caller frees. */
static char *squeezed(const char *group)
{
    g_auto(GStrv) words = g_strsplit_set(group, " \t", -1);
    GString *out = g_string_new(NULL);
    for (char **word = words; *word; word++)
        if (**word)
            g_string_append_printf(out, "%s%s", out->len ? " " : "", *word);
    return g_string_free(out, FALSE);
}

/* The group's name as it is kept: "run", "brain demo", "agent NAME"; NULL = not known, a warning says so. */
static char *known_group(config *cfg, const ini *file, const char *group)
{
    g_autofree char *name = squeezed(group), *first = g_strndup(name, strcspn(name, " "));
    g_autofree const char **groups = names_of(NULL);
    g_autofree char *where = ini_where(file, group, NULL);
    if (strcmp(first, "brain") == 0) {
        const char *brain = name + strlen("brain") + (name[strlen("brain")] == ' ');
        if (*brain && strlen(brain) <= 64 &&
            strspn(brain, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == strlen(brain))
            return g_steal_pointer(&name);
        g_ptr_array_add(
            cfg->warnings,
            g_strdup_printf("%s: [%s] is ignored: a brain needs one name of letters, digits, _ - and ., as in [brain openai]",
                            where, group));
        return NULL;
    }
    if (strcmp(name, "keys") == 0 || g_strv_contains((const char *const *)groups, name))
        return g_steal_pointer(&name);
    const char *const rule[] = {"rule", NULL};
    g_autofree char *hint =
        nearest_name(first, rule) ? g_strdup(": did you mean [rule NAME]?") : nearest_hint(name, (const char *const *)groups);
    g_ptr_array_add(cfg->warnings, g_strdup_printf("%s: unknown group [%s] is ignored%s", where, group, hint));
    return NULL;
}

static bool take_key(config *cfg, const ini *file, const char *raw_group, const char *group, const char *key, GError **error)
{
    g_autofree char *where = ini_where(file, raw_group, key);
    g_autofree char *value = ini_value(file, raw_group, key);
    if (strcmp(group, "keys") == 0) {
        put(cfg, group, key, value); /* free names: key = command */
        return true;
    }
    const struct option_row *row = option_known(group, key);
    if (!row) {
        g_autofree const char **keys = names_of(group);
        g_autofree char *hint = nearest_hint(key, (const char *const *)keys);
        g_ptr_array_add(cfg->warnings, g_strdup_printf("%s: unknown key \"%s\" in [%s] is ignored%s", where, key, group, hint));
        return true;
    }
    g_autoptr(GError) local = NULL;
    if (check_value(row, where, group, value, &local)) {
        put(cfg, group, key, value);
        return true;
    }
    if (g_str_has_prefix(group, "brain ") && !g_hash_table_contains(cfg->wrong, group))
        g_hash_table_insert(cfg->wrong, g_strdup(group), g_strdup(local->message));
    else if (!g_str_has_prefix(group, "brain "))
        g_propagate_error(error, g_steal_pointer(&local));
    return g_str_has_prefix(group, "brain ");
}

static void add_brain(config *cfg, const char *name)
{
    if (!g_ptr_array_find_with_equal_func(cfg->brains, name, g_str_equal, NULL))
        g_ptr_array_add(cfg->brains, g_strdup(name));
}

static bool take_rule(config *cfg, const ini *file, const char *group, GError **error)
{
    struct rule *r = rule_from_ini(file, group, error);
    if (!r)
        return false;
    g_ptr_array_add(cfg->rules, r);
    if (cfg->rules->len <= RULES_MAX)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: more than %d rules", r->origin, RULES_MAX);
    return false;
}

/* A price is one model's, at one service: of another one nothing is known, until the file says it. */
static void forget_price(config *cfg, const ini *file, const char *raw_group, const char *group)
{
    static const char *const of[] = {"model", "url"};
    static const char *const prices[] = {"price_in", "price_out", "price_cached", "price_written"};
    bool other = false;
    for (gsize i = 0; i < G_N_ELEMENTS(of); i++) {
        g_autofree char *value = ini_value(file, raw_group, of[i]);
        other = other || (value && strcmp(value, config_string(cfg, group, of[i])) != 0);
    }
    for (gsize i = 0; other && i < G_N_ELEMENTS(prices); i++) {
        g_autofree char *name = g_strdup_printf("%s\n%s", group, prices[i]);
        g_hash_table_remove(cfg->values, name);
    }
}

static bool take_text(config *cfg, const char *text, gsize length, const char *origin, GError **error)
{
    g_autoptr(ini) file = ini_parse(text, length, origin, error);
    if (!file)
        return false;
    for (guint i = 0; i < file->odd->len; i++)
        g_ptr_array_add(cfg->warnings, g_strdup(file->odd->pdata[i]));
    g_auto(GStrv) groups = g_key_file_get_groups(file->file, NULL);
    for (guint i = 0; groups[i]; i++) {
        if (rule_is_group(groups[i])) {
            if (!take_rule(cfg, file, groups[i], error))
                return false;
            continue;
        }
        g_autofree char *group = known_group(cfg, file, groups[i]);
        if (!group)
            continue;
        if (g_str_has_prefix(group, "brain ")) {
            add_brain(cfg, group + strlen("brain "));
            forget_price(cfg, file, groups[i], group);
        }
        g_auto(GStrv) keys = g_key_file_get_keys(file->file, groups[i], NULL, NULL);
        for (guint k = 0; keys && keys[k]; k++)
            if (!take_key(cfg, file, groups[i], group, keys[k], error))
                return false;
    }
    return true;
}

static config *load_shipped(GError **error)
{
    g_autoptr(config) cfg = config_new();
    g_autoptr(GBytes) shipped = config_shipped("reins.ini");
    if (!shipped) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                    "this program was built without its reins.ini (build it again with make)");
        return NULL;
    }
    gsize length;
    const char *text = g_bytes_get_data(shipped, &length);
    if (!take_text(cfg, text, length, "shipped:reins.ini", error))
        return NULL;
    g_ptr_array_set_size(cfg->warnings, 0); /* it also has what agents take, which a part of the program does not know */
    return g_steal_pointer(&cfg);
}

config *config_load_text(const char *user_text, GError **error)
{
    g_autoptr(config) cfg = load_shipped(error);
    if (!cfg || !take_text(cfg, user_text, strlen(user_text), cfg->path, error))
        return NULL;
    return g_steal_pointer(&cfg);
}

config *config_load(GError **error)
{
    g_autoptr(config) cfg = load_shipped(error);
    if (!cfg)
        return NULL;
    g_autoptr(GError) local = NULL;
    GBytes *user = cfg->user = config_read(cfg->path, &local);
    cfg->loaded = true;
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    gsize length = 0;
    const char *text = user ? g_bytes_get_data(user, &length) : "";
    if (length && !take_text(cfg, text, length, cfg->path, error))
        return NULL;
    return g_steal_pointer(&cfg);
}

/* ---- values ---- */

const char *config_find(const config *cfg, const char *group, const char *key)
{
    const struct option_row *row = option_known(group, key);
    if (!row)
        return NULL;
    g_autofree char *name = g_strdup_printf("%s\n%s", group, key);
    const char *value = g_hash_table_lookup(cfg->values, name);
    return value ? value : row->fallback ? row->fallback : "";
}

const char *config_string(const config *cfg, const char *group, const char *key)
{
    const char *value = config_find(cfg, group, key);
    if (!value)
        g_error("no option [%s] %s is in config/options.c or registered", group, key);
    return value;
}

bool config_is_set(const config *cfg, const char *group, const char *key)
{
    g_autofree char *name = g_strdup_printf("%s\n%s", group, key);
    return g_hash_table_contains(cfg->values, name);
}

gint64 config_int(const config *cfg, const char *group, const char *key)
{
    return option_int(config_string(cfg, group, key));
}

double config_real(const config *cfg, const char *group, const char *key)
{
    return option_real(config_string(cfg, group, key));
}

bool config_bool(const config *cfg, const char *group, const char *key)
{
    return option_bool(config_string(cfg, group, key));
}

void config_size(const config *cfg, const char *group, const char *key, int *ret_width, int *ret_height)
{
    if (!option_size(config_string(cfg, group, key), ret_width, ret_height))
        g_error("[%s] %s is not a size in config/options.c", group, key);
}

const char *config_brain_wrong(const config *cfg, const char *group)
{
    return g_hash_table_lookup(cfg->wrong, group);
}

const GPtrArray *config_rules(const config *cfg)
{
    return cfg->rules;
}

const GPtrArray *config_warnings(const config *cfg)
{
    return cfg->warnings;
}

bool config_is_outdated(const config *cfg)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) now = cfg->loaded ? config_read(cfg->path, &error) : NULL;
    return cfg->loaded && !error && !(now && cfg->user ? g_bytes_equal(now, cfg->user) : now == cfg->user);
}

const char *config_path(const config *cfg)
{
    return cfg->path;
}

char **config_brain_names(const config *cfg)
{
    char **names = g_new0(char *, cfg->brains->len + 1);
    for (guint i = 0; i < cfg->brains->len; i++)
        names[i] = g_strdup(cfg->brains->pdata[i]);
    return names;
}

/* ---- printing ---- */

static void show_group(const config *cfg, GString *out, const char *group)
{
    g_string_append_printf(out, "%s[%s]\n", out->len ? "\n" : "", group);
    g_autofree const char **keys = names_of(group);
    for (guint i = 0; keys[i]; i++) {
        const char *value = config_string(cfg, group, keys[i]);
        if (option_known(group, keys[i])->fallback || *value) /* a brain without its kind would not be read back */
            g_string_append_printf(out, "%s=%s\n", keys[i], value);
    }
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

char *config_show(const config *cfg)
{
    GString *out = g_string_new(NULL);
    g_autofree const char **groups = names_of(NULL);
    for (guint i = 0; groups[i]; i++)
        if (strcmp(groups[i], "brain") != 0)
            show_group(cfg, out, groups[i]);
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(cfg->values), compare_lines);
    bool first = true;
    for (GList *n = names; n; n = n->next)
        if (g_str_has_prefix(n->data, "keys\n")) {
            g_string_append_printf(out, "%s%s=%s\n", first ? "\n[keys]\n" : "", (char *)n->data + strlen("keys\n"),
                                   (char *)g_hash_table_lookup(cfg->values, n->data));
            first = false;
        }
    for (guint i = 0; i < cfg->rules->len; i++) {
        const struct rule *r = cfg->rules->pdata[i];
        g_autofree char *given = g_strjoinv("\n", r->given);
        g_string_append_printf(out, "\n[rule %s]\n%s\n", r->name, given);
    }
    for (guint i = 0; i < cfg->brains->len; i++) {
        g_autofree char *group = g_strdup_printf("brain %s", (char *)cfg->brains->pdata[i]);
        show_group(cfg, out, group);
    }
    return g_string_free(out, FALSE);
}
