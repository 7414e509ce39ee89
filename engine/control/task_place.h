#ifndef ENGINE_CONTROL_TASK_PLACE_H
#define ENGINE_CONTROL_TASK_PLACE_H

/* Where a run's task file (config/task_file.h) has its files and commands: the folder that the program starts in, on the run's
 * display. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

/* Caller frees. */
char *task_place_folder(const struct run *run);
/* Writes the files of the start state and runs its commands. A temporary home gets it while it is empty, another folder at the
 * run's start. again: the display was there before. A file that a person has is never written over. */
bool task_place_start(struct run *run, bool again, GError **error);
/* Runs a command (no shell) to its end, at most TASK_COMMAND_S. *ret_status: 0 = it ended well; *ret_said: else how it ended and
 * its last words, caller frees. A stop of the run ends it. Error: it cannot be started. */
#define TASK_COMMAND_S 60
bool task_place_command(struct run *run, const char *command, int *ret_status, char **ret_said, GError **error);

#endif
