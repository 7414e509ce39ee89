#ifndef ENGINE_RUN_BRAINS_H
#define ENGINE_RUN_BRAINS_H

/* The brain of each module of a run's agent. Inside engine/ only. */

#include <glib.h>

struct run;

/* The name of a module's brain; borrowed. */
const char *brains_of_module(const struct run *run, guint m);
/* A bit for each module that a person fills in. */
guint brains_persons(const struct run *run);

#endif
