/* Rows of summaries. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

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

bool rows_summary_last(memory *m, gint64 run, gint64 *ret_id, gint64 *ret_step, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT id, step FROM summaries WHERE run = ? ORDER BY step DESC, id DESC LIMIT 1", "i", run);
    GError *local = NULL;
    bool found = query && store_next(m, query, doing, &local);
    *ret_id = found ? sqlite3_column_int64(query, 0) : 0;
    *ret_step = found ? sqlite3_column_int64(query, 1) : 0;
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool rows_summary_add(memory *m, const struct memory_summary_row *row, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO summaries(run, step, at_us, parent, first_step, text) VALUES (?,?,?,?,?,?)",
                        "iiiiit", row->run, row->step, row->at_us, row->parent, row->first_step, row->text);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}
