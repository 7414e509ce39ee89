#ifndef MEMORY_PORT_ROWS_H
#define MEMORY_PORT_ROWS_H

/* Writes rows of the store: one or two statements each, in the open transaction. These functions decide nothing; chain/ decides
 * what belongs into the hash chain and the index. Public calls of memory/ that only read are not here: the database implements
 * them itself.
 *
 * False or NULL comes with an error about `doing`, unless the comment says otherwise. */

#include "memory/gists.h"
#include "memory/notes.h"
#include "memory/port/store.h"
#include "memory/questions.h"
#include "memory/skills.h"

/* ---- what the chain binds (bound_rows.c) ---- */
/* The fields of a row as texts (char *, owned, NULL = NULL; an integer as digits), in the order in which chain/bound.h hashes
 * them. stage: of the journal row that binds it. ref: number, step or proposal of the row. Empty: no such row. */
GPtrArray *rows_bound(memory *m, const char *stage, gint64 run, gint64 ref, const char *doing, GError **error);
/* All rows of a run that journal rows of that stage must bind, as pairs of gint64: number and step (number and proposal for
 * decisions and fired events). */
GArray *rows_to_bind(memory *m, const char *stage, gint64 run, const char *doing, GError **error);
/* runs.origin for a row "imported"; NULL without an error: no such run. */
char *rows_origin_told(memory *m, gint64 run, const char *doing, GError **error);

/* ---- the journal (journal.c) ---- */
/* Seq and hash of the run's last journal row. NOT_FOUND: no such run. */
bool rows_journal_end(memory *m, gint64 run, gint64 *ret_seq, char **ret_hash, const char *doing, GError **error);
/* Appends a journal row and stores seq and hash in the run's row. */
bool rows_journal_add(memory *m, const struct memory_entry *entry, const char *doing, GError **error);
/* Gives a step a mark (pages.h); when the run does not have it (a fork), its first step. */
bool rows_mark(memory *m, gint64 run, gint64 step, const char *what, const char *doing, GError **error);
/* Calls `each` for the journal rows of a run in order. The entry is borrowed. Stops with its error when `each` returns false. */
bool rows_journal_each(memory *m, gint64 run, bool (*each)(void *data, const struct memory_entry *entry, GError **error),
                       void *data, const char *doing, GError **error);

/* ---- runs, steps, working memory (runs.c, steps.c) ---- */
bool rows_run_add(memory *m, const struct memory_run *run, const char *chain_begin, gint64 *ret_id, const char *doing,
                  GError **error);
/* The run's status. NOT_FOUND: no such run. Caller frees. */
char *rows_run_status(memory *m, gint64 run, const char *doing, GError **error);
/* Sets the status and clears the run's end. */
bool rows_run_set_status(memory *m, gint64 run, const char *status, const char *doing, GError **error);
bool rows_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox, const char *doing, GError **error);
bool rows_run_set_end(memory *m, gint64 run, const char *outcome, const char *reason, gint64 at_us, const char *doing,
                      GError **error);
bool rows_run_set_origin(memory *m, gint64 run, const char *json, const char *doing, GError **error);
/* Whether the step exists; step 0: whether the run exists. */
bool rows_step_is_there(memory *m, gint64 run, gint64 step, bool *ret_there, const char *doing, GError **error);
bool rows_step_begin(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error);
/* NOT_FOUND: no such step. */
bool rows_step_end(memory *m, const struct memory_step *step, const char *doing, GError **error);
bool rows_step_set_effect(memory *m, gint64 run, gint64 step, const char *effect, const char *doing, GError **error);
bool rows_step_set_success(memory *m, gint64 run, gint64 step, const char *success, const char *doing, GError **error);
bool rows_state_set(memory *m, gint64 run, gint64 step, gint64 at_us, const char *json, const char *doing, GError **error);

/* ---- frames (frames.c, pictures.c) ---- */
bool rows_frame_add(memory *m, const struct memory_frame *frame, gint64 *ret_row, const char *doing, GError **error);
/* Stores the print of a frame (pictures.h); an existing one stays. */
bool rows_print_add(memory *m, const char *hash, guint64 print, gint64 bytes, const char *doing, GError **error);
/* Calls `each` for every print. */
bool rows_prints_each(memory *m, void (*each)(void *data, const char *hash, guint64 print), void *data, const char *doing,
                      GError **error);
/* The newest step (or any) that shows a picture whose file exists; *ret_run 0 = none. *ret_role (optional) is owned. */
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
/* Step and digest of a proposal. NOT_FOUND: no such proposal. *ret_digest is owned. */
bool rows_proposal_place(memory *m, gint64 run, gint64 proposal, gint64 *ret_step, char **ret_digest, const char *doing,
                         GError **error);
bool rows_decision_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *verdict, const char *by,
                       const char *reason, gint64 *ret_row, const char *doing, GError **error);
/* NOT_FOUND: no such proposal. */
bool rows_fired_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *events, gint64 *ret_row, const char *doing,
                    GError **error);

