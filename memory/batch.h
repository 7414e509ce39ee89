#ifndef MEMORY_BATCH_H
#define MEMORY_BATCH_H

/* Writes a run that was converted from another format. The ordinary calls write it with its original times, all in one
 * transaction. Its hash chain, its search index and the marks of its steps (pages.h) are made as for any other run. */

#include "memory/memory.h"

/* Begins a batch: calls that write do not commit by themselves until memory_batch_end(). Only calls for runs, steps, frames,
 * calls, proposals, summaries, notes, the journal and gists may be used in a batch. Others set times of their own or need
 * several transactions. */
bool memory_batch_begin(memory *m, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sets the time of the rows that follow (µs since 1970); 0 = now. */
void memory_batch_at(memory *m, gint64 us);
/* Commits the batch. With ok false, or after a failed call, rolls all of it back. */
bool memory_batch_end(memory *m, bool ok, GError **error);

/* A picture that was moved into DIR/frames, where none was, for a run that is not committed yet. */
struct memory_placed {
    char hash[65];
    gint64 at_ns; /* the file's modification time before it got that name; storing the picture again gives it a new time */
};
/* Removes the pictures of a run that will not be committed. Keeps those that a row names (another process may have stored the
 * same picture) and those that were stored again since (a row may follow). Files that cannot be removed stay until the next
 * prune. placed: array of struct memory_placed; is emptied. (frames.c) */
void memory_frames_take_back(memory *m, GArray *placed);

/* Sets the origin of a run: a JSON object with "kind" (the format), "identity" (64 hexadecimal digits that identify the run),
 * "run", "rows", "end", "trusted". Appends a journal row "imported" that binds it (journal.h). */
bool memory_run_set_origin(memory *m, gint64 run, const char *json, GError **error);
/* The origin of a run. NULL without an error: the run was made here, or does not exist. Caller frees. */
char *memory_run_origin(memory *m, gint64 run, GError **error);
/* Sets *ret_trusted to false when the run came from elsewhere and nobody declared it trusted. Error: NOT_FOUND. */
bool memory_run_trusted(memory *m, gint64 run, bool *ret_trusted, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The oldest run with this identity in its origin; 0 = none, -1 with an error. */
gint64 memory_run_from(memory *m, const char *identity, GError **error);

#endif
