#ifndef ENGINE_AGENTS_JARVIS_JARVIS_H
#define ENGINE_AGENTS_JARVIS_JARVIS_H

/* JARVIS-1 (Wang et al. 2023, arXiv:2311.05997): the situation is described, memory is asked by goals that are thought backward
 * from the task, a plan of short goals is made, checked before it is carried out, and made anew with an explanation where a goal
 * fails; what came of it is remembered. */

#include "engine/agents/agent.h"
#include "engine/agents/plan_acts.h"

#include <glib.h>

struct display_state;
typedef struct recipes recipes;

#define JARVIS_NAME_MAX 80 /* bytes */
#define JARVIS_COUNT_MAX 2304
#define JARVIS_GOALS_MAX 64 /* of a plan */
#define JARVIS_NUMBER_MAX 1000000
#define JARVIS_QUERY_MAX 32
#define JARVIS_PROPOSED_MAX 64

enum { JARVIS_DESCRIBE, JARVIS_QUERY, JARVIS_PLAN, JARVIS_CHECK, JARVIS_CHOOSE, JARVIS_EXPLAIN, JARVIS_PROPOSE };
extern const struct module jarvis_modules[];

/* A goal of the plan. */
struct jarvis_goal {
    gint64 id;
    gint64 kind;          /* enum plan_kind */
    char *item;           /* "" with PLAN_DO */
    gint64 count;         /* that the inventory then has */
    gint64 from;          /* what the count was before the exact check enlarged it; 0 = it did not */
    char *tool;           /* "" = none is named */
    char *text;           /* with PLAN_DO: what is to be done */
    gint64 state;         /* enum board_state */
    char *why;            /* of a failure */
    bool touched;         /* a person wrote it or changed it */
    bool removed;         /* a person left it out */
    bool foretold, said;  /* the next two are given */
    GHashTable *foreseen; /* counts.h: the inventory after it, by the recipes */
    GHashTable *told;     /* by the model */
    GHashTable *had;      /* as it was when the goal was over */
};

/* A plan of memory that the planner is told. */
struct jarvis_recalled {
    gint64 plan, version; /* number, and id of the version */
    char *goal;
    char *asked;   /* the goal of the query that found it */
    char *what;    /* "worked", "failed", "imported" … */
    char *why;     /* the scores */
    char *text;    /* quoted, with what it is */
    char *goals;   /* its goals, one a line */
    bool own;      /* it is of the task itself: what comes of the run counts for it */
    bool failed;   /* one of its goals failed in this run */
    bool left_out; /* by a person */
};

struct jarvis {
    bool read;          /* the task was looked at */
    GHashTable *wanted; /* counts.h: what the task wants in the inventory; empty: it says it in other words */
    GPtrArray *goals;   /* struct jarvis_goal *: the plan */
    gint64 ids;         /* last id of a goal */
    gint64 at;          /* id of the goal that is carried out; 0 = none */
    struct plan_acts acts;
    gint64 tries;           /* calls that were chosen for it */
    gint64 plans;           /* that were asked for */
    gint64 replans;         /* after a failure */
    bool due;               /* the plan is thought over before the next goal (reason=goal) */
    char *seen;             /* what the picture shows */
    char *failure;          /* which goal failed, and why; "" = none, or a plan was made since */
    char *before;           /* the last failure, or flaw by the recipes, that was counted */
    GHashTable *before_had; /* the inventory then */
    gint64 same;            /* how often in a row it came, with that inventory */
    bool counted;           /* the present failure is */
    char *explanation;
    char *flaw;          /* of the last plan that was checked */
    gint64 flawed;       /* id of the goal that has it, by the recipes; 0 = none */
    char *mended;        /* what the check made of it; "" = nothing */
    char *differs;       /* where the model foresees another inventory than the recipes */
    char *known;         /* the goals that memory has plans for, for the query */
    GPtrArray *recalled; /* struct jarvis_recalled * */
    GPtrArray *queried;  /* char *: the goals that memory was asked for */
    GPtrArray *did;      /* char *: goals that were reached, oldest first */
    bool touched;        /* a person changed the plan */
    bool edited;         /* the present plan: it is carried out as it is */
    bool recheck;        /* the model has not checked it since */
    /* where the first plan was made: the key of memory */
    char *situation, *state, *picture;
    gint64 print; /* of the picture, where there is one */
    GHashTable *inventory;
    bool told;         /* the inventory is what the display tells */
    GHashTable *wear;  /* uses that are gone of its tools */
    GPtrArray *placed; /* char *: what stands in the world, in sight */
};
extern const struct mind_table jarvis_mind, jarvis_goal_table, jarvis_recalled_table;

/* ---- options (options.c) and prompts (prompts.c) ---- */
extern const struct option_row jarvis_options[];
/* The value of an option, or what the baseline says where it is auto. Borrowed. */
const char *jarvis_setting(const struct run *run, const char *key);
/* The recipes of the world, or those of the option; NULL = there are none. Kept by this process. */
const recipes *jarvis_world(const struct run *run);
/* Those that the exact check goes by; NULL = there are none, or it is not asked for. */
const recipes *jarvis_recipes(const struct run *run);
extern const char *const jarvis_names[];
void jarvis_values(const struct run *run, const void *mind, struct prompt_values *v);
/* What the display tells of its state in the observation. Caller clears. */
void jarvis_read_state(const struct run *run, struct display_state *ret_state);
/* The tasks of option propose, one a line. Caller frees. */
char *jarvis_pool(const struct run *run);

