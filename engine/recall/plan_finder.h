#ifndef ENGINE_RECALL_PLAN_FINDER_H
#define ENGINE_RECALL_PLAN_FINDER_H

/* Finds plans (memory/plans.h) that are like a task and its situation, as JARVIS-1 does (Wang et al. 2023, 3.3): those whose goal
 * is like the query's text above a threshold are candidates; these are ordered by the likeness of picture and state; of each goal
 * of the query the best is taken, then more of the task, at most k in all. What worked comes before what failed. Of plans that
 * tell the same (memory_plan_tells_as()) the best stands for all, so that k differ. Exact. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "memory/plans.h"

struct plan_query {
    const char *app;        /* NULL = of all programs */
    const char *task;       /* the goal of the task */
    const GPtrArray *goals; /* char *: further goals that are asked for; NULL = none */
    enum plan_texts texts;  /* of calls or of goals only */
    bool by_situation;      /* false: by the text alone */
    bool printed;           /* print is set: of the picture now */
    guint64 print;
    const char *state; /* as in memory_plan; NULL = unknown */
    bool each;         /* also those that tell the same as another that is found */
    double threshold;  /* least likeness of the text, 0..1 */
    guint most;        /* k */
    gint64 until_us;   /* as in memory_plans_asked */
};

struct plan_found {
    const struct memory_plan *plan; /* borrowed until the next query */
    const char *goal;               /* of the query; borrowed likewise */
    bool own;                       /* that is the task's */
    double text;                    /* cosine; 1 where the goal is the same */
    int bits;                       /* of 64 that differ in the prints; -1 = not compared */
    double state;                   /* likeness of the states, 0..1; -1 = not compared */
    double score;                   /* what it was ordered by */
    guint others;                   /* that tell the same, in the store */
};

typedef struct plan_finder plan_finder;
/* Uses the vectors of [skills] embeddings (similarity.h). Borrows all three until it is freed; pool NULL: the built-in ones.
 * Caller frees. */
plan_finder *plan_finder_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void plan_finder_free(plan_finder *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(plan_finder, plan_finder_free)
/* Reads the plans and asks. Then call plan_finder_step() after each brain_pool_poll() until it returns true (at once with the
 * built-in vectors). */
bool plan_finder_begin(plan_finder *f, const struct plan_query *query, GError **error);
bool plan_finder_step(plan_finder *f);
/* After that: struct plan_found, best first. Caller unrefs. *ret_notice (optional; caller frees): why the built-in vectors
 * replaced a brain's. */
GArray *plan_finder_result(plan_finder *f, char **ret_notice);
/* All of it in one call. */
GArray *plan_finder_search(plan_finder *f, const struct plan_query *query, GError **error);
void plan_finder_take_cost(plan_finder *f, struct brain_spent *ret_spent);

/* "text 0.71, picture 12 of 64 bits differ, state 0.80, 3 more with the same text". Caller frees. */
char *plan_found_explain(const struct plan_found *found);
/* How alike two states of memory_plan are, 0..1: inventory, biome, height, place, time of day; -1 = one is not known.
 * (plan_state_json.c) */
double plan_state_likeness(const char *state, const char *other);

#endif
