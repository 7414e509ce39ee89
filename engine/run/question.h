#ifndef ENGINE_RUN_QUESTION_H
#define ENGINE_RUN_QUESTION_H

/* A question of the agent to the person. One at a time, and it waits like a proposal, but an answer can approve nothing. Pure,
 * except below "in a run". Inside engine/ only. (question.c) */

#include <glib.h>
#include <stdbool.h>

#define QUESTION_ERROR (question_error_quark())
GQuark question_error_quark(void);
enum question_error { QUESTION_ERROR_CLOSED, QUESTION_ERROR_TEXT };

#define QUESTION_TEXT_MAX 4096 /* bytes of an answer */
#define QUESTION_CHOICES_MAX 9 /* one digit key each */

/* A question waits in QUESTION_ASKED; every change starts from there. */
enum question_state { QUESTION_NONE, QUESTION_ASKED, QUESTION_ANSWERED, QUESTION_UNANSWERED, QUESTION_VOIDED };

struct run_question {
    enum question_state state; /* of the last question */
    int id;                    /* as in the protocol; proposals share the numbers */
    char *text;                /* owned, as are the next members */
    char **choices;            /* NULL = free text */
    char *answer;              /* NULL = none */
    char *by, *reason;         /* who ended the wait, and why, when it was not answered */
    int untried;               /* number of answers whose usefulness is not known yet */
};
struct run_question *run_question_new(void);
void run_question_free(struct run_question *q);

/* Asks a question; an earlier one is over. Uses the first QUESTION_CHOICES_MAX choices that are not empty. */
void question_ask(struct run_question *q, int id, const char *text, const GPtrArray *choices);
/* Answers with free text, or with a choice by its text or (second) its number. Errors: CLOSED: another question waits, or none;
 * TEXT: empty or too long. On an error the question stays open. */
bool question_answer(struct run_question *q, int id, const char *text, GError **error);
/* Ends the wait as unanswered or voided, by whom and why. Does nothing when none waits. */
void question_close(struct run_question *q, enum question_state state, const char *by, const char *reason);
bool question_waits(const struct run_question *q);
/* True when the last question has this id, also when it is over. */
bool question_is(const struct run_question *q, int id);
/* answered | unanswered | voided; "none" when there is nothing to report. */
const char *question_verdict(const struct run_question *q);
/* The text for the next request: "asked: Which?; the person answered: this". Caller frees. */
char *question_words(const char *text, const char *answer);

/* ---- in a run ---- */
struct run;
/* An action was remembered: sets whether the answers before it were useful. */
bool question_tried(struct run *run, bool useful, GError **error);

#endif
