#ifndef ENGINE_RUN_BRAINS_H
#define ENGINE_RUN_BRAINS_H

/* The brain of each module of a run's agent. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct module;
struct run;
typedef struct config config;

/* The run's brain; NULL = its agent asks none. Borrowed. */
const char *brains_of_run(const struct run *run);
/* The name of a module's brain; borrowed. */
const char *brains_of_module(const struct run *run, guint m);
/* The brain that is asked once this one cannot be reached; NULL = none. Borrowed. */
const char *brains_fallback(const struct run *run, const char *brain);
/* True: it is a model, which can be asked for several modules in one call. */
bool brains_takes_merged(const struct run *run, const char *brain);
/* Reads [modules] merge, or a profile's, into bits of that agent's modules (modules/merge.h). Errors: also modules that [modules]
 * gives different brains. */
bool brains_merge(const config *cfg, const struct module *modules, const char *list, guint *ret_merged, GError **error);
/* Before anything is started: each module's model could be asked, as far as is known without asking it. Errors: its settings, a
 * key that is not there, no computer tool where the agent needs one. */
bool brains_ready(const struct run *run, GError **error);
/* A bit for each module that a person fills in. */
guint brains_persons(const struct run *run);

#endif
