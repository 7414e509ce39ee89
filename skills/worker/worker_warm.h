#ifndef SKILLS_WORKER_WORKER_WARM_H
#define SKILLS_WORKER_WORKER_WARM_H

/* Warm parents of workers: one a kind, started with the first request of this process. (worker_warm.c; its own side:
 * worker_parent.c) */

#include "skills/worker/worker.h"

/* The parent of that kind forks a child that has `child_fd` as its standard input and output. 0, or the error's number. */
int worker_warm_ask(const char *kind, const struct worker_limits *limits, int child_fd);

/* The warm parent's main loop. It returns in each child that it forks, with the limits of that child's request, and an error
 * where nothing could be prepared. */
void worker_parent(const struct worker_kind *kind, gsize *ret_memory, int *ret_cpu, GError **error);

#endif
