#ifndef ENGINE_AGENTS_PLAN_ACTS_H
#define ENGINE_AGENTS_PLAN_ACTS_H

/* Plan acts: calls of skills that are proposed one by one until the first that fails, what came of each, and the board of them:
 * the part of a mind that agents of structured actions share (GITM, Zhu et al. 2023, 3.2; JARVIS-1, Wang et al. 2023, 3.2). Pure.
 */

#include "engine/agents/board.h"
#include "engine/modules/mind.h"

struct situation_past;

struct plan_act {
    gint64 id;
    char *call;   /* as JSON (action_to_json()) */
    char *shown;  /* the call for people and prompts */
    gint64 state; /* enum board_state; DOING: proposed, and its outcome is not judged yet */
    char *note;   /* what is expected; of one that failed: why */
    bool touched; /* a person wrote it, or changed it on its card */
};
#define PLAN_ACTS_MAX 32

struct plan_acts {
    GPtrArray *rows;     /* struct plan_act *: the present plan */
    gint64 ids;          /* last id of an act */
    GPtrArray *did;      /* char *: calls that were done for the goal, oldest first */
    bool touched;        /* a person changed one of them */
    char *feedback;      /* why the last one failed: what the next plan is told */
    gint64 same;         /* how often in a row it failed so, and gave nothing */
    bool outcome, fired; /* of the act that was proposed last: it was decided; it was fired */
    char *came;          /* why it was not done, or what a person said; "" = nothing */
    bool unmoved;        /* nothing of the screen changed by it */
};
extern const struct mind_table plan_act_table;

/* The rows of a mind's table for a member `acts` of the struct STRUCT. */
#define PLAN_ACTS_MIND(STRUCT)                                                                                                   \
    {"acts", MIND_ROWS, offsetof(STRUCT, acts.rows), &plan_act_table, 2 * PLAN_ACTS_MAX},                                        \
        {"act_ids", MIND_INTEGER, offsetof(STRUCT, acts.ids), NULL, 0},                                                          \
        {"did", MIND_STRINGS, offsetof(STRUCT, acts.did), NULL, 2000},                                                           \
        {"touched", MIND_BOOLEAN, offsetof(STRUCT, acts.touched), NULL, 0},                                                      \
        {"feedback", MIND_STRING, offsetof(STRUCT, acts.feedback), NULL, 0},                                                     \
        {"same", MIND_INTEGER, offsetof(STRUCT, acts.same), NULL, 0},                                                            \
        {"outcome", MIND_BOOLEAN, offsetof(STRUCT, acts.outcome), NULL, 0},                                                      \
        {"fired", MIND_BOOLEAN, offsetof(STRUCT, acts.fired), NULL, 0},                                                          \
        {"came", MIND_STRING, offsetof(STRUCT, acts.came), NULL, 0},                                                             \
    {                                                                                                                            \
        "unmoved", MIND_BOOLEAN, offsetof(STRUCT, acts.unmoved), NULL, 0                                                         \
    }

/* Another goal begins: nothing is planned, and nothing was done for it yet. */
void plan_acts_begin(struct plan_acts *a);
/* The plan's actions (action *) take the place of those that are there. */
void plan_acts_plan(struct plan_acts *a, const GPtrArray *actions);
/* The act that is next; NULL = all are done, or one has failed. */
struct plan_act *plan_acts_next(const struct plan_acts *a);
/* There are acts, and each is done or left out. */
bool plan_acts_all_done(const struct plan_acts *a);
/* The next one is proposed now. */
void plan_acts_propose(struct plan_acts *a);
/* Its outcome, as the run tells it (the agent's came()). */
void plan_acts_came(struct plan_acts *a, const struct situation_past *past);
/* What the display says of the act before, "" = it worked; NULL = it does not say. Returns true when an act was judged: *ret_why
 * (NULL = it was done; caller frees). After a failure nothing of the plan is left to do, and `feedback` names it. */
bool plan_acts_judge(struct plan_acts *a, const char *said, char **ret_why);
/* What the inventory has more of since the act that plan_acts_judge() has just judged (counts.h). A failed act that gave
 * something did part of its work: it is among those that were done, with what it gave. */
void plan_acts_gave(struct plan_acts *a, GHashTable *gained);
/* All acts are done, and did not do what they were for: that counts as a failure of the plan, and nothing of it is left. */
void plan_acts_missed(struct plan_acts *a, const char *why);
/* The calls that were done, one a line. Caller frees. */
char *plan_acts_did(const struct plan_acts *a);
/* The same of a plan that failed: also the call that did, "… (failed)"; without any call "no action". Caller frees. */
char *plan_acts_tried(const struct plan_acts *a);

/* ---- the board ---- */
void plan_acts_rows(const struct plan_acts *a, GPtrArray *rows);
/* Only what is still to come is changed. `text`: one call. */
bool plan_acts_change(struct plan_acts *a, gint64 row, enum board_verb verb, const char *text, GError **error);

#endif
