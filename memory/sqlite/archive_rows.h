#ifndef MEMORY_SQLITE_ARCHIVE_ROWS_H
#define MEMORY_SQLITE_ARCHIVE_ROWS_H

/* Inside memory/sqlite/ only: which tables make up a run, and their rows going from one database into another. */

#include "memory/port/copy.h"
#include "memory/sqlite/store.h"

#define ARCHIVE_APPLICATION_ID 0x72656961 /* "reia" */
#define ARCHIVE_MAX_ROWS (gint64)50000000 /* of one run */
#define ARCHIVE_HEAD "CREATE TABLE archive (\"key\" TEXT, \"value\" TEXT)"
#define ARCHIVE_FRAMES "CREATE TABLE frame_files (\"hash\" TEXT PRIMARY KEY, \"png\" BLOB)"

struct archive_table {
    const char *name;
    const char *key;   /* the column that numbers its rows, NULL = none: they have no number */
    const char *where; /* which rows are of run ?1, in order */
    bool outlives;     /* its rows do not belong to the run alone: no reference, a run's number in them may be another */
};
/* What the others refer to comes first; NULL name at the end. The journal is among them. */
extern const struct archive_table archive_tables[];
const struct archive_table *archive_table_find(const char *name);

/* "CREATE TABLE …" of the plain table that an archive has for it; NULL with error. */
char *archive_create(sqlite3 *db, const char *table, GError **error);

/* Rows of one table from one database into another that has the same columns. Every value is looked at: numbers are not negative
 * (but for a print), texts are UTF-8 without NUL, there are no BLOBs. */
struct row_copy {
    sqlite3 *from, *to;
    const struct archive_table *table;
    const char *doing;
    gint64 run;
    bool anew;                      /* the key is given by `to` */
    const struct copy_hooks *hooks; /* NULL = none */
    void *user;
    const struct memory_watch *watch; /* NULL = none */
    gint64 *done, total;              /* rows so far (kept by the caller over all tables), of how many */
};
bool row_copy_all(struct row_copy *copy, GError **error);

/* Runs statements (separated by ;) that give no rows. */
bool archive_sql(sqlite3 *db, const char *doing, GError **error, const char *sql);
/* One integer of one row; 0 when there is none. */
bool archive_number(sqlite3 *db, const char *doing, const char *sql, gint64 bound, gint64 *ret_value, GError **error);

#endif
