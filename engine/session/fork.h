#ifndef ENGINE_SESSION_FORK_H
#define ENGINE_SESSION_FORK_H

/* A fork: a new run that remembers another run (its parent) up to a step and continues from there. Its display is prepared by a
 * person, or is a sandbox where the parent's actions are fired again. The parent is only read. Inside engine/. */

#include "engine/run/run.h"
#include "engine/run/options.h"
#include "memory/memory.h"

/* Merges the options requested for the fork (now) into those that the parent was started with (o). Errors: no such step, its
 * working memory no longer exists, the run had no agent. */
bool fork_options(run_options *o, memory *store, const run_options *now, GError **error);
/* Copies the parent's working memory into the new run and its rows in the store. */
bool fork_remember(struct run *run, GError **error);
/* When the display is ready: fires the parent's actions again (--replay), reports how similar the screen is to the recorded
 * one, and waits, paused, for the person's `resume`, unless a replay ended on the same screen. Returns true at once for a run
 * that is not a fork, or that has continued already. */
bool fork_bring(struct run *run, GError **error);

#endif
