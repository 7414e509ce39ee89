#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

/* Episodic memory: everything that happened, in one SQLite file (WAL, synchronous=FULL) beside a folder of frames.
 * Every call that writes has committed when it returns true (Cradle paper, 4.3).
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
/* For a run of one action, where a disk sync per row takes longer than the action. Commits still survive a crash of this
 * process. A power cut may lose the commits since the last synced one. Always synced are a journal entry "granted" (so that
 * nothing is fired without a grant on disk) and the end of a run. So a power cut leaves what a crash at that moment leaves: a
 * grant without an end, which counts as uncertain. */
bool memory_lazy(memory *m, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(memory, memory_close)
/* Sets a function that is called at least every 25 ms while a call waits for another process's lock on the store (at most 10
 * s). It runs inside that call and must not use the store. */
void memory_on_wait(memory *m, void (*waiting)(void *data), void *data);
/* DIR/frames; borrowed. */
const char *memory_frames_dir(const memory *m);
/* DIR/frames/HASH.png. Caller frees; NULL when hash is not 64 hexadecimal digits. */
char *memory_frame_path(const memory *m, const char *hash);

/* ---- runs ---- */
struct memory_run {
    gint64 id;
    char *task, *agent, *brain, *profile, *app, *display, *mode;
    char *options; /* JSON: the options of the run, enough to resume it */
    char *sandbox; /* JSON {"display","pid","start_time","app_pid",…}, NULL = none */
    char *status;  /* starting | running | paused | ended */
    char *outcome; /* success | failed | stopped | budget | error; NULL while not ended */
    char *reason;
    gint64 started_us, ended_us; /* 0 = not yet */
    gint64 parent, parent_step;  /* the run and step that it was forked from (memory up to there is shared); 0 = not a fork */
    gint64 episode;              /* of a learning (learnings.h) that this run does; 0 = none. Only for memory_run_add() */
    gint64 steps;                /* filled by queries */
    double cost;                 /* filled by queries: sum over module calls… */
    gint64 unpriced;             /* …without so many of them, whose price is not known */
};
void memory_run_free(struct memory_run *run);

/* Adds a run and commits. Fields are copied; *ret_id receives the id. FAILED: its episode is done, or has a run already. */
bool memory_run_add(memory *m, const struct memory_run *run, gint64 *ret_id, GError **error);
/* Sets the status, but not to "ended" (see memory_run_end()). An ended run is reopened: its outcome is cleared, the journal
 * keeps it. */
bool memory_run_set_status(memory *m, gint64 run, const char *status, GError **error);
bool memory_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox_json, GError **error);
/* Ends a run. Error: it has already ended. */
bool memory_run_end(memory *m, gint64 run, const char *outcome, const char *reason, GError **error);
struct memory_run *memory_run_get(memory *m, gint64 run, GError **error);
/* Resolves "7" or "last". "last" is the newest run, runs of `reins do` and trials only when there is no other. Errors:
 * NOT_FOUND: neither a number nor "last"; FAILED: no run is recorded. m may be NULL: nothing is recorded. */
bool memory_run_named(memory *m, const char *word, gint64 *ret_run, GError **error);
/* Runs, newest first; status NULL = all; limit 0 = all. Caller unrefs; the array owns its rows. */
GPtrArray *memory_runs(memory *m, const char *status, gint64 limit, GError **error);
/* Runs with a sandbox that have not ended: what a dead engine may have left running. Without those that were paused after
 * something was proposed: theirs has what came of it. */
GPtrArray *memory_runs_left(memory *m, GError **error);

/* Takes the lock of a run (OFD lock on DIR/locks/run-ID.lock, which names the holder). The process that drives the run holds
 * it; the kernel drops it when the process ends. Returns a descriptor; close it to release the lock. -1 with an error; BUSY
 * names the holder. */
int memory_run_lock(memory *m, gint64 run, GError **error);
/* Pid of the process that holds the run's lock, 0 = none. */
gint64 memory_run_holder(memory *m, gint64 run);

