#ifndef ENGINE_STEP_PLAN_CONTEXT_H
#define ENGINE_STEP_PLAN_CONTEXT_H

/* What a run's plan is reminded of (engine/recall/recall.h), and what a run learns for later ones. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct situation_past;
typedef struct proposal proposal;
typedef struct recaller recaller;

struct run_recall {
    recaller *recaller;    /* of past steps and lessons; NULL until the first request that is told of them */
    char *told;            /* what it gave last, as JSON: for the event of a module with actions */
    char *steps, *lessons; /* …and for the prompt */
};
struct run_recall *run_recall_new(void);
void run_recall_free(struct run_recall *r);

/* Before a plan is asked for: recalls, writes down what was recalled and why, and tells it with the plan's event. *ret_steps and
 * *ret_lessons: for the prompt, "" = none; caller frees. Errors: of the store; RUN_ERROR: the wait was ended. */
bool plan_context_recall(struct run *run, const char *subtask, const char *saw, char **ret_steps, char **ret_lessons,
                         GError **error);
/* Reflect has judged a step: one that failed becomes a lesson. */
bool plan_context_learn_failure(struct run *run, const struct situation_past *past, GError **error);
/* A proposal was decided on: what a person rejected with a reason, and what could not be carried out, becomes a lesson. */
bool plan_context_learn_decision(struct run *run, const proposal *p, GError **error);

#endif
