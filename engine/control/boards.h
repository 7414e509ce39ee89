#ifndef ENGINE_CONTROL_BOARDS_H
#define ENGINE_CONTROL_BOARDS_H

/* The boards of a run's agent: sent to the client, changed by a person. Inside engine/ only. */

#include "engine/run/run.h"
#include "engine/protocol/protocol.h"

/* Sends the event board for each board whose rows changed since the last one. */
void boards_tell(struct run *run);
/* Tells a new client the boards as they were told last: a step that was broken off has made rows that nothing else has. */
void boards_tell_again(struct run *run);
/* Handles the command board: changes the agent's mind, journals it as a person's help, and voids the waiting proposal; the step
 * begins again. An invalid command becomes a notice and changes nothing. */
void boards_obey(struct run *run, const command *c);

#endif
