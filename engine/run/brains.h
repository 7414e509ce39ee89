#ifndef ENGINE_RUN_BRAINS_H
#define ENGINE_RUN_BRAINS_H

/* The brain of each module of a run's agent. Inside engine/ only. */

#include <glib.h>

struct run;

/* The name of a module's brain; borrowed. */
const char *brains_of_module(const struct run *run, guint m);
/* The brain that is asked once this one cannot be reached; NULL = none. Borrowed. */
const char *brains_fallback(const struct run *run, const char *brain);
/* A bit for each module that a person fills in. */
guint brains_persons(const struct run *run);

#endif
