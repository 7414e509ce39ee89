#include "config/ini.h"

#include "config/config.h"

#include <string.h>

/* Where each key stands. Follows GKeyFile's own rules of what a line is; whatever it took wrong, only a line number is off. */
static void ini_find_lines(ini *self, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *group = NULL;
    for (guint n = 0; lines[n]; n++) {
        char *line = g_strstrip(lines[n]);
        if (!*line || *line == '#')
            continue;
        char *end = *line == '[' ? strchr(line, ']') : strchr(line, '=');
        if (!end)
            continue;
        *end = '\0';
        char *name;
        if (*line == '[') {
            g_free(group);
            group = g_strdup(line + 1);
            name = g_strdup(group);
        } else {
            name = g_strdup_printf("%s\n%s", group ? group : "", g_strchomp(line));
            guint before = GPOINTER_TO_UINT(g_hash_table_lookup(self->lines, name));
            if (before)
                g_ptr_array_add(self->odd, g_strdup_printf("%s:%u: [%s] %s is set twice (first in line %u): this one counts",
                                                           self->origin, n + 1, group ? group : "", line, before));
        }
        g_hash_table_replace(self->lines, name, GUINT_TO_POINTER(n + 1));
    }
}

/* GKeyFile quotes the offending line but does not number it. */
static guint ini_bad_line(const char *text)
{
    guint n = 1;
    bool in_group = false;
    for (const char *p = text; p && *p; n++) {
        const char *end = strchrnul(p, '\n');
        g_autofree char *line = g_strndup(p, (gsize)(end - p));
        g_strstrip(line);
        bool group = *line == '[' && line[1] != ']' && line[strlen(line) - 1] == ']';
        bool entry = in_group && *line != '[' && *line != '=' && strchr(line, '=');
        if (*line && *line != '#' && !group && !entry)
            return n;
        in_group |= group;
        p = *end ? end + 1 : end;
    }
    return 0;
}

ini *ini_parse(const char *text, gsize length, const char *origin, GError **error)
{
    if (length > INI_MAX_BYTES) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: longer than 1 MiB: this is not a configuration file", origin);
        return NULL;
    }
    const char *bad;
    if (!g_utf8_validate(text, (gssize)length, &bad)) {
        guint n = 1;
        for (const char *p = text; p < bad; p++)
            n += *p == '\n';
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s:%u: not UTF-8 text (save the file as UTF-8)", origin, n);
        return NULL;
    }
    g_autofree char *copy = g_strndup(text, length);
    g_autoptr(ini) self = g_new0(ini, 1);
    self->file = g_key_file_new();
    self->origin = g_strdup(origin);
    self->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->odd = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) local = NULL;
    if (*copy && !g_key_file_load_from_data(self->file, copy, strlen(copy), G_KEY_FILE_NONE, &local)) {
        guint n = ini_bad_line(copy);
        g_autofree char *where = n ? g_strdup_printf("%s:%u", origin, n) : g_strdup(origin);
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                    "%s: %s (an INI file has [group] and key=value lines, # begins a comment)", where, local->message);
        return NULL;
    }
    ini_find_lines(self, copy);
    return g_steal_pointer(&self);
}

void ini_free(ini *i)
{
    if (!i)
        return;
    g_key_file_free(i->file);
    g_free(i->origin);
    g_hash_table_unref(i->lines);
    g_ptr_array_unref(i->odd);
    g_free(i);
}

char *ini_value(const ini *i, const char *group, const char *key)
{
    /* The raw value: patterns have backslashes that are not GKeyFile's escapes. */
    char *value = g_key_file_get_value(i->file, group, key, NULL);
    return value ? g_strstrip(value) : NULL;
}

char *ini_where(const ini *i, const char *group, const char *key)
{
    g_autofree char *name = key ? g_strdup_printf("%s\n%s", group, key) : g_strdup(group);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(i->lines, name));
    return n ? g_strdup_printf("%s:%u", i->origin, n) : g_strdup(i->origin);
}
