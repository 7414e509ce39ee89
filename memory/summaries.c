/* Summaries of a run. */

#include "memory/journal.h"
#include "memory/search.h"

/* The one before it, and where that one ended. */
static bool folds_in(memory *m, gint64 run, gint64 *ret_parent, gint64 *ret_first, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT id, step FROM summaries WHERE run = ? ORDER BY step DESC, id DESC LIMIT 1", "i", run);
    GError *local = NULL;
    *ret_parent = 0;
    *ret_first = 1;
    if (!query)
        return false;
    if (store_next(m, query, doing, &local)) {
        *ret_parent = sqlite3_column_int64(query, 0);
        *ret_first = sqlite3_column_int64(query, 1) + 1;
    } else if (local) {
        g_propagate_error(error, local);
        return false;
    }
    return true;
}

bool memory_summary_add(memory *m, gint64 run, gint64 step, const char *text, GError **error)
{
    static const char doing[] = "write the summary";
    g_return_val_if_fail(text, false);
    if (!store_begin(m, doing, error))
        return false;
    struct memory_summary_row row = {.run = run, .step = step, .at_us = store_now(m), .text = (char *)text};
    bool ok = folds_in(m, run, &row.parent, &row.first_step, doing, error);
    row.first_step = MIN(row.first_step, step);
    ok =
        ok && store_run(m, doing, error, "INSERT INTO summaries(run, step, at_us, parent, first_step, text) VALUES (?,?,?,?,?,?)",
                        "iiiiit", run, step, row.at_us, row.parent, row.first_step, text);
    if (ok) {
        row.id = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_summary_hash(&row);
        ok = search_put(m, "summary", "text", row.id, run, step, text, error) &&
             journal_bind(m, run, step, 0, "summary", NULL, NULL, hash, row.id, row.at_us, error);
    }
    return store_end(m, ok, doing, error);
}

void memory_summary_row_free(struct memory_summary_row *row)
{
    if (!row)
        return;
    g_free(row->text);
    g_free(row);
}

static void *read_summary(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_summary_row *row = g_new0(struct memory_summary_row, 1);
    row->run = sqlite3_column_int64(query, 0);
    row->step = sqlite3_column_int64(query, 1);
    row->at_us = sqlite3_column_int64(query, 2);
    row->text = store_text(query, 3);
    row->id = sqlite3_column_int64(query, 4);
    row->parent = sqlite3_column_int64(query, 5);
    row->first_step = sqlite3_column_int64(query, 6);
    return row;
}

GPtrArray *memory_summaries(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the summaries";
    g_autoptr(store_query) query =
        step ? store_prepare(
                   m, doing, error,
                   "SELECT run, step, at_us, text, id, parent, first_step FROM summaries WHERE run = ? AND step = ? ORDER BY id",
                   "ii", run, step)
             : store_prepare(
                   m, doing, error,
                   "SELECT run, step, at_us, text, id, parent, first_step FROM summaries WHERE run = ? ORDER BY step, id", "i",
                   run);
    return store_list(m, query, doing, read_summary, (GDestroyNotify)memory_summary_row_free, error);
}
