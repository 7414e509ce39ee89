#ifndef MEMORY_BATCH_H
#define MEMORY_BATCH_H

/* A run that is told from elsewhere: the ordinary calls write it, with the times that it had, in one transaction. So everything
 * holds of it that holds of any other: chain, index, marks. */

#include "memory/memory.h"

/* From here on calls that write commit nothing by themselves. Between begin and end only those of runs, steps, frames, calls,
 * proposals, summaries, notes, the journal and gists: the others' rows have times of their own, or they are more than one
 * transaction. */
bool memory_batch_begin(memory *m, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* What is written next was at this time (µs since 1970); 0 = now. */
void memory_batch_at(memory *m, gint64 us);
/* Commits; with ok false, or when a call failed, nothing of it stays. */
bool memory_batch_end(memory *m, bool ok, GError **error);

/* A picture that was put into DIR/frames, where there was none, for a run that is not committed yet. */
struct memory_placed {
    char hash[65];
    gint64 at_ns; /* when its file was modified, before it got that name: who stores the picture again gives it a new time */
};
/* The run will not be: their files go, but for those that a row names (another process may have taken the same picture) or that
 * were stored again since (it may be about to). When it cannot, they stay until prune. placed: of struct memory_placed; is
 * emptied. (frames.c) */
void memory_frames_take_back(memory *m, GArray *placed);

/* Where the run came from: a JSON object with "kind" (how to read it), "identity" (64 hexadecimal digits: by that it is known
 * again), "run", "rows", "end", "trusted". Binds it into the chain with a row "imported" (journal.h). */
bool memory_run_set_origin(memory *m, gint64 run, const char *json, GError **error);
/* NULL with error unset: it was made here, or is not there. Caller frees. */
char *memory_run_origin(memory *m, gint64 run, GError **error);
/* *ret_trusted false: it came from elsewhere, and nobody has said that it is to be trusted. Errors: NOT_FOUND. */
bool memory_run_trusted(memory *m, gint64 run, bool *ret_trusted, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The oldest run whose origin has this identity; 0 = none, -1 with error. */
gint64 memory_run_from(memory *m, const char *identity, GError **error);

#endif
