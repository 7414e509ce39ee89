/* Full-text search. The texts stand in table texts (of JSON: its values), FTS5 indexes them as external content. */

#include "memory/sqlite/fit.h"
#include "memory/sqlite/texts.h"

#include "memory/port/rows.h"

#include <string.h>

#define SEARCH_MAX_WORDS 32 /* of a query; what comes after is not looked at */
#define SEARCH_MAX_BYTES 2000

bool rows_text_put(memory *m, const char *kind, const char *part, gint64 ref, gint64 run, gint64 step, const char *text,
                   GError **error)
{
    static const char doing[] = "index a text for search";
    if (!text || !*text)
        return store_run(m, doing, error, "DELETE FROM texts WHERE kind = ? AND ref = ? AND part = ?", "tit", kind, ref, part);
    /* group_concat gives NULL for {}; a JSON text that is one string is unquoted, too */
    bool json = strchr("{[\"", *text) != NULL;
    const char *sql =
        json ? "INSERT INTO texts(kind, part, ref, run, step, text) VALUES (?1, ?2, ?3, ?4, ?5, CASE WHEN json_valid(?6)"
               " THEN coalesce((SELECT group_concat(atom, char(10)) FROM json_tree(?6) WHERE atom IS NOT NULL), '') ELSE ?6 END)"
               " ON CONFLICT(kind, ref, part) DO UPDATE SET text = excluded.text, step = excluded.step"
             : "INSERT INTO texts(kind, part, ref, run, step, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
               " ON CONFLICT(kind, ref, part) DO UPDATE SET text = excluded.text, step = excluded.step";
    return store_run(m, doing, error, sql, "ttiiit", kind, part, ref, run, step, text);
}

/* One word or phrase as an FTS5 string. */
static void append_string(GString *out, const char *start, gsize length, bool prefix)
{
    g_string_append(out, out->len ? " \"" : "\"");
    for (gsize i = 0; i < length; i++) {
        if (start[i] == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, start[i]);
    }
    g_string_append(out, prefix ? "\"*" : "\"");
}

/* Has it a letter or digit? FTS5 finds nothing in a string without one, and leaves it out of the query. */
static bool has_word(const char *start, gsize length)
{
    for (const char *p = start; p < start + length; p = g_utf8_next_char(p)) {
        if (g_unichar_isalnum(g_utf8_get_char(p)))
            return true;
    }
    return false;
}

char *texts_to_fts(const char *query)
{
    g_autofree char *valid = g_utf8_make_valid(query, (gssize)strnlen(query, SEARCH_MAX_BYTES));
    GString *out = g_string_new(NULL);
    int words = 0;
    for (const char *p = valid; *p && words < SEARCH_MAX_WORDS;) {
        if (g_unichar_isspace(g_utf8_get_char(p))) {
            p = g_utf8_next_char(p);
            continue;
        }
        const char *start = p, *end;
        const char *quote = *p == '"' ? strchr(p + 1, '"') : NULL;
        bool prefix = false;
        if (quote) {
            start = p + 1;
            end = quote;
            p = quote + 1;
        } else {
            while (*p && !g_unichar_isspace(g_utf8_get_char(p)))
                p = g_utf8_next_char(p);
            end = p;
            prefix = end - start > 1 && end[-1] == '*' && end[-2] != '*';
        }
        gsize length = (gsize)(end - start) - (prefix ? 1 : 0);
        if (!has_word(start, length))
            continue;
        append_string(out, start, length, prefix);
        words++;
    }
    if (words == 0) {
        g_string_free(out, TRUE);
        return NULL;
    }
    return g_string_free(out, FALSE);
}

bool texts_has_prefix(const char *quoted)
{
    return strstr(quoted, "\"*") != NULL;
}

/* ---- the newest of the texts that have the words ---- */

struct candidate {
    gint64 text; /* its id */
    double fit;
    char *snippet; /* owned; NULL = not made yet */
};

static void candidate_clear(void *data)
{
    g_free(((struct candidate *)data)->snippet);
}

static int by_fit(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->fit != y->fit)
        return x->fit < y->fit ? 1 : -1;
    return x->text < y->text ? 1 : -(x->text > y->text); /* the newer one first */
}

/* The newest texts that have all words, best first, and whether there are older ones. For a word's beginning SQLite joins the
 * places of all words that begin so, anew in each statement; therefore this one statement makes the snippets of such a search,
 * too. */