/* ---- summaries, notes (summaries.c, notes.c) ---- */
/* The run's last summary; 0 and 0 when there is none. */
bool rows_summary_last(memory *m, gint64 run, gint64 *ret_id, gint64 *ret_step, const char *doing, GError **error);
bool rows_summary_add(memory *m, const struct memory_summary_row *row, gint64 *ret_id, const char *doing, GError **error);
bool rows_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error);
/* An equal pin or tag that is not withdrawn; 0 = none. */
bool rows_note_find(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error);
/* A note that is not withdrawn. NOT_FOUND: none. */
struct memory_note *rows_note_get(memory *m, gint64 id, const char *doing, GError **error);
bool rows_note_withdraw(memory *m, gint64 id, gint64 at_us, const char *doing, GError **error);

/* ---- questions to the person (questions.c) ---- */
bool rows_question_add(memory *m, const struct memory_question *q, gint64 *ret_row, const char *doing, GError **error);
/* rows_question_waiting(): row and step (gint64) of the waiting question with that id, empty = none. rows_questions_unused():
 * the same pairs for answered questions whose use is unknown. */
GArray *rows_question_waiting(memory *m, gint64 run, gint64 id, const char *doing, GError **error);
GArray *rows_questions_unused(memory *m, gint64 run, const char *doing, GError **error);
bool rows_question_end(memory *m, gint64 row, gint64 at_us, const char *verdict, const char *by, const char *answer,
                       const char *doing, GError **error);
bool rows_question_set_useful(memory *m, gint64 row, bool useful, const char *doing, GError **error);

/* ---- search (texts.c) ---- */
/* Indexes `text` as PART of the KIND with number `ref`, replacing the old text; NULL removes it. For JSON, the unescaped values
 * are indexed without the keys. */
bool rows_text_put(memory *m, const char *kind, const char *part, gint64 ref, gint64 run, gint64 step, const char *text,
                   GError **error);

/* ---- what steps were about (gists.c) ---- */
/* The greatest gist number, 0 = none. */
bool rows_gists_newest(memory *m, gint64 *ret_id, const char *doing, GError **error);
/* Numbers (gint64) of the newest gists with all of these words (from memory_gist_words(); ends with NULL). */
GArray *rows_gists_with(memory *m, const char *const *words, gint64 limit, const char *doing, GError **error);
/* NULL without an error: no such gist. */
struct memory_gist *rows_gist_get(memory *m, gint64 id, const char *doing, GError **error);

/* ---- skills (skills.c, skill_outcomes.c) ---- */
/* The version's number, 0 = no such version. */
bool rows_skill_find(memory *m, const char *name, const char *sha256, gint64 *ret_id, const char *doing, GError **error);
/* The version with its newest stage; NULL without an error: none. */
memory_skill *rows_skill_exact(memory *m, const char *name, const char *sha256, const char *doing, GError **error);
bool rows_skill_add(memory *m, const memory_skill *version, gint64 *ret_id, const char *doing, GError **error);
bool rows_skill_has_stage(memory *m, gint64 version, const char *stage, bool *ret_same, const char *doing, GError **error);
/* Start time of its newest stage; 0 = no such version. */
bool rows_skill_stage_time(memory *m, const char *name, const char *sha256, gint64 *ret_us, const char *doing, GError **error);
bool rows_skill_stage_add(memory *m, gint64 version, const char *stage, const char *by, const char *reason, gint64 *ret_id,
                          const char *doing, GError **error);
/* Joins both versions and all that are joined with either, under the lower number. */
bool rows_skill_join(memory *m, const memory_skill *one, const memory_skill *other, const char *doing, GError **error);
struct rows_outcome {
    gint64 run, step, at_us;
    const char *skill, *sha256, *what;
};
bool rows_outcome_add(memory *m, const struct rows_outcome *row, gint64 *ret_id, const char *doing, GError **error);
/* Changes `what` of the newest outcome that fits the row (any version and time); *ret_id 0: there is none. */
bool rows_outcome_change(memory *m, const struct rows_outcome *row, const char *what, gint64 *ret_id, const char *doing,
                         GError **error);
/* The end of the skills' chain; row 0 and hash NULL: it is empty. */
bool rows_skill_chain_end(memory *m, gint64 *ret_row, char **ret_hash, const char *doing, GError **error);
struct rows_skill_link {
    gint64 row, ref;
    const char *kind, *sha256, *hash;
};
bool rows_skill_chain_add(memory *m, const struct rows_skill_link *link, const char *doing, GError **error);
bool rows_skill_chain_each(memory *m, bool (*each)(void *data, const struct rows_skill_link *link, GError **error), void *data,
                           const char *doing, GError **error);
/* Numbers of versions or stages (`kind`) that are not in the chain. */
GArray *rows_skill_unchained(memory *m, const char *kind, const char *doing, GError **error);
/* Name of a version or stage for messages, "greet (3f2a…)". Caller frees; never NULL. */
char *rows_skill_called(memory *m, const char *kind, gint64 ref, const char *doing);

#endif
