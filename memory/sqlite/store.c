/* Statements, transactions and what SQLite's results mean. */

#include "memory/sqlite/store.h"

#include "memory/port/places.h"

#include <stdarg.h>
#include <string.h>

/* errno of the failed write. SQLite calls only ENOSPC "full"; a quota or a size limit has to be looked up in the file that could
 * not grow, which in WAL mode is the WAL. */
static int failed_errno(sqlite3 *db)
{
    int code = 0;
    sqlite3_file *wal = NULL;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal) == SQLITE_OK && wal && wal->pMethods)
        wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &code);
    if (!places_errno_is_full(code))
        sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    return places_errno_is_full(code) ? code : sqlite3_system_errno(db);
}

void store_set_error(sqlite3 *db, int rc, const char *doing, GError **error)
{
    int primary = rc & 0xff;
    bool io = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN;
    int code = db && io ? failed_errno(db) : 0;
    const char *text = db ? sqlite3_errmsg(db) : sqlite3_errstr(rc);
    /* SHMSIZE: the -shm file could not be made long enough */
    if (primary == SQLITE_FULL || rc == SQLITE_IOERR_SHMSIZE || (io && places_errno_is_full(code)))
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FULL,
                    "cannot %s: the disk is full (free some space; nothing of it was kept)", doing);
    else if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "cannot %s: the memory store is damaged: %s (run `reins memory verify`, restore a copy)", doing, text);
    else if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY,
                    "cannot %s: another process has kept the memory store for more than %d s (try again)", doing,
                    STORE_BUSY_MS / 1000);
    else if (rc == SQLITE_CONSTRAINT_FOREIGNKEY)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "cannot %s: the run or proposal that it belongs to is not in memory", doing);
    else if (primary == SQLITE_READONLY || primary == SQLITE_PERM)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "cannot %s: the memory store may only be read (check its permissions)", doing);
    else if (primary == SQLITE_TOOBIG)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: a text in it is longer than %d MiB", doing,
                    STORE_MAX_VALUE / 1024 / 1024);
    else if (io && code != 0)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: %s: %s (check the disk)", doing, text,
                    g_strerror(code));
    else
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: %s", doing, text);
}

void store_query_done(store_query *query)
{
    if (!query)
        return;
    sqlite3_reset(query); /* its result repeats that of the last step, which was looked at */
    sqlite3_clear_bindings(query);
}

static int bind_all(sqlite3_stmt *stmt, const char *types, va_list args)
{
    int rc = SQLITE_OK;
    for (int i = 0; types[i] != '\0' && rc == SQLITE_OK; i++) {
        switch (types[i]) {
        case 'i':
            rc = sqlite3_bind_int64(stmt, i + 1, va_arg(args, gint64));
            break;
        case 'd':
            rc = sqlite3_bind_double(stmt, i + 1, va_arg(args, double));
            break;
        case 't': {
            /* borrowed until the statement is given back, which is before the caller's text can go */
            const char *text = va_arg(args, const char *);
            rc = text ? sqlite3_bind_text64(stmt, i + 1, text, strlen(text), SQLITE_STATIC, SQLITE_UTF8)
                      : sqlite3_bind_null(stmt, i + 1);
            break;
        }
        case 'b': {
            GBytes *bytes = va_arg(args, GBytes *);
            gsize length;
            const void *data = g_bytes_get_data(bytes, &length);
            rc = sqlite3_bind_blob64(stmt, i + 1, data, length, SQLITE_STATIC);
            break;
        }
        default:
            g_assert_not_reached();
        }
    }
    return rc;
}

static store_query *prepare_va(memory *m, const char *doing, GError **error, const char *sql, const char *types, va_list args)
{
    sqlite3_stmt *stmt = g_hash_table_lookup(m->statements, sql);
    if (!stmt) {
        int rc = sqlite3_prepare_v3(m->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL);
        if (rc != SQLITE_OK) {
            store_set_error(m->db, rc, doing, error);
            return NULL;
        }
        g_hash_table_insert(m->statements, (gpointer)sql, stmt);
    }
    g_assert(!sqlite3_stmt_busy(stmt)); /* two users of one statement at a time: a programmer's error */
    int rc = bind_all(stmt, types, args);
    if (rc != SQLITE_OK) {
        store_set_error(m->db, rc, doing, error);
        store_query_done(stmt);
        return NULL;
    }
    return stmt;
}

store_query *store_prepare(memory *m, const char *doing, GError **error, const char *sql, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    store_query *query = prepare_va(m, doing, error, sql, types, args);
    va_end(args);
    return query;
}

bool store_next(memory *m, store_query *query, const char *doing, GError **error)
{
    int rc = sqlite3_step(query);
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        store_set_error(m->db, rc, doing, error);
    return false;
}

