#include "config/rules.h"

#include "config/config.h"
#include "config/nearest.h"

#include <string.h>

const struct option_row rule_rows[] = {
    {"rule", "verdict", OPTION_CHOICE, NULL, 0, 0, "deny|ask|allow",
     "deny: nothing can approve it; ask: asks in every mode; allow: fires by itself in modes step and risk. deny wins over ask, "
     "ask "
     "over allow"},
    {"rule", "skill", OPTION_STRING, "", 0, 0, NULL, "the skill's name; * and ? stand for any characters"},
    {"rule", "key", OPTION_STRING, "", 0, 0, NULL,
     "a key or chord that is pressed, as ctrl+w; of an allow rule: the only one, and no mouse button"},
    {"rule", "class", OPTION_REGEX, "", 0, 0, NULL, "class of a window that gets input"},
    {"rule", "title", OPTION_REGEX, "", 0, 0, NULL, "title of a window that gets input"},
    {"rule", "rect", OPTION_STRING, "", 0, 0, NULL,
     "x,y,w,h in pixels with a point that is pressed in it, from the top left of the window there; screen:x,y,w,h of the screen"},
    {"rule", "text", OPTION_REGEX, "", 0, 0, NULL, "what is typed; of an allow rule: all of it, from end to end"},
    {"rule", "near", OPTION_REGEX, "", 0, 0, NULL, "words on the screen near a point that is pressed"},
    {"rule", "tier", OPTION_INT, "", 0, 3, NULL, "applies at most at this tier; an allow rule without it: 1"},
    {"rule", "expires", OPTION_STRING, "", 0, 0, NULL,
     "an ISO 8601 date and time from which on it does not apply, as 2027-01-31T18:00Z"},
    {"rule", "max_fires", OPTION_INT, "", 1, 1000000, NULL, "applies at most so often in a run"},
    {"rule", "rate", OPTION_STRING, "", 0, 0, NULL, "applies at most so often in a time: N/s, N/min or N/h"},
};
const gsize n_rule_rows = G_N_ELEMENTS(rule_rows);

static const char *const verdicts[] = {[RULE_DENY] = "deny", [RULE_ASK] = "ask", [RULE_ALLOW] = "allow"};

void rule_free(struct rule *r)
{
    if (!r)
        return;
    g_free(r->name);
    g_free(r->origin);
    g_free(r->skill);
    g_free(r->key);
    GRegex *const patterns[] = {r->class, r->title, r->text, r->near};
    for (gsize i = 0; i < G_N_ELEMENTS(patterns); i++)
        if (patterns[i])
            g_regex_unref(patterns[i]);
    g_strfreev(r->given);
    g_free(r);
}

bool rule_is_group(const char *group)
{
    return strncmp(group, "rule", 4) == 0 && (group[4] == '\0' || group[4] == ' ' || group[4] == '\t');
}

static bool misfit(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool misfit(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, what);
    return false;
}

/* ---- values that options.c has no type for ---- */

static bool take_rect(struct rule *r, const char *value, GError **error)
{
    const char *p = g_str_has_prefix(value, "screen:") ? value + strlen("screen:") : value;
    g_auto(GStrv) parts = g_strsplit(p, ",", -1);
    gint64 n[4] = {0};
    bool ok = g_strv_length(parts) == 4;
    for (int i = 0; ok && i < 4; i++)
        ok = g_ascii_string_to_signed(g_strstrip(parts[i]), 10, i < 2 ? -16384 : 1, 16384, &n[i], NULL);
    if (!ok)
        return misfit(error, "must be x,y,w,h in whole pixels, or screen:x,y,w,h");
    r->has_rect = true;
    r->rect_on_screen = p != value;
    r->x = (int)n[0];
    r->y = (int)n[1];
    r->width = (int)n[2];
    r->height = (int)n[3];
    return true;
}

static bool take_expiry(struct rule *r, const char *value, GError **error)
{
    g_autoptr(GTimeZone) local = g_time_zone_new_local();
    g_autoptr(GDateTime) when = g_date_time_new_from_iso8601(value, local);
    if (!when && strchr(value, 'T')) { /* 18:00 is a time of day for people, not for GLib */
        gsize clock = strcspn(strchr(value, 'T'), "Z+-");
        const char *t = strchr(value, 'T');
        g_autofree char *seconds = g_strdup_printf("%.*s:00%s", (int)((gsize)(t - value) + clock), value, t + clock);
        when = g_date_time_new_from_iso8601(seconds, local);
    }
    if (!when)
        return misfit(error, "must be an ISO 8601 date and time, as 2027-01-31T18:00Z or 2027-01-31T18:00+01:00");
    r->expires_us = g_date_time_to_unix(when) * G_USEC_PER_SEC;
    return true;
}