/* ---- a goal (goal_text.c), pure ---- */
/* "craft 4 stick", "mine 3 iron_ore with stone_pickaxe", "do open the chest". Caller frees. */
char *jarvis_goal_text(const struct jarvis_goal *goal);
/* A line of a plan says this goal, in whatever number and with whatever tool. */
bool jarvis_is_goal_of(const struct jarvis_goal *goal, const char *line);
/* The goal that such a text says: a person's, without a number yet. Error: BOARD_ERROR_TEXT. */
struct jarvis_goal *jarvis_goal_read(const char *text, GError **error);
/* The goal that a row of a form says, likewise. */
struct jarvis_goal *jarvis_goal_of(const form_output *row);
/* A person may write a row of goals as jarvis_goal_text() does. */
extern const struct form_line jarvis_goal_line;

/* ---- the plan (goals.c), pure ---- */
/* The goals (form_output *: rows of a form) take the place of those that are still to come. What a person wrote stays: in
 * place of the new goal for the same thing, else before the goal that it stood before. Returns the goals that a person left out
 * and that the new plan has again; NULL = none. Caller frees. */
char *jarvis_plan_take(struct jarvis *m, const GPtrArray *rows);
/* NULL = no goal is open. */
struct jarvis_goal *jarvis_next(const struct jarvis *m);
struct jarvis_goal *jarvis_find(const struct jarvis *m, gint64 id);
/* Where it stands in `goals`. */
guint jarvis_place(const struct jarvis *m, const struct jarvis_goal *goal);
/* The plan, a line each with the goal's id, which is its number wherever it is named: what is done is marked. Caller frees. */
char *jarvis_plan_text(const struct jarvis *m);
/* The open goals by the recipes, from the inventory, up to the first of which they say nothing: what is foreseen of each, and the
 * first flaw; "" = none; `flawed` is the goal that has it. A whole plan that brings less than the task wants is flawed, too.
 * mend: the last goal for what the task wants, and what goals upstream get too few of, is enlarged where that mends it, and
 * *ret_mended (NULL = it was not) says so. Caller frees both. */
char *jarvis_foresee(struct jarvis *m, const recipes *r, bool mend, char **ret_mended);
/* A person has changed the plan: what was foreseen of open goals is so no more. Foresees it anew, and sets `flaw`; r NULL =
 * nobody checks it by recipes, and the flaw is that no goal is there for what the task wants. */
void jarvis_see_again(struct jarvis *m, const recipes *r);
/* Counts how often in a row the plan fails (or is flawed) for the same reason, and nothing was gained or lost since. chance: the
 * same may work next time. */
void jarvis_count_failure(struct jarvis *m, const char *failure, bool chance);
/* Takes what the model foresaw of the plan (rows of check), and sets `differs`: where that is not what the recipes say. */
void jarvis_compare(struct jarvis *m, const GPtrArray *inventories);
/* The task as names and counts (engine/agents/wanted.h). False: it is in other words (no error), or a count is not 1 to
 * JARVIS_COUNT_MAX (WANTED_ERROR_COUNT). */
bool jarvis_read_task(const char *task, GHashTable *wanted, GError **error);
/* What the inventory has of what the task wants, where that is too few: "1 of 5 stick"; "" = all is there. Caller frees. */
char *jarvis_lacks(const struct jarvis *m);
/* Sets `failure`: why, and what is lacking of what the task wants. */
void jarvis_fails_short(struct jarvis *m, const char *why);
/* The task asks for what this goal brings, and no other goal brings it. */
bool jarvis_is_asked(const struct jarvis *m, const struct jarvis_goal *goal);
/* Why the task cannot be done in this world: it has no such item. NULL = it has all of them. Caller frees. */
char *jarvis_unknown(const struct jarvis *m, const recipes *r);
/* Why nobody can have what it wants, with the inventory that is there. NULL = it can be had. Caller frees. */
char *jarvis_unreachable(const struct jarvis *m, const recipes *r);

/* ---- how a plan comes about (planning.c) ---- */
/* A failure is explained; the situation is described, memory asked, and a plan made and checked, up to three times. */
bool jarvis_make_plan(struct run *run, struct jarvis *m, const struct display_state *state, GError **error);
/* By the recipes; mends the plan, unless a person has a part in it. Returns the flaw that is left; caller frees. */
char *jarvis_check_exactly(struct run *run, struct jarvis *m, const recipes *r);
/* A person has changed the plan: the model says what it foresees of it (check=model, both). */
bool jarvis_check_again(struct run *run, struct jarvis *m, GError **error);
/* The flaw by the recipes is in a goal that a person wrote. */
bool jarvis_is_theirs(const struct jarvis *m);
/* It failed so often for the same reason (option stall) that another plan is of no use. */
bool jarvis_stalls(const struct run *run, const struct jarvis *m);

/* ---- boards (boards.c), pure ---- */
extern const struct board jarvis_boards[];

/* ---- memory (recalled.c) ---- */
/* The goals that memory has plans for, one a line: at most 100. NULL with an error. Caller frees. */
char *jarvis_known(struct run *run, GError **error);
/* Finds the plans that the planner is told: for the task and the goals queried, by text, picture and state. */
bool jarvis_recall(struct run *run, struct jarvis *m, GError **error);
/* The plan's text for a prompt. Caller frees. */
char *jarvis_recalled_text(const struct jarvis *m);
/* The goal has failed: so have the plans of the task that have a goal like it. What fails for another reason counts for none. */
void jarvis_blame(struct jarvis *m, const struct jarvis_goal *goal);
/* Remembers what was done for the task. cause NULL = it was reached. */
bool jarvis_remember(struct run *run, struct jarvis *m, const char *cause, GError **error);
/* What was tried of a pool of tasks: "worked" and "failed" lines. Caller frees. */
bool jarvis_tried(struct run *run, char **ret_worked, char **ret_failed, GError **error);

#endif
