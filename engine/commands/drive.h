#ifndef ENGINE_COMMANDS_DRIVE_H
#define ENGINE_COMMANDS_DRIVE_H

/* Drive: keys and mouse of the console go to a sandbox that the person has taken over. Each command is one complete action
 * (pressed and released), named like a primitive of `reins do` with its arguments. It passes the same checks (deny rules,
 * policy) and the hand with its ledger, and is stored as a step of the person, which --max-steps does not count. Only during a
 * take-over, and only in a sandbox or a world: any other display has its own keyboard and mouse. In a world it is an act, named
 * like the skill that does it (skills/lib/world.lua).
 *
 * The text that they type may be a password. It goes to the hand and, if they say so on handing back, into the reply that they
 * correct (by_hand.h); the step has ONESHOT_UNKEPT in its place, in its action and its timeline. Its digest is that of what was
 * fired.
 *
 * The person sees what their keys do, so a key is not compared with the picture: what it shows is the echo of the keys before
 * it. It goes to the window that had the focus in the last picture that their front end was sent before it, or nowhere (the
 * hand asks again before each press who would get it, and whether a program has grabbed the keyboard). A click, the wheel and a
 * move compare the target as always, and nothing else of the screen.
 *
 * What is not done is told, with what was queued behind it, which is dropped. A front end numbers what belongs together
 * (`burst`): of a burst that has lost something nothing more is done, so that what was typed before the loss could be seen does
 * not go on in its middle. */

#include "engine/run/run.h"
#include "skills/timeline/action.h"

#define DRIVE_PERSON "the person did it themselves, having taken over" /* text in working memory */

/* Queues one action. What cannot be driven is told: nobody has taken over, it is of a burst that has lost something, and so on.
 * burst: 0 = of none. */
void drive_ask(struct run *run, const action *a, int burst);
/* True while actions are queued. */
bool drive_busy(const struct run *run);
/* For wait_until(): true when a paused run continues or has actions to fire. */
bool drive_or_go_on(struct run *run, void *data);
/* Runs handback or resume (kind: enum command_kind, with its note) after the queued actions. */
void drive_then(struct run *run, int kind);
/* Fires all queued actions while the run is paused. A failed one is reported, and those after it are dropped. False: the run
 * must end. */
bool drive_go(struct run *run, GError **error);

#endif