static bool take_rate(struct rule *r, const char *value, GError **error)
{
    static const struct {
        const char *unit;
        gint64 us;
    } units[] = {{"s", G_TIME_SPAN_SECOND}, {"min", G_TIME_SPAN_MINUTE}, {"h", G_TIME_SPAN_HOUR}};
    g_auto(GStrv) parts = g_strsplit(value, "/", 2);
    gint64 n = 0;
    if (g_strv_length(parts) == 2 && g_ascii_string_to_signed(parts[0], 10, 1, 1000, &n, NULL))
        for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
            if (strcmp(parts[1], units[i].unit) == 0) {
                r->rate = (int)n;
                r->rate_us = units[i].us;
                return true;
            }
    return misfit(error, "must be N/s, N/min or N/h with N from 1 to 1000");
}

/* Only the shape of a chord: which names there are is known to skills/. */
static bool take_key(struct rule *r, const char *value, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(value, "+", -1);
    for (guint i = 0; parts[i]; i++)
        if (!*g_strstrip(parts[i]))
            return misfit(error, "must be a key or a chord such as ctrl+w (the key + is called plus)");
    r->key = g_strdup(value);
    return true;
}

/* All of the text, for a rule that allows: what stands around the match would be allowed along. */
static GRegex *pattern(const char *value, bool whole)
{
    g_autofree char *anchored = whole ? g_strdup_printf("\\A(?:%s)\\z", value) : NULL;
    return g_regex_new(anchored ? anchored : value, whole ? 0 : G_REGEX_OPTIMIZE, 0, NULL);
}

static bool take_value(struct rule *r, const char *key, const char *value, GError **error)
{
    bool allow = r->verdict == RULE_ALLOW;
    if (strcmp(key, "skill") == 0)
        r->skill = g_strdup(value);
    else if (strcmp(key, "key") == 0)
        return take_key(r, value, error);
    else if (strcmp(key, "class") == 0)
        r->class = pattern(value, false);
    else if (strcmp(key, "title") == 0)
        r->title = pattern(value, false);
    else if (strcmp(key, "text") == 0)
        r->text = pattern(value, allow);
    else if (strcmp(key, "near") == 0)
        r->near = pattern(value, false);
    else if (strcmp(key, "rect") == 0)
        return take_rect(r, value, error);
    else if (strcmp(key, "tier") == 0)
        r->tier = (int)option_int(value);
    else if (strcmp(key, "expires") == 0)
        return take_expiry(r, value, error);
    else if (strcmp(key, "max_fires") == 0)
        r->max_fires = (int)option_int(value);
    else if (strcmp(key, "rate") == 0)
        return take_rate(r, value, error);
    return true;
}

/* ---- a rule from its keys ---- */

/* "" is what an empty line of a file says: not given. */
static const char *value_of(GHashTable *values, const char *key)
{
    const char *value = g_hash_table_lookup(values, key);
    return value && *value ? value : NULL;
}

static bool check_value(const struct option_row *row, const char *value, GError **error)
{
    g_autoptr(GError) local = NULL;
    if (option_check(row, value, &local))
        return true;
    return misfit(error, "%s = %.60s: %s", row->key, value, local->message);
}

static bool check_allow(const struct rule *r, GError **error)
{
    if (r->verdict != RULE_ALLOW || r->skill || r->key || r->class || r->text || r->has_rect)
        return true;
    return misfit(error, "an allow rule needs skill, key, class, rect or text: a title and the words on the screen alone are "
                         "whatever a program writes there");
}

