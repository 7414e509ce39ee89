#ifndef ENGINE_STEP_REWARD_H
#define ENGINE_STEP_REWARD_H

/* The reward of a step, by the Lua function of the run's task file: reward(before, after, state). A number for whoever reads the
 * run: it decides nothing. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

/* Before a run begins. Error (CONFIG_ERROR_USAGE): the file cannot be read as Lua, or has no such function. */
bool reward_check(const struct run *run, GError **error);
/* A step looks: what it sees is what is before it, with its words, which are waited for. Errors: as wait_until(), but no TIMEOUT.
 */
bool reward_look(struct run *run, GError **error);
/* A step is remembered: its reward is a note in its journal and a notice. What was seen after it is before the next one. An error
 * of the function is a notice, and look.h's reward_error. */
void reward_give(struct run *run);

#endif
