#ifndef MEMORY_PORT_ROWS_H
#define MEMORY_PORT_ROWS_H

/* Rows of the store, as whoever writes them wants them: one statement or two each, within the transaction that is open. They
 * decide nothing: what belongs into the hash chain and the index is said by chain/. What a public call of memory/ only reads is
 * not here: the database implements that call itself.
 *
 * False or NULL: with error, which is about `doing`, unless it says otherwise. */

#include "memory/gists.h"
#include "memory/notes.h"
#include "memory/port/store.h"
#include "memory/questions.h"
#include "memory/skills.h"

/* ---- what the chain binds (bound_rows.c) ---- */
/* The fields of a row as texts (char *, owned, NULL = NULL; an integer is its digits), in the order in which chain/bound.h hashes
 * them. `stage`: of the journal row that binds it; `ref`: the row's number, its step, or its proposal. Empty: there is no such
 * row. */
GPtrArray *rows_bound(memory *m, const char *stage, gint64 run, gint64 ref, const char *doing, GError **error);
/* All rows of a run that must be bound by rows of that stage: pairs of gint64, the number and the step (of what a person or the
 * hand did with a proposal: the proposal). */
GArray *rows_to_bind(memory *m, const char *stage, gint64 run, const char *doing, GError **error);
/* What runs.origin says for a row "imported"; NULL with error unset: there is no such run. */
char *rows_origin_told(memory *m, gint64 run, const char *doing, GError **error);

/* ---- the journal (journal.c) ---- */
/* Seq and hash of the run's last row. NOT_FOUND: no such run. */
bool rows_journal_end(memory *m, gint64 run, gint64 *ret_seq, char **ret_hash, const char *doing, GError **error);
/* Appends, and says in the run's row that it is the last. */
bool rows_journal_add(memory *m, const struct memory_entry *entry, const char *doing, GError **error);
/* Marks the step, or where the run has not begun it (it was forked after it) its first one, as one that a person helped in. */
bool rows_help_mark(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* Calls `each` for the rows of a run in order; the entry is borrowed. False from it: stops, with its error. */
bool rows_journal_each(memory *m, gint64 run, bool (*each)(void *data, const struct memory_entry *entry, GError **error),
                       void *data, const char *doing, GError **error);

/* ---- runs, steps, working memory (runs.c, steps.c) ---- */
bool rows_run_add(memory *m, const struct memory_run *run, const char *chain_begin, gint64 *ret_id, const char *doing,
                  GError **error);
/* NOT_FOUND: no such run. Caller frees. */
char *rows_run_status(memory *m, gint64 run, const char *doing, GError **error);
/* Clears its end. */
bool rows_run_set_status(memory *m, gint64 run, const char *status, const char *doing, GError **error);
bool rows_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox, const char *doing, GError **error);
bool rows_run_set_end(memory *m, gint64 run, const char *outcome, const char *reason, gint64 at_us, const char *doing,
                      GError **error);
bool rows_run_set_origin(memory *m, gint64 run, const char *json, const char *doing, GError **error);
/* step 0: only the run. */
bool rows_step_is_there(memory *m, gint64 run, gint64 step, bool *ret_there, const char *doing, GError **error);
bool rows_step_begin(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error);
/* NOT_FOUND: the run has no such step. */
bool rows_step_end(memory *m, const struct memory_step *step, const char *doing, GError **error);
bool rows_step_set_effect(memory *m, gint64 run, gint64 step, const char *effect, const char *doing, GError **error);
bool rows_step_set_success(memory *m, gint64 run, gint64 step, const char *success, const char *doing, GError **error);
bool rows_state_set(memory *m, gint64 run, gint64 step, gint64 at_us, const char *json, const char *doing, GError **error);

/* ---- frames (frames.c, pictures.c) ---- */
bool rows_frame_add(memory *m, const struct memory_frame *frame, gint64 *ret_row, const char *doing, GError **error);
/* The print of a frame (pictures.h); one that is there stays. */
bool rows_print_add(memory *m, const char *hash, guint64 print, gint64 bytes, const char *doing, GError **error);
/* Calls `each` for every print. */
bool rows_prints_each(memory *m, void (*each)(void *data, const char *hash, guint64 print), void *data, const char *doing,
                      GError **error);
/* A step that shows the picture, its file being there; *ret_run 0 = none. The newest one, or any. *ret_role (optional): owned. */
bool rows_frame_shown(memory *m, const char *hash, gint64 *ret_run, gint64 *ret_step, char **ret_role, const char *doing,
                      GError **error);

/* ---- module calls (calls.c) ---- */
bool rows_call_add(memory *m, const struct memory_call *call, gint64 *ret_id, const char *doing, GError **error);
/* NOT_FOUND: no such call. */
bool rows_call_place(memory *m, gint64 call, gint64 *ret_run, gint64 *ret_step, const char *doing, GError **error);
bool rows_call_set_answer(memory *m, const struct memory_call *call, const char *doing, GError **error);
bool rows_call_set_correction(memory *m, gint64 call, const char *json, const char *doing, GError **error);

/* ---- proposals, decisions, what was fired (proposals.c) ---- */
bool rows_proposal_add(memory *m, const struct memory_proposal *p, gint64 *ret_row, const char *doing, GError **error);
/* NOT_FOUND: the run has no such proposal. *ret_digest is owned. */
bool rows_proposal_place(memory *m, gint64 run, gint64 proposal, gint64 *ret_step, char **ret_digest, const char *doing,
                         GError **error);
