#ifndef ENGINE_CONTROL_BOARDS_H
#define ENGINE_CONTROL_BOARDS_H

/* The boards of a run's agent: told to the client, changed by a person. Inside engine/ only. */

#include "engine/run/run.h"
#include "engine/protocol/protocol.h"

/* The event board for each board whose rows differ from what was told last. */
void boards_tell(struct run *run);
/* A client is new: all are told again next time. */
void boards_forget(struct run *run);
/* The command board: changes the agent's mind, journals it as a person's help, voids what waits; the step begins anew from it.
 * What does not fit is a notice, and nothing is changed. */
void boards_obey(struct run *run, const command *c);

#endif
