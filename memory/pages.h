#ifndef MEMORY_PAGES_H
#define MEMORY_PAGES_H

/* Lists by the page, counts and jumps, each answered from an index: a store of a million steps opens at once, and one that a
 * run is writing can be read. Runs are newest first, steps in order. */

#include "memory/memory.h"

/* A filter for runs. NULL or 0 = any; all given conditions must hold. */
struct memory_filter {
    const char *app;       /* prefix of the profile's name, the command or the display ("world:small") */
    const char *skill;     /* a skill that was proposed or fired in the run */
    const char *outcome;   /* success | failed | stopped | budget | error | running (not ended) */
    const char *tag;       /* notes.h */
    const char *words;     /* a query (memory_search()): some text of the run has all its words */
    gint64 from_us, to_us; /* begun at or after from_us and before to_us */
    bool tasks;            /* exclude `reins do` and trials of skills */
};

/* A run in a list. */
struct memory_run_row {
    gint64 id, started_us, ended_us; /* 0 = not yet */
    char *status, *outcome, *task, *app, *profile, *agent, *brain, *display;
    gint64 steps, calls, tokens_in, tokens_out, ms; /* ms: duration of all model calls */
    gint64 touched; /* steps that a person changed (edited, rejected, corrected, answered, changed a board, wrote an action) */
    double cost;
    gint64 unpriced;            /* calls whose price is not known: they are not in the cost */
    gint64 parent, parent_step; /* forked from there, 0 = not a fork */
    bool imported;
};
void memory_run_row_free(struct memory_run_row *row);
/* At most `limit` runs older than `before` (a run's id; 0 = from the newest), newest first. Caller unrefs; the array owns its
 * rows. */
GPtrArray *memory_runs_page(memory *m, const struct memory_filter *filter, gint64 before, gint64 limit, GError **error);
/* At most `limit` runs that are next newer than `after` (0 = from the oldest), newest first. Same ownership. */
GPtrArray *memory_runs_page_up(memory *m, const struct memory_filter *filter, gint64 after, gint64 limit, GError **error);
/* The newest run that was forked from `run`; 0 = none, -1 with an error. */
gint64 memory_newest_fork(memory *m, gint64 run, GError **error);
/* Number of runs that fit the filter; -1 with an error. */
gint64 memory_runs_count(memory *m, const struct memory_filter *filter, GError **error);
/* Existing values for a filter field, for completion: what = app | skill | outcome | tag. Sorted. Caller unrefs; the array owns
 * its strings. */
GPtrArray *memory_filter_values(memory *m, const char *what, GError **error);

/* At most `limit` steps from `first` on (counts from 1); rows as in memory_steps(). */
GPtrArray *memory_steps_page(memory *m, gint64 run, gint64 first, gint64 limit, GError **error);
/* The journal rows of one step, in order; reads no others. */
GPtrArray *memory_journal_step(memory *m, gint64 run, gint64 step, GError **error);
/* Number of the last step, 0 = none, -1 with an error. */
gint64 memory_last_step(memory *m, gint64 run, GError **error);

/* Numbers (gint64) of at most `limit` steps with a picture on disk, from `from` forward or backward. Caller unrefs. */
GArray *memory_frame_steps(memory *m, gint64 run, gint64 from, gint64 limit, bool forward, GError **error);

/* Marks of steps: edited, rejected, stale, expired, voided (a decision), no_effect, unexpected (the action's effect), failed
 * (reflect's judgement), error (a module call failed), corrected (a module's output), human (a person changed something), note,
 * pin, tag, forgotten. Triggers maintain them, except for memory_help_add() and
 * memory_stale_add(). */
struct memory_mark {
    gint64 step;
    char *what;
};
void memory_mark_free(struct memory_mark *mark);
/* The marks of steps first … first + limit - 1, in order. Caller unrefs; the array owns its rows. */
GPtrArray *memory_marks(memory *m, gint64 run, gint64 first, gint64 limit, GError **error);
/* The next step after (forward) or before `step` with one of the marks in `what` (ends with NULL); 0 = none, -1 with an error. */
gint64 memory_mark_next(memory *m, gint64 run, gint64 step, const char *const *what, bool forward, GError **error);

#endif
