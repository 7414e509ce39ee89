#ifndef MEMORY_QUESTIONS_H
#define MEMORY_QUESTIONS_H

/* Questions that an agent asked the person in a step, with answer and usefulness. The row of a question is written when it is
 * asked, when its wait ends, and when its use becomes known; each write is in the chain (journal stage "question"). The texts
 * are searchable. */

#include "memory/memory.h"

struct memory_question {
    gint64 run, step, id; /* id: as in the protocol, unique within the run among questions and proposals */
    char *question;
    char *choices; /* JSON array of strings; NULL = free text */
    gint64 asked_us;
    char *verdict;      /* answered | unanswered (in time) | voided (pause, stop …); NULL = it waits */
    char *answer;       /* NULL = none */
    char *by;           /* who ended the wait */
    gint64 answered_us; /* when the wait ended; 0 = it waits */
    int useful; /* 1: the next action was fired, had its effect and was not a person's; 0: otherwise; -1: not known (yet) */
};
void memory_question_free(struct memory_question *q);
/* Adds a question from run, step, id, question and choices. Error: the run already has this id. */
bool memory_question_add(memory *m, const struct memory_question *q, GError **error);
/* Ends the wait. NOT_FOUND: no such waiting question. */
bool memory_question_end(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *answer,
                         GError **error);
/* Sets `useful` of all answered questions of the run for which it is not known yet. */
bool memory_questions_used(memory *m, gint64 run, bool useful, GError **error);
/* Questions in order; step 0 = of the whole run. Caller unrefs; the array owns its rows. */
GPtrArray *memory_questions(memory *m, gint64 run, gint64 step, GError **error);

struct memory_asked {
    gint64 asked, answered, useful;
};
bool memory_questions_count(memory *m, gint64 run, struct memory_asked *ret_asked, GError **error);

#endif
