#ifndef MEMORY_CHAIN_JOURNAL_H
#define MEMORY_CHAIN_JOURNAL_H

/* The hash chain of a run, inside memory/ only.
 *
 * Each row is hashed as its canonical text (canonical.h):
 *
 *   journal row   "journal" run seq step proposal at_us stage by digest data
 *   hash          lowercase hex SHA-256( hash of row seq-1 of the same run as 64 hex digits ‖ canonical text of this row );
 *                 the hash before row 1 is 64 zeros. seq counts from 1 without a gap; runs.journal_seq and runs.journal_hash are
 *                 the seq and the hash of the last row.
 *
 * Rows of other tables that must not change either are bound into the chain: the call that writes them appends, in the same
 * transaction, a journal row of one of the stages below whose data is {"sha256":"H"[,"row":N]}, H = hex SHA-256 of their
 * canonical text:
 *
 *   begun     "run" id task agent brain profile app mode options started_us
 *   ended     "end" id outcome reason ended_us          (reopened: nothing; the run goes on after an end)
 *   proposed  "proposal" run step id action timeline digest rule target tier edited_from by at_us
 *   decided   "decision" row run proposal verdict by reason at_us       (row = the row's number)
 *   events    "fired" row run proposal events at_us
 *   display   "display" run display sandbox
 *   forked    "fork" run parent parent_step             (a run that has a parent has such a row)
 *   step      "step" run step started_us ended_us task action verdict effect success
 *   call      "call" row run step module brain status attempt ms tokens_in tokens_out tokens_cached pictures prompt reply output
 *             correction error
 *   frame     "frame" row run step hash role width height at_us
 *   summary   "summary" row run step parent first_step text at_us
 *   state     "state" run step state
 *   note_added "note" row run step kind by text at_us   (note_withdrawn names its row and binds nothing)
 *   frames_gone "gone" run at_us, then step hash role of each frame that went then; its row is at_us (frames.gone_us)
 *   outcome   "outcome" row run step skill sha256 what at_us          (of a skill)
 *   imported  runs.origin itself: {"sha256":IDENTITY,"run","seq","end","trusted"}, of the chain that it had where it came from
 *   question  "question" row run step id question choices asked_us verdict answer by answered_us useful (-1 = not known)
 *   forgotten  "tombstone" row run step by reason at_us frames bytes everywhere emptied
 *
 * What a tombstone covers (its step, step 0 = the whole run) has lost its words: rows that are bound there need only be there
 * still, and the journal rows that it lists have NULL for data and vouch by the hash that the next row is made with.
 *
 * A display, a step, a call, a question, an outcome and a state are written more than once: the newest such row says what they
 * must be now. A verdict that comes late (memory_step_correct()) is a row behind the one that it corrects.
 * Versions and stages of skills have a chain of their own (skill_chain.h).
 *
 * These stages say that a row was written; they are not stages of the action (memory_proposal.stage passes over them). */

#include "memory/memory.h"

#define JOURNAL_ZERO "0000000000000000000000000000000000000000000000000000000000000000"

/* Hash of a row that follows one with the hash `previous`. Caller frees. */
char *journal_entry_hash(const char *previous, const struct memory_entry *entry);
/* Appends a row in the open transaction. */
bool journal_append(memory *m, const struct memory_entry *entry, GError **error);

#endif
