#ifndef ENGINE_COMMANDS_DRIVE_H
#define ENGINE_COMMANDS_DRIVE_H

/* Drive: keys and mouse of the console, in a sandbox that the person has taken over. Each command is one whole action, pressed
 * and let go of, by the name and with the arguments of a primitive of `reins do`; it goes through the same checks as there (deny
 * rules, policy, the look right before it fires) and through the hand with its ledger, and is kept as a step of its own, the
 * person's. Only during a take-over: a display that is no sandbox has a keyboard and a mouse of its own. */

#include "engine/run/run.h"
#include "skills/timeline/action.h"

#define DRIVE_PERSON "the person did it themselves, having taken over" /* in what is remembered */

/* Takes one: it is done when those before it are. Error: nobody has taken over, or it may not be driven so. */
bool drive_ask(struct run *run, const action *a, GError **error);
/* Something is still to be done. */
bool drive_busy(const struct run *run);
/* For run_wait(): a paused run goes on, or has something to drive first. */
bool drive_or_go_on(struct run *run, void *data);
/* Hand-back or resume, its note taken in: obeyed once that is done; `kind`: enum command_kind. */
void drive_then(struct run *run, int kind);
/* Does it all, while the run is paused. What cannot be done is told, and all that was asked for after it is dropped. False: the
 * run is to end. */
bool drive_go(struct run *run, GError **error);

#endif
