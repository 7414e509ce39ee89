#ifndef ENGINE_DISPLAY_SANDBOX_PARTS_H
#define ENGINE_DISPLAY_SANDBOX_PARTS_H

/* Shared by sandbox.c and desktop.c. */

#include "engine/display/display.h"

/* Same, and reads the first line that it writes to fd 3: *ret_line (caller frees), NULL when it ended or took too long. */
bool sandbox_spawn_line(bool passing, char **argv, char **envp, const char *log, struct process_id *ret_process, char **ret_line,
                        GError **error);
/* Path of a file beside its logs. Caller frees. */
char *sandbox_file(const sandbox *s, const char *name);
/* Asks the program's windows to close, and waits briefly: a killed program would ask at its next start what to restore. */
void sandbox_close_app(const sandbox *s);
/* How a child of ours ended, without reaping it; NULL = unknown. Caller frees. */
char *sandbox_exit_text(pid_t pid);

#endif
