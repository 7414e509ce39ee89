#ifndef ENGINE_CONTROL_WORLD_FILE_H
#define ENGINE_CONTROL_WORLD_FILE_H

/* The state of a world that a run works in: a file (engine/display/world_screen.h) of the run's own where --display names none.
 * It is there from the run's begin, so that one that is gone later is known to be gone. No two runs work on one file. */

#include "engine/display/target.h"

struct run;

/* Makes the run's display of the world, with its file; again: the run is taken up, and goes on with what the file has; one that
 * has no step yet begins. Error (RUN_ERROR_ENVIRONMENT): the file is gone or is no state of this world, or another run works on
 * it. */
bool world_file_open(struct run *run, const display_target *t, bool again, GError **error);
/* The run has ended: its own file is of no use any more, and another run may have a named one. */
void world_file_forget(struct run *run);

#endif
