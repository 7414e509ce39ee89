#ifndef ENGINE_DEVICES_CHILD_H
#define ENGINE_DEVICES_CHILD_H

/* Child: one of our processes (eye, hand) with a JSON line stream on its stdin, from start to reaping. */

#include "config/line.h"

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct child {
    const char *name;     /* "eye", "hand"; static */
    pid_t pid;            /* 0 = not running */
    line_stream *stream;  /* owned; NULL = not running */
    int exit_code;        /* of the last process: its code, or 128 + signal */
    gint64 started_us[4]; /* times of the latest starts, for the limit of restarts */
} child;

/* Starts `reins NAME args…` (argv: ends with NULL, without the program and NAME) with the environment `env` (NAME=VALUE, ends
 * with NULL). */
bool child_start(child *c, const char *name, const char *const *argv, char **env, GError **error);
/* Same for a process that may outlive us: nobody waits for it, and only its stream is known. */
bool child_start_apart(child *c, const char *name, const char *const *argv, char **env, GError **error);
/* Closes the stream of such a process and leaves it running. */
void child_leave(child *c);
/* Closes the stream (the child ends at end-of-file), waits at most timeout_ms, then sends SIGKILL. */
void child_stop(child *c, int timeout_ms);
/* Sends SIGKILL, which also ends a stopped process, and reaps it. */
void child_kill(child *c);
/* After end-of-file on the stream: reaps the child (waits at most a second) and sets exit_code. */
void child_reap(child *c);
bool child_running(const child *c);
/* Number of its starts within the last minute. */
int child_recent_starts(const child *c, gint64 now_us);

#endif