bool rows_decision_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *verdict, const char *by,
                       const char *reason, gint64 *ret_row, const char *doing, GError **error);
/* NOT_FOUND: the run has no such proposal. */
bool rows_fired_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *events, gint64 *ret_row, const char *doing,
                    GError **error);

/* ---- summaries, notes (summaries.c, notes.c) ---- */
/* Of a run's last summary; 0 and 0 where there is none. */
bool rows_summary_last(memory *m, gint64 run, gint64 *ret_id, gint64 *ret_step, const char *doing, GError **error);
bool rows_summary_add(memory *m, const struct memory_summary_row *row, gint64 *ret_id, const char *doing, GError **error);
bool rows_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error);
/* A pin or tag that stands and says the same; 0 = none. */
bool rows_note_find(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error);
/* One that stands. NOT_FOUND: none. */
struct memory_note *rows_note_get(memory *m, gint64 id, const char *doing, GError **error);
bool rows_note_withdraw(memory *m, gint64 id, gint64 at_us, const char *doing, GError **error);

/* ---- questions to the person (questions.c) ---- */
bool rows_question_add(memory *m, const struct memory_question *q, gint64 *ret_row, const char *doing, GError **error);
/* Row and step of the one with that id that waits (gint64; none = there is none); of those that were answered and of whose use
 * nothing is known, one after the other. */
GArray *rows_question_waiting(memory *m, gint64 run, gint64 id, const char *doing, GError **error);
GArray *rows_questions_unused(memory *m, gint64 run, const char *doing, GError **error);
bool rows_question_end(memory *m, gint64 row, gint64 at_us, const char *verdict, const char *by, const char *answer,
                       const char *doing, GError **error);
bool rows_question_set_useful(memory *m, gint64 row, bool useful, const char *doing, GError **error);

/* ---- search (texts.c) ---- */
/* Makes `text` findable as PART of the KIND with number `ref`, in place of what was there; NULL takes it out. Of a JSON text the
 * values are indexed, unescaped, without the keys. */
bool rows_text_put(memory *m, const char *kind, const char *part, gint64 ref, gint64 run, gint64 step, const char *text,
                   GError **error);

/* ---- what steps were about (gists.c) ---- */
/* The greatest number, 0 = there are none. */
bool rows_gists_newest(memory *m, gint64 *ret_id, const char *doing, GError **error);
/* Numbers (gint64) of the newest that have all of these words (as memory_gist_words() gives them; NULL ends them). */
GArray *rows_gists_with(memory *m, const char *const *words, gint64 limit, const char *doing, GError **error);
/* NULL with error unset: it is gone. */
struct memory_gist *rows_gist_get(memory *m, gint64 id, const char *doing, GError **error);

/* ---- skills (skills.c, skill_outcomes.c) ---- */
/* The version's number, 0 = there is none. */
bool rows_skill_find(memory *m, const char *name, const char *sha256, gint64 *ret_id, const char *doing, GError **error);
/* With its newest stage; NULL with error unset: none. */
memory_skill *rows_skill_exact(memory *m, const char *name, const char *sha256, const char *doing, GError **error);
bool rows_skill_add(memory *m, const memory_skill *version, gint64 *ret_id, const char *doing, GError **error);
bool rows_skill_has_stage(memory *m, gint64 version, const char *stage, bool *ret_same, const char *doing, GError **error);
/* When its newest stage began; 0 = there is no such version. */
bool rows_skill_stage_time(memory *m, const char *name, const char *sha256, gint64 *ret_us, const char *doing, GError **error);
bool rows_skill_stage_add(memory *m, gint64 version, const char *stage, const char *by, const char *reason, gint64 *ret_id,
                          const char *doing, GError **error);
/* All that are one with either are one, by the lower number. */
bool rows_skill_join(memory *m, const memory_skill *one, const memory_skill *other, const char *doing, GError **error);
struct rows_outcome {
    gint64 run, step, at_us;
    const char *skill, *sha256, *what;
};
bool rows_outcome_add(memory *m, const struct rows_outcome *row, gint64 *ret_id, const char *doing, GError **error);
/* The newest that row names (whatever its version and time) is another `what` from now on; *ret_id 0: there is none. */
bool rows_outcome_change(memory *m, const struct rows_outcome *row, const char *what, gint64 *ret_id, const char *doing,
                         GError **error);
/* The chain of their history; row 0 and hash NULL: it has not begun. */
bool rows_skill_chain_end(memory *m, gint64 *ret_row, char **ret_hash, const char *doing, GError **error);
struct rows_skill_link {
    gint64 row, ref;
    const char *kind, *sha256, *hash;
};
bool rows_skill_chain_add(memory *m, const struct rows_skill_link *link, const char *doing, GError **error);
bool rows_skill_chain_each(memory *m, bool (*each)(void *data, const struct rows_skill_link *link, GError **error), void *data,
                           const char *doing, GError **error);
/* Numbers of versions or stages (`kind`) that the chain does not have. */
GArray *rows_skill_unchained(memory *m, const char *kind, const char *doing, GError **error);
/* "greet (3f2a…)", of a version or a stage; caller frees. Never NULL. */
char *rows_skill_called(memory *m, const char *kind, gint64 ref, const char *doing);

#endif
