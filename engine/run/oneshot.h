#ifndef ENGINE_RUN_ONESHOT_H
#define ENGINE_RUN_ONESHOT_H

/* `reins do`: one given thing, decided in the person's place as soon as it waits. Inside engine/ only. (do.c) */

#include <glib.h>
#include <stdbool.h>

struct event;
struct timeline;

struct run_oneshot {
    void (*decide)(const struct event *proposal, void *data); /* NULL = the client does */
    void *data;
    bool unasked;                    /* …without asking anybody: --yes */
    const GPtrArray *given;          /* const action*: what it is to do, one after the other; NULL = the proposal's action */
    const struct timeline *timeline; /* …or the timeline itself */
};

#endif
