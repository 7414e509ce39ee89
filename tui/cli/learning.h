#ifndef TUI_CLI_LEARNING_H
#define TUI_CLI_LEARNING_H

/* A learning: which episode is next, by a pool of tasks, what is done, and what is under way. Pure. */

#include "memory/learnings.h"

#include <glib.h>
#include <stdbool.h>

#define LEARN_JOBS_MAX 64
#define LEARN_SEEDS_MAX 100000

/* A task of the pool; its path stands for it in the store. */
struct learn_task {
    char *path, *goal, *group;
    char *display; /* a world, without a seed */
};

struct learning {
    bool practice;       /* each task until PLAN_FOLD successes; else each with each seed */
    gint64 seed, seeds;  /* the first, and how many */
    gint64 round;        /* that is being worked on, from 1 */
    GPtrArray *pool;     /* struct learn_task * */
    GPtrArray *episodes; /* struct memory_episode *, of the store */
    GHashTable *left;    /* ids of episodes that this process does not try again: gint64 *, owned */
};

/* How a task stands. */
struct learn_count {
    gint64 tries, successes, steps, calls; /* of what is done */
    gint64 open;                           /* begun or to be begun, and not done */
    gint64 dropped;                        /* runs that count for nothing */
    double cost;
};
/* path NULL: all tasks. */
struct learn_count learning_count(const struct learning *l, const char *path);

struct learn_next {
    const struct learn_task *task; /* NULL = there is none now */
    gint64 seed;
    const struct memory_episode *again; /* the episode whose run was dropped; NULL = a new one */
};
/* What is to be begun next: first what was dropped, then the pool in its order. */
struct learn_next learning_next(const struct learning *l);
/* All is done. */
bool learning_is_done(const struct learning *l);
/* The task of an episode; NULL = the pool has it no more. */
const struct learn_task *learning_task(const struct learning *l, const char *path);
void learn_task_free(struct learn_task *task);

#endif
