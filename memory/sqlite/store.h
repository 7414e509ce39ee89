#ifndef MEMORY_SQLITE_STORE_H
#define MEMORY_SQLITE_STORE_H

/* The open store and its statements, inside memory/sqlite/ only. Transactions: port/store.h. BEGIN is IMMEDIATE, so that a writer
 * waits at its start.
 * A call that reads takes a statement with store_prepare() into a g_autoptr(store_query): that resets it when the call returns,
 * so that no reader keeps an old snapshot (which would keep the WAL from being emptied). */

#include "memory/port/store.h"

#include <sqlite3.h>

#define STORE_BUSY_MS 10000
#define STORE_APPLICATION_ID 0x7265696e    /* "rein" */
#define STORE_MAX_VALUE (64 * 1024 * 1024) /* longest text that one column takes */

struct memory {
    sqlite3 *db;            /* owned */
    char *dir;              /* owned, absolute */
    char *file;             /* owned: DIR/memory.sqlite */
    char *frames;           /* owned: DIR/frames */
    GHashTable *statements; /* SQL literal → prepared statement, owned */
    bool lazy;              /* commits are not waited for until the disk has them, but for store_begin_sure() */
    bool sure;              /* one of those is under way */
    bool batch, batch_bad; /* batch.h: store_begin() and store_end() begin and end nothing; what was between two of them failed */
    gint64 now_us;         /* what store_now() says; 0 = the clock */
    sqlite3 *pictures;     /* borrowed: an archive is looked at (port/copy.h), its pictures are here; NULL = they are files */
    bool fits;             /* fit() is known (fit.h) */
    void (*waiting)(void *data); /* memory_on_wait() */
    void *waiting_data;
    gint64 waits_since_us; /* of the lock that is waited for now; CLOCK_MONOTONIC */
};

/* Prepared statements stay in the cache; "freeing" one gives it back. */
typedef sqlite3_stmt store_query;
void store_query_done(store_query *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(store_query, store_query_done)

/* What SQLite's result means for a caller, as a sentence about `doing` ("write the step"). */
void store_set_error(sqlite3 *db, int rc, const char *doing, GError **error);
/* The statement of `sql` (a literal), reset, with its parameters bound: one letter each in `types`, i = gint64, d = double,
 * t = text or NULL, b = GBytes*. */
store_query *store_prepare(memory *m, const char *doing, GError **error, const char *sql, const char *types,
                           ...) G_GNUC_WARN_UNUSED_RESULT;
/* The next row. False with error unset: no more. */
bool store_next(memory *m, store_query *query, const char *doing, GError **error);
/* Prepares, binds and runs a statement that gives no rows. */
bool store_run(memory *m, const char *doing, GError **error, const char *sql, const char *types, ...) G_GNUC_WARN_UNUSED_RESULT;
/* One integer from one row; `missing` when there is none. */
bool store_integer(memory *m, const char *doing, gint64 missing, gint64 *ret_value, GError **error, const char *sql,
                   const char *types, ...) G_GNUC_WARN_UNUSED_RESULT;
/* Column as a copy, NULL for NULL. */
char *store_text(store_query *query, int column);
/* Rows with their free function, for the lists of memory.h. */
typedef void *(*store_read_row)(memory *m, store_query *query);
GPtrArray *store_list(memory *m, store_query *query, const char *doing, store_read_row read, GDestroyNotify row_free,
                      GError **error);
/* The first column of every row (gint64). These lists: NULL with error; a query that is NULL has set it. */
GArray *store_integers(memory *m, store_query *query, const char *doing, GError **error);
/* The first two, one after the other. */
GArray *store_pairs(memory *m, store_query *query, const char *doing, GError **error);

/* Where a run came from (runs.origin, memory/batch.h) in SQL: r = its row of runs, j = the first row of its journal. */
#define STORE_RUN_FOREIGN "(r.origin IS NOT NULL AND NOT coalesce(json_extract(r.origin, '$.trusted'), 0))"
#define STORE_RUN_IDENTITY "coalesce(json_extract(r.origin, '$.identity'), j.hash)"

#endif
