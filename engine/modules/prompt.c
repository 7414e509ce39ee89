/* Prompt files: paragraphs, {{name}}, one pass — what a value says is never read as a template again. */

#include "engine/modules/prompt.h"
#include "engine/modules/counts.h"
#include "engine/modules/module.h"

#include <string.h>

#define NAME_MAX_CHARS 64

struct rendering {
    GHashTable *values; /* borrowed */
    GPtrArray *unknown; /* char*, owned by the caller */
    GString *part[2];   /* system, user */
};

static void note_unknown(GPtrArray *unknown, const char *name)
{
    for (guint i = 0; i < unknown->len; i++) {
        if (strcmp(g_ptr_array_index(unknown, i), name) == 0)
            return;
    }
    g_ptr_array_add(unknown, g_strdup(name));
}

/* The name between {{ and }} at p, trimmed; NULL: no closing braces in this paragraph. */
static char *name_at(const char *p, const char **ret_end)
{
    const char *close = strstr(p, "}}");
    if (!close)
        return NULL;
    *ret_end = close + 2;
    return g_strstrip(g_strndup(p + 2, MIN((gsize)(close - p - 2), NAME_MAX_CHARS)));
}

/* Adds the paragraph with its values put in, or nothing when one of them is empty. */
static void add_paragraph(struct rendering *r, const char *paragraph, GString *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool dropped = false;
    const char *p = paragraph, *open;
    while ((open = strstr(p, "{{"))) {
        g_string_append_len(text, p, open - p);
        g_autofree char *name = name_at(open, &p);
        if (!name) {
            note_unknown(r->unknown, "{{ without }}");
            return;
        }
        const char *value = g_hash_table_lookup(r->values, name);
        if (!value)
            note_unknown(r->unknown, name);
        dropped = dropped || !value || !*value;
        g_string_append(text, value ? value : "");
    }
    g_string_append(text, p);
    if (!dropped && text->len > 0)
        g_string_append_printf(out, "%s%s", out->len ? "\n\n" : "", text->str);
}

static void render(struct rendering *r, const char *template)
{
    g_auto(GStrv) lines = g_strsplit(template, "\n", -1);
    GString *paragraph = g_string_new(NULL);
    bool divided = false;
    for (char **line = lines; *line; line++)
        divided = strcmp(g_strchomp(*line), "---") == 0 || divided;
    int part = divided ? 0 : 1; /* without a divider all of it is the user's part */
    for (char **line = lines;; line++) {
        bool divider = *line && part == 0 && strcmp(*line, "---") == 0;
        if (*line && **line && !divider) {
            g_string_append_printf(paragraph, "%s%s", paragraph->len ? "\n" : "", *line);
            continue;
        }
        if (paragraph->len > 0)
            add_paragraph(r, paragraph->str, r->part[part]);
        g_string_truncate(paragraph, 0);
        if (divider)
            part = 1;
        if (!*line)
            break;
    }
    g_string_free(paragraph, TRUE);
}

static char *known_names(GHashTable *values)
{
    g_autoptr(GPtrArray) names = counts_names(values);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(", ", (char **)names->pdata);
}

bool prompt_render(const char *template, GHashTable *values, char **ret_system, char **ret_user, GError **error)
{
    struct rendering r = {values, g_ptr_array_new_with_free_func(g_free), {g_string_new(NULL), g_string_new(NULL)}};
    render(&r, template);
    g_autoptr(GPtrArray) unknown = r.unknown;
    g_autofree char *system = g_string_free(r.part[0], FALSE);
    g_autofree char *user = g_string_free(r.part[1], FALSE);
    if (unknown->len > 0) {
        g_autofree char *known = known_names(values);
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "the prompt uses \"%s\", which does not exist (there are: %s)",
                    (const char *)g_ptr_array_index(unknown, 0), known);
        return false;
    }
    *ret_system = g_steal_pointer(&system);
    *ret_user = g_steal_pointer(&user);
    return true;
}
