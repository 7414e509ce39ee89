/* Rows of what past steps were about. */

#include "memory/gists.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

static void *read_gist(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_gist *gist = g_new0(struct memory_gist, 1);
    gist->id = sqlite3_column_int64(query, 0);
    gist->run = sqlite3_column_int64(query, 1);
    gist->step = sqlite3_column_int64(query, 2);
    gist->frame = store_text(query, 3);
    gist->text = store_text(query, 4);
    gist->imported = sqlite3_column_int(query, 5) != 0;
    return gist;
}

/* Of runs with an agent on a display: what a person fired by hand (`reins do`, a trial of a skill) is no example of how a task is
 * done, and a recorded display's run is the run that was recorded. */
#define GIST_COLUMNS                                                                                                             \
    "SELECT g.id, g.run, g.step, g.frame, g.text, " STORE_RUN_FOREIGN                                                            \
    " FROM gists g JOIN runs r ON r.id = g.run WHERE r.agent IS NOT 'do' AND ifnull(r.display, '') NOT GLOB 'cassette:*' AND "

GPtrArray *memory_gists_of_frame(memory *m, const char *hash, gint64 limit, GError **error)
{
    static const char doing[] = "look for steps that saw this";
    g_autoptr(store_query) query = store_prepare(m, doing, error, GIST_COLUMNS "g.frame = ? ORDER BY g.id DESC LIMIT ?", "ti",
                                                 hash, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_gist, (GDestroyNotify)memory_gist_free, error);
}

bool memory_gists_make(memory *m, gint64 run, GError **error)
{
    return store_run(m, "note what the steps were about", error, "UPDATE steps SET ended_us = ended_us WHERE run = ?", "i", run);
}

bool memory_gists_drop(memory *m, gint64 run, GError **error)
{
    return store_run(m, "leave out what the steps were about", error, "DELETE FROM gists WHERE run = ?", "i", run);
}

/* `"word"`, joined by AND; words of letters and digits only, so that nothing of them is syntax. */
static char *match_of(const char *const *words)
{
    GString *match = g_string_new(NULL);
    for (const char *const *word = words; *word; word++)
        g_string_append_printf(match, "%s\"%s\"", word == words ? "" : " AND ", *word);
    return g_string_free(match, FALSE);
}

bool rows_gists_newest(memory *m, gint64 *ret_id, const char *doing, GError **error)
{
    return store_integer(m, doing, 0, ret_id, error, "SELECT max(id) FROM gists", "");
}

/* The newest rows are read from the end of each word's list, so that no list is read whole. */
GArray *rows_gists_with(memory *m, const char *const *words, gint64 limit, const char *doing, GError **error)
{
    g_autofree char *match = match_of(words);
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT rowid FROM gist_search WHERE gist_search MATCH ? ORDER BY rowid DESC LIMIT ?",
                      "ti", match, limit);
    return store_integers(m, query, doing, error);
}

struct memory_gist *rows_gist_get(memory *m, gint64 id, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, GIST_COLUMNS "g.id = ?", "i", id);
    return query && store_next(m, query, doing, error) ? read_gist(m, query) : NULL;
}
