#ifndef ENGINE_RECALL_RECALL_H
#define ENGINE_RECALL_RECALL_H

/* What of the past is like the present: earlier steps with what came of them, and lessons of failures, each with a score and why.
 * For a plan's prompt (JARVIS-1, section 3: past plans are looked for by text and by picture; Cradle keeps what was learnt), and
 * for a person who asks what would be recalled. By words (memory/gists.h finds some hundred candidates,
 * engine/recall/similarity.h says how alike they are) and by the picture's print. What was forgotten or withdrawn is not there
 * any more; a step that was never carried out for a reason of the moment (stale, expired, overtaken) says nothing; a run that was
 * imported is somebody else's word and is not recalled unless a person said that it is to be trusted. Steps and lessons of the
 * same program stand before all others. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "memory/memory.h"
#include "memory/recalls.h"

#include <glib.h>
#include <stdbool.h>

/* What came of a recalled step. */
enum recall_end {
    RECALL_UNKNOWN,
    RECALL_WORKED,
    RECALL_NO_EFFECT,
    RECALL_UNEXPECTED, /* it did something else */
    RECALL_FAILED,     /* reflect says so */
    RECALL_REFUSED,    /* it could not be carried out */
    RECALL_REJECTED,   /* by a person */
    RECALL_END_COUNT
};
/* "worked", "no_effect" … */
const char *recall_end_name(enum recall_end end);

struct recalled {
    gint64 lesson;    /* its id; 0 = a step */
    gint64 run, step; /* of a lesson: where it was learnt, 0 = written by hand */
    gint64 at_us;
    double score; /* text + picture + program, as in recalled_explain() */
    double text;  /* cosine of the words, -1..1 */
    int bits;     /* of the picture's print that differ; -1 = not alike, or not compared */
    bool same_app;
    bool in_prompt; /* it is among those that a plan is shown */
    enum recall_end end;
    char **words;                                   /* that both have, as they come in the question; at most 5 */
    char *app;                                      /* the program, NULL = not known */
    char *task, *subtask, *saw, *action, *expected; /* of a step; any may be NULL. action: for people */
    char *said;                                     /* what a person said when rejecting it */
    char *cause;                                    /* reflect's cause of the failure, unless a person withdrew it as a lesson */
    char *lesson_text, *by;                         /* of a lesson; by: model | human (or a user's name) */
};
void recalled_free(struct recalled *r);

struct recall_query {
    const char *task, *subtask, *saw; /* what is to be done; what the screen was described as. NULL = "" */
    const char *app;                  /* recall_app(); NULL = not known */
    bool printed;                     /* print is given: of the screen as it is */
    guint64 print;
    gint64 run, from_step; /* not the steps of its past from there on, a fork's by whichever run took them: the prompt has them */
    guint steps, lessons;  /* so many come into a prompt */
    guint chars;           /* in so many characters, both together */
    bool builtin;          /* the built-in vectors: a brain that makes others has just not answered */
    guint more;            /* so many more of each are told and not shown to the plan */
};

/* What a program is called in memory: the profile's name; with the default one the program's own (a path's last part); NULL where
 * nothing is known. Caller frees. */
char *recall_app(const char *profile, const char *command);

typedef struct recaller recaller;
/* Vectors as [skills] embeddings says (similarity.h). Borrows all three until it is freed. */
recaller *recaller_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void recaller_free(recaller *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recaller, recaller_free)
/* Reads the candidates and asks; then step after each brain_pool_poll() until it says true (at once with the built-in vectors).
 */
bool recaller_begin(recaller *r, const struct recall_query *query, GError **error);
bool recaller_step(recaller *r);
/* After that: struct recalled*, lessons first, then steps, each best first; those that fit have in_prompt. *ret_notice (optional;
 * caller frees): why the built-in vectors were used in a brain's place. Caller unrefs. */
GPtrArray *recaller_result(recaller *r, char **ret_notice, GError **error);
/* All of it at once; polls the pool while it waits. */
GPtrArray *recaller_search(recaller *r, const struct recall_query *query, char **ret_notice, GError **error);
void recaller_take_cost(recaller *r, struct brain_spent *ret_spent);

/* ---- as text (recall_text.c) ---- */
/* A lesson that a person wrote down by themselves (run 0), not in a step: it is told whatever it is about. */
bool recalled_is_told_always(gint64 run, const char *by);
/* "text 0.71 (field, ok), picture 4 of 64 bits differ, same program"; caller frees. */
char *recalled_explain(const struct recalled *r);
/* One as a prompt says it: a line of ours, then what is quoted of the past, each line behind "  > ". Caller frees. */
char *recalled_entry(const struct recalled *r);
/* All that are in_prompt, steps or lessons; "" = none. Caller frees. */
char *recalled_prompt(const GPtrArray *rows, bool lessons);
/* One for people, in one line: "run 3, step 4: press_button(label = "OK"), no_effect". Caller frees. */
char *recalled_line(const struct recalled *r);
/* The same without the place; caller frees. */
char *recalled_what(const struct recalled *r);

/* ---- as JSON (recall_json.c) ---- */
/* [{"kind","run","step","lesson","score","why","text","in_prompt","end","app","parts":{"text","picture","program"}}]; caller
 * frees. */
char *recalled_to_json(const GPtrArray *rows);
/* That text for people, a line each; "" where it is not such a text. Caller frees. */
char *recalled_lines(const char *json);
/* For the store: what was recalled for that step. struct memory_recall*, owned. */
GPtrArray *recalled_rows(const GPtrArray *rows, gint64 run, gint64 step);

#endif
