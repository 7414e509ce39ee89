#ifndef ENGINE_RUN_WORKING_H
#define ENGINE_RUN_WORKING_H

/* Working memory of a run: its agent, what that keeps in mind, the last steps, the summary. Kept in the store after each step,
 * read by resume and fork (state_json.c). Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct agent;
struct situation_past;
struct brain_request;
struct coordinates;

struct run_working {
    const struct agent *agent; /* NULL = none (reins do) */
    void *mind;                /* of the agent's last remembered step (its table is agent->mind) */
    void *thinking;            /* …and the copy that the step under way works on; NULL = none is */
    GHashTable *boards; /* name of a board → its rows as JSON, as the client knows them; NULL = nothing was told (boards.h) */
    char *subtask;      /* what the agent works on now, in its own words; NULL = it has not said */
    char *summary;      /* long-term; NULL = none yet */
    GPtrArray *past;    /* struct situation_past*, the last k */
    int refused;        /* proposals in a row that could not be dry-run */
};
struct run_working *run_working_new(const struct agent *agent);
void run_working_free(struct run_working *w);
/* NULL or "" = it has not said. */
void working_set_subtask(struct run_working *w, const char *subtask);

struct situation_past *situation_past_new(gint64 step);
void situation_past_free(struct situation_past *p);
/* A person changed or rejected what was proposed: what came of it teaches nothing of the model's. */
bool situation_past_by_person(const struct situation_past *p);

/* What came of a proposal or a question is told to the agent, whose mind it goes into. (run.c) */
void working_tell_came(const struct run *run, const struct situation_past *past);

/* That step is over: what it has left in working memory is what the next one begins from. `fired`: something was. (run.c) */
void run_settle(struct run *run, gint64 step, bool fired);
/* Working memory into the store, in the middle of a step: what a resume must know of it. (run.c) */
bool run_keep(struct run *run, GError **error);
/* (state_json.c) Caller frees the JSON. */
char *run_state_to_json(const struct run *run);
bool run_state_from_json(struct run *run, const char *text, gsize length, GError **error);
/* Small texts for the store: {"text":…}, and a prompt as sent. Caller frees. (state_json.c) */
char *run_note_json(const char *text);
char *run_prompt_json(const struct brain_request *r, const struct coordinates *space);

#endif
