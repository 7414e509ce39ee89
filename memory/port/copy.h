#ifndef MEMORY_PORT_COPY_H
#define MEMORY_PORT_COPY_H

/* Copies the rows of an archive into the store. The file is untrusted: its rows are first read into a staging database that
 * this program creates, checked there as a store's rows are, and copied from there. An archive is an SQLite file whatever
 * database the store uses; archive.h describes it. */

#include "memory/archive.h"

#define COPY_MAX_FRAME (64 * 1024 * 1024) /* size limit of one picture, bytes */

struct staging {
    memory *m;      /* owned: the rows, with their numbers in the file; store_is_archive() is true */
    char *dir;      /* owned: DIR/incoming, removed with its content */
    char *identity; /* owned */
    gint64 run;     /* its number in the file */
    gint64 rows, frames, bytes;
    int lock; /* lock of DIR/incoming */
};
/* Reads a file into the staging database. Errors: BUSY: another import is running; DAMAGED, NEWER: about the file. */
bool archive_staging_open(struct staging *ret_staging, const char *dir, const char *file, const struct memory_watch *watch,
                          GError **error);
void archive_staging_clear(struct staging *s);
/* Fills in what both verify and import report. */
bool archive_staging_tell(struct staging *s, memory_archived *ret_archived, GError **error);
/* Checks what only an archive can have wrong: *ret_same = its run is the one that it names; *ret_named = pictures that its rows
 * name; *ret_unnumbered = steps without a number. */
bool archive_staging_look(struct staging *s, bool *ret_same, gint64 *ret_named, gint64 *ret_unnumbered, GError **error);
/* Calls `each` for every picture in the file. Its bytes are borrowed. */
bool archive_staging_pictures_each(struct staging *s,
                                   bool (*each)(void *data, const char *hash, const guint8 *bytes, gsize length, GError **error),
                                   void *data, GError **error);

/* A row as it was read. The functions return a column's value, 0 or NULL when there is none. Caller frees copy_text(). */
typedef struct copy_row copy_row;
gint64 copy_integer(const copy_row *row, const char *column);
char *copy_text(const copy_row *row, const char *column);

struct copy_value {
    enum { COPY_SAME, COPY_NULL, COPY_INTEGER, COPY_TEXT } becomes; /* COPY_SAME: the value is copied unchanged */
    gint64 integer;
    const char *text; /* a string literal */
};
struct copy_hooks { /* Each returns false with an error. `table` is the row's table. */
    bool (*change)(void *user, const char *table, const char *column, const copy_row *row, struct copy_value *ret_value,
                   GError **error);
    bool (*skip)(void *user, const char *table, const copy_row *row, bool *ret_skip, GError **error);
    /* Called when a row was written, with its old and new number. Not called for tables without numbers. */
    bool (*written)(void *user, const char *table, gint64 before, gint64 now, GError **error);
};
/* Copies all rows of the run except its journal into the store, with new numbers, in the open transaction. The run's chain
 * stays empty: `chain_begin` is its end. */
bool copy_run(struct staging *in, memory *m, const char *chain_begin, const struct copy_hooks *hooks, void *user,
              const struct memory_watch *watch, GError **error);
/* Writes runs.origin. */
bool copy_set_origin(struct staging *in, memory *m, gint64 run, gint64 at_us, bool trusted, GError **error);
/* Finds the same run in the store: by its first journal row when it began here, or by the identity that it was imported with.
 * *ret_rows = length of its journal then. *ret_run 0 = none. */
bool copy_find(memory *m, const char *identity, gint64 *ret_run, gint64 *ret_rows, GError **error);

#endif
