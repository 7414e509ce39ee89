/* The memory screen's filter, completed by tab: names of fields, and the values that the store has for them. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include <string.h>

static const char *const fields[] = {"app:", "skill:", "outcome:", "tag:", "since:", "until:", "by:"};

/* The field that a word names, and where its value begins; NULL = it names none. */
static const char *field_of(const char *word, const char **ret_value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        if (g_str_has_prefix(word, fields[i])) {
            *ret_value = word + strlen(fields[i]);
            return fields[i];
        }
    }
    return NULL;
}

/* After one that is there the next, else the first that begins so. NULL = none. */
static const char *next_of(const GPtrArray *values, const char *typed)
{
    for (guint i = 0; i < values->len; i++) {
        if (g_str_equal(values->pdata[i], typed))
            return values->pdata[(i + 1) % values->len];
    }
    for (guint i = 0; i < values->len; i++) {
        if (g_str_has_prefix(values->pdata[i], typed))
            return values->pdata[i];
    }
    return NULL;
}

static GPtrArray *values_of(console *c, const char *field)
{
    g_autofree char *what = g_strndup(field, strlen(field) - 1);
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    GPtrArray *values = m && !strstr("since until", what) ? memory_filter_values(m, what, &error) : NULL;
    past_say(c, error);
    if (!values)
        values = g_ptr_array_new_with_free_func(g_free);
    if (g_str_equal(what, "outcome")) /* of those that have not ended */
        g_ptr_array_add(values, g_strdup("running"));
    return values;
}

void past_complete(console *c)
{
    struct input *in = &c->past->filter;
    const char *blank = strrchr(in->text->str, ' '), *word = blank ? blank + 1 : in->text->str, *value = NULL;
    const char *field = field_of(word, &value);
    g_autofree char *before = g_strndup(in->text->str, (gsize)(word - in->text->str)), *line = NULL;
    if (field) {
        g_autoptr(GPtrArray) values = values_of(c, field);
        const char *next = next_of(values, value);
        line = next && !strchr(next, ' ') ? g_strconcat(before, field, next, NULL) : NULL;
    }
    for (gsize i = 0; !field && *word && !line && i < G_N_ELEMENTS(fields); i++) {
        if (g_str_has_prefix(fields[i], word))
            line = g_strconcat(before, fields[i], NULL);
    }
    if (line)
        input_set(in, line);
}