bool store_run(memory *m, const char *doing, GError **error, const char *sql, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    g_autoptr(store_query) query = prepare_va(m, doing, error, sql, types, args);
    va_end(args);
    if (!query)
        return false;
    int rc;
    while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
    }
    if (rc != SQLITE_DONE)
        store_set_error(m->db, rc, doing, error);
    return rc == SQLITE_DONE;
}

bool store_integer(memory *m, const char *doing, gint64 missing, gint64 *ret_value, GError **error, const char *sql,
                   const char *types, ...)
{
    va_list args;
    va_start(args, types);
    g_autoptr(store_query) query = prepare_va(m, doing, error, sql, types, args);
    va_end(args);
    if (!query)
        return false;
    GError *local = NULL;
    gint64 value = store_next(m, query, doing, &local) ? sqlite3_column_int64(query, 0) : missing;
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    *ret_value = value;
    return true;
}

char *store_text(store_query *query, int column)
{
    return g_strdup((const char *)sqlite3_column_text(query, column));
}

bool store_no_run(gint64 run, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                "there is no run %" G_GINT64_FORMAT " in memory (`reins memory runs` lists them)", run);
    return false;
}

gint64 store_now(const memory *m)
{
    return m->now_us ? m->now_us : g_get_real_time();
}

bool store_begin(memory *m, const char *doing, GError **error)
{
    if (m->batch)
        return true;
    return store_run(m, doing, error, "BEGIN IMMEDIATE", "");
}

bool store_begin_sure(memory *m, const char *doing, GError **error)
{
    if (m->batch)
        return true;
    if (m->lazy && !store_run(m, doing, error, "PRAGMA synchronous = FULL", ""))
        return false;
    m->sure = m->lazy;
    return store_begin(m, doing, error);
}

bool store_end(memory *m, bool ok, const char *doing, GError **error)
{
    if (m->batch) {
        m->batch_bad = m->batch_bad || !ok;
        return ok;
    }
    if (ok)
        ok = store_run(m, doing, error, "COMMIT", "");
    /* SQLite rolls back by itself on some errors (a full disk), not on others */
    if (!ok && !sqlite3_get_autocommit(m->db) && !store_run(m, doing, NULL, "ROLLBACK", ""))
        g_assert(sqlite3_get_autocommit(m->db)); /* the error that matters is set already */
    if (m->sure && store_run(m, doing, NULL, "PRAGMA synchronous = NORMAL", ""))
        m->sure = false;
    return ok;
}

GPtrArray *store_list(memory *m, store_query *query, const char *doing, store_read_row read, GDestroyNotify row_free,
                      GError **error)
{
    if (!query)
        return NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(row_free);
    GError *local = NULL;
    while (store_next(m, query, doing, &local))
        g_ptr_array_add(rows, read(m, query));
    if (local) {
        g_propagate_error(error, local);
        return NULL;
    }
    return g_steal_pointer(&rows);
}

/* The first n columns of every row, one after the other. */
static GArray *read_numbers(memory *m, store_query *query, int n, const char *doing, GError **error)
{
    if (!query)
        return NULL;
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(gint64));
    GError *local = NULL;
    while (store_next(m, query, doing, &local))
        for (int i = 0; i < n; i++) {
            gint64 value = sqlite3_column_int64(query, i);
            g_array_append_val(values, value);
        }
    if (local) {
        g_propagate_error(error, local);
        return NULL;
    }
    return g_steal_pointer(&values);
}

GArray *store_integers(memory *m, store_query *query, const char *doing, GError **error)
{
    return read_numbers(m, query, 1, doing, error);
}

GArray *store_pairs(memory *m, store_query *query, const char *doing, GError **error)
{
    return read_numbers(m, query, 2, doing, error);
}

bool store_read_begin(memory *m, const char *doing, GError **error)
{
    return store_run(m, doing, error, "BEGIN", "");
}

void store_read_end(memory *m, const char *doing)
{
    if (!store_run(m, doing, NULL, "ROLLBACK", ""))
        g_debug("%s: the read transaction was gone already", doing);
}

const char *store_dir(const memory *m)
{
    return m->dir;
}

bool store_is_archive(const memory *m)
{
    return m->pictures != NULL;
}

bool store_scrub(memory *m, GError **error)
{
    static const char doing[] = "forget";
    /* one segment without the deleted words in the place of all; freed pages are overwritten (secure_delete, open.c) */
    if (!store_run(m, doing, error, "INSERT INTO search(search) VALUES ('optimize')", "") ||
        !store_run(m, doing, error, "INSERT INTO gist_search(gist_search) VALUES ('optimize')", ""))
        return false;
    gint64 busy = 1;
    if (!store_integer(m, doing, 1, &busy, error, "PRAGMA wal_checkpoint(TRUNCATE)", ""))
        return false;
    if (!busy)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY,
                "it is forgotten, but the store's journal (memory.sqlite-wal) still has old bytes, because another process reads "
                "the store (close it, then run `reins memory prune`)");
    return false;
}
