#ifndef ENGINE_AGENTS_GITM_GITM_H
#define ENGINE_AGENTS_GITM_GITM_H

/* GITM (Zhu et al. 2023, arXiv:2305.17144): a goal is taken apart into a tree; each goal of it is planned as structured actions,
 * which are done one by one until the first that fails. The mind of the agent, and what a plan and its outcomes do to it: pure
 * but for remembered.c. */

#include "engine/agents/agent.h"
#include "engine/agents/gitm/goals.h"

/* An action of the present plan. */
struct gitm_act {
    gint64 id;
    char *call;   /* as JSON (action_to_json()) */
    char *shown;  /* the call for people and prompts */
    gint64 state; /* enum board_state; DOING: proposed, and its outcome is not judged yet */
    char *note;   /* why it failed; what is expected */
    bool touched; /* a person wrote it, or changed it on its card */
};
#define GITM_ACTS_MAX 32

struct gitm {
    struct goals goals;
    bool read;                         /* the task's goals are known */
    gint64 at;                         /* id of the goal that is worked on; 0 = none */
    gint64 calls;                      /* plans that were asked for it */
    gint64 tries;                      /* decompositions in a row that could not be used */
    char *defect;                      /* why the last one could not */
    GPtrArray *acts;                   /* struct gitm_act *: the present plan */
    gint64 ids;                        /* last id of an act */
    GPtrArray *did;                    /* char *: calls that were done for the goal, oldest first */
    bool touched;                      /* a person changed one of them */
    char *situation;                   /* where the goal began */
    char *feedback;                    /* what the next plan is told of this one */
    gint64 reference;                  /* version of the remembered plan that the goal began from; 0 = none */
    char *reference_text;              /* quoted, with what it is */
    char *knowledge;                   /* what was retrieved for the next question, quoted */
    char *fold;                        /* the goal of which a reference is to be made; "" = none */
    char *sources;                     /* the plans that it is made of, quoted */
    GHashTable *inventory, *predicted; /* counts.h: there now; foreseen at the end */
    bool told;                         /* the inventory is what the display tells */
    bool outcome, fired;               /* of the act that was proposed last: it was decided; it was fired */
    char *came;                        /* why it was not done, or what a person said; "" = nothing */
    bool unmoved;                      /* nothing of the screen changed by it */
};
extern const struct mind_table gitm_mind;

/* ---- the plan and its outcomes (acts.c) ---- */
/* The plan's actions (action *) take the place of those that are there. */
void gitm_planned(struct gitm *m, const GPtrArray *actions);
/* The act that is next; NULL = all are done, or one has failed. */
struct gitm_act *gitm_next_act(const struct gitm *m);
/* It is proposed now. */
void gitm_acts(struct gitm *m);
/* Its outcome, as the run tells it. */
void gitm_came(struct gitm *m, const struct situation_past *past);
/* What the display says of the act before, "" = it worked; NULL = it does not say. Returns true when an act was judged: *ret_why
 * (NULL = it was done; caller frees). After a failure nothing of the plan is left to do. */
bool gitm_judge(struct gitm *m, const char *said, char **ret_why);
/* A new goal: nothing was done for it yet. */
void gitm_begin(struct gitm *m, const struct goal *goal, const char *where);
/* The calls that were done, one a line. Caller frees. */
char *gitm_did(const struct gitm *m);
void gitm_act_rows(const void *mind, GPtrArray *rows);
bool gitm_act_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);
void gitm_feedback_rows(const void *mind, GPtrArray *rows);

/* ---- what a display tells of its state (state_json.c) ---- */
struct gitm_state {
    GHashTable *inventory; /* counts.h; NULL = it tells none */
    char *place;           /* "forest, y 64, on the ground, day, health 20, food 20, holds wooden_axe; near: …" */
    char *last;            /* why the last act failed; "" = it did not; NULL = it does not say */
    gint64 step, limit;    /* of the game; limit 0 = none */
};
typedef struct gitm_state gitm_state;
void gitm_state_clear(gitm_state *s);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(gitm_state, gitm_state_clear)
/* text: a JSON object, NULL = nothing is told. What cannot be read counts as not told. */
void gitm_state_read(const char *text, struct gitm_state *ret_state);

/* ---- memory and knowledge (remembered.c) ---- */
/* By what name memory knows the program or world. Caller frees. */
char *gitm_app(const struct run *run);
/* Retrieves what is known of the question, for the next prompt. */
bool gitm_know(struct run *run, struct gitm *m, const char *question, GError **error);
/* Finds the remembered plan that the goal begins from. */
bool gitm_recall(struct run *run, struct gitm *m, const struct goal *goal, GError **error);
/* Remembers what was done for the goal, and counts what it began from. cause NULL = it is reached. */
bool gitm_remember(struct run *run, struct gitm *m, const struct goal *goal, const char *cause, GError **error);
/* Tells the sources for a reference of m->fold; false with "" in m->fold: there are not enough. */
bool gitm_sources(struct run *run, struct gitm *m, GError **error);
/* Makes the reference. What another run has made meanwhile stands. */
bool gitm_fold(struct run *run, struct gitm *m, const char *text, GError **error);

#endif
