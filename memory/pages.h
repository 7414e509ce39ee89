#ifndef MEMORY_PAGES_H
#define MEMORY_PAGES_H

/* Looking back over much: lists by the page, counts, and what to jump to, each answered from an index, so that a store of a
 * million steps opens at once and one that a run is writing can be read. Order: runs newest first, steps as they went. */

#include "memory/memory.h"

/* Which runs. NULL or 0 = any; all that is given must hold. */
struct memory_filter {
    const char *app;       /* the program's name as its profile or command says it: either of them begins with this */
    const char *skill;     /* one that was proposed or fired in it */
    const char *outcome;   /* success | failed | stopped | budget | error | running (not ended) */
    const char *tag;       /* notes.h */
    const char *words;     /* a search (memory_search()): some text of it has all of them */
    gint64 from_us, to_us; /* begun at or after … before */
    bool tasks;            /* without `reins do` and trials of skills */
};

/* A run in a list. */
struct memory_run_row {
    gint64 id, started_us, ended_us; /* 0 = not yet */
    char *status, *outcome, *task, *app, *profile, *agent, *brain;
    gint64 steps, calls, tokens_in, tokens_out, ms; /* ms: of all model calls */
    gint64 touched; /* steps in which a person changed something (edited, rejected, corrected, answered, changed a board, wrote an
                     * action) */
    double cost;
    gint64 parent, parent_step; /* forked from there, 0 = from nowhere */
    bool imported;
};
void memory_run_row_free(struct memory_run_row *row);
/* At most `limit` runs older than `before` (a run's id; 0 = from the newest). Owns its rows. */
GPtrArray *memory_runs_page(memory *m, const struct memory_filter *filter, gint64 before, gint64 limit, GError **error);
/* The same upwards: at most `limit` runs newer than `after` (0 = from the oldest), those next to it; newest first, too. */
GPtrArray *memory_runs_page_up(memory *m, const struct memory_filter *filter, gint64 after, gint64 limit, GError **error);
/* The newest of the runs that were forked from that one; 0 = none, -1 on error. */
gint64 memory_newest_fork(memory *m, gint64 run, GError **error);
/* How many there are; -1 on error. */
gint64 memory_runs_count(memory *m, const struct memory_filter *filter, GError **error);
/* The values that a filter may have, for completion: what = app | skill | outcome | tag. Sorted, owns its strings. */
GPtrArray *memory_filter_values(memory *m, const char *what, GError **error);

/* At most `limit` steps from `first` on (counts from 1). Rows as memory_steps() gives them. */
GPtrArray *memory_steps_page(memory *m, gint64 run, gint64 first, gint64 limit, GError **error);
/* The journal's rows of one step, in order, without reading those of all the others. */
GPtrArray *memory_journal_step(memory *m, gint64 run, gint64 step, GError **error);
/* Number of the last step, 0 = none; -1 on error. */
gint64 memory_last_step(memory *m, gint64 run, GError **error);

/* Numbers (gint64) of the steps from `from` on, or backwards from there, that have a picture with a file; at most `limit`. */
GArray *memory_frame_steps(memory *m, gint64 run, gint64 from, gint64 limit, bool forward, GError **error);

/* Marks of a step: edited, rejected, stale, expired, voided (a decision), no_effect, unexpected (the action's effect), failed
 * (reflect says so), error (a module's call failed), corrected (a module's output), human (a person changed something), note,
 * pin, tag, forgotten. Kept by triggers, but for memory_help_add(). */
struct memory_mark {
    gint64 step;
    char *what;
};
void memory_mark_free(struct memory_mark *mark);
/* Of steps first … first + limit - 1, in order. Owns its rows. */
GPtrArray *memory_marks(memory *m, gint64 run, gint64 first, gint64 limit, GError **error);
/* The next step after (forward) or before `step` that has one of the marks `what` (strv); 0 = none; -1 on error. */
gint64 memory_mark_next(memory *m, gint64 run, gint64 step, const char *const *what, bool forward, GError **error);

#endif
