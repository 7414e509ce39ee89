#ifndef MEMORY_PORT_COPY_H
#define MEMORY_PORT_COPY_H

/* An archive's rows on their way into the store. The file is outside bytes: its rows are read into a database of this program's
 * own making, where they can be looked at as a store's, and from there into the store. An archive is an SQLite file whatever
 * database the store has; archive.h says what is in it. */

#include "memory/archive.h"

#define COPY_MAX_FRAME (64 * 1024 * 1024) /* bytes of one picture */

struct staging {
    memory *m;      /* owned: the rows, with the numbers that they have in the file; store_is_archive() */
    char *dir;      /* owned: DIR/incoming, removed with all that is in it */
    char *identity; /* owned */
    gint64 run;     /* its number in the file */
    gint64 rows, frames, bytes;
    int lock; /* of DIR/incoming */
};
/* Errors: BUSY: another import is under way; DAMAGED, NEWER: of the file. */
bool staging_open(struct staging *ret_staging, const char *dir, const char *file, const struct memory_watch *watch,
                  GError **error);
void staging_clear(struct staging *s);
/* What is told of it on every way in. */
bool staging_tell(struct staging *s, memory_archived *ret_archived, GError **error);
/* What only an archive can have wrong: is its run the one that it says (same), how many pictures its rows name, how many of its
 * steps have no number. */
bool staging_look(struct staging *s, bool *ret_same, gint64 *ret_named, gint64 *ret_unnumbered, GError **error);
/* Calls `each` for every picture that the file holds; its bytes are borrowed. */
bool staging_pictures_each(struct staging *s,
                           bool (*each)(void *data, const char *hash, const guint8 *bytes, gsize length, GError **error),
                           void *data, GError **error);

/* A row as it is read: a column's value, 0 or NULL where it has none. copy_text(): caller frees. */
typedef struct copy_row copy_row;
gint64 copy_integer(const copy_row *row, const char *column);
char *copy_text(const copy_row *row, const char *column);

struct copy_value {
    enum { COPY_SAME, COPY_NULL, COPY_INTEGER, COPY_TEXT } becomes; /* COPY_SAME: it stays as it was read */
    gint64 integer;
    const char *text; /* a literal */
};
struct copy_hooks { /* all: false with error; `table` is the row's */
    bool (*change)(void *user, const char *table, const char *column, const copy_row *row, struct copy_value *ret_value,
                   GError **error);
    bool (*skip)(void *user, const char *table, const copy_row *row, bool *ret_skip, GError **error);
    /* The row is written: its number before and now. (Not of tables whose rows have none.) */
    bool (*written)(void *user, const char *table, gint64 before, gint64 now, GError **error);
};
/* All rows of the run but its journal into the store, with new numbers, within the transaction that is open. The run's chain is
 * empty: `chain_begin` is its end. */
bool copy_run(struct staging *in, memory *m, const char *chain_begin, const struct copy_hooks *hooks, void *user,
              const struct memory_watch *watch, GError **error);
/* Writes where the run is from (runs.origin). */
bool copy_set_origin(struct staging *in, memory *m, gint64 run, gint64 at_us, bool trusted, GError **error);
/* The run of the store that is the same: by its first journal row where it was begun, or by what it was known as when it came
 * here; and how many rows its journal had then. *ret_run 0 = none. */
bool copy_find(memory *m, const char *identity, gint64 *ret_run, gint64 *ret_rows, GError **error);

#endif
