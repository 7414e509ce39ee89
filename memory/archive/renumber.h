#ifndef MEMORY_ARCHIVE_RENUMBER_H
#define MEMORY_ARCHIVE_RENUMBER_H

/* The journal of an imported run, written anew with the numbers that its rows have here. */

#include "memory/archive.h"

/* Numbers of rows: of a table (its name) from those in the file to those here. */
struct numbers {
    GHashTable *tables; /* name (borrowed) → GHashTable of gint64 → gint64, owned */
};
void numbers_init(struct numbers *n);
void numbers_clear(struct numbers *n);
void numbers_add(struct numbers *n, const char *table, gint64 before, gint64 now);
/* 0 = there is no such row. */
gint64 numbers_find(const struct numbers *n, const char *table, gint64 before);

/* All rows of `from`'s run, in order, appended to the journal of `run` in `to`, whose other rows are there already; within the
 * transaction that is open. What a row said of another one is said of it with its new number where it was true; of an earlier
 * state, or of words that were forgotten, its hash stays and only the number is new. */
bool numbers_write_chain(memory *from, gint64 source, memory *to, gint64 run, const struct numbers *numbers,
                         const struct memory_watch *watch, GError **error);

#endif
