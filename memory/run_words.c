#include "memory/run_words.h"
#include "memory/search.h"

#define FEW 2000 /* texts */

void run_words_clear(struct run_words *f)
{
    g_clear_pointer(&f->runs, g_free);
    g_clear_pointer(&f->quoted, g_free);
}

/* The runs seen so far. */
struct seen {
    GHashTable *ids;        /* gint64 → itself, owned */
    gint64 below, oldest;   /* how many have an id below `before`, and the smallest of those */
    gint64 first_of_oldest; /* its first text, 0 = not looked up yet */
};

static void see(struct seen *s, gint64 run, gint64 before)
{
    gint64 *id = g_memdup2(&run, sizeof run);
    if (!g_hash_table_add(s->ids, id) || run >= before)
        return;
    s->below++;
    if (!s->oldest || run < s->oldest) {
        s->oldest = run;
        s->first_of_oldest = 0;
    }
}

/* With enough of them, those with greater ids than the oldest are all seen once the texts are older than its first: a run's
 * texts are never older than the run. */
static bool is_enough(memory *m, struct seen *s, gint64 text, gint64 enough, const char *doing, GError **error)
{
    if (!enough || s->below < enough)
        return false;
    if (!s->first_of_oldest &&
        !store_integer(m, doing, 0, &s->first_of_oldest, error, "SELECT min(id) FROM texts WHERE run = ?", "i", s->oldest))
        return true;
    return text < s->first_of_oldest;
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

bool run_words_look(memory *m, const char *words, gint64 before, gint64 enough, struct run_words *ret_words, const char *doing,
                    GError **error)
{
    *ret_words = (struct run_words){0};
    if (!words || !*words)
        return true;
    g_autofree char *quoted = search_quote(words);
    if (!quoted) { /* without a letter or digit they find nothing, as in memory_search() */
        ret_words->runs = g_strdup("[]");
        return true;
    }
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    struct seen seen = {.ids = ids};
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT x.run, x.id FROM search JOIN texts x ON x.id = search.rowid WHERE search MATCH ?"
                      " ORDER BY search.rowid DESC",
                      "t", quoted);
    GError *local = NULL;
    bool beginning = search_has_beginning(quoted);
    for (gint64 n = 0; query && store_next(m, query, doing, &local); n++) {
        if (n == FEW && !beginning) {
            ret_words->quoted = g_steal_pointer(&quoted);
            return true;
        }
        see(&seen, sqlite3_column_int64(query, 0), before);
        if (beginning && is_enough(m, &seen, sqlite3_column_int64(query, 1), enough, doing, &local))
            break;
    }
    if (local)
        g_propagate_error(error, local);
    else if (query)
        ret_words->runs = json_of(ids);
    return query && !local;
}
