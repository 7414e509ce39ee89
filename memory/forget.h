#ifndef MEMORY_FORGET_H
#define MEMORY_FORGET_H

/* Forgetting a step or a run on purpose: its words and pictures go from the rows, the full-text index, the file's free pages and
 * the WAL; the frames' files go unless another step shows the same picture. What stays is a tombstone (who, when, why) in the
 * run's chain, the numbers (times, tiers, verdicts, cost) and the hashes of what was there, so that memory_verify() still proves
 * the rest. A hash tells nothing of a text, but it confirms one who guesses it.
 *
 * A later step's prompt was told of the steps before it, and summaries fold them in: `everywhere` empties those, too, from the
 * forgotten step to the run's end, and the plan prompts of other runs that were reminded of it (recalls.h), each with a tombstone
 * of its own. What later steps answered may quote it and stays: `kept` says so. */

#include "memory/memory.h"

typedef struct memory_forgotten {
    gint64 frames, bytes; /* files that went */
    gint64 texts;         /* rows whose words went */
    GPtrArray *kept;      /* char *, owned: what stays and why: "frame 3f2a… stays: run 4, step 7 shows it, too" */
} memory_forgotten;
void memory_forgotten_clear(memory_forgotten *forgotten);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(memory_forgotten, memory_forgotten_clear)
/* step 0 = the whole run, whose row stays as a tombstone. by: the user's name; reason: not empty. dry_run: only counts.
 * Errors: NOT_FOUND; BUSY: a process drives the run; FAILED: it has not ended (it may still be resumed and needs its past). */
bool memory_forget(memory *m, gint64 run, gint64 step, const char *by, const char *reason, bool everywhere, bool dry_run,
                   memory_forgotten *ret_forgotten, GError **error);

#endif
