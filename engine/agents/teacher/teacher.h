#ifndef ENGINE_AGENTS_TEACHER_TEACHER_H
#define ENGINE_AGENTS_TEACHER_TEACHER_H

/* The mind of the agent teacher, and its documents: each step that was shown on an element, with the pictures before and after
 * it, gives one call of the module describer, whose text is a document of the element (memory/docs.h). */

#include "engine/agents/agent.h"

#include <glib.h>
#include <stdbool.h>

struct shown { /* a step */
    gint64 id; /* the number of the run's step */
    gint64 call;
    char *action; /* JSON */
    gint64 x, y;
    char *element, *name; /* id and name of the element that it was done on; "" = none */
    char *await,
        *await_role; /* what the step before has opened and this one needs (screen.await() of reins-skill(7)); "" = nothing */
    char *before, *after; /* hashes of the frames */
};
struct numbered { /* an element or another mark, as the overlay numbers it */
    gint64 number;
    char *text; /* push button "Save" */
};
struct teacher {
    char *way;                /* "program", "console"; "" = the person has not been asked */
    GPtrArray *steps;         /* struct shown* */
    gint64 describing;        /* place of the step that the module describer is asked about */
    char *old;                /* the document that it refines; "" = none */
    char *frame;              /* hash of the frame that the step begins with */
    GPtrArray *now, *earlier; /* what the screen has that a skill can wait for, now and before the last step: elements by id and
                               * by the hash of role and name, windows by X id */
    GPtrArray *numbered;      /* struct numbered*: what a call can name by a number; empty where the person is on the program */
};

/* The brain of the module describer, by [modules] of reins.ini; NULL = none, and nothing is described. */
const char *described_by(const struct run *run);
/* Steps that have an element and another picture after them than before. */
guint described_steps(const struct teacher *m);
/* Asks the module about each of them and keeps the documents. Call it only once the person has agreed. */
bool described_ask(struct run *run, struct teacher *m, guint module, GError **error);
/* Puts what the module is told of the present step. */
void described_values(const struct run *run, const struct teacher *m, struct prompt_values *v);
void described_request(const struct run *run, const struct teacher *m, brain_request *r);

#endif
