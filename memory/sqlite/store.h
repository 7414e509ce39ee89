#ifndef MEMORY_SQLITE_STORE_H
#define MEMORY_SQLITE_STORE_H

/* The open store and its statements, inside memory/sqlite/ only. Transactions: port/store.h. BEGIN is IMMEDIATE, so that a
 * writer waits at its start. A call that reads keeps a statement from store_prepare() in a g_autoptr(store_query), which resets
 * it on return; a statement that is not reset would keep an old snapshot and stop the WAL from being emptied. */

#include "memory/port/store.h"

#include <sqlite3.h>

#define STORE_BUSY_MS 10000
#define STORE_APPLICATION_ID 0x7265696e    /* "rein" */
#define STORE_MAX_VALUE (64 * 1024 * 1024) /* size limit of one column, bytes */

struct memory {
    sqlite3 *db;            /* owned */
    char *dir;              /* owned, absolute */
    char *file;             /* owned: DIR/memory.sqlite */
    char *frames;           /* owned: DIR/frames */
    GHashTable *statements; /* SQL literal → prepared statement, owned */
    bool lazy;              /* commits do not wait for the disk, except store_begin_sure() */
    bool sure;              /* a transaction of store_begin_sure() is open */
    bool batch, batch_bad;  /* batch.h: store_begin() and store_end() do nothing; batch_bad: a call in the batch failed */
    gint64 now_us;          /* result of store_now(); 0 = the clock */
    sqlite3
        *pictures; /* borrowed: an archive that is being checked (port/copy.h) and holds the pictures; NULL = they are files */
    bool fits;     /* fit() is registered (fit.h) */
    void (*waiting)(void *data); /* memory_on_wait() */
    void *waiting_data;
    gint64 waits_since_us; /* start of the current wait for the lock; CLOCK_MONOTONIC */
};

/* Prepared statements stay in the cache; "freeing" one returns it. */
typedef sqlite3_stmt store_query;
void store_query_done(store_query *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(store_query, store_query_done)

/* Sets the error for SQLite's result code, as a sentence about `doing` ("write the step"). */
void store_set_error(sqlite3 *db, int rc, const char *doing, GError **error);
/* Prepares the statement `sql` (a string literal), reset, with its parameters bound: one letter each in `types`, i = gint64, d
 * = double, t = text or NULL, b = GBytes*. */
store_query *store_prepare(memory *m, const char *doing, GError **error, const char *sql, const char *types,
                           ...) G_GNUC_WARN_UNUSED_RESULT;
/* Steps to the next row. False without an error: no more rows. */
bool store_next(memory *m, store_query *query, const char *doing, GError **error);
/* Prepares, binds and runs a statement that returns no rows. */
bool store_run(memory *m, const char *doing, GError **error, const char *sql, const char *types, ...) G_GNUC_WARN_UNUSED_RESULT;
/* Reads one integer; `missing` when there is no row. */
bool store_integer(memory *m, const char *doing, gint64 missing, gint64 *ret_value, GError **error, const char *sql,
                   const char *types, ...) G_GNUC_WARN_UNUSED_RESULT;
/* A column as a copy; NULL for NULL. Caller frees. */
char *store_text(store_query *query, int column);
/* Reads rows into an array with their free function. These lists return NULL with an error; when query is NULL, the error is
 * set already. */
typedef void *(*store_read_row)(memory *m, store_query *query);
GPtrArray *store_list(memory *m, store_query *query, const char *doing, store_read_row read, GDestroyNotify row_free,
                      GError **error);
/* The first column of every row (gint64). */
GArray *store_integers(memory *m, store_query *query, const char *doing, GError **error);
/* The first two columns of every row, alternating. */
GArray *store_pairs(memory *m, store_query *query, const char *doing, GError **error);

/* SQL for a run's origin (runs.origin, memory/batch.h): r = its row of runs, j = the first row of its journal. */
#define STORE_RUN_FOREIGN "(r.origin IS NOT NULL AND NOT coalesce(json_extract(r.origin, '$.trusted'), 0))"
#define STORE_RUN_IDENTITY "coalesce(json_extract(r.origin, '$.identity'), j.hash)"

#endif
