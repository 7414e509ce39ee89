#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

/* The engine as the command line and the console see it; everything else goes over the protocol. */

#include "config/config.h"
#include "engine/options.h"
#include "memory/memory.h"
#include "skills/action.h"
#include "skills/timeline.h"

#include <glib.h>
#include <stdbool.h>

/* Runs the agent in this process. `fd_in`, `fd_out`: the protocol (stdin and stdout, or a console's socket twice); taken.
 * `console`: the client is a console: when it goes away the run pauses and waits for another; else end-of-file ends it (unless
 * options->detach). Returns the exit code; what went wrong has been said as `ended`, and is in *error too. */
int engine_run(config *cfg, const run_options *options, int fd_in, int fd_out, bool console, GError **error);

/* The process `reins engine [--resume] OPTIONS`: what a console starts in a session of its own, its socket as stdin. */
int engine_main(int argc, char **argv);

/* One skill through the same gate (`reins do`), recorded as a run of one step. */
struct engine_do {
    const char *display;  /* ":N" */
    const char *profile;  /* whose skills and thresholds; NULL = default */
    const action *action; /* checked against the library by engine_do() */
    bool yes;
    /* Asked when not `yes`: shows the timeline and what it hits, true = fire. Runs while nothing else does. */
    bool (*ask)(const action *a, const timeline *t, int tier, const char *rule, const char *word, const char *window, void *data);
    void *data;
};
/* Returns the exit code: 0 fired, 1 failed or stale, 2 wrong arguments, 3 environment, 4 stopped or refused. */
int engine_do(config *cfg, const struct engine_do *what, GError **error);

/* The socket on which the engine of a run takes consoles (RUNTIME/run-ID.sock); caller frees. */
char *engine_socket_path(gint64 run, GError **error);
/* A connected stream to it. Error: nobody drives the run (what to do), or another console has it (its pid). Returns the fd, -1.
 */
int engine_attach(gint64 run, GError **error);

#endif
