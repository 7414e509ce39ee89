#ifndef ENGINE_SESSION_FORK_H
#define ENGINE_SESSION_FORK_H

/* A fork: a new run that remembers another one (its parent) up to a step and goes on from there, on a display that a person has
 * brought there or in a sandbox where what the parent had fired is fired again. The parent is only read. Inside engine/. */

#include "engine/run/run.h"
#include "engine/run/options.h"
#include "memory/memory.h"

/* Fills the options that the parent was started with (o) by what is asked of the fork now. Error: there is no such step, its
 * working memory is gone, it was no run of an agent. */
bool fork_options(run_options *o, memory *store, const run_options *now, GError **error);
/* The parent's working memory into the new run, and into the store as the fork's own. */
bool fork_remember(struct run *run, GError **error);
/* Once the display is there: fires again what the parent had fired (--replay), tells how like the screen is to what it was, and
 * waits, paused, for the person's `resume` unless a replay has ended on the same screen. True at once for a run that is no fork,
 * or has gone on already. */
bool fork_bring(struct run *run, GError **error);

#endif