static struct rule *make(const char *name, const char *origin, GHashTable *values, GError **error)
{
    struct rule *r = g_new0(struct rule, 1);
    g_autoptr(GPtrArray) given = g_ptr_array_new_with_free_func(g_free);
    bool ok = true;
    r->name = g_strdup(name);
    r->origin = g_strdup(origin);
    r->tier = -1;
    for (gsize i = 0; ok && i < n_rule_rows; i++) {
        const struct option_row *row = &rule_rows[i];
        const char *value = value_of(values, row->key);
        if (!value) {
            ok = row->fallback || misfit(error, "has no %s (deny, ask or allow)", row->key);
            continue;
        }
        ok = check_value(row, value, error);
        for (int v = 0; ok && i == 0 && v < (int)G_N_ELEMENTS(verdicts); v++)
            if (strcmp(value, verdicts[v]) == 0)
                r->verdict = (enum rule_verdict)v;
        g_autoptr(GError) local = NULL;
        if (ok && i > 0 && !take_value(r, row->key, value, &local))
            ok = misfit(error, "%s = %.60s: %s", row->key, value, local->message);
        g_ptr_array_add(given, g_strdup_printf("%s=%s", row->key, value));
    }
    g_ptr_array_add(given, NULL);
    r->given = (char **)g_ptr_array_steal(given, NULL);
    if (ok && check_allow(r, error))
        return r;
    rule_free(r);
    return NULL;
}

static const struct option_row *known(const char *key, GError **error)
{
    const struct option_row *row = option_find(rule_rows, n_rule_rows, "rule", key);
    if (row)
        return row;
    g_autofree const char **keys = option_names(rule_rows, n_rule_rows, "rule");
    g_autofree char *hint = nearest_hint(key, (const char *const *)keys);
    misfit(error, "no such key \"%.60s\"%s", key, hint);
    return NULL;
}

static bool name_fits(const char *name)
{
    return *name && strlen(name) <= 64 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == strlen(name);
}

struct rule *rule_from_ini(const ini *file, const char *group, GError **error)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *name = g_strstrip(g_strdup(group + strlen("rule"))), *origin = ini_where(file, group, NULL);
    g_autoptr(GError) local = NULL;
    g_auto(GStrv) keys = g_key_file_get_keys(file->file, group, NULL, NULL);
    const char *bad = NULL;
    if (!name_fits(name))
        misfit(&local, "a rule needs one name of letters, digits, _ - and ., as in [rule no-close]");
    for (guint i = 0; !local && keys && keys[i]; i++) {
        bad = keys[i];
        if (known(keys[i], &local))
            g_hash_table_insert(values, g_strdup(keys[i]), ini_value(file, group, keys[i]));
    }
    struct rule *r = local ? NULL : make(name, origin, values, &local);
    if (r)
        return r;
    g_autofree char *where =
        g_error_matches(local, CONFIG_ERROR, CONFIG_ERROR_USAGE) && bad && !g_hash_table_contains(values, bad)
            ? ini_where(file, group, bad)
            : g_strdup(origin);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: [%s] %s", where, group, local->message);
    return NULL;
}

/* ---- of the command line ---- */

static bool take_words(char **words, GHashTable *values, GError **error)
{
    for (guint i = 0; words[i]; i++) {
        char *equals = i == 0 ? NULL : strchr(words[i], '=');
        if (i > 0 && !equals)
            return misfit(error, "\"%.60s\" is not KEY=VALUE", words[i]);
        g_autofree char *key = i == 0 ? g_strdup("verdict") : g_strndup(words[i], (gsize)(equals - words[i]));
        if (!known(key, error))
            return false;
        if (g_hash_table_contains(values, key))
            return misfit(error, "%s is given twice", key);
        g_hash_table_insert(values, g_steal_pointer(&key), g_strdup(i == 0 ? words[i] : equals + 1));
    }
    return true;
}

struct rule *rule_from_words(const char *name, const char *text, GError **error)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GError) local = NULL;
    g_auto(GStrv) words = NULL;
    struct rule *r = NULL;
    if (!g_utf8_validate(text, -1, NULL) || strlen(text) > 4096)
        misfit(&local, "must be UTF-8 text of at most 4096 bytes");
    else if (g_shell_parse_argv(text, NULL, &words, &local) && take_words(words, values, &local))
        r = make(name, "--rule", values, &local);
    if (r && r->verdict == RULE_ALLOW) {
        g_clear_pointer(&r, rule_free);
        misfit(&local, "a rule of the command line may only deny or ask (allow belongs into reins.ini or the profile)");
    }
    if (!r)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--rule '%.80s': %s", text, local->message);
    return r;
}
