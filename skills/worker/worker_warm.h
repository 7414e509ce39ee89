#ifndef SKILLS_WORKER_WORKER_WARM_H
#define SKILLS_WORKER_WORKER_WARM_H

/* Warm parents of workers: one a kind of parent, started with the first request of this process. (worker_warm.c; its own side:
 * worker_parent.c) */

#include "skills/worker/worker.h"

/* The parent of limits->parent forks a worker of that kind that has `child_fd` as its standard input and output. 0, or the
 * error's number. */
int worker_warm_ask(const char *kind, const struct worker_limits *limits, int child_fd);

/* The warm parent's main loop. It returns in each child that it forks, with the kind and the limits of that child's
 * request, and an error where nothing could be prepared. `own`: the parent's kind, one of `kinds`. */
const struct worker_kind *worker_parent(const struct worker_kind *own, const struct worker_kind *kinds, gsize n_kinds,
                                        gsize *ret_memory, int *ret_cpu, GError **error);
/* NULL: there is none of that name. */
const struct worker_kind *worker_kind_find(const struct worker_kind *kinds, gsize n_kinds, const char *name);

#endif
