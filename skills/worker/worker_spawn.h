#ifndef SKILLS_WORKER_WORKER_SPAWN_H
#define SKILLS_WORKER_WORKER_SPAWN_H

/* Starts a worker's process: no descriptor but its end of a socket, an environment without secrets, signals as at the start of a
 * program. Between worker.c and worker_warm.c. */

#include <glib.h>
#include <sys/types.h>

/* A pair of sockets; [1], for the child, is above 2. 0, or the error's number. */
int worker_pair(int type, int fds[2]);
/* `reins worker KIND MEMORY CPU PARENT`; child_fd is of worker_pair(). 0, or the error's number. */
int worker_spawn(const char *kind, const char *memory, const char *cpu, int child_fd, pid_t *ret_pid);

#endif
