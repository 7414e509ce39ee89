#ifndef MEMORY_PORT_STORE_H
#define MEMORY_PORT_STORE_H

/* The open store as chain/, find/ and archive/ see it: transactions, its clock, where it lies. A database implements this header,
 * rows.h, copy.h and the calls of memory/ that only read; memory/sqlite/ does.
 *
 * A public call that writes is one transaction: store_begin(), some calls of rows.h, then `return store_end(m, ok, doing,
 * error)`. A writer waits for another one at its start and never fails in the middle for a lock. `doing` is what the caller does,
 * in words for errors ("write the step"). */

#include "memory/memory.h"

bool store_begin(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same, and the disk has it, and all that was committed before, once store_end() returns: lazy or not. */
bool store_begin_sure(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Commits when ok, else rolls back and passes the error that is set already. A failed commit rolls back too. */
bool store_end(memory *m, bool ok, const char *doing, GError **error);
/* From here to store_read_end() all reads see one moment. It stops no writer. */
bool store_read_begin(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void store_read_end(memory *m, const char *doing);

/* The time of a row that says none: the clock's, or that of what is told (batch.h). */
gint64 store_now(const memory *m);
/* The store's folder, absolute; borrowed. */
const char *store_dir(const memory *m);
/* True: these are an archive's rows (copy.h). Then there is no index, no total, no history of skills, and pictures are rows. */
bool store_is_archive(const memory *m);
/* Sets NOT_FOUND: there is no such run. Returns false. */
bool store_no_run(gint64 run, GError **error);

/* After rows were emptied or deleted: takes what they said out of the indexes and the database's own files, too.
 * BUSY: another process reads; some old bytes stay until it is through. */
bool store_scrub(memory *m, GError **error);

#endif
