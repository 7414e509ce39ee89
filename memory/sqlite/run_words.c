#include "memory/sqlite/run_words.h"
#include "memory/sqlite/texts.h"

#define FEW 2000 /* texts */

void run_words_clear(struct run_words *f)
{
    g_clear_pointer(&f->runs, g_free);
    g_clear_pointer(&f->quoted, g_free);
}

/* ---- which run a text belongs to, without reading it ---- */

/* A run's texts, first to last. Another run's may lie between them, where both went at the same time. */
struct span {
    gint64 run, first, last;
};

/* Texts from the newest on: which spans each of them is in. */
struct sweep {
    GArray *spans; /* the one that ends last first */
    guint next;
    GArray *open; /* struct span: those that the text may be in */
};

static int by_last(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return x->last < y->last ? 1 : -(x->last > y->last);
}

static bool sweep_begin(memory *m, struct sweep *w, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT id, (SELECT min(id) FROM texts WHERE run = runs.id), (SELECT max(id) FROM texts WHERE run = runs.id)"
        " FROM runs ORDER BY id",
        "");
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local)) {
        const struct span s = {sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1), sqlite3_column_int64(query, 2)};
        if (s.first)
            g_array_append_val(w->spans, s);
    }
    g_array_sort(w->spans, by_last);
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

/* False with error unset: it has gone meanwhile. */
static bool sweep_to(memory *m, struct sweep *w, gint64 text, struct span *ret_span, const char *doing, GError **error)
{
    while (w->next < w->spans->len && g_array_index(w->spans, struct span, w->next).last >= text)
        g_array_append_val(w->open, g_array_index(w->spans, struct span, w->next++));
    for (guint i = w->open->len; i-- > 0;) {
        if (g_array_index(w->open, struct span, i).first > text)
            g_array_remove_index_fast(w->open, i);
    }
    gint64 run = 0;
    if (w->open->len > 1 && !store_integer(m, doing, 0, &run, error, "SELECT run FROM texts WHERE id = ?", "i", text))
        return false;
    for (guint i = 0; i < w->open->len; i++) {
        *ret_span = g_array_index(w->open, struct span, i);
        if (w->open->len == 1 || ret_span->run == run)
            return true;
    }
    return false;
}

static char *json_of(GHashTable *ids)
{
    GString *text = g_string_new("[");
    GHashTableIter iter;
    gpointer id;
    g_hash_table_iter_init(&iter, ids);
    while (g_hash_table_iter_next(&iter, &id, NULL))
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, text->len > 1 ? "," : "", *(gint64 *)id);
    g_string_append_c(text, ']');
    return g_string_free(text, FALSE);
}

/* Few texts: all their runs. Of more than that, the run is asked by itself. */
static bool look_at_few(memory *m, char *quoted, struct run_words *ret_words, const char *doing, GError **error)
{
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT x.run FROM search JOIN texts x ON x.id = search.rowid WHERE search MATCH ? LIMIT ?", "ti",
        quoted, (gint64)FEW + 1);
    GError *local = NULL;
    gint64 n = 0;
    for (; query && store_next(m, query, doing, &local); n++) {
        gint64 run = sqlite3_column_int64(query, 0);
        g_hash_table_add(ids, g_memdup2(&run, sizeof run));
    }
    if (local)
        g_propagate_error(error, local);
    else if (query && n > FEW)
        ret_words->quoted = g_strdup(quoted);
    else if (query)
        ret_words->runs = json_of(ids);
    return query && !local;
}

/* From the newest text on. With enough runs, those with greater ids than the oldest are all seen once the texts are older than
 * its first: a run's texts are never older than the run. */
static bool look_from_newest(memory *m, const char *quoted, gint64 before, gint64 enough, struct run_words *ret_words,
                             const char *doing, GError **error)
{
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(struct span)),
                      open = g_array_new(FALSE, FALSE, sizeof(struct span));
    struct sweep sweep = {.spans = spans, .open = open};
    struct span span = {0}, oldest = {0};
    GError *local = NULL;
    gint64 below = 0;
    if (!sweep_begin(m, &sweep, doing, error))
        return false;
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC", "t", quoted);
    while (query && !local && store_next(m, query, doing, &local)) {
        gint64 text = sqlite3_column_int64(query, 0);
        if (enough && below >= enough && text < oldest.first)
            break;
        if (!sweep_to(m, &sweep, text, &span, doing, &local) || g_hash_table_contains(ids, &span.run))
            continue;
        g_hash_table_add(ids, g_memdup2(&span.run, sizeof span.run));
        below += span.run < before;
        if (span.run < before && (!oldest.run || span.run < oldest.run))
            oldest = span;
    }
    if (local)
        g_propagate_error(error, local);
    else if (query)
        ret_words->runs = json_of(ids);
    return query && !local;
}

bool run_words_look(memory *m, const char *words, gint64 before, gint64 enough, struct run_words *ret_words, const char *doing,
                    GError **error)
{
    *ret_words = (struct run_words){0};
    if (!words || !*words)
        return true;
    g_autofree char *quoted = texts_to_fts(words);
    if (!quoted) { /* without a letter or digit they find nothing, as in memory_search() */
        ret_words->runs = g_strdup("[]");
        return true;
    }
    return texts_has_prefix(quoted) ? look_from_newest(m, quoted, before, enough, ret_words, doing, error)
                                    : look_at_few(m, quoted, ret_words, doing, error);
}
