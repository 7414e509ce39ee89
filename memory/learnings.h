#ifndef MEMORY_LEARNINGS_H
#define MEMORY_LEARNINGS_H

/* Learnings: what `reins learn` has an agent do, and what came of it. A learning is a list of episodes: a task with a seed, done
 * by one run. The run's row and the episode's are written in one transaction (memory_run.episode), so that an episode has one
 * run, whenever a process dies. Its outcome is taken from that run once, when it has ended. */

#include "memory/memory.h"

struct memory_learning {
    gint64 id, at_us;
    gint64 ended_us; /* 0 = not all is done */
    char *agent;
    char *words; /* as given on the command line, quoted for a shell: enough to go on */
};
void memory_learning_free(struct memory_learning *learning);

struct memory_episode {
    gint64 id, learning;
    gint64 round;   /* from 1 */
    gint64 seed;    /* of the world */
    gint64 run;     /* 0 = not begun */
    gint64 dropped; /* so many runs of it ended halfway and count for nothing */
    char *task;     /* absolute path of the task file */
    char *goal;     /* its instruction */
    char *group;    /* "" = none */
    /* once it is done */
    char *outcome; /* success | failed | budget | error | as memory_episode_leave() says; NULL = not done */
    char *reason;
    gint64 at_us;        /* when it was done */
    gint64 steps, calls; /* of its run */
    gint64 memory;       /* plans in memory then */
    double cost;
};
void memory_episode_free(struct memory_episode *episode);

/* Adds a learning: its agent and words. */
bool memory_learning_add(memory *m, const struct memory_learning *learning, gint64 *ret_id, GError **error);
/* id 0: the newest. NOT_FOUND: there is none. Caller frees. */
struct memory_learning *memory_learning_get(memory *m, gint64 id, GError **error);
/* All is done, or (false) there is more to do again. */
bool memory_learning_end(memory *m, gint64 id, bool ended, GError **error);
/* One process works on a learning at a time. Returns a descriptor; close it to release the lock. -1 with an error; BUSY. */
int memory_learning_lock(memory *m, gint64 id, GError **error);

/* Adds an episode that is to be done: learning, round, seed and the texts. There is one of a learning, round, task and seed: a
 * second call finds it. */
bool memory_episode_add(memory *m, const struct memory_episode *episode, gint64 *ret_id, GError **error);
/* Takes over how its run has ended; failed: that it has failed, why (NULL = as the run says). Does nothing where it is done, has
 * no run, or the run has not ended. */
bool memory_episode_done(memory *m, gint64 id, const char *failed, GError **error);
/* Its run counts for nothing; another may do it. Does nothing where it is done. */
bool memory_episode_drop(memory *m, gint64 id, GError **error);
/* It is done without a run: outcome and reason. Does nothing where it is done. */
bool memory_episode_leave(memory *m, gint64 id, const char *outcome, const char *reason, GError **error);
/* Of a learning, in the order in which they were added. Caller unrefs; the array owns its rows. */
GPtrArray *memory_episodes(memory *m, gint64 learning, GError **error);

#endif
