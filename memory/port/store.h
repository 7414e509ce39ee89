#ifndef MEMORY_PORT_STORE_H
#define MEMORY_PORT_STORE_H

/* The open store as chain/, find/ and archive/ see it: transactions, clock, folder. A database implements this header, rows.h,
 * copy.h and the calls of memory/ that only read; memory/sqlite/ does.
 *
 * A public call that writes is one transaction: store_begin(), some calls of rows.h, then `return store_end(m, ok, doing,
 * error)`. A writer waits for the lock at its start and never fails later for a lock. `doing` says what the caller does, for
 * error messages ("write the step"). */

#include "memory/memory.h"

bool store_begin(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same as store_begin(), but when store_end() returns, this commit and all earlier ones are on the disk, lazy or not. */
bool store_begin_sure(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Commits when ok, else rolls back and keeps the error that is set. A failed commit rolls back too. */
bool store_end(memory *m, bool ok, const char *doing, GError **error);
/* Until store_read_end(), all reads see one moment. Does not block writers. */
bool store_read_begin(memory *m, const char *doing, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void store_read_end(memory *m, const char *doing);

/* The time for a row without one: the clock, or the batch's time (batch.h). */
gint64 store_now(const memory *m);
/* The store's folder, absolute; borrowed. */
const char *store_dir(const memory *m);
/* True when these are an archive's rows (copy.h): no index, no totals, no history of skills, and pictures are rows. */
bool store_is_archive(const memory *m);
/* Sets NOT_FOUND for a missing run and returns false. */
bool store_no_run(gint64 run, GError **error);

/* Removes the content of emptied or deleted rows from the indexes and the database's files. BUSY: another process reads; old
 * bytes may stay until it ends. */
bool store_scrub(memory *m, GError **error);

#endif
