#ifndef ENGINE_CONTROL_WAIT_H
#define ENGINE_CONTROL_WAIT_H

/* The engine's only blocking call. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

typedef bool (*wait_ready)(struct run *run, void *data);
/* Serves client, eye, hand, brains, workers and signals until ready() returns true. Errors: STOPPED, INTERRUPTED, REDO, TIMEOUT
 * at deadline_us (0 = none), or the run's fatal error. */
bool wait_until(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);
/* Same, but stop and pause do not end it: to wait for a release, or for the last frame. */
bool wait_anyway(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);

#endif