/* ---- steps and working memory ---- */
struct memory_step {
    gint64 run, step; /* step counts from 1 */
    gint64 started_us, ended_us;
    char *task;    /* the current subtask as inferred */
    char *action;  /* JSON of what was fired or last decided, NULL */
    char *verdict; /* of the last proposal: approved, edited …, NULL */
    char *effect;  /* changed | no_effect | unexpected | unknown, NULL */
    char *success; /* reflect's judgement of this step's action, NULL */
};
void memory_step_free(struct memory_step *step);
/* Begins a step. A step that was begun and not ended may begin again. */
bool memory_step_begin(memory *m, gint64 run, gint64 step, GError **error);
bool memory_step_end(memory *m, gint64 run, gint64 step, const char *task, const char *action_json, const char *verdict,
                     const char *effect, GError **error);
bool memory_step_set_success(memory *m, gint64 run, gint64 step, const char *success, GError **error);
/* An effect that was seen only after the step's verdict. */
struct memory_late {
    gint64 run, step, proposal;
    const char *effect;
    const char *was, *stage; /* the verdict in the journal, and the one that replaces it */
    const char *digest, *data;
    const char *skill; /* the skill whose outcome changes; a missing outcome is no error */
    const char *state; /* the working memory after that step; NULL = unchanged */
};
/* Corrects the step's effect, the skill's outcome and the working memory, and appends a journal row, in one transaction. */
bool memory_step_correct(memory *m, const struct memory_late *late, GError **error);
/* Steps in order. Caller unrefs; the array owns its rows. */
GPtrArray *memory_steps(memory *m, gint64 run, GError **error);
/* Stores the working memory (task stack, counters, summary, holds …) as JSON at the end of a step, for resume. */
bool memory_state_set(memory *m, gint64 run, gint64 step, const char *json, GError **error);
/* The working memory after `step` (G_MAXINT64 = the last one). For a fork, steps up to the fork are its parent's. *ret_step
 * (may be NULL) receives the step that wrote it. NULL without an error: none yet. Caller frees. */
char *memory_state_at(memory *m, gint64 run, gint64 step, gint64 *ret_step, GError **error);
/* The run whose rows hold that step of `run`: the run itself, or for a fork's past the ancestor. 0 with an error: an ancestor
 * no longer exists. */
gint64 memory_run_of_step(memory *m, gint64 run, gint64 step, GError **error);
/* What a run's own module calls have used. */
struct memory_spent {
    gint64 tokens_in, tokens_out, tokens_cached, pictures; /* of a call: struct memory_call */
    double cost;
    gint64 unpriced; /* calls whose price is not known: they are not in the cost */
};
bool memory_run_spent(memory *m, gint64 run, struct memory_spent *ret_spent, GError **error);
/* Same, of the steps before `step` only. Reads a row for each call. */
bool memory_run_spent_before(memory *m, gint64 run, gint64 step, struct memory_spent *ret_spent, GError **error);
/* What the module calls of all runs, and what was added by memory_spent_add(), have used since midnight, by the local clock;
 * without imported runs. Reads a row for each of these calls. */
bool memory_spent_today(memory *m, struct memory_spent *ret_spent, GError **error);
/* Adds what a brain was asked outside of a run's modules; what = ask | embeddings. */
bool memory_spent_add(memory *m, const char *what, const char *brain, const struct memory_spent *spent, GError **error);
/* What the calls of one module of a run have used. */
struct memory_module {
    char *module;
    gint64 calls; /* those that were asked: not skipped */
    gint64 ms;
    struct memory_spent spent;
};
void memory_module_free(struct memory_module *module);
/* The modules of a run's own calls, the first asked first. Caller unrefs; the array owns its rows. Reads a row for each call. */
GPtrArray *memory_run_modules(memory *m, gint64 run, GError **error);

/* ---- frames ---- */
struct memory_frame {
    gint64 run, step;
    char *hash, *path; /* path: absolute, filled by queries */
    char *role;        /* observation | before | after | keyframe | sample | last */
    int width, height;
    gint64 at_us;
    char
        *masked; /* JSON, [[x,y,width,height],…]: what is black in it because a profile hides it; NULL = nothing is known to be */
    bool gone;   /* filled by queries: thinned or forgotten, the file no longer exists */
    bool printed; /* for memory_frame_add(): `print` is set and stored as by memory_picture_add() (pictures.h) */
    guint64 print;
};
void memory_frame_free(struct memory_frame *frame);
bool memory_frame_add(memory *m, const struct memory_frame *frame, GError **error);
/* Frames of a step; step 0 = of the whole run. Caller unrefs; the array owns its rows. */
GPtrArray *memory_frames(memory *m, gint64 run, gint64 step, GError **error);

