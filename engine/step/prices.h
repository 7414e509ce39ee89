#ifndef ENGINE_STEP_PRICES_H
#define ENGINE_STEP_PRICES_H

/* Where it cannot be told what a run costs. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

/* Pauses when [run] max_cost is set and a brain that will be asked has no price: a limit of money cannot be kept then. */
void prices_start(struct run *run);
/* budget_within() of the run, with what calls took that were broken off; says, once a run, that some of it is an estimate. */
bool prices_kept(struct run *run, GError **error);

#endif
