#ifndef MEMORY_ARCHIVE_OPEN_H
#define MEMORY_ARCHIVE_OPEN_H

/* Inside memory/ only: an archive's rows brought into a database of this program's own making, where they can be looked at as a
 * store's. The file is outside bytes: it is opened to be read only, and nothing that it may have beside plain tables of known
 * columns is ever asked for. */

#include "memory/archive_rows.h"

struct staging {
    memory *m;        /* owned: the rows under our schema, with the numbers that they have in the file; m->pictures */
    sqlite3 *outside; /* owned: the file, to read */
    char *dir;        /* owned: DIR/incoming, removed with all that is in it */
    char *identity;   /* owned */
    gint64 run;       /* its number in the file */
    gint64 rows, frames, bytes;
    int lock; /* of DIR/incoming */
};
void staging_clear(struct staging *s);
/* Errors: BUSY: another import is under way; DAMAGED, NEWER: of the file. */
bool staging_open(struct staging *ret_staging, const char *dir, const char *file, const struct memory_watch *watch,
                  GError **error);
/* What is told of it on every way in. */
bool staging_tell(struct staging *s, memory_archived *ret_archived, GError **error);
/* What verify finds in it, and pictures that no row names. */
GPtrArray *staging_verify(struct staging *s, GError **error);

#endif
