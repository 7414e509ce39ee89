/* What verify asks of the store. */

#include "memory/port/upkeep.h"
#include "memory/sqlite/store.h"

/* Rows of text from a check that SQLite does itself; "ok" is none. */
static bool check(memory *m, const char *sql, const char *what, GPtrArray *findings, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, sql, "");
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local)) {
        const char *text = (const char *)sqlite3_column_text(query, 0);
        if (g_strcmp0(text, "ok") != 0)
            g_ptr_array_add(findings, g_strdup_printf("%s: %s", what, text));
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

GPtrArray *upkeep_check(memory *m, const char *doing, GError **error)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    bool ok = check(m, "PRAGMA integrity_check(100)", "SQLite's integrity check", findings, doing, error) &&
              check(m, "SELECT \"table\" || ' row ' || rowid || ' refers to nothing in ' || parent FROM pragma_foreign_key_check",
                    "broken reference", findings, doing, error);
    return ok ? g_steal_pointer(&findings) : NULL;
}

GArray *upkeep_runs(memory *m, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT id FROM runs ORDER BY id", "");
    return store_integers(m, query, doing, error);
}

bool upkeep_runs_each(memory *m, bool (*each)(void *data, const struct upkeep_run *run, GError **error), void *data,
                      const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT id, journal_seq, journal_hash, status = 'ended' FROM runs ORDER BY id", "");
    GError *local = NULL;
    while (query && !local && store_next(m, query, doing, &local)) {
        const struct upkeep_run run = {sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1),
                                       (const char *)sqlite3_column_text(query, 2), sqlite3_column_int(query, 3) != 0};
        if (!each(data, &run, &local))
            break;
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool upkeep_stones_each(memory *m, gint64 run, void (*each)(void *data, gint64 step, const char *emptied, bool everywhere),
                        void *data, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT step, group_concat(emptied), max(everywhere) FROM forgotten WHERE run = ? GROUP BY step ORDER BY step DESC", "i",
        run);
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local))
        each(data, sqlite3_column_int64(query, 0), (const char *)sqlite3_column_text(query, 1),
             sqlite3_column_int(query, 2) != 0);
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool upkeep_frames_each(memory *m, void (*each)(void *data, const char *hash, gint64 run), void *data, const char *doing,
                        GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT hash, min(run) FROM frames WHERE gone_us = 0 GROUP BY hash ORDER BY hash", "");
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local))
        each(data, (const char *)sqlite3_column_text(query, 0), sqlite3_column_int64(query, 1));
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

char *upkeep_picture_fault(memory *m, const char *hash)
{
    sqlite3 *db = m->pictures;
    sqlite3_stmt *query = NULL;
    char *fault = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT png FROM frame_files WHERE hash = ?", -1, &query, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(query, 1, hash, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(query);
    if (rc == SQLITE_ROW) {
        bool picture = sqlite3_column_type(query, 0) == SQLITE_BLOB;
        g_autofree char *now =
            g_compute_checksum_for_data(G_CHECKSUM_SHA256, sqlite3_column_blob(query, 0), (gsize)sqlite3_column_bytes(query, 0));
        fault = picture && g_str_equal(now, hash) ? NULL : g_strdup("has other bytes than its name says");
    } else {
        fault = rc == SQLITE_DONE ? g_strdup("is missing") : g_strdup_printf("cannot be read: %s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(query);
    return fault;
}
