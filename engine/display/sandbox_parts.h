#ifndef ENGINE_DISPLAY_SANDBOX_PARTS_H
#define ENGINE_DISPLAY_SANDBOX_PARTS_H

/* Shared by sandbox.c and desktop.c. */

#include "engine/display/display.h"

/* Starts argv in a session of its own, in `cwd` (NULL = ours); stdout and stderr go to the log; fd 3 is `extra` unless that is
 * -1. PROGRAM error: names the program that cannot be started. */
bool sandbox_spawn(char **argv, char **envp, const char *cwd, const char *log, int extra, struct process_id *ret_process,
                   GError **error);
/* Same, and reads the first line that it writes to fd 3: *ret_line (caller frees), NULL when it ended or took too long. */
bool sandbox_spawn_line(char **argv, char **envp, const char *log, struct process_id *ret_process, char **ret_line,
                        GError **error);
/* The environment of a program in the sandbox: display, cookie, session bus, home. Caller frees with g_strfreev(). */
char **sandbox_environment(const sandbox *s);
/* Path of a file beside its logs. Caller frees. */
char *sandbox_file(const sandbox *s, const char *name);
/* The last lines of a log as one line, "" = none. Caller frees. */
char *sandbox_log_tail(const char *path);
/* Asks the program's windows to close, and waits briefly: a killed program would ask at its next start what to restore. */
void sandbox_close_app(const sandbox *s);
/* How a child of ours ended, without reaping it; NULL = unknown. Caller frees. */
char *sandbox_exit_text(pid_t pid);

#endif
