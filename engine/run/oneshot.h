#ifndef ENGINE_RUN_ONESHOT_H
#define ENGINE_RUN_ONESHOT_H

/* `reins do`: one given action, decided by a callback as soon as it waits. Inside engine/ only. (do.c) */

#include "engine/eye/eye.h"

#include <glib.h>
#include <stdbool.h>

struct event;
struct timeline;

/* What stands in the store, in prompts and in what is told for a text that a person typed while they drove (drive.h). */
#define ONESHOT_UNKEPT "(typed by the person, and not kept)"

struct run_oneshot {
    void (*decide)(const struct event *proposal, void *data); /* decides on the proposal; NULL = the client does */
    void *data;
    bool unasked;                    /* --yes: decides without asking */
    enum eye_numbers numbers;        /* 0, as in a run, unless this is a command */
    const GPtrArray *given;          /* const action*: the actions, in order; NULL = the proposal's action */
    const struct timeline *timeline; /* or the timeline itself */
};

#endif