/* ---- module calls ---- */
struct memory_call {
    gint64 id, run, step;
    char *module, *brain;
    char *says;       /* JSON: the meaning of output fields, {"screen":"description"} (engine/modules/module.h), NULL = unknown */
    char *prompt;     /* JSON as sent: {"system","user","images":[{"frame","note","part":[x,y,w,h] when cropped}]} */
    char *reply;      /* raw text of the reply */
    char *output;     /* JSON after the check */
    char *correction; /* JSON that a person put in its place, NULL */
    char *status;     /* started | done | failed | skipped */
    char *error;
    int attempt; /* 1, or 2 for the repeated question */
    gint64 started_us, ms, tokens_in, tokens_out;
    gint64 tokens_cached; /* of tokens_in: those that the provider had in its cache */
    gint64 pictures;      /* that were sent */
    double cost;          /* USD */
    bool unpriced;        /* it used tokens whose price is not known: they are not in the cost */
};
/* How `error` begins of a call that is done and was asked together with other modules: "merged: A+B" has the reply with the parts
 * of all, the tokens and the cost; "merged with call ID of A" has its own part, and cost nothing. */
#define MEMORY_CALL_MERGED "merged"
/* True when the call is such a one. */
bool memory_call_merged(const struct memory_call *call);
void memory_call_free(struct memory_call *call);
bool memory_call_begin(memory *m, const struct memory_call *call, gint64 *ret_id, GError **error);
/* Sets reply, output, status, error, ms, tokens, pictures, cost of call->id. */
bool memory_call_end(memory *m, const struct memory_call *call, GError **error);
bool memory_call_correct(memory *m, gint64 call, const char *correction_json, GError **error);
GPtrArray *memory_calls(memory *m, gint64 run, gint64 step, GError **error);
/* A call by id. Caller frees; NULL with an error when there is none. */
struct memory_call *memory_call_get(memory *m, gint64 call, GError **error);
/* True when a field of the output has this meaning ("screen", "why" …). (calls_json.c) */
bool memory_call_says(const struct memory_call *call, const char *what);
/* The value of that field, of the correction when there is one. NULL = no value, or no such field. Caller frees. (calls_json.c)
 */
char *memory_call_said(const struct memory_call *call, const char *what);

/* ---- proposals, decisions, the journal ---- */
struct memory_proposal {
    gint64 run, step, id;    /* id: as in the protocol, unique within the run, counts from 1 */
    char *action, *timeline; /* JSON */
    char *digest, *rule;
    char *target; /* JSON */
    int tier;
    gint64 edited_from; /* id of the proposal that a person edited; 0 = the model's own */
    char *by;           /* model | human */
    gint64 at_us;
    char *verdict, *decided_by, *reason; /* filled by queries from the decision; NULL = not decided */
    gint64 decided_us;
    /* filled by queries: the last journal stage of the action (not held, note or the chain's own stages), NULL = none */
    char *stage;
    char *stage_data; /* of that row: JSON, NULL = none */
    char *prepared;   /* of the row that it was prepared by: JSON, NULL = none. {"provider_asks"}: the safety check of the model's
                         provider that an approval acknowledges */
};
void memory_proposal_free(struct memory_proposal *p);
bool memory_proposal_add(memory *m, const struct memory_proposal *p, GError **error);
/* Adds a decision. When a proposal has several (approved, then stale), all stay and the newest counts. */
bool memory_decision_add(memory *m, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                         GError **error);
/* Proposals of a step; step 0 = of the whole run. Caller unrefs; the array owns its rows. */
GPtrArray *memory_proposals(memory *m, gint64 run, gint64 step, GError **error);
/* Proposals of steps first … first + limit - 1, without timeline, target and prepared: for lists. Same ownership. */
GPtrArray *memory_proposals_page(memory *m, gint64 run, gint64 first, gint64 limit, GError **error);

