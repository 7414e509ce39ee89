#ifndef MEMORY_FORGET_H
#define MEMORY_FORGET_H

/* Forgets a step or a run on purpose. Its texts and pictures are removed from the rows, the full-text index, free pages of the
 * file and the WAL. Frame files are deleted unless another step shows the same picture. A tombstone (who, when, why) in the
 * run's chain, the numbers (times, tiers, verdicts, cost) and the hashes of what was removed stay, so that memory_verify()
 * still proves the rest. A hash does not reveal a text, but it confirms a guess.
 *
 * Prompts of later steps quote earlier ones, and summaries include them. `everywhere` also empties those from the forgotten
 * step to the end of the run, and the plan prompts of other runs that recalled it (recalls.h), each with a tombstone of its
 * own. Answers of later steps may quote it and stay: `kept` lists them. */

#include "memory/memory.h"

typedef struct memory_forgotten {
    gint64 frames, bytes; /* files that were deleted */
    gint64 texts;         /* rows whose texts were removed */
    GPtrArray *kept;      /* char *, owned: what stays and why: "frame 3f2a… stays: run 4, step 7 shows it, too" */
} memory_forgotten;
void memory_forgotten_clear(memory_forgotten *forgotten);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(memory_forgotten, memory_forgotten_clear)
/* Forgets a step, or the whole run with step 0, whose row stays as a tombstone. by: the user's name. reason: not empty.
 * dry_run: only counts. Errors: NOT_FOUND; BUSY: a process drives the run; FAILED: the run has not ended (resume would need its
 * past). */
bool memory_forget(memory *m, gint64 run, gint64 step, const char *by, const char *reason, bool everywhere, bool dry_run,
                   memory_forgotten *ret_forgotten, GError **error);

#endif
