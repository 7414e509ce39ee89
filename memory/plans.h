#ifndef MEMORY_PLANS_H
#define MEMORY_PLANS_H

/* Plans: what an agent did for a goal, and what came of it (GITM, Zhu et al. 2023; JARVIS-1, Wang et al. 2023). A goal has
 * several, also such that failed. Of PLAN_FOLD that worked one reference is made, which is told first. A plan has a number that
 * stays, and versions: an edit adds a row. Plans outlive their runs. What one says is material for a prompt, never an order. */

#include "memory/memory.h"

#define PLAN_FOLD 5 /* plans of a goal that worked, and of which one reference is made */
/* bytes */
#define PLAN_TEXT_MAX 16000
#define PLAN_WORDS_MAX 4000 /* of task, situation, cause */
#define PLAN_GOAL_MAX 400   /* also of the program */

enum plan_outcome { PLAN_WORKED, PLAN_FAILED, PLAN_UNTRIED, PLAN_OUTCOME_COUNT };
/* "worked", "failed", "untried". */
const char *plan_outcome_name(enum plan_outcome outcome);
/* False: no such name. */
bool plan_outcome_parse(const char *name, enum plan_outcome *ret_outcome);

/* A version of a plan. */
struct memory_plan {
    gint64 id;      /* of the version */
    gint64 plan;    /* number of the plan: the id of its first version */
    gint64 version; /* from 1 */
    gint64 run, step;
    gint64 at_us;
    gint64 steps;          /* actions that it took */
    gint64 worked, failed; /* of this version: how often a run of this store began from it and reached the goal, or did not */
    gint64 equal;          /* others that it stands for (memory_plans_join()) */
    gint64 folded;         /* number of the reference that was made of it; 0 = none */
    bool newest;           /* no other version took its place */
    bool withdrawn;
    bool reference;            /* made of PLAN_FOLD others */
    bool touched;              /* a person changed it, here or while it was carried out */
    bool of_goals;             /* its text is goals (JARVIS-1: "craft 4 stick"), not calls of skills */
    enum plan_outcome outcome; /* of the run that it is from; of an imported plan: as its file says; of a person's: untried */
    char *by;                  /* who wrote this version: model | the user's name */
    char *app, *goal;          /* the program or world; what it is for: "iron_pickaxe" */
    char *task;                /* of the run, NULL */
    char *situation;           /* where it began: inventory, place, NULL */
    char *picture;             /* hash of the frame where it began, NULL; and its print (engine/picture/print.h) in `print` */
    gint64 print;
    char *state;  /* what the display told there, as JSON: {"inventory":{…},"biome","y","place","time"}, NULL */
    char *cause;  /* why it failed, NULL */
    char *origin; /* the file that it was imported from, NULL = a run of this store, or a person */
    char *reason; /* why it was changed or withdrawn, NULL */
    char *text;   /* its actions or goals, one a line */
};
void memory_plan_free(struct memory_plan *plan);
/* True: a run of this store reached the goal with it. What was imported counts only then. */
bool memory_plan_proven(const struct memory_plan *plan);
/* How many runs of this store reached the goal with it, or did not. A run that began from it and reached the goal has a plan of
 * its own, which counts it: it counts here only for a plan that is of no run (a reference, an imported or edited one). */
gint64 memory_plan_times(const struct memory_plan *plan, bool worked);
/* Equal in program, goal, outcome and text, both references or none: a prompt needs one of them. */
bool memory_plan_tells_as(const struct memory_plan *plan, const struct memory_plan *other);
/* Also equal in their marks: one row of a list stands for them. */
bool memory_plan_equals(const struct memory_plan *plan, const struct memory_plan *other);
/* The lines of a text or a cause as one, with "; " between them. Caller frees. */
char *memory_plan_line(const char *text);
/* For people: of plans that are equal the first stays, and its `worked` and `failed` count those that are left out as well.
 * Memory of them is freed by the array. */
void memory_plans_join(GPtrArray *plans);
/* What follows the notice of something done to a plan and so many equal ones: ", and 2 equal ones"; 0: "". Caller frees. */
char *memory_plan_others_text(gint64 others);
/* True: a reference made here, or an imported one with which a run of this store reached the goal; not doubted. It goes first. */
bool memory_plan_leads(const struct memory_plan *plan);
/* True: a reference that failed and never worked. What it was made of is told before it. */
bool memory_plan_doubted(const struct memory_plan *plan);