static GArray *find_candidates(memory *m, const char *quoted, bool *ret_more, const char *doing, GError **error)
{
    if (!fit_register(m, doing, error))
        return NULL;
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT rowid, fit(search), CASE WHEN ? THEN snippet(search, 0, '«', '»', '…', 16) END FROM search"
                      " WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?",
                      "iti", (gint64)texts_has_prefix(quoted), quoted, (gint64)MEMORY_SEARCH_NEWEST + 1);
    if (!query)
        return NULL;
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
    g_array_set_clear_func(candidates, candidate_clear);
    GError *local = NULL;
    *ret_more = false;
    while (!*ret_more && store_next(m, query, doing, &local)) {
        const struct candidate c = {sqlite3_column_int64(query, 0), sqlite3_column_double(query, 1), store_text(query, 2)};
        g_array_append_val(candidates, c);
        *ret_more = candidates->len > MEMORY_SEARCH_NEWEST;
    }
    if (local) {
        g_propagate_error(error, local);
        return NULL;
    }
    if (*ret_more)
        g_array_set_size(candidates, MEMORY_SEARCH_NEWEST);
    g_array_sort(candidates, by_fit);
    return g_steal_pointer(&candidates);
}

/* The words in their context, of the first n. The index is gone through a second time, because that is quick, and making what is
 * shown of a text is not. */
static bool make_snippets(memory *m, const char *quoted, GArray *candidates, guint n, const char *doing, GError **error)
{
    g_autoptr(GHashTable) places = g_hash_table_new(g_int64_hash, g_int64_equal);
    g_autoptr(GString) ids = g_string_new("[");
    for (guint i = 0; i < n; i++) {
        struct candidate *c = &g_array_index(candidates, struct candidate, i);
        g_string_append_printf(ids, "%s%" G_GINT64_FORMAT, i ? "," : "", c->text);
        g_hash_table_insert(places, &c->text, c);
    }
    g_string_append_c(ids, ']');
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT rowid, snippet(search, 0, '«', '»', '…', 16) FROM search"
                                                 " WHERE search MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"
                                                 " ORDER BY rowid DESC LIMIT ?",
                                                 "tti", quoted, ids->str, (gint64)n);
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local)) {
        gint64 id = sqlite3_column_int64(query, 0);
        struct candidate *c = g_hash_table_lookup(places, &id);
        c->snippet = store_text(query, 1);
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

/* Where a text stands; NULL with error unset: it has gone meanwhile. */
static struct memory_hit *read_hit(memory *m, struct candidate *c, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT run, step, kind FROM texts WHERE id = ?", "i", c->text);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    struct memory_hit *hit = g_new0(struct memory_hit, 1);
    hit->run = sqlite3_column_int64(query, 0);
    hit->step = sqlite3_column_int64(query, 1);
    hit->kind = store_text(query, 2);
    hit->snippet = g_steal_pointer(&c->snippet);
    return hit;
}

GPtrArray *memory_search_newest(memory *m, const char *query_text, gint64 limit, bool *ret_more, GError **error)
{
    static const char doing[] = "search memory";
    g_autofree char *quoted = texts_to_fts(query_text);
    g_autoptr(GPtrArray) hits = g_ptr_array_new_with_free_func((GDestroyNotify)memory_hit_free);
    *ret_more = false;
    if (!quoted)
        return g_steal_pointer(&hits);
    g_autoptr(GArray) candidates = find_candidates(m, quoted, ret_more, doing, error);
    guint n = candidates ? (guint)MIN(limit > 0 ? limit : G_MAXINT, (gint64)candidates->len) : 0;
    if (!candidates || (!texts_has_prefix(quoted) && !make_snippets(m, quoted, candidates, n, doing, error)))
        return NULL;
    for (guint i = 0; i < n; i++) {
        GError *local = NULL;
        struct candidate *c = &g_array_index(candidates, struct candidate, i);
        struct memory_hit *hit = c->snippet ? read_hit(m, c, doing, &local) : NULL;
        if (local) {
            g_propagate_error(error, local);
            return NULL;
        }
        if (hit)
            g_ptr_array_add(hits, hit);
    }
    return g_steal_pointer(&hits);
}

GPtrArray *memory_search(memory *m, const char *query, gint64 limit, GError **error)
{
    bool more;
    return memory_search_newest(m, query, limit, &more, error);
}
