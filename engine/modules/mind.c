/* A mind's memory: made, copied and freed by its table. */

#include "engine/modules/mind.h"

#include "engine/modules/counts.h"

#include <stddef.h>

G_DEFINE_QUARK(reins - mind - error - quark, mind_error)

/* Before each struct: an array frees its rows by their address alone. */
union head {
    const struct mind_table *table;
    max_align_t align;
};

static void row_free(void *row)
{
    const union head *head = (const union head *)row - 1;
    mind_free(head->table, row);
}

void *mind_new(const struct mind_table *table)
{
    if (!table)
        return NULL;
    union head *head = g_malloc0(sizeof *head + table->size);
    void *mind = head + 1;
    head->table = table;
    for (const struct mind_field *f = table->fields; f->name; f++) {
        if (f->type == MIND_STRINGS)
            *(GPtrArray **)G_STRUCT_MEMBER_P(mind, f->offset) = g_ptr_array_new_with_free_func(g_free);
        else if (f->type == MIND_ROWS)
            *(GPtrArray **)G_STRUCT_MEMBER_P(mind, f->offset) = g_ptr_array_new_with_free_func(row_free);
        else if (f->type == MIND_COUNTS)
            *(GHashTable **)G_STRUCT_MEMBER_P(mind, f->offset) = counts_new();
    }
    return mind;
}

static void copy_items(const struct mind_field *f, GPtrArray *to, const GPtrArray *from)
{
    for (guint i = 0; i < from->len; i++) {
        const void *item = g_ptr_array_index(from, i);
        g_ptr_array_add(to, f->type == MIND_ROWS ? mind_copy(f->rows, item) : g_strdup(item));
    }
}

static void copy_field(const struct mind_field *f, void *to, const void *from)
{
    switch (f->type) {
    case MIND_STRING:
        *(char **)to = g_strdup(*(char *const *)from);
        break;
    case MIND_INTEGER:
        *(gint64 *)to = *(const gint64 *)from;
        break;
    case MIND_REAL:
        *(double *)to = *(const double *)from;
        break;
    case MIND_BOOLEAN:
        *(bool *)to = *(const bool *)from;
        break;
    case MIND_STRINGS:
    case MIND_ROWS:
        copy_items(f, *(GPtrArray **)to, *(GPtrArray *const *)from);
        break;
    case MIND_COUNTS:
        g_hash_table_unref(*(GHashTable **)to);
        *(GHashTable **)to = counts_copy(*(GHashTable *const *)from);
        break;
    case MIND_TYPE_COUNT:
        break;
    }
}

void *mind_copy(const struct mind_table *table, const void *mind)
{
    if (!table || !mind)
        return NULL;
    void *copy = mind_new(table);
    for (const struct mind_field *f = table->fields; f->name; f++)
        copy_field(f, G_STRUCT_MEMBER_P(copy, f->offset), G_STRUCT_MEMBER_P(mind, f->offset));
    return copy;
}

void mind_free(const struct mind_table *table, void *mind)
{
    if (!table || !mind)
        return;
    for (const struct mind_field *f = table->fields; f->name; f++) {
        if (f->type == MIND_STRING)
            g_free(*(char **)G_STRUCT_MEMBER_P(mind, f->offset));
        else if (f->type == MIND_STRINGS || f->type == MIND_ROWS)
            g_ptr_array_unref(*(GPtrArray **)G_STRUCT_MEMBER_P(mind, f->offset));
        else if (f->type == MIND_COUNTS)
            g_hash_table_unref(*(GHashTable **)G_STRUCT_MEMBER_P(mind, f->offset));
    }
    g_free((union head *)mind - 1);
}

void mind_set_string(char **text, const char *by)
{
    char *old = *text;
    *text = g_strdup(by);
    g_free(old);
}
