#ifndef ENGINE_DEVICES_CHILD_H
#define ENGINE_DEVICES_CHILD_H

/* Child: one process of ours (eye, hand) with a JSON line stream on its stdin, from start to reaping. */

#include "config/line.h"

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct child {
    const char *name;     /* "eye", "hand"; static */
    pid_t pid;            /* 0 = not running */
    line_stream *stream;  /* owned; NULL = not running */
    int exit_code;        /* of the last one: its code, or 128 + signal */
    gint64 started_us[4]; /* of the latest starts, for the limit of restarts */
} child;

/* Starts `reins NAME args…` (argv: NULL-terminated, without the program and NAME) with `env` (NULL-terminated NAME=VALUE). */
bool child_start(child *c, const char *name, const char *const *argv, char **env, GError **error);
/* The same for one that may outlive us: it is nobody's to wait for, and known by its stream alone. */
bool child_start_apart(child *c, const char *name, const char *const *argv, char **env, GError **error);
/* Closes the stream of such a one, and lets it be. */
void child_leave(child *c);
/* Closes the stream (the child ends at end-of-file), waits at most timeout_ms for it, then SIGKILL. */
void child_stop(child *c, int timeout_ms);
/* SIGKILL, which ends one that is stopped, too; then reaps it. */
void child_kill(child *c);
/* After end-of-file on the stream: reaps the child (waits for it, at most a second) and fills exit_code. */
void child_reap(child *c);
bool child_running(const child *c);
/* How many of its starts lie within the last minute. */
int child_recent_starts(const child *c, gint64 now_us);

#endif
