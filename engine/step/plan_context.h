#ifndef ENGINE_STEP_PLAN_CONTEXT_H
#define ENGINE_STEP_PLAN_CONTEXT_H

/* Memory for a run's plans: what is recalled for them (engine/recall/recall.h), and lessons for later runs. Inside engine/
 * only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct situation_past;
typedef struct proposal proposal;
typedef struct recaller recaller;

struct run_recall {
    recaller *recaller;    /* finds past steps and lessons; NULL until the first request that uses them */
    char *told;            /* its last result as JSON, for the event of a module with actions */
    char *steps, *lessons; /* same, for the prompt */
};
struct run_recall *run_recall_new(void);
void run_recall_free(struct run_recall *r);

/* By what name memory knows the program of the run's profile and command; NULL = unknown. Caller frees. */
char *plan_context_app(const struct run *run);
/* Before a plan is asked for: recalls, stores what was recalled and why, and sends it with the plan's event. *ret_steps,
 * *ret_lessons: for the prompt, "" = none; caller frees. Errors: of the store; RUN_ERROR: the wait was ended. */
bool plan_context_recall(struct run *run, const char *subtask, const char *saw, char **ret_steps, char **ret_lessons,
                         GError **error);
/* reflect has judged a step: a failed one becomes a lesson. */
bool plan_context_learn_failure(struct run *run, const struct situation_past *past, GError **error);
/* A proposal was decided: a rejection with a reason, or an action that could not be fired, becomes a lesson. */
bool plan_context_learn_decision(struct run *run, const proposal *p, GError **error);

#endif
