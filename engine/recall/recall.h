#ifndef ENGINE_RECALL_RECALL_H
#define ENGINE_RECALL_RECALL_H

/* Recalls past steps with their outcomes, and lessons of failures, that are similar to the present step, each with a score and
 * reasons. For a plan's prompt (JARVIS-1, section 3: past plans are retrieved by text and picture; Cradle keeps what was
 * learnt), and for a person who asks. It searches by words (memory/gists.h finds some hundred candidates,
 * engine/recall/similarity.h ranks them) and by the picture's print. Forgotten and withdrawn items are not found. A step that
 * was not carried out for a momentary reason (stale, expired, overtaken) is ignored. An imported run is not recalled unless a
 * person declared it trusted. Steps and lessons of the same program come before all others. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "memory/memory.h"
#include "memory/recalls.h"

#include <glib.h>
#include <stdbool.h>

/* The outcome of a recalled step. */
enum recall_end {
    RECALL_UNKNOWN,
    RECALL_WORKED,
    RECALL_NO_EFFECT,
    RECALL_UNEXPECTED, /* it had another effect */
    RECALL_FAILED,     /* judged by reflect */
    RECALL_REFUSED,    /* it could not be carried out */
    RECALL_REJECTED,   /* by a person */
    RECALL_END_COUNT
};
/* "worked", "no_effect" … */
const char *recall_end_name(enum recall_end end);

struct recalled {
    gint64 lesson;    /* its id; 0 = a step */
    gint64 run, step; /* of a lesson: the step where it was learnt, 0 = written by hand */
    gint64 at_us;
    double score; /* text + picture + program, as in recalled_explain() */
    double text;  /* cosine of the words, -1..1 */
    int bits;     /* different bits of the pictures' prints; -1 = not similar, or not compared */
    bool same_app;
    bool in_prompt; /* it is in the plan's prompt */
    enum recall_end end;
    char **words;                                   /* common words, as in the query; at most 5 */
    char *app;                                      /* the program, NULL = unknown */
    char *task, *subtask, *saw, *action, *expected; /* of a step; any may be NULL. action: for people */
    char *said;                                     /* what a person said when they rejected it */
    char *cause;                                    /* reflect's cause of the failure, unless a person withdrew that lesson */
    char *lesson_text, *by;                         /* of a lesson; by: model | human (or a user's name) */
};
void recalled_free(struct recalled *r);

struct recall_query {
    const char *task, *subtask, *saw; /* the task, and the description of the screen. NULL = "" */
    const char *app;                  /* recall_app(); NULL = unknown */
    bool printed;                     /* print is set: of the present screen */
    guint64 print;
    gint64 run,
        from_step; /* exclude this run's own steps from from_step on (for a fork also its ancestors'): the prompt has them */
    guint steps, lessons; /* limits for the prompt */
    guint chars;          /* limit of characters for both together */
    bool builtin;         /* use the built-in vectors: a brain has just failed to answer */
    guint more;           /* additional results of each kind that are returned but not put into the prompt */
};

/* A program's name in memory: the profile's name; for the default profile the program's own (last part of the path); NULL =
 * unknown. Caller frees. */
char *recall_app(const char *profile, const char *command);
/* The name of a program that only its window's class (WM_CLASS) tells; NULL = none. Caller frees. */
char *recall_class(const char *class);
/* The newest runs of that program, at most `most` of the newest thousand (gint64); app NULL = none. Caller unrefs. */
GArray *recall_runs(memory *m, const char *app, guint most, GError **error);

typedef struct recaller recaller;
/* Uses the vectors of [skills] embeddings (similarity.h). Borrows all three until it is freed. Caller frees. */
recaller *recaller_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void recaller_free(recaller *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recaller, recaller_free)
/* Reads candidates and starts requests. Then call recaller_step() after each brain_pool_poll() until it returns true (at once
 * with the built-in vectors). */
bool recaller_begin(recaller *r, const struct recall_query *query, GError **error);
bool recaller_step(recaller *r);
/* After that: struct recalled*, lessons first, then steps, best first; in_prompt marks those that fit. *ret_notice (optional;
 * caller frees): why the built-in vectors replaced a brain's. Caller unrefs. */
GPtrArray *recaller_result(recaller *r, char **ret_notice, GError **error);
/* All of it in one call; polls the pool while it waits. */
GPtrArray *recaller_search(recaller *r, const struct recall_query *query, char **ret_notice, GError **error);
void recaller_take_cost(recaller *r, struct brain_spent *ret_spent);

/* ---- as text (recall_text.c) ---- */
/* True for a lesson that a person wrote outside any step (run 0): it is always told. */
bool recalled_is_told_always(gint64 run, const char *by);
/* The reasons: "text 0.71 (field, ok), picture 4 of 64 bits differ, same program". Caller frees. */
char *recalled_explain(const struct recalled *r);
/* One item for a prompt: a line of ours, then the quotation, each line after "  > ". Caller frees. */
char *recalled_entry(const struct recalled *r);
/* All items with in_prompt, steps or lessons; "" = none. Caller frees. */
char *recalled_prompt(const GPtrArray *rows, bool lessons);
/* One item for people, as one line: "run 3, step 4: press_button(label = "OK"), no_effect". Caller frees. */
char *recalled_line(const struct recalled *r);
/* Same without the place. Caller frees. */
char *recalled_what(const struct recalled *r);

/* ---- as JSON (recall_json.c) ---- */
/* [{"kind","run","step","lesson","score","why","text","in_prompt","end","app","parts":{"text","picture","program"}}]. Caller
 * frees. */
char *recalled_to_json(const GPtrArray *rows);
/* That JSON as text for people, one line each; "" for anything else. Caller frees. */
char *recalled_lines(const char *json);
/* The rows for the store: what was recalled for that step. struct memory_recall*, owned by the array. Caller unrefs. */
GPtrArray *recalled_rows(const GPtrArray *rows, gint64 run, gint64 step);

#endif
