#ifndef ENGINE_RUN_WORKING_H
#define ENGINE_RUN_WORKING_H

/* Working memory of a run: its agent, the agent's mind, the last steps, the summary. Stored after each step, read by resume and
 * fork (state_json.c). Inside engine/ only. */

#include "engine/run/phase.h"

#include <glib.h>
#include <stdbool.h>

struct run;
struct agent;
struct mind_table;
struct situation_past;
struct brain_request;
struct coordinates;

struct run_working {
    const struct agent *agent; /* NULL = none (reins do) */
    void *mind;                /* the agent's mind after the last remembered step (fields: agent->mind) */
    void *thinking;            /* the copy that the current step works on; NULL = none */
    GHashTable *boards;        /* name of a board → its rows as JSON, as the client knows them; NULL = none sent (boards.h) */
    char *subtask;             /* the agent's present subtask in its own words; NULL = none */
    char *summary;             /* long-term; NULL = none yet */
    GPtrArray *past;           /* struct situation_past*: the last k steps */
    struct phase phase;        /* the last step, as long as it can be gone back to */
    int refused;               /* proposals in a row whose dry run failed */
};
struct run_working *run_working_new(const struct agent *agent);
void run_working_free(struct run_working *w);
/* NULL or "" = none. */
void working_set_subtask(struct run_working *w, const char *subtask);

/* Gives the agent the outcome of a proposal or a question, for its mind. (run.c) */
void working_tell_came(const struct run *run, const struct situation_past *past);

/* Ends a step: its working memory becomes the start of the next one. fired: something was fired. (run.c) */
void run_settle(struct run *run, gint64 step, bool fired);
/* The number of the agent's step that is being decided, or was last: those that a person drove, or that ended without a decision,
 * are not counted. (run.c) */
gint64 run_turn(const struct run *run);
/* Stores working memory in the middle of a step, for resume. (run.c) */
bool run_keep(struct run *run, GError **error);
/* (state_json.c) Caller frees the JSON. */
char *run_state_to_json(const struct run *run);
bool run_state_from_json(struct run *run, const char *text, gsize length, GError **error);
/* The agent's mind in such a JSON; NULL: it has none, or one of another agent. Caller frees with mind_free(). */
void *run_state_mind(const struct mind_table *table, const char *text);
/* Small texts for the store: {"text":…}, and a prompt as sent. Caller frees. (state_json.c) */
char *run_note_json(const char *text);
/* What the provider asks of a proposal, and why a person is asked for it in every mode, as its row "prepared" keeps them; NULL =
 * nothing. Caller frees. */
char *run_asks_json(const char *provider_asks, const char *asked);
char *run_prompt_json(const struct brain_request *r, const struct coordinates *space);

#endif
