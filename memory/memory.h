#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

/* Episodic memory: everything that happened, in one SQLite file (WAL, synchronous=FULL) beside a folder of frames.
 * Every call that writes has committed when it returns true (paper 4.3; design section 4, Memory).
 * JSON goes in and out as text; memory does not look into it. Times are µs since 1970 (g_get_real_time). */

#include <glib.h>
#include <stdbool.h>

#define MEMORY_ERROR (memory_error_quark())
GQuark memory_error_quark(void);

enum memory_error {
    MEMORY_ERROR_NOT_FOUND, /* no such run, step, call */
    MEMORY_ERROR_NEWER,     /* the store was written by another version of reins, newer or earlier (the message says which) */
    MEMORY_ERROR_BUSY,      /* another process holds the run (the message says which) */
    MEMORY_ERROR_FULL,      /* the disk is full: nothing of the call was kept */
    MEMORY_ERROR_DAMAGED,   /* not a store, or SQLite says malformed */
    MEMORY_ERROR_STOPPED,   /* a person gave up waiting: nothing of the call was kept (of memory_repair_index(): what was done) */
    MEMORY_ERROR_FAILED,
};

typedef struct memory memory;

/* Opens DIR/memory.sqlite, making it and DIR/frames (0600 / 0700) when `create`. `dir` is kept.
 * Without create, a store that does not exist is *not* an error: NULL is returned with error unset. */
