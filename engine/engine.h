#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

/* The engine as the command line and the console see it; everything else goes over the protocol. */

#include "config/config.h"
#include "engine/run/options.h"
#include "memory/memory.h"
#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

/* Runs the agent in this process; its number is given back (0 = it came to none; NULL = not wanted). `fd_in`, `fd_out`: the
 * protocol (stdin and stdout, or a console's socket twice); taken. `console`: the client is a console: when it goes away the run
 * pauses and waits for another; else end-of-file ends it (unless options->detach). Returns the exit code; what went wrong has
 * been said as `ended`, and is in *error too. */
int engine_run(config *cfg, const run_options *options, int fd_in, int fd_out, bool console, gint64 *ret_run, GError **error);

/* The process `reins engine [--resume] OPTIONS`: what a console starts in a session of its own, its socket as stdin. */
int engine_main(int argc, char **argv);

/* What came of one. */
struct engine_did {
    const char *status;    /* done | dry | refused | denied | rejected | stale | expired | aborted | uncertain | failed; static.
                              failed: fired, and the display says that it did not succeed (an act in a world) */
    char *digest;          /* owned; NULL = there was no timeline */
    int tier;              /* -1 = not judged */
    char *rule, *evidence; /* owned, NULL = not judged */
    char *window, *class;  /* owned: what gets it; NULL = none */
    gint64 window_id;
    int x, y;           /* where on the screen, -1 = keyboard only */
    timeline *timeline; /* owned */
    char *fired;        /* JSON array {"index","at_ms","late_us"}; NULL = nothing */
    const char *effect; /* changed | no_effect | unexpected | unknown; static, NULL = not fired */
    char *reason;       /* owned sentence; NULL = none */
    char *state;        /* owned: JSON, what the display tells of its state afterwards; NULL = it tells none */
    bool pasted;        /* what was to be pasted went through the clipboard */
    char *typed_why;    /* owned: why it was typed instead; NULL = it was not */
    char *recovered;    /* owned: what a dead hand had left down before, now let go of; NULL = nothing */
    gint64 run;         /* its number in memory; 0 = not recorded */
};
void engine_did_clear(struct engine_did *d);

struct event; /* engine/protocol/protocol.h */

/* Skills, primitives (skills/library/primitive.h) or a timeline through the same gate (`reins do`), recorded as a run of one
 * step. */
struct engine_do {
    const char *display;      /* ":N"; dry only: NULL = a blank 1280×720 screen */
    const char *profile;      /* whose skills and thresholds; NULL = default */
    const GPtrArray *actions; /* action*: one after the other in one timeline; the part of the last is counted up where it waits
                               * in its middle. NULL = the timeline */
    const timeline *timeline;
    skill_library *library; /* of that profile, as loaded: taken. NULL = it is loaded */
    const char *window;     /* the target: a pattern as in a profile, or its id; NULL = whatever has the focus */
    bool elements;          /* the display has an accessibility bus: skills see its elements unless the profile says none */
    bool yes;
    bool dry; /* fire nothing */
    /* Asked when not `yes`: shows what this proposal fires and hits, true = fire. Runs while nothing else does. */
    bool (*ask)(const struct event *proposal, void *data);
    void *data;
};
/* Returns the exit code: 0 fired (or would be), 1 failed, denied or stale, 2 wrong arguments, 3 environment, 4 stopped
 * or rejected by a person. *ret_did is filled as far as it came; clear it. */
int engine_do(config *cfg, const struct engine_do *what, struct engine_did *ret_did, GError **error);

#endif
