#ifndef ENGINE_RUN_QUESTION_H
#define ENGINE_RUN_QUESTION_H

/* A question of the agent to the person: one at a time, as a proposal waits, but it can approve nothing. Pure but for what is
 * under "in a run". Inside engine/ only. (question.c) */

#include <glib.h>
#include <stdbool.h>

#define QUESTION_ERROR (question_error_quark())
GQuark question_error_quark(void);
enum question_error { QUESTION_ERROR_CLOSED, QUESTION_ERROR_TEXT };

#define QUESTION_TEXT_MAX 4096 /* bytes of an answer */
#define QUESTION_CHOICES_MAX 9 /* a key each */

/* ASKED is the only one that goes on; each change is from it. */
enum question_state { QUESTION_NONE, QUESTION_ASKED, QUESTION_ANSWERED, QUESTION_UNANSWERED, QUESTION_VOIDED };

struct run_question {
    enum question_state state; /* of the last one */
    int id;                    /* the protocol's; proposals are counted by the same numbers */
    char *text;                /* owned, as the next are */
    char **choices;            /* NULL = a line is asked for */
    char *answer;              /* NULL = none */
    char *by, *reason;         /* who ended the wait, and why, where it was not by an answer */
    int untried;               /* answers of which it is not known yet whether they were of use */
};
struct run_question *run_question_new(void);
void run_question_free(struct run_question *q);

/* What waited before is over. The first QUESTION_CHOICES_MAX choices count; empty ones do not. */
void question_ask(struct run_question *q, int id, const char *text, const GPtrArray *choices);
/* A line, or one of the choices by its words or its number (the words come first). Errors: CLOSED, another one waits or none;
 * TEXT: empty or too long. It goes on waiting then. */
bool question_answer(struct run_question *q, int id, const char *text, GError **error);
/* Unanswered or voided: by whom and why. Does nothing when none waits. */
void question_close(struct run_question *q, enum question_state state, const char *by, const char *reason);
bool question_waits(const struct run_question *q);
/* The question with that number, which may be over: nothing else is told by it. */
bool question_is(const struct run_question *q, int id);
/* answered | unanswered | voided; "none" while there is nothing to say. */
const char *question_verdict(const struct run_question *q);
/* What the next request is told: "asked: Which?; the person answered: this". Caller frees. */
char *question_words(const char *text, const char *answer);

/* ---- in a run ---- */
struct run;
/* An action was remembered: the answers before it were of use, or not. */
bool question_tried(struct run *run, bool useful, GError **error);

#endif
