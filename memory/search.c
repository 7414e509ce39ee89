/* Full-text search. The texts stand in table texts (of JSON: its values), FTS5 indexes them as external content. */

#include "memory/search.h"

#include <string.h>

#define SEARCH_MAX_WORDS 32 /* of a query; what comes after is not looked at */
#define SEARCH_MAX_BYTES 2000

bool search_put(memory *m, const char *kind, const char *part, gint64 ref, gint64 run, gint64 step, const char *text,
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

char *search_quote(const char *query)
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

void memory_hit_free(struct memory_hit *hit)
{
    if (!hit)
        return;
    g_free(hit->kind);
    g_free(hit->snippet);
    g_free(hit);
}

static void *read_hit(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_hit *hit = g_new0(struct memory_hit, 1);
    hit->run = sqlite3_column_int64(query, 0);
    hit->step = sqlite3_column_int64(query, 1);
    hit->kind = store_text(query, 2);
    hit->snippet = store_text(query, 3);
    return hit;
}

GPtrArray *memory_search(memory *m, const char *query_text, gint64 limit, GError **error)
{
    static const char doing[] = "search memory";
    g_autofree char *quoted = search_quote(query_text);
    if (!quoted)
        return g_ptr_array_new_with_free_func((GDestroyNotify)memory_hit_free);
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT texts.run, texts.step, texts.kind, snippet(search, 0, '«', '»', '…', 16)"
                                                 " FROM search JOIN texts ON texts.id = search.rowid"
                                                 " WHERE search MATCH ? ORDER BY search.rank, search.rowid DESC LIMIT ?",
                                                 "ti", quoted, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_hit, (GDestroyNotify)memory_hit_free, error);
}
