#ifndef MEMORY_ARCHIVE_RENUMBER_H
#define MEMORY_ARCHIVE_RENUMBER_H

/* Rebuilds the journal of an imported run with the row numbers of this store. */

#include "memory/archive.h"

/* Maps row numbers in the file to row numbers in the store, per table. */
struct numbers {
    GHashTable *tables; /* name (borrowed) → GHashTable of gint64 → gint64, owned */
};
void renumber_init(struct numbers *n);
void renumber_clear(struct numbers *n);
void renumber_add(struct numbers *n, const char *table, gint64 before, gint64 now);
/* The new number; 0 = no such row. */
gint64 renumber_find(const struct numbers *n, const char *table, gint64 before);

/* Appends all journal rows of `from`'s run, in order, to the journal of `run` in `to`, whose other rows exist already; in the
 * open transaction. Data that matched a row then are computed again with its new number. Data about an earlier state or about
 * forgotten text keep their hash; only the number changes. */
bool renumber_write_chain(memory *from, gint64 source, memory *to, gint64 run, const struct numbers *numbers,
                          const struct memory_watch *watch, GError **error);

#endif
