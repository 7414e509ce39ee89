#ifndef MEMORY_QUESTIONS_H
#define MEMORY_QUESTIONS_H

/* What an agent asked the person in a step, what was answered, and whether that was of use. A row of each question, written when
 * it is asked, when its wait is over, and once when it is known of what use the answer was; the chain has each (journal stage
 * "question"). The texts are searched like any other. */

#include "memory/memory.h"

struct memory_question {
    gint64 run, step, id; /* id: the protocol's, unique within the run among questions and proposals */
    char *question;
    char *choices; /* JSON array of strings; NULL = a line was asked for */
    gint64 asked_us;
    char *verdict;      /* answered | unanswered (nobody did in time) | voided (pause, stop …); NULL = it waits */
    char *answer;       /* NULL = none */
    char *by;           /* who ended the wait */
    gint64 answered_us; /* when; 0 = it waits */
    int useful; /* 1: the next action was fired, had its effect and was no person's; 0: it was not so; -1: not known (yet) */
};
void memory_question_free(struct memory_question *q);
/* Writes run, step, id, question, choices. Error: the run has such an id. */
bool memory_question_add(memory *m, const struct memory_question *q, GError **error);
/* The wait is over. NOT_FOUND: no such question that waits. */
bool memory_question_end(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *answer,
                         GError **error);
/* Of each answered question of the run of which that is not known yet. */
bool memory_questions_used(memory *m, gint64 run, bool useful, GError **error);
/* In order; step 0 = all of the run; owns its rows. */
GPtrArray *memory_questions(memory *m, gint64 run, gint64 step, GError **error);

struct memory_asked {
    gint64 asked, answered, useful;
};
bool memory_questions_count(memory *m, gint64 run, struct memory_asked *ret_asked, GError **error);

#endif
