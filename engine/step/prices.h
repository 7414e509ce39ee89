#ifndef ENGINE_STEP_PRICES_H
#define ENGINE_STEP_PRICES_H

/* Runs whose cost is not known. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct ask;
struct run;

/* Reads what all runs have cost today, for the meter. */
void prices_read_day(struct run *run);
/* A limit of money that cannot be enforced, because a brain that the run will ask has no price, pauses the run; without a console
 * it is RUN_ERROR_BUDGET. */
bool prices_start(struct run *run, GError **error);
/* As budget_within() for the run, including cancelled calls and what is `about` to be spent (USD, 0 = nothing), and the same for
 * all runs of the day ([run] max_cost_day). With a console, what is over the limit does not end the run: it pauses
 * (RUN_ERROR_INTERRUPTED), and resume allows as much again. Says once per run that part of the cost is an estimate. */
bool prices_kept(struct run *run, double about, GError **error);
/* Same for a call that is about to be sent, with the others that run. */
bool prices_allow(struct run *run, const struct ask *a, GError **error);

#endif
