#ifndef TUI_CLI_LEARNING_H
#define TUI_CLI_LEARNING_H

/* A learning: which episode is next, by a pool of tasks, what is done, and what is under way. Pure. */

#include "memory/learnings.h"

#include <glib.h>
#include <stdbool.h>

#define LEARN_JOBS_MAX 64
#define LEARN_SEEDS_MAX 100000
#define LEARN_EPOCHS_MAX 1000
#define LEARN_BATCH_MAX 64
#define LEARN_PROPOSAL ":propose"   /* stands for the path of a round's proposal */
#define LEARN_PROPOSED "proposed: " /* an agent's reason begins so, and goals follow, between "; " */
#define LEARN_LEFT_OUT "left out"   /* outcome of an episode that was not run, because its ground had failed */

/* A task of the pool; its path stands for it in the store. */
struct learn_task {
    char *path, *goal, *group;
    char *display; /* a world, without a seed */
    char *ground;  /* path of the task that has to have succeeded; NULL = none */
};
void learn_task_free(struct learn_task *task);

enum learn_way {
    LEARN_PRACTICE, /* each task until PLAN_FOLD successes */
    LEARN_EVALUATE, /* each task with each seed */
    LEARN_LISTED,   /* rounds: the pool in its order, a batch a round */
    LEARN_RANDOM,   /* rounds: a batch by chance */
    LEARN_PROPOSE,  /* rounds: a batch that the agent proposes */
};

struct learning {
    enum learn_way way;
    gint64 seed, seeds;         /* the first, and how many; in rounds each has the next seed */
    gint64 begun_us;            /* the learning was begun */
    gint64 epochs, batch;       /* of rounds: an epoch is as many as offer the whole pool; tasks of a round */
    GPtrArray *pool;            /* struct learn_task * */
    struct learn_task *propose; /* what a round's proposal is asked by; its goal lists the pool. NULL = none */
    GPtrArray *episodes;        /* struct memory_episode *, of the store */
    GHashTable *left;           /* ids of episodes that this process does not try again: gint64 *, owned */
};

/* How tasks stand. */
struct learn_count {
    gint64 tries, successes, steps, calls; /* of what is done */
    gint64 open;                           /* begun or to be begun, and not done */
    gint64 dropped;                        /* runs that count for nothing */
    gint64 left_out;                       /* whose ground had failed */
    gint64 memory;                         /* plans that were remembered when the last of them was done */
    gint64 at_us;                          /* that time */
    double cost;
};
/* Which of the tasks; NULL or 0 = all. Proposals are no tasks. */
struct learn_which {
    const char *path, *group;
    gint64 first_round, last_round;
};
struct learn_count learning_count(const struct learning *l, struct learn_which which);

/* Rounds of an epoch; 0 = there are none. */
gint64 learning_rounds(const struct learning *l);
/* The tasks of a round (struct learn_task *, borrowed); NULL = its proposal is not there yet. Caller unrefs. */
GPtrArray *learning_batch(const struct learning *l, gint64 round);
/* With that episode done its round is: all others of it are. True without rounds. */
bool learning_closes(const struct learning *l, const struct memory_episode *e);
/* Until when what was remembered is there for a round: its runs know the same, whichever ends first. 0 = there are no rounds. */
gint64 learning_known_us(const struct learning *l, gint64 round);
/* Why the task of a round is left out; NULL = it is not. Caller frees. */
char *learning_left_out(const struct learning *l, const struct learn_task *task, gint64 round);

struct learn_next {
    const struct learn_task *task; /* NULL = there is none now */
    gint64 round, seed;
    const struct memory_episode *again; /* the episode whose run was dropped; NULL = a new one */
};
/* What is to be begun next: first what was dropped, then the pool in its order, or the round. */
struct learn_next learning_next(const struct learning *l);
/* All is done. */
bool learning_is_done(const struct learning *l);
/* What a person knows a task by: its goal, with its file where another task of the pool has the same goal. Caller frees. */
char *learning_name(const struct learning *l, const char *path, const char *goal);
/* The task of an episode, or what it was proposed by; NULL = the pool has it no more. */
const struct learn_task *learning_task(const struct learning *l, const char *path);

#endif
