#ifndef ENGINE_CONTROL_WAIT_H
#define ENGINE_CONTROL_WAIT_H

/* The engine's one blocking place. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

typedef bool (*wait_ready)(struct run *run, void *data);
/* The one wait: serves client, eye, hand, brains, workers and signals until ready() says true. Errors: STOPPED, INTERRUPTED,
 * REDO, TIMEOUT at deadline_us (0 = none), or the run's fatal error. */
bool run_wait(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);
/* The same, but neither stop nor pause ends it: to see a hand let go, or the last frame. */
bool run_wait_anyway(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);

#endif