/* Appends a journal row to the run's hash chain: hash = SHA-256(previous hash of the run ‖ canonical row). Stages: prepared,
 * granted, fired, verified, no_effect, unexpected, uncertain, aborted, stale, voided, held, note. `data` is JSON or NULL.
 * Calls that write unchangeable rows append journal rows of their own that bind them (begun, display, forked, ended, reopened,
 * step, state, call, frame, summary, proposed, decided, events, outcome, note_added, note_withdrawn, forgotten, frames_gone,
 * question, imported). journal.h defines both texts exactly. */
bool memory_journal_add(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage, const char *by,
                        const char *digest, const char *data, GError **error);
/* Records help by a person that no other row shows (a changed board): a journal row `note` by human and a mark on the step
 * (pages.h), or on the first step when the run has none yet. */
bool memory_help_add(memory *m, gint64 run, gint64 step, const char *data, GError **error);
/* Marks a step of which a card is shown again: also where the approval stood and nothing was pressed. */
bool memory_stale_add(memory *m, gint64 run, gint64 step, GError **error);
struct memory_entry {
    gint64 run, seq, step, proposal, at_us;
    char *stage, *by, *digest, *data, *hash;
};
void memory_entry_free(struct memory_entry *entry);
GPtrArray *memory_journal(memory *m, gint64 run, GError **error);
/* Stores the events as fired: text of a JSON array of {"index","at_ms","late_us",…}. Commits. */
bool memory_fired_add(memory *m, gint64 run, gint64 proposal, const char *events_json, GError **error);
/* The newest events as fired. NULL without an error: none. Caller frees. */
char *memory_fired(memory *m, gint64 run, gint64 proposal, GError **error);

/* ---- summaries ---- */
bool memory_summary_add(memory *m, gint64 run, gint64 step, const char *text, GError **error);
/* A summary. Each one folds in its predecessor (Cradle paper, B.1). */
struct memory_summary_row {
    gint64 id, run, step, at_us;
    gint64 parent;     /* id of the summary that it folded in, 0 = it is the first */
    gint64 first_step; /* it covers first_step … step by itself */
    char *text;
};
void memory_summary_row_free(struct memory_summary_row *row);
GPtrArray *memory_summaries(memory *m, gint64 run, gint64 step, GError **error);

/* ---- looking back ---- */
/* Full-text search over tasks, replies, outputs, actions, reasons, summaries, notes and questions. Returns struct memory_hit*,
 * best first, at most `limit` (0 = no limit). When more than MEMORY_SEARCH_NEWEST texts have all words, only the newest are
 * ranked, so that common words are as fast as rare ones. Caller unrefs; the array owns its rows. */
#define MEMORY_SEARCH_NEWEST 2000
struct memory_hit {
    gint64 run, step;
    char *kind;    /* run | call | proposal | decision | summary | note | question */
    char *snippet; /* with « » around the words that were found */
};
void memory_hit_free(struct memory_hit *hit);
GPtrArray *memory_search(memory *m, const char *query, gint64 limit, GError **error);
/* Same; *ret_more = there are older texts that were not ranked. */
GPtrArray *memory_search_newest(memory *m, const char *query, gint64 limit, bool *ret_more, GError **error);
/* Verifies the store: the hash chains of all runs and of the skills' history with the rows that they bind, the hash of every
 * frame file, the full-text indexes, the totals of runs, and SQLite's own integrity check. Returns findings as sentences; empty
 * = clean. After 1000 findings, one more says that there are others. Error only when it could not check. Caller unrefs. */
GPtrArray *memory_verify(memory *m, GError **error);

/* Removes runs that ended before before_us and that no process holds (a tombstone with the end of the hash chain stays), then
 * frame files older than an hour that no run names. dry_run: only counts. */
struct memory_pruned {
    gint64 runs, frames, bytes;
};
bool memory_prune(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error);
/* Removes only sample frames of runs that ended before before_us. Kept are frames before and after an action, keyframes, the
 * last frame of a run, and all frames of a step that a person changed, noted or pinned. The rows stay (memory_frame.gone). */
bool memory_thin(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error);

#endif
