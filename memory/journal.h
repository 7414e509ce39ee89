#ifndef MEMORY_JOURNAL_H
#define MEMORY_JOURNAL_H

/* The hash chain of a run, inside memory/ only.
 *
 * Canonical text: the fields one after the other, each as LENGTH ':' BYTES ',' where LENGTH is the number of bytes in decimal,
 * and NULL as "-,". An integer is a field of its decimal digits. So no two different rows have the same text.
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
 *   call      "call" row run step module brain status attempt ms tokens_in tokens_out prompt reply output correction error
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
 * A display, a step, a call, a question and a state are written more than once: the newest such row says what they must be now.
 * Versions and stages of skills have a chain of their own (skill_chain.h).
 *
 * These stages say that a row was written; they are not stages of the action (memory_proposal.stage passes over them). */

#include "memory/notes.h"
#include "memory/questions.h"
#include "memory/store.h"

#define JOURNAL_ZERO "0000000000000000000000000000000000000000000000000000000000000000"

/* Appends fields to a canonical text. */
void canonical_text(GString *text, const char *field);
void canonical_int(GString *text, gint64 field);
/* Hex SHA-256 of the text; caller frees. */
char *canonical_hash(const GString *text);

char *journal_entry_hash(const char *previous, const struct memory_entry *entry);
char *journal_run_hash(const struct memory_run *run);
char *journal_display_hash(gint64 run, const char *display, const char *sandbox);
char *journal_fork_hash(gint64 run, gint64 parent, gint64 parent_step);
char *journal_step_hash(const struct memory_step *step);
char *journal_end_hash(gint64 run, const char *outcome, const char *reason, gint64 ended_us);
char *journal_proposal_hash(const struct memory_proposal *p);
char *journal_decision_hash(gint64 row, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                            gint64 at_us);
char *journal_fired_hash(gint64 row, gint64 run, gint64 proposal, const char *events, gint64 at_us);

char *journal_call_hash(const struct memory_call *call);
char *journal_frame_hash(gint64 row, const struct memory_frame *frame);
/* frames: struct memory_frame, in the order of their steps. */
char *journal_gone_hash(gint64 run, gint64 at_us, const GPtrArray *frames);
char *journal_summary_hash(const struct memory_summary_row *summary);
char *journal_state_hash(gint64 run, gint64 step, const char *state);
char *journal_question_hash(gint64 row, const struct memory_question *q);
char *journal_note_hash(gint64 row, const struct memory_note *note, gint64 at_us);
struct tombstone {
    gint64 row, run, step, at_us, frames, bytes;
    bool everywhere; /* what later steps were told of it went, too */
    const char *by, *reason, *emptied;
};
struct outcome_row {
    gint64 id, run, step, at_us;
    const char *skill, *sha256, *what;
};
char *journal_outcome_hash(const struct outcome_row *row);
char *journal_tombstone_hash(const struct tombstone *stone);

/* The rows of `steps` as they stand (memory_steps() fills in what is not there yet), by number. (steps.c) */
GPtrArray *step_rows(memory *m, gint64 run, const char *doing, GError **error);

/* One call, NULL with error unset: there is none. (calls.c) */
struct memory_call *call_row(memory *m, gint64 call, const char *doing, GError **error);

/* Appends a row within the transaction that is open. */
bool journal_append(memory *m, const struct memory_entry *entry, GError **error);
/* The same for a bound row; row 0 = the data has none. */
bool journal_bind(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage, const char *by, const char *digest,
                  const char *sha256, gint64 row, gint64 at_us, GError **error);

#endif
