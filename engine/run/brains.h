#ifndef ENGINE_RUN_BRAINS_H
#define ENGINE_RUN_BRAINS_H

/* Which brain each module of a run's agent asks. Inside engine/ only. */

#include <glib.h>

struct run;

/* Borrowed. */
const char *brains_of_module(const struct run *run, guint m);
/* A bit for each module that a person fills in. */
guint brains_persons(const struct run *run);

#endif
