#ifndef SKILLS_DRYRUN_REHEARSAL_H
#define SKILLS_DRYRUN_REHEARSAL_H

/* Rehearsal: some turns of the loop that a skill has ended in, on the blank screen and with made-up answers, so that `reins
 * skills check` finds what is wrong in its step at its line. In some turns nothing is there, in others everything that is looked
 * for. Inside skills/ only. */

#include "skills/lua/lua_sandbox.h"

/* After sandbox_finish(); without a loop it does nothing. `blank`: the sandbox's screen, whose pointer it moves. False: what went
 * wrong in a turn. */
bool rehearsal_run(sandbox *s, screen *blank, struct sandbox_error *ret_error);

#endif
