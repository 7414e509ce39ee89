#ifndef ENGINE_AGENTS_COMPUTER_COMPUTER_H
#define ENGINE_AGENTS_COMPUTER_COMPUTER_H

/* What the agent computer keeps in mind: the turns that the model has said, verbatim, and the answer to each of its calls. Inside
 * of the agent. */

#include "engine/agents/computer/native.h"
#include "engine/brain/coordinates.h"
#include "engine/modules/mind.h"

struct run;
struct situation_past;
typedef struct form_output form_output;
typedef struct brain_request brain_request;

struct computer_answer {
    char *id, *name; /* the provider's */
    char *call;      /* the action that it stands for, in words; "" = it stands for none */
    char *told;      /* …with its points as the model counts them; "" = alike */
    char *text;      /* its answer; "" = it has none yet */
    char *status;    /* of the answer, as in the table; "" = none yet, or from an engine that kept none */
    bool error;
    char *safety; /* a check that a person has to acknowledge, as it came; "" = none */
    bool acknowledged;
    char *frame;                /* a look of its own: the picture's path; "" = none */
    gint64 x, y, width, height; /* …of which only this part; width 0 = all of it */
};
struct computer_turn {
    gint64 step; /* in which it was said */
    char *dialect, *said;
    GPtrArray *answers; /* struct computer_answer*, by the calls' places */
    char *note;         /* what is said after them; "" = nothing */
    char *frame;        /* the screen that the next turn is said to; "" = not yet */
};
struct computer {
    char *opening, *opening_frame; /* what all turns are said after; "" = no turn has been said */
    GPtrArray *turns;              /* struct computer_turn* */
    char *left_out;                /* older turns in words */
    char *note;                    /* for the next request */
    bool over;                     /* the person has said that the task is done */
};
extern const struct mind_table computer_mind;

#define COMPUTER_DONE "the task is done" /* what a person may choose where the model only says something */
#define COMPUTER_GO_ON "go on"

/* ---- turns (turns.c) ---- */

/* NULL = no turn has been said. */
struct computer_turn *computer_last(const struct computer *m);
/* The first call of the last turn that has no answer; -1 = all have one. */
int computer_open(const struct computer *m);
/* Puts a turn behind the others, its calls unanswered; the oldest are left out where there are too many. */
void computer_push(struct computer *m, gint64 step, const char *dialect, const char *said, const struct native_turn *turn);
/* The last one is to be said anew. */
void computer_pop(struct computer *m);
/* Adds to what the next request is told. */
void computer_note(struct computer *m, const char *text);

/* ---- answers (answers.c) ---- */

/* What came of what was proposed for that call. `executed`: the action as the model counts points; NULL = as it is. */
void computer_answer_past(struct computer_answer *a, const struct situation_past *past, int proposal, const char *executed);
/* By a status of the table: "looked", "handed_back" … `reason`: NULL = none. */
void computer_answer(struct computer_answer *a, const char *status, const char *reason);
/* "dropped", with what came of the calls before it in the last turn. */
void computer_drop(const struct computer *m, struct computer_answer *a, const char *reason);
/* All that have none yet. */
void computer_answer_open(struct computer *m, const char *first, const char *others, const char *reason);
/* {"status":…}, and below it what to do. Caller frees. (computer_json.c) */
struct computer_status {
    const char *status, *fired, *effect, *reason, *proposed, *executed, *sentence;
    int proposal; /* 0 = none */
};
char *computer_status_text(const struct computer_status *s);

/* ---- replies (computer_json.c) ---- */

/* The reply of a wire (brain.h): *ret_said caller frees. NULL with error: it is none. */
struct native_turn *computer_read_turn(const char *reply, gsize length, char **ret_dialect, char **ret_said,
                                       struct coordinates *ret_coordinates, GError **error);
/* The same as the module's output, with the reply in its field "turn" (module.read). */
struct form;
form_output *computer_read(const struct form *form, const char *reply, gsize length, GError **error);

/* Puts the turns into a request, with the newest pictures: at most `pictures`, at least half of them. (turns.c) */
void computer_put_turns(const struct computer *m, guint pictures, brain_request *request);

#endif
