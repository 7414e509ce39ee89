#ifndef ENGINE_AGENTS_GITM_GITM_H
#define ENGINE_AGENTS_GITM_GITM_H

/* GITM (Zhu et al. 2023, arXiv:2305.17144): a goal is taken apart into a tree; each goal of it is planned as structured actions,
 * which are done one by one until the first that fails. The mind of the agent, and what a plan and its outcomes do to it: pure
 * but for remembered.c. */

#include "engine/agents/plan_acts.h"
#include "engine/agents/agent.h"
#include "engine/agents/gitm/goals.h"

struct gitm {
    struct goals goals;
    bool read;                         /* the task's goals are known */
    gint64 at;                         /* id of the goal that is worked on; 0 = none */
    gint64 calls;                      /* plans that were asked for it */
    gint64 tries;                      /* decompositions in a row that could not be used */
    char *defect;                      /* why the last one could not */
    struct plan_acts acts;             /* the present plan */
    char *situation;                   /* where the goal began */
    gint64 reference;                  /* version of the remembered plan that the goal began from; 0 = none */
    char *reference_text;              /* quoted, with what it is */
    char *knowledge;                   /* what was retrieved for the next question, quoted */
    char *fold;                        /* the goal of which a reference is to be made; "" = none */
    char *sources;                     /* the plans that it is made of, quoted; "" = none is made in this step */
    GHashTable *inventory, *predicted; /* counts.h: there now; foreseen at the end */
    bool told;                         /* the inventory is what the display tells */
};
extern const struct mind_table gitm_mind;

/* A new goal: nothing was done for it yet. (mind.c) */
void gitm_begin(struct gitm *m, const struct goal *goal, const char *where);
void gitm_feedback_rows(const void *mind, GPtrArray *rows);

/* ---- what its prompts are told (prompts.c) ---- */
struct prompt_values;
struct display_state;
extern const char *const gitm_names[];
void gitm_values(const struct run *run, const void *mind, struct prompt_values *v);
/* What the display tells on the last look; clear it afterwards. */
void gitm_state(const struct run *run, struct display_state *ret_state);
/* True: that option is "on". */
bool gitm_is_on(const struct run *run, const char *key);

/* ---- memory and knowledge (remembered.c) ---- */
/* Retrieves what is known of the question, for the next prompt. */
bool gitm_know(struct run *run, struct gitm *m, const char *question, GError **error);
/* Of which of these names (counts.h) no paragraph says anything: "unicorn, dodo"; "" = of none, or nothing is looked up. NULL
 * with an error. Caller frees. */
char *gitm_unknown(struct run *run, GHashTable *of, GError **error);
/* Takes in what is known of the fuel of a way that is to be learnt. */
bool gitm_know_fuel(struct run *run, struct gitm *m, struct goal_way *way, GError **error);
/* Finds the remembered plan that the goal begins from. */
bool gitm_recall(struct run *run, struct gitm *m, const struct goal *goal, GError **error);
/* Remembers what was done for the goal, and counts what it began from. cause NULL = it is reached. */
bool gitm_remember(struct run *run, struct gitm *m, const struct goal *goal, const char *cause, GError **error);
/* Tells the sources for a reference of m->fold; "" in m->fold then: there are not enough. */
bool gitm_sources(struct run *run, struct gitm *m, GError **error);
/* Makes the reference. What another run has made meanwhile stands. */
bool gitm_fold(struct run *run, struct gitm *m, const char *text, GError **error);

#endif
