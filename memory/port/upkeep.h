#ifndef MEMORY_PORT_UPKEEP_H
#define MEMORY_PORT_UPKEEP_H

/* Many rows at once: for verify, repair, forget, prune. As rows.h: within the transaction that is open, and they decide nothing.
 */

#include "memory/port/store.h"

/* ---- what the database can say of itself, without writing (upkeep.c, index_check.c, totals.c, search_sources.c) ---- */
/* Sentences (char *, owned) about damage and broken references; none = whole. */
GPtrArray *upkeep_check(memory *m, const char *doing, GError **error);
/* A full-text index. */
struct upkeep_index {
    const char *name;
    const char *what; /* its texts in words, of several */
};
/* All that the store has; name NULL at the end. */
extern const struct upkeep_index upkeep_indexes[];
/* Is each word of each text in it, and nothing else? wrong: texts of which it has other words, -1 = it cannot be read; left:
 * texts that are gone, and of which it still has words. */
bool upkeep_index_check(memory *m, const struct upkeep_index *index, gint64 *ret_wrong, gint64 *ret_left, const char *doing,
                        GError **error);
bool upkeep_index_make(memory *m, const struct upkeep_index *index, const char *doing, GError **error);
/* Is each text of a run's rows findable (wrong: how many are not), and no other one (left)? */
bool upkeep_texts_check(memory *m, gint64 run, gint64 *ret_wrong, gint64 *ret_left, GError **error);
/* Makes it so. */
bool upkeep_texts_make(memory *m, gint64 run, GError **error);
/* Do the run's totals fit its steps, calls and marks? Lists show them, and a resumed run counts its budgets from them. */
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
/* A run's tombstones, those of a step as one; the last step first. emptied: ",SEQ,SEQ,". */
bool upkeep_stones_each(memory *m, gint64 run, void (*each)(void *data, gint64 step, const char *emptied, bool everywhere),
                        void *data, const char *doing, GError **error);
/* Each picture whose file should be there, and the first run that names it. */
bool upkeep_frames_each(memory *m, void (*each)(void *data, const char *hash, gint64 run), void *data, const char *doing,
                        GError **error);
/* Of an archive, whose pictures are rows: what is wrong with one, NULL = nothing. Caller frees. */
char *upkeep_picture_fault(memory *m, const char *hash);

/* ---- forgetting: step 0 = the whole run ---- */
/* Hashes of its pictures (char *, owned). */
GPtrArray *upkeep_frames_of(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* They are gone since at_us: those of the step, or wherever the picture is shown. */
bool upkeep_frames_gone(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error);
bool upkeep_frame_gone(memory *m, const char *hash, gint64 at_us, const char *doing, GError **error);
/* Runs (gint64) that lost pictures at that moment. */
GArray *upkeep_runs_that_lost(memory *m, gint64 at_us, const char *doing, GError **error);
bool upkeep_print_drop(memory *m, const char *hash, const char *doing, GError **error);
/* ",SEQ,SEQ,": the rows of the chain that lose their words; caller frees. */
char *upkeep_journal_to_empty(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* Empties the words of all its rows; *texts counts the rows. Columns that a list needs stay, as numbers do. */
bool upkeep_empty(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* What the steps after it were told of it. */
bool upkeep_empty_later(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* The prompts of a step's calls that plan. */
bool upkeep_empty_plans(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error);
/* Pairs of gint64, run and step: the steps of other runs whose plan was reminded of it (recalls.h). */
GArray *upkeep_reminded(memory *m, gint64 run, gint64 step, const char *doing, GError **error);
/* The first step after it whose calls have a reply, or a prompt; 0 = none. */
bool upkeep_first_after(memory *m, gint64 run, gint64 step, bool reply, gint64 *ret_first, const char *doing, GError **error);
struct upkeep_stone {
    gint64 run, step, at_us, frames, bytes;
    bool everywhere; /* what later steps were told of it went, too */
    const char *by, *reason, *emptied;
};
bool upkeep_stone_add(memory *m, const struct upkeep_stone *stone, gint64 *ret_id, const char *doing, GError **error);

/* ---- pruning ---- */
/* Runs (gint64) that ended before. */
GArray *upkeep_runs_before(memory *m, gint64 before_us, const char *doing, GError **error);
/* Its rows go, its tombstone stays; nothing where it has not ended. */
bool upkeep_run_drop(memory *m, gint64 run, const char *doing, GError **error);
/* Does a run name the picture that has not ended before? */
bool upkeep_frame_is_named(memory *m, const char *hash, gint64 before_us, bool *ret_named, const char *doing, GError **error);
/* The pictures that thinning takes are gone since at_us; *ret_runs: of how many runs. */
bool upkeep_thin(memory *m, gint64 before_us, gint64 at_us, gint64 *ret_runs, const char *doing, GError **error);

#endif
