/* Rows of an archive into the store. */

#include "memory/sqlite/archive_rows.h"

static const char doing[] = "import the run";

bool copy_run(struct staging *in, memory *m, const char *chain_begin, const struct copy_hooks *hooks, void *user,
              const struct memory_watch *watch, GError **error)
{
    gint64 done = 0, run = 0;
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        if (g_str_equal(t->name, "journal"))
            continue;
        if (g_str_equal(t->name, "step_marks") && /* those that triggers have made are among them */
            !store_run(m, doing, error, "DELETE FROM step_marks WHERE run = ?", "i", run))
            return false;
        struct row_copy copy = {.from = in->m->db,
                                .to = m->db,
                                .table = t,
                                .doing = doing,
                                .run = in->run,
                                .anew = t->key != NULL,
                                .hooks = hooks,
                                .user = user,
                                .watch = watch,
                                .done = &done,
                                .total = in->rows};
        if (!row_copy_all(&copy, error))
            return false;
        if (t != archive_tables)
            continue;
        run = sqlite3_last_insert_rowid(m->db);
        if (!store_run(m, doing, error, "UPDATE runs SET journal_seq = 0, journal_hash = ? WHERE id = ?", "ti", chain_begin, run))
            return false;
    }
    return store_run(
        m, doing, error,
        "UPDATE run_totals SET touched = (SELECT count(*) FROM step_marks WHERE run = ?1 AND what = 'human') WHERE run = ?1", "i",
        run);
}

bool copy_set_origin(struct staging *in, memory *m, gint64 run, gint64 at_us, bool trusted, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(in->m, doing, error, "SELECT journal_seq, journal_hash, origin FROM runs WHERE id = ?", "i", in->run);
    if (!query || !store_next(in->m, query, doing, error))
        return false;
    return store_run(m, doing, error,
                     "UPDATE runs SET origin = json_object('kind', 'run', 'identity', ?1, 'run', ?2, 'rows', ?3, 'end', ?4,"
                     " 'imported_us', ?5, 'trusted', json(iif(?8, 'true', 'false')), 'before', CASE WHEN json_valid(?6) THEN"
                     " json(?6) END) WHERE id = ?7",
                     "tiititii", in->identity, in->run, (gint64)sqlite3_column_int64(query, 0),
                     (const char *)sqlite3_column_text(query, 1), at_us, (const char *)sqlite3_column_text(query, 2), run,
                     (gint64)trusted);
}

bool copy_find(memory *m, const char *identity, gint64 *ret_run, gint64 *ret_rows, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT r.id, coalesce(json_extract(r.origin, '$.rows'), r.journal_seq) FROM runs r"
                      " LEFT JOIN journal j ON j.run = r.id AND j.seq = 1 WHERE " STORE_RUN_IDENTITY " = ? ORDER BY r.id LIMIT 1",
                      "t", identity);
    GError *local = NULL;
    bool found = query && store_next(m, query, doing, &local);
    *ret_run = found ? sqlite3_column_int64(query, 0) : 0;
    *ret_rows = found ? sqlite3_column_int64(query, 1) : 0;
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}
