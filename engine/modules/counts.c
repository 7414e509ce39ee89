#include "engine/modules/counts.h"

#include <string.h>

GHashTable *counts_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

GHashTable *counts_copy(GHashTable *counts)
{
    GHashTable *copy = counts_new();
    GHashTableIter iter;
    gpointer name, n;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &name, &n))
        counts_set(copy, name, *(gint64 *)n);
    return copy;
}

void counts_set(GHashTable *counts, const char *name, gint64 n)
{
    gint64 *own = g_new(gint64, 1);
    *own = n;
    g_hash_table_replace(counts, g_strdup(name), own);
}

gint64 counts_get(GHashTable *counts, const char *name)
{
    const gint64 *n = g_hash_table_lookup(counts, name);
    return n ? *n : 0;
}

GHashTable *counts_gained(GHashTable *before, GHashTable *after)
{
    GHashTable *gained = counts_new();
    GHashTableIter iter;
    gpointer name, n;
    g_hash_table_iter_init(&iter, after);
    while (g_hash_table_iter_next(&iter, &name, &n))
        if (*(gint64 *)n > counts_get(before, name))
            counts_set(gained, name, *(gint64 *)n - counts_get(before, name));
    return gained;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

GPtrArray *counts_names(GHashTable *counts)
{
    GPtrArray *names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_ptr_array_add(names, name);
    g_ptr_array_sort(names, compare_names);
    return names;
}

char *counts_text(GHashTable *counts)
{
    g_autoptr(GPtrArray) names = counts_names(counts);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_string_append_printf(text, "%s%s=%" G_GINT64_FORMAT, i ? "; " : "", name, counts_get(counts, name));
    }
    return g_string_free(text, FALSE);
}
