#ifndef SKILLS_DRYRUN_REHEARSAL_H
#define SKILLS_DRYRUN_REHEARSAL_H

/* Rehearsal: runs some turns of a skill's loop on the blank screen with made-up answers, so that `reins skills check` finds
 * faults in its step function with their lines. In some turns nothing is found, in others everything. Inside skills/ only. */

#include "skills/lua/lua_sandbox.h"

/* Call after sandbox_finish(); does nothing without a loop. `blank`: the sandbox's screen, whose pointer it moves. Returns
 * false with the error of a turn. */
bool rehearsal_run(sandbox *s, screen *blank, struct sandbox_error *ret_error);

#endif
