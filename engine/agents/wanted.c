/* A task that names things and their counts. */

#include "engine/agents/wanted.h"

G_DEFINE_QUARK(wanted - error - quark, wanted_error)

void wanted_free(struct wanted *w)
{
    if (w)
        g_free(w->name);
    g_free(w);
}

struct wanted *wanted_read(const char *text)
{
    static GRegex *form;
    g_autoptr(GMatchInfo) match = NULL;
    if (!form)
        form = g_regex_new("^\\s*(?:(-?[0-9]+)\\s+)?(\\S+)(?:\\s+(-?[0-9]+))?\\s*$", 0, 0, NULL);
    if (!g_regex_match(form, text, 0, &match))
        return NULL;
    g_autofree char *before = g_match_info_fetch(match, 1), *after = g_match_info_fetch(match, 3);
    const bool leads = before && *before, trails = after && *after;
    if (leads && trails)
        return NULL;
    struct wanted *w = g_new0(struct wanted, 1);
    w->name = g_match_info_fetch(match, 2);
    w->count = leads || trails ? g_ascii_strtoll(leads ? before : after, NULL, 10) : 1;
    return w;
}

GPtrArray *wanted_parse(const char *task, gint64 most, GError **error)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)wanted_free);
    g_auto(GStrv) parts = g_strsplit(task, ",", -1);
    for (char **part = parts; *part; part++) {
        struct wanted *w = wanted_read(*part);
        if (!w)
            return NULL;
        g_ptr_array_add(all, w);
        if (!g_regex_match_simple("^[a-z][a-z0-9_:]*$", w->name, G_REGEX_DOLLAR_ENDONLY, 0))
            return NULL;
    }
    for (guint i = 0; i < all->len; i++) {
        const struct wanted *w = all->pdata[i];
        if (w->count >= 1 && w->count <= most)
            continue;
        g_set_error(error, WANTED_ERROR, WANTED_ERROR_COUNT, "%s: a goal's count is 1 to %" G_GINT64_FORMAT, w->name, most);
        return NULL;
    }
    return all->len ? g_steal_pointer(&all) : NULL;
}
