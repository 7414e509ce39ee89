#ifndef MEMORY_PORT_UPKEEP_H
#define MEMORY_PORT_UPKEEP_H

/* Operations on many rows, for verify, repair, forget and prune. As in rows.h: in the open transaction, and they decide
 * nothing. */

#include "memory/port/store.h"

/* ---- self checks of the database, without writing (upkeep.c, index_check.c, totals.c, search_sources.c) ---- */
/* Sentences (char *, owned) about damage and broken references; empty = sound. */
GPtrArray *upkeep_check(memory *m, const char *doing, GError **error);
/* A full-text index. */
struct upkeep_index {
    const char *name;
    const char *what; /* what its texts are, plural, for messages */
};
/* All full-text indexes; ends with name NULL. */
extern const struct upkeep_index upkeep_indexes[];
/* Compares an index with its texts. wrong: texts whose words differ, -1 = the index cannot be read. left: deleted texts that
 * are still in it. */
bool upkeep_index_check(memory *m, const struct upkeep_index *index, gint64 *ret_wrong, gint64 *ret_left, const char *doing,
                        GError **error);
bool upkeep_index_make(memory *m, const struct upkeep_index *index, const char *doing, GError **error);
/* Compares the texts of a run's rows with the searchable texts. wrong: missing or different ones. left: texts without a row. */
bool upkeep_texts_check(memory *m, gint64 run, gint64 *ret_wrong, gint64 *ret_left, GError **error);
/* Repairs what upkeep_texts_check() finds. */
bool upkeep_texts_make(memory *m, gint64 run, GError **error);
/* Compares the run's totals with its steps, calls and marks. Lists show the totals, and a resumed run counts its budgets from
 * them. */
bool upkeep_totals_check(memory *m, gint64 run, bool *ret_fit, const char *doing, GError **error);
bool upkeep_totals_make(memory *m, gint64 run, const char *doing, GError **error);

/* ---- rows for verify ---- */
struct upkeep_run {
    gint64 id, journal_seq;
    const char *journal_hash;
    bool ended;
};
bool upkeep_runs_each(memory *m, bool (*each)(void *data, const struct upkeep_run *run, GError **error), void *data,
                      const char *doing, GError **error);
/* Numbers of all runs (gint64). */
GArray *upkeep_runs(memory *m, const char *doing, GError **error);
/* Calls `each` for the run's tombstones, merged per step, last step first. emptied: ",SEQ,SEQ,". */
bool upkeep_stones_each(memory *m, gint64 run, void (*each)(void *data, gint64 step, const char *emptied, bool everywhere),
                        void *data, const char *doing, GError **error);
/* Calls `each` for each picture that must have a file, with the first run that names it. */
bool upkeep_frames_each(memory *m, void (*each)(void *data, const char *hash, gint64 run), void *data, const char *doing,
                        GError **error);
/* For an archive, whose pictures are rows: the fault of a picture, NULL = none. Caller frees. */
char *upkeep_picture_fault(memory *m, const char *hash);

/* ---- forgetting: step 0 = the whole run ---- */
/* Hashes of the pictures (char *, owned). */
GPtrArray *upkeep_frames_of(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* Marks pictures as gone since at_us: those of the step, or this picture wherever it is shown. */
bool upkeep_frames_gone(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error);
bool upkeep_frame_gone(memory *m, const char *hash, gint64 at_us, const char *doing, GError **error);
/* Runs (gint64) that lost pictures at that moment. */
GArray *upkeep_runs_that_lost(memory *m, gint64 at_us, const char *doing, GError **error);
bool upkeep_print_drop(memory *m, const char *hash, const char *doing, GError **error);
/* Journal rows that must lose their text, as ",SEQ,SEQ,". Caller frees. */
char *upkeep_journal_to_empty(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* Empties the texts of all rows; *texts counts the rows. Columns that lists need stay, as numbers do. */
bool upkeep_empty(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* Empties what later steps quote of it. */
bool upkeep_empty_later(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* Empties the prompts of a step's planning calls. */
bool upkeep_empty_plans(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* Pairs of gint64, run and step: steps of other runs whose plan recalled it (recalls.h). */
GArray *upkeep_reminded(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* The first later step whose calls have a reply (or a prompt); 0 = none. */
bool upkeep_first_after(memory *m, gint64 run, gint64 step, bool reply, gint64 *ret_first, const char *doing, GError **error);
struct upkeep_stone {
    gint64 run, step, at_us, frames, bytes;
    bool everywhere; /* quotes in later steps were emptied, too */
    const char *by, *reason, *emptied;
};
bool upkeep_stone_add(memory *m, const struct upkeep_stone *stone, gint64 *ret_id, const char *doing, GError **error);

/* ---- pruning ---- */
/* Runs (gint64) that ended before before_us. */
GArray *upkeep_runs_before(memory *m, gint64 before_us, const char *doing, GError **error);
/* Deletes the run's rows except its tombstone; does nothing when the run has not ended. */
bool upkeep_run_drop(memory *m, gint64 run, const char *doing, GError **error);
/* Whether a run that has not ended before before_us names the picture. */
bool upkeep_frame_is_named(memory *m, const char *hash, gint64 before_us, bool *ret_named, const char *doing, GError **error);
/* Marks the pictures that thinning removes as gone since at_us; *ret_runs: number of runs concerned. */
bool upkeep_thin(memory *m, gint64 before_us, gint64 at_us, gint64 *ret_runs, const char *doing, GError **error);

#endif
