#ifndef ENGINE_AGENTS_GITM_GOALS_H
#define ENGINE_AGENTS_GITM_GOALS_H

/* Goals: a goal taken apart into the goals that it needs (Zhu et al. 2023, 3.1): (object, count, material, tool, info). The tree
 * is kept true to the inventory: goals_plan() takes in what is there, and what is done stays to be seen. Pure. */

#include "engine/agents/board.h"
#include "engine/modules/mind.h"

#define GOALS_ERROR (goals_error_quark())
GQuark goals_error_quark(void);
enum goals_error {
    GOALS_ERROR_CYCLE, /* a goal needs itself */
    GOALS_ERROR_LARGE, /* too deep, too many, or a count out of range */
    GOALS_ERROR_NAME,  /* no name of a thing */
};

#define GOALS_COUNT_MAX 10000 /* of an object */
#define GOALS_DEPTH_MAX 24
#define GOALS_MAX 400 /* rows of a tree; BOARD_ROWS_MAX at most */

/* How an object is got, as the decomposer has said it. */
struct goal_way {
    char *object;
    gint64 count;         /* that one piece of work gives, from 1 */
    GHashTable *material; /* counts.h: that it uses up */
    char *tool;           /* that must be there and is not used up; "" = none */
    GPtrArray *also;      /* char *: what does as well where it is there: what is of a group, a better tool */
    char *info;
    bool burns; /* each piece of work burns fuel, which is not in its material */
};

/* A row of the tree. Parents stand before what they need, which is one deeper, in the order in which it is done. */
struct goal {
    gint64 id;
    gint64 depth;
    char *object;
    gint64 count; /* that must be there, beside what is kept for other goals */
    char *tool;   /* chosen by a person in place of the way's; "" = the way's */
    gint64 state; /* enum board_state */
    char *why;    /* of a failure; what was done by whom; "" = nothing to say */
    gint64 get;   /* that goals_plan() wants made or found for it; 0 = nothing */
    gint64 had;   /* that were there for it when the tree was planned */
    bool unknown; /* no way is known: the decomposer is to be asked */
    bool touched; /* a person wrote it or changed it: its count stands */
    bool removed; /* a person left it out: what it is for is tried without it */
    bool asked;   /* the task asks for it */
};

/* The part of a mind that the tree is. */
struct goals {
    GPtrArray *rows;   /* struct goal *, in depth-first order */
    GPtrArray *ways;   /* struct goal_way *, one for each object */
    gint64 ids;        /* last id that was given */
    GHashTable *fuels; /* counts.h: for how many pieces of work each burns */
    char *fuel;        /* the one that is got where none is there; "" = none is known */
    gint64 chosen;     /* id of the row that a person goes on from; 0 = none */
    gint64 aim;        /* how many are there in all once the chosen row is reached; 0 = not planned since it was chosen */
};
extern const struct mind_table goal_table, goal_way_table;

/* A way; both arrays are copied. Caller frees with mind_free(&goal_way_table, …), or gives it to goals_learn(). */
struct goal_way *goal_way_new(const char *object, gint64 count, GHashTable *material, const char *tool, const GPtrArray *also,
                              const char *info);
/* Takes the way; it replaces one of the same object. */
void goals_learn(struct goals *g, struct goal_way *way_take);
/* A person has put `by` in the place of what the way of that object needs: material or tool. */
void goals_replace(struct goals *g, const struct goal *of, const char *needed, const char *by, gint64 count);
/* NULL = none is known. */
const struct goal_way *goals_way(const struct goals *g, const char *object);

/* Takes in what paragraphs (char *, in the words of `reins knowledge build`) say of fuel, where the way is a recipe that burns
 * it: "1 brick is smelted from 1 clay with a furnace and fuel.", "coal is fuel for 8." A decomposer need not count it. Call
 * it before goals_learn(). (goals_fuel.c) */
void goals_know_fuel(struct goals *g, struct goal_way *way, const GPtrArray *texts);

/* Takes it in as it was known of that way in another tree. */
void goals_take_fuel(struct goals *g, struct goal_way *way, const struct goals *from);

/* (goals_board.c) */
/* "iron_pickaxe", "3 torch", "3 torch, bed": adds top goals. False: the text is of another form (no error), or a count is out of
 * 1 to GOALS_COUNT_MAX (error). */
bool goals_parse(struct goals *g, const char *task, GError **error);
/* Adds a top goal that the task asks for. False: the count or the name cannot be one. */
bool goals_add(struct goals *g, const char *object, gint64 count, GError **error);

/* Makes the tree true to the inventory (counts.h): what is there is left out, what is needed for the rest is added in its counts,
 * across all branches: what one goal keeps, another does not use, and what is left over from one is used by the next. An object
 * without a way is marked unknown, and counts as got. ret_predicted (NULL = not wanted): the inventory at the end; caller unrefs.
 * Error: a goal needs itself, is too deep, too many or too large; it names the way from the top. *ret_bad (NULL = not wanted):
 * the id of the goal whose way led there. */
bool goals_plan(struct goals *g, GHashTable *inventory, GHashTable **ret_predicted, gint64 *ret_bad, GError **error);
/* The row that is worked on next: the first in post-order that is open, of what a person has chosen where that is. NULL = all is
 * done. */
struct goal *goals_next(const struct goals *g);
/* The goal is reached: so is what was still open below it. */
void goals_done(struct goals *g, gint64 id);
/* The first of unknown rows; NULL = none. */
struct goal *goals_unknown(const struct goals *g);
/* NULL = no such row. */
struct goal *goals_row(const struct goals *g, gint64 id);
/* How many of the object, or of what does as well, the inventory has. */
gint64 goals_have(const struct goals *g, GHashTable *inventory, const char *object);
/* The material that one goal uses up, for what it is to get; for how many pieces of work it burns fuel beside that; and its tool,
 * "" = none. */
GHashTable *goals_material(const struct goals *g, const struct goal *goal);
gint64 goals_burns(const struct goals *g, const struct goal *goal);
const char *goals_tool(const struct goals *g, const struct goal *goal);
/* What nothing else is needed for: how many of each object must be found ("fuel": pieces of work, where none is known). Caller
 * unrefs (counts.h). */
GHashTable *goals_missing(const struct goals *g);

/* ---- the tree as a board (goals_board.c) ---- */
/* The board. A person edits "OBJECT COUNT" or "OBJECT COUNT with TOOL"; REMOVE leaves a goal out with all
 * that it needs, but none that the task asks for, and brings back one that is left out; GO does it next, once: its count, or what
 * is missing of it, and its count once more where all is there. */
void goals_rows(const struct goals *g, GPtrArray *rows);
bool goals_change(struct goals *g, gint64 row, enum board_verb verb, const char *text, GError **error);

/* ---- what both files use ---- */
/* A new row, not yet in the tree. */
struct goal *goal_new(struct goals *g, const char *object, gint64 count);
bool goal_is_name(const char *text);
/* The place of a row; false: there is none. The first row behind those that it needs. */
bool goals_find(const struct goals *g, gint64 id, guint *ret_i);
guint goals_end(const struct goals *g, guint i);

#endif
