#ifndef MEMORY_SQLITE_ARCHIVE_ROWS_H
#define MEMORY_SQLITE_ARCHIVE_ROWS_H

/* Inside memory/sqlite/ only: the tables that make up a run, and copying their rows between databases. */

#include "memory/port/copy.h"
#include "memory/sqlite/store.h"

#define ARCHIVE_APPLICATION_ID 0x72656961 /* "reia" */
#define ARCHIVE_MAX_ROWS (gint64)50000000 /* per run */
#define ARCHIVE_HEAD "CREATE TABLE archive (\"key\" TEXT, \"value\" TEXT)"
#define ARCHIVE_FRAMES "CREATE TABLE frame_files (\"hash\" TEXT PRIMARY KEY, \"png\" BLOB)"

struct archive_table {
    const char *name;
    const char *key;   /* the column that numbers its rows, NULL = none */
    const char *where; /* condition for the rows of run ?1, with their order */
    bool outlives;     /* its rows do not belong to the run alone: no references, and a run number in them may be another run's */
};
/* Tables that others refer to come first; ends with name NULL. Includes the journal. */
extern const struct archive_table archive_tables[];
const struct archive_table *archive_table_find(const char *name);

/* "CREATE TABLE …" for the plain table in an archive; NULL with an error. Caller frees. */
char *archive_create(sqlite3 *db, const char *table, GError **error);

/* Copies the rows of one table between two databases with the same columns. Checks every value: numbers are not negative
 * (except prints), texts are UTF-8 without NUL, there are no BLOBs. */
struct row_copy {
    sqlite3 *from, *to;
    const struct archive_table *table;
    const char *doing;
    gint64 run;
    bool anew;                      /* `to` assigns new keys */
    const struct copy_hooks *hooks; /* NULL = none */
    void *user;
    const struct memory_watch *watch; /* NULL = none */
    gint64 *done, total;              /* rows so far (the caller sums over all tables), and in all */
};
bool row_copy_all(struct row_copy *copy, GError **error);

/* Runs statements (separated by ;) that return no rows. */
bool archive_sql(sqlite3 *db, const char *doing, GError **error, const char *sql);
/* Reads one integer; 0 when there is no row. */
bool archive_number(sqlite3 *db, const char *doing, const char *sql, gint64 bound, gint64 *ret_value, GError **error);

#endif