/* Adds a plan as version 1, from run, step, at_us, steps, outcome, touched, of_goals, print and the texts of `plan`, and commits.
 * There is one of a run, step, program and goal: a second call finds it. *ret_plan: its number (may be NULL). */
bool memory_plan_add(memory *m, const struct memory_plan *plan, gint64 *ret_plan, GError **error);
/* Adds such plans, of no run, in one transaction: all of them or none; `reference` of each as well. `plan` receives its number.
 */
bool memory_plans_add(memory *m, GPtrArray *plans, GError **error);
/* Of imported plans: the second of each pair of numbers is the reference that was made of the first. A pair that cannot be
 * (another goal, no reference, not imported, withdrawn, part of a reference already) is left out. */
typedef struct memory_plan_link {
    gint64 plan, reference;
} memory_plan_link;
bool memory_plans_link(memory *m, const memory_plan_link *links, guint n, GError **error);
/* Adds a reference, from the same fields, and marks the plans that it was made of. FAILED: one of them is withdrawn, or another
 * run has made a reference of it meanwhile; then nothing is added. */
bool memory_plan_fold(memory *m, const struct memory_plan *reference, const gint64 *plans, guint n, gint64 *ret_plan,
                      GError **error);
/* Adds a version of a person, untried: its text, by and reason. NOT_FOUND: no such plan, it is withdrawn, or a reference was made
 * of it.
 */
bool memory_plan_change(memory *m, gint64 plan, const struct memory_plan *version, GError **error);
/* No prompt has it again. The plans that a reference was made of are told again. NOT_FOUND as above. */
bool memory_plan_withdraw(memory *m, gint64 plan, const char *reason, GError **error);
/* The same for the plan and all standing ones that are equal to it (memory_plan_equals()), in one transaction.
 * *ret_others: how many there were beside it. */
bool memory_plans_change_equal(memory *m, gint64 plan, const struct memory_plan *version, gint64 *ret_others, GError **error);
bool memory_plans_withdraw_equal(memory *m, gint64 plan, const char *reason, gint64 *ret_others, GError **error);
/* A withdrawn plan, and all that are equal to it, are told again; `reason` (NULL = none) takes the place of that of the
 * withdrawal. What a withdrawn reference was made of stays told beside it. *ret_others as above. NOT_FOUND: no such plan, or it
 * stands. */
bool memory_plans_restore_equal(memory *m, gint64 plan, const char *reason, gint64 *ret_others, GError **error);
/* A run began from that version (its id) and reached its goal, or did not. */
bool memory_plan_count(memory *m, gint64 id, bool worked, GError **error);

/* The newest version. NOT_FOUND: no such plan. Caller frees. */
struct memory_plan *memory_plan_get(memory *m, gint64 plan, GError **error);
/* All versions, newest first. Caller unrefs; the array owns its rows. */
GPtrArray *memory_plan_versions(memory *m, gint64 plan, GError **error);
/* The plans that a reference was made of, oldest first. Same ownership. */
GPtrArray *memory_plan_sources(memory *m, gint64 plan, GError **error);
struct memory_plans_asked {
    const char *app, *goal;                                                       /* NULL = of all */
    enum plan_texts { PLAN_TEXTS_ALL, PLAN_TEXTS_CALLS, PLAN_TEXTS_GOALS } texts; /* only those of calls, or of goals */
    bool all;        /* also withdrawn ones, and those of which a reference was made that is not doubted */
    gint64 limit;    /* 0 = all */
    gint64 until_us; /* those that were remembered up to that time; 0 = until now */
};
/* The newest versions, by program and goal; of one goal in the order in which a prompt wants them: the reference, what was
 * proven, what was not tried here, what failed or is doubted; of each the newest first. Same ownership. */
GPtrArray *memory_plans(memory *m, const struct memory_plans_asked *asked, GError **error);
/* True when program, goal, task, situation, cause and text together have each of the words, whatever their case. */
bool memory_plan_has_words(const struct memory_plan *plan, const char *const *words);

#endif
