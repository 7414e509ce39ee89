#ifndef TUI_CLI_LEARN_H
#define TUI_CLI_LEARN_H

/* What `reins learn` shares between its files: what is asked for, the pool, the runs, what is printed. */

#include "tui/cli/learning.h"

struct learn_asked {
    char *agent, *pool, *display, *brain; /* owned; display, brain NULL = as the tasks and reins.ini say */
    char **set;                           /* owned, NULL = none */
    char *curriculum;                     /* owned: proposed, random, or a file; NULL = no rounds */
    gboolean practice, evaluate, resume, table, json, plain, yes;
    gint64 seed, seeds, jobs, max_steps, epochs, batch;
    gint64 memory_max; /* plans of its own runs in a world that stay at most; 0 = all */
    double max_cost;   /* of a run; below 0 = as reins.ini says */
};

/* The words of `reins run` for that episode, also for a proposal; known_us: learning_known_us(). Caller frees with g_strfreev().
 */
char **learn_words(const struct learn_asked *asked, const struct learn_next *next, gint64 known_us, gint64 episode);

/* The goal has the successes that a practice wants. (learn_text.c) */
bool learn_is_practised(const struct learning *l, const struct learn_task *task);

/* Works on the learning until all is done or a signal ends it; prints a line for each episode that is done. (learn_run.c) */
struct learn_run {
    memory *m;
    const struct learn_asked *asked;
    struct learning l;
    gint64 id;         /* of the learning */
    bool screen;       /* the runs are shown on the whole terminal */
    GPtrArray *told;   /* char *: what there was to say meanwhile */
    bool stopping;     /* no run is begun any more */
    int failing;       /* so many runs in a row have ended with an error */
    GHashTable *erred; /* ids of episodes of which a run of this process has ended with an error: gint64 *, owned */
    GPtrArray *runs;   /* learner *, those that are under way */
    GPtrArray *of;     /* gint64 *: the episode of each */
};
bool learn_run(struct learn_run *r, GError **error);
/* The run in that slot (learner.h; borrowed); NULL = none is. */
struct learner *learn_run_at(const struct learn_run *r, guint slot);

/* Tables: by task (goal, tries, successes, steps, calls, cost), by group, and by epoch (successes, memory, time). Caller
 * frees. (learn_text.c) */
char *learn_text_tables(const struct learning *l, int width);
/* The goals of a practice that have their successes, and of which memory has no reference plan all the same: "stick, torch"; "" =
 * none. NULL with an error. Caller frees. (learn_text.c) */
char *learn_without_reference(const struct learning *l, memory *m, GError **error);
/* Prints the head of the growing table, and a row: how the task stands once that episode is done. */
void learn_text_head(const struct learning *l);
void learn_text_row(const struct learning *l, const struct memory_episode *e);

/* All of it as one document; without_reference: as above. Caller frees. (learn_json.c) */
char *learn_json(const struct memory_learning *learning, const struct learning *l, const char *without_reference);

#endif