memory *memory_open(const char *dir, bool create, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void memory_close(memory *m);
/* For a run of one action, where waiting for the disk at each row takes longer than the action. Commits outlive this process as
 * before, whatever kills it; a power cut may take those since the last that was waited for: a journal entry "granted" (so that
 * nothing is ever fired without a grant on the disk) and the end of a run. What a power cut can leave is thus what a death at
 * that moment leaves: a grant without an end, which is uncertain. */
bool memory_lazy(memory *m, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(memory, memory_close)
/* A call that finds the store locked by another process waits for it, 10 s at most. From now on `waiting` is called meanwhile,
 * every 25 ms or sooner, from within that call; it may not use the store. */
void memory_on_wait(memory *m, void (*waiting)(void *data), void *data);
/* DIR/frames; borrowed. */
const char *memory_frames_dir(const memory *m);
/* DIR/frames/HASH.png; caller frees. NULL when it is not 64 hexadecimal digits. */
char *memory_frame_path(const memory *m, const char *hash);

/* ---- runs ---- */
struct memory_run {
    gint64 id;
    char *task, *agent, *brain, *profile, *app, *display, *mode;
    char *options; /* JSON: what the run was started with, enough to resume */
    char *sandbox; /* JSON {"display","pid","start_time","app_pid",…}, NULL = none */
    char *status;  /* starting | running | paused | ended */
    char *outcome; /* success | failed | stopped | budget | error; NULL while not ended */
    char *reason;
    gint64 started_us, ended_us; /* 0 = not yet */
    gint64 parent, parent_step;  /* forked from that run after that step (its memory up to there is this one's); 0 = from none */
    gint64 steps;                /* filled by queries */
    double cost;                 /* filled by queries: sum over module calls */
};
void memory_run_free(struct memory_run *run);

/* Commits a new run (id is given back; fields copied). */
bool memory_run_add(memory *m, const struct memory_run *run, gint64 *ret_id, GError **error);
/* Not to ended (that is memory_run_end). An ended run is taken up again: its outcome is cleared, the journal keeps it. */
bool memory_run_set_status(memory *m, gint64 run, const char *status, GError **error);
bool memory_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox_json, GError **error);
/* Error: it has ended already. */
bool memory_run_end(memory *m, gint64 run, const char *outcome, const char *reason, GError **error);
struct memory_run *memory_run_get(memory *m, gint64 run, GError **error);
/* "7" or "last": the newest run that is none of `reins do` or a trial, or of these where there is no other. Error: neither
 * (NOT_FOUND), or there is none (FAILED). m may be NULL: nothing was recorded. */
bool memory_run_named(memory *m, const char *word, gint64 *ret_run, GError **error);
/* Newest first; array of struct memory_run* that owns its rows. status NULL = all; limit 0 = all. */
GPtrArray *memory_runs(memory *m, const char *status, gint64 limit, GError **error);
/* The same, only those with a sandbox that are neither paused nor ended: what an engine that died may have left. */
GPtrArray *memory_runs_left(memory *m, GError **error);

/* The lock of a run: held by the process that drives it, gone when the process is gone (OFD lock on DIR/locks/run-ID.lock, which
 * names the holder). BUSY says who. Returned fd ≥ 0 is closed to let go; -1 on error. */
int memory_run_lock(memory *m, gint64 run, GError **error);
/* Pid of the holder, 0 = nobody. */
gint64 memory_run_holder(memory *m, gint64 run);

/* ---- steps and working memory ---- */
struct memory_step {
    gint64 run, step; /* step counts from 1 */
    gint64 started_us, ended_us;
    char *task;    /* the current subtask as inferred */
    char *action;  /* JSON of what was fired or last decided, NULL */
    char *verdict; /* of the last proposal: approved, edited …, NULL */
    char *effect;  /* changed | no_effect | unexpected | unknown, NULL */
    char *success; /* reflect's word on this step's action, NULL */
};
void memory_step_free(struct memory_step *step);
/* A step that was begun and not ended may begin again. */
bool memory_step_begin(memory *m, gint64 run, gint64 step, GError **error);
bool memory_step_end(memory *m, gint64 run, gint64 step, const char *task, const char *action_json, const char *verdict,
                     const char *effect, GError **error);
bool memory_step_set_success(memory *m, gint64 run, gint64 step, const char *success, GError **error);
/* What a step's action has done was seen only after the verdict on it. */
struct memory_late {
    gint64 run, step, proposal;
    const char *effect;
    const char *was, *stage; /* the verdict in the journal, and the one in its place */
    const char *digest, *data;
    const char *skill; /* whose outcome it was; one that is not there is not missed */
    const char *state; /* the working memory after that step, as it is now; NULL = it stays */
};
/* The step's effect, the skill's outcome, the working memory, and a journal row of the proposal: one transaction. */
bool memory_step_correct(memory *m, const struct memory_late *late, GError **error);
/* In order; owns its rows. */
GPtrArray *memory_steps(memory *m, gint64 run, GError **error);
/* Working memory (task stack, counters, summary, holds …) as JSON: written at the end of a step, read by resume. */
bool memory_state_set(memory *m, gint64 run, gint64 step, const char *json, GError **error);
/* As it was after `step` (G_MAXINT64: the last): of a fork up to where it was forked, its parent's. *ret_step (may be NULL): when
 * it was written. NULL with error unset: none yet. Caller frees. */
char *memory_state_at(memory *m, gint64 run, gint64 step, gint64 *ret_step, GError **error);
/* Which run's rows tell of that step of `run`: itself, or of a fork's past the one that it (or its parent …) was forked from.
 * 0 with error: a run of them is gone. */
gint64 memory_run_of_step(memory *m, gint64 run, gint64 step, GError **error);
/* What a run's own module calls have cost so far. */
struct memory_spent {
    gint64 tokens_in, tokens_out;
    double cost;
};
bool memory_run_spent(memory *m, gint64 run, struct memory_spent *ret_spent, GError **error);
/* The same of the steps before that one: reads a row of each call. */
bool memory_run_spent_before(memory *m, gint64 run, gint64 step, struct memory_spent *ret_spent, GError **error);

/* ---- frames ---- */
struct memory_frame {
    gint64 run, step;
    char *hash, *path; /* path absolute, filled by queries */
    char *role;        /* observation | before | after | keyframe | sample | last */
    int width, height;
    gint64 at_us;
    bool gone;    /* filled by queries: thinned or forgotten, there is no file any more */
    bool printed; /* for memory_frame_add(): print is given, and kept as memory_picture_add() does (pictures.h) */
    guint64 print;
};
void memory_frame_free(struct memory_frame *frame);
bool memory_frame_add(memory *m, const struct memory_frame *frame, GError **error);
/* step 0 = all of the run; owns its rows. */
GPtrArray *memory_frames(memory *m, gint64 run, gint64 step, GError **error);

/* ---- module calls ---- */
struct memory_call {
    gint64 id, run, step;
    char *module, *brain;
    char *says;   /* JSON: what its output's fields are, {"screen":"description"} (engine/modules/module.h), NULL = not told */
    char *prompt; /* JSON: {"system","user","images":[{"frame","note","part":[x,y,w,h] where not the whole was}]} as sent */
    char *reply;  /* raw */
    char *output; /* JSON as checked */
    char *correction; /* JSON the person put in its place, NULL */
    char *status;     /* started | done | failed | skipped */
    char *error;
    int attempt; /* 1, 2 = the re-ask */
    gint64 started_us, ms, tokens_in, tokens_out;
    double cost;
};
void memory_call_free(struct memory_call *call);
bool memory_call_begin(memory *m, const struct memory_call *call, gint64 *ret_id, GError **error);
/* Sets reply, output, status, error, ms, tokens, cost of call->id. */
bool memory_call_end(memory *m, const struct memory_call *call, GError **error);
bool memory_call_correct(memory *m, gint64 call, const char *correction_json, GError **error);
GPtrArray *memory_calls(memory *m, gint64 run, gint64 step, GError **error);
/* NULL with error: there is none. Caller frees. */
struct memory_call *memory_call_get(memory *m, gint64 call, GError **error);
/* Is that what one of its fields says ("screen", "why" …)? (calls_json.c) */
bool memory_call_says(const struct memory_call *call, const char *what);
/* What it says there now, a correction coming first; NULL = nothing, or no such field. Caller frees. (calls_json.c) */
char *memory_call_said(const struct memory_call *call, const char *what);

/* ---- proposals, decisions, the journal ---- */
struct memory_proposal {
    gint64 run, step, id;    /* id: the protocol's, unique within the run, counts from 1 */
    char *action, *timeline; /* JSON */
    char *digest, *rule;
    char *target; /* JSON */
    int tier;
    gint64 edited_from; /* id of the proposal that this one is an edit of; 0 = the model's own */
    char *by;           /* model | human */
    gint64 at_us;
    char *verdict, *decided_by, *reason; /* filled by queries from the decision; NULL = none yet */
    gint64 decided_us;
    /* filled by queries: last journal stage of the action itself (not held, note and the chain's own), NULL = none */
    char *stage;
    char *stage_data; /* of that row: JSON, NULL = none */
};
void memory_proposal_free(struct memory_proposal *p);
bool memory_proposal_add(memory *m, const struct memory_proposal *p, GError **error);
/* Of several decisions on one proposal (approved, then stale) the newest counts; all stay. */
bool memory_decision_add(memory *m, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                         GError **error);
/* step 0 = all. */
GPtrArray *memory_proposals(memory *m, gint64 run, gint64 step, GError **error);

/* One journal row, chained: hash = SHA-256(previous hash of the run ‖ canonical row). Stages: prepared, granted, fired,
 * verified, no_effect, unexpected, uncertain, aborted, stale, voided, held, note. `data` is JSON or NULL.
 * The calls that write what must not change add rows of their own that bind it into the chain (begun, display, forked, ended,
 * reopened, step, state, call, frame, summary, proposed, decided, events, outcome, note_added, note_withdrawn, forgotten,
 * frames_gone, question, imported); journal.h defines both texts exactly. */
bool memory_journal_add(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage, const char *by,
                        const char *digest, const char *data, GError **error);
/* A person's help that no other row tells of (a board was changed): a row `note` by human, and the step is marked so (pages.h);
 * of a run without steps yet the first one. */
bool memory_help_add(memory *m, gint64 run, gint64 step, const char *data, GError **error);
struct memory_entry {
    gint64 run, seq, step, proposal, at_us;
    char *stage, *by, *digest, *data, *hash;
};
void memory_entry_free(struct memory_entry *entry);
GPtrArray *memory_journal(memory *m, gint64 run, GError **error);
/* The primitive events as fired, in one transaction: JSON array text of {"index","at_ms","late_us",…}. */
bool memory_fired_add(memory *m, gint64 run, gint64 proposal, const char *events_json, GError **error);
/* The newest; NULL with error unset: none. Caller frees. */
char *memory_fired(memory *m, gint64 run, gint64 proposal, GError **error);

/* ---- summaries ---- */
bool memory_summary_add(memory *m, gint64 run, gint64 step, const char *text, GError **error);
/* All of them in order; step 0 = all of the run; owns its rows. They are a chain: each folds in the one before it (paper B.1). */
struct memory_summary_row {
    gint64 id, run, step, at_us;
    gint64 parent;     /* id of the one that it folded in, 0 = the first */
    gint64 first_step; /* it tells of first_step … step by itself */
    char *text;
};
void memory_summary_row_free(struct memory_summary_row *row);
GPtrArray *memory_summaries(memory *m, gint64 run, gint64 step, GError **error);

/* ---- looking back ---- */
/* Full-text search over tasks, replies, outputs, actions, reasons, summaries, notes, questions; array of struct memory_hit*, at
 * most `limit` of them (0 = no other limit). Where more than MEMORY_SEARCH_NEWEST texts have all words, only the newest
 * so many are put in order, so that common words are found as fast as rare ones. */
#define MEMORY_SEARCH_NEWEST 2000
struct memory_hit {
    gint64 run, step;
    char *kind;    /* run | call | proposal | decision | summary | note | question */
    char *snippet; /* with « » around the words found */
};
void memory_hit_free(struct memory_hit *hit);
GPtrArray *memory_search(memory *m, const char *query, gint64 limit, GError **error);
/* The same; *ret_more: there are older ones that were not looked at. */
GPtrArray *memory_search_newest(memory *m, const char *query, gint64 limit, bool *ret_more, GError **error);
/* Checks every run's hash chain and that of the skills' history with the rows that they bind, that every frame named is there
 * with its hash, that the full-text indexes and the runs' totals hold what they should, and SQLite's own integrity check.
 * Findings as sentences (empty = clean; at most 1000, then one that there is more). Error only when it could not look. Caller
 * unrefs. */
GPtrArray *memory_verify(memory *m, GError **error);

/* Removes runs that ended before before_us and that nobody holds (a tombstone with the end of their hash chain stays), then frame
 * files older than an hour that no run names any more. dry_run: only counts. */
struct memory_pruned {
    gint64 runs, frames, bytes;
};
bool memory_prune(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error);
/* Of runs that ended before before_us only frames: the samples between. Those before and after an action, keyframes, the last of
 * a run and all of a step that a person touched, wrote beside or pinned stay. The rows stay, too (memory_frame.gone). */
bool memory_thin(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error);

#endif
