#ifndef SKILLS_WORKER_WORKER_FRAME_H
#define SKILLS_WORKER_WORKER_FRAME_H

/* Framing of a worker's answer, between worker.c and worker_child.c: one line, then the bytes.
 *   "ok LENGTH\n"            the reply
 *   "error CODE LENGTH\n"    a message; CODE is an enum skills_error */

#define WORKER_FRAME_OK "ok %" G_GSIZE_FORMAT "\n"
#define WORKER_FRAME_ERROR "error %d %" G_GSIZE_FORMAT "\n"
/* Of a session, both ways, the request as well:
 *   "more LENGTH\n"          a message; "ok" or "error" is its end */
#define WORKER_FRAME_MORE "more %" G_GSIZE_FORMAT "\n"
/* Of a child of a warm parent that ended without an answer, by that parent: the status as waitpid() gives it. */
#define WORKER_FRAME_DIED_WORD "died "
#define WORKER_FRAME_DIED WORKER_FRAME_DIED_WORD "%d\n"
#define WORKER_FRAME_LINE_MAX 64
#define WORKER_REQUEST_MAX ((gsize)256 * 1024 * 1024)

/* To a warm parent, with the child's end of a pair of sockets beside it: memory_bytes, cpu_s and background (0 or
 * 1), then the kind. */
#define WORKER_WARM "warm"
#define WORKER_WARM_ASK "%" G_GSIZE_FORMAT " %d %d "

#endif
