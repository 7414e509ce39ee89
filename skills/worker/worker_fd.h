#ifndef SKILLS_WORKER_WORKER_FD_H
#define SKILLS_WORKER_WORKER_FD_H

/* A descriptor with a short text beside it, over a SOCK_SEQPACKET: a request to a warm parent. */

#include <glib.h>

/* Never blocks. 0, or the error's number. */
int worker_fd_send(int to, const char *text, int fd);
/* Blocks. The descriptor (CLOEXEC, owned by the caller), or -1: nobody sends any more, or what came is none. */
int worker_fd_take(int from, char *text, gsize size);

#endif
