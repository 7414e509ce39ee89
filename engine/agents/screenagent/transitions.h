#ifndef ENGINE_AGENTS_SCREENAGENT_TRANSITIONS_H
#define ENGINE_AGENTS_SCREENAGENT_TRANSITIONS_H

/* ScreenAgent's state machine (Niu et al. 2024, 3.2): plan, act, evaluate, with a limit on every loop. The mind of the agent, and
 * what a module's answer does to it. Pure: no run, no display.
 *
 * The released client has no limits, and stalls on an unknown verdict. Here each loop that it has is counted, and ends the run
 * with its reason. */

#include "engine/agents/agent.h"

enum screenagent_phase { PHASE_PLANNING, PHASE_ACTING, PHASE_EVALUATING, PHASE_FINISH, PHASE_COUNT };

struct screenagent_subtask {
    char *text;
    gint64 id, state; /* enum board_state */
    gint64 retries;
};

struct screenagent_limits {
    gint64 retries;        /* of a subtask */
    gint64 reformulations; /* of a run */
    gint64 unusable;       /* answers in a row */
    gint64 subtasks;       /* of a plan */
    gint64 same;           /* the same action on an unchanged screen */
};

/* The mind. */
struct screenagent {
    gint64 phase;                     /* enum screenagent_phase */
    GPtrArray *subtasks;              /* struct screenagent_subtask*: those that are done stay in front */
    gint64 ids;                       /* the last id that was given */
    gint64 plan;                      /* id of the last plan's first subtask; whatever was added since has a higher one */
    gint64 current;                   /* index of the present subtask */
    char *advice;                     /* of the evaluator, or what was wrong with the last answer; for the next question only */
    gint64 reformulations, unusable;  /* so far; unusable: answers in a row */
    char *before;                     /* path of the frame before the batch */
    char *changed;                    /* what the batch changed on the screen, as a fact */
    GPtrArray *planned, *came;        /* char*: the batch as the actor gave it, and what came of it, in order */
    char *last;                       /* the last action that changed nothing */
    gint64 same;                      /* how often in a row */
    bool acting;                      /* the batch is being done; not kept: whoever takes over evaluates what was done */
    bool refused;                     /* a person refused the last action of the batch */
    GPtrArray *verdicts;              /* char*: earlier verdicts, oldest first */
    struct screenagent_limits limits; /* as last told, for the boards; 0 = not told */
};
extern const struct mind_table screenagent_mind;

/* Ends the run; reason NULL = it goes on. */
struct screenagent_end {
    enum agent_end end;
    char *reason; /* owned */
};

/* The present subtask; NULL = none. */
const struct screenagent_subtask *screenagent_current(const struct screenagent *m);

/* The planner's answer (char *): the new subtasks, after those that are done. */
struct screenagent_end screenagent_planned(struct screenagent *m, const GPtrArray *subtasks, const struct screenagent_limits *l);
/* The actor's answer: descriptions of the actions (char *), in order. `before`: path of the present frame. Called before the
 * first is proposed, so that an engine that takes over evaluates what was done. */
struct screenagent_end screenagent_acts(struct screenagent *m, const GPtrArray *actions, const char *before,
                                        const struct screenagent_limits *l);
/* One action of the batch: what came of it, in words; unmoved: it was fired, and the screen stayed as it was;
 * refused: a person did not want it, which is no failed try of the agent. */
void screenagent_came(struct screenagent *m, const char *did, const char *outcome, bool unmoved, bool refused);
/* The evaluator's verdict: sub_task_success | need_retry | need_reformulate. */
struct screenagent_end screenagent_evaluated(struct screenagent *m, const char *verdict, const char *advice,
                                             const struct screenagent_limits *l);

/* The board of phases: a row for each, GO to it. What counts towards a limit stands beside it ("plan anew 1 of 3"). */
void screenagent_phase_rows(const void *mind, GPtrArray *rows);
bool screenagent_phase_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);
/* The board of subtasks, each with its retries: GO, EDIT, INSERT, MOVE, REMOVE. */
void screenagent_subtask_rows(const void *mind, GPtrArray *rows);
bool screenagent_subtask_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);

#endif
