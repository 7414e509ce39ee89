#ifndef ENGINE_COMMANDS_DRIVE_H
#define ENGINE_COMMANDS_DRIVE_H

/* Drive: keys and mouse of the console go to a sandbox that the person has taken over. Each command is one complete action
 * (pressed and released), named like a primitive of `reins do` with its arguments. It passes the same checks (deny rules,
 * policy, the comparison before firing) and the hand with its ledger, and is stored as a step of the person. Only during a
 * take-over, and only in a sandbox: any other display has its own keyboard and mouse. */

#include "engine/run/run.h"
#include "skills/timeline/action.h"

#define DRIVE_PERSON "the person did it themselves, having taken over" /* text in working memory */

/* Queues one action. Error: nobody has taken over, or it cannot be driven this way. */
bool drive_ask(struct run *run, const action *a, GError **error);
/* True while actions are queued. */
bool drive_busy(const struct run *run);
/* For run_wait(): true when a paused run continues or has actions to fire. */
bool drive_or_go_on(struct run *run, void *data);
/* Runs handback or resume (kind: enum command_kind, with its note) after the queued actions. */
void drive_then(struct run *run, int kind);
/* Fires all queued actions while the run is paused. A failed one is reported, and those after it are dropped. False: the run
 * must end. */
bool drive_go(struct run *run, GError **error);

#endif
