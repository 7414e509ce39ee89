#ifndef ENGINE_PROPOSAL_H
#define ENGINE_PROPOSAL_H

/* What proposal.c (shown and decided), aim.c (target and guard) and fire.c (fired and verified) share; inside engine/ only. */

#include "engine/step.h"

/* Where the timeline acts on the run's last observation: x, y, window, guard, and with them the policy's verdict. */
void proposal_aim(struct run *run, proposal *p);
/* The eye compares the target with the live screen while the person thinks, and gives the patch that the hand compares at the
 * end. */
bool proposal_watch(struct run *run, proposal *p, GError **error);
void proposal_unwatch(struct run *run);
/* Says and keeps that the proposal has lapsed, also when it had been approved already. */
bool proposal_lapse(struct run *run, proposal *p, enum gate_verdict verdict, const char *by, const char *why, GError **error);
/* Why an approved proposal did not fire: the pause that came in between, else `why`. */
const char *proposal_overtaken(const struct run *run, const char *why);
/* Counts for the skill's version: proposed, edited, rejected, fired, verified … */
bool proposal_outcome(struct run *run, const action *a, const char *what, GError **error);

#endif
