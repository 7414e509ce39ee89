#ifndef ENGINE_DISPLAY_SANDBOX_PARTS_H
#define ENGINE_DISPLAY_SANDBOX_PARTS_H

/* What sandbox.c and desktop.c share. */

#include "engine/display/display.h"

/* Starts argv in a session of its own, in `cwd` (NULL = ours); stdout and stderr go to the log; fd 3 is `extra` if that is not
 * -1. PROGRAM error: which program cannot be started. */
bool sandbox_spawn(char **argv, char **envp, const char *cwd, const char *log, int extra, struct process_id *ret_process,
                   GError **error);
/* The same with the first line that it writes to fd 3, *ret_line (caller frees): NULL when it ended or took too long. */
bool sandbox_spawn_line(char **argv, char **envp, const char *log, struct process_id *ret_process, char **ret_line,
                        GError **error);
/* Display, cookie, session bus and home of the sandbox; caller frees. */
char **sandbox_environment(const sandbox *s);
/* A file beside its logs; caller frees. */
char *sandbox_file(const sandbox *s, const char *name);
/* The last lines of a log in one line of text, "" if it has none; caller frees. */
char *sandbox_log_tail(const char *path);
/* Asks the program's windows to close, and waits a moment for it: one that is killed asks at its next start what it is to
 * restore. */
void sandbox_close_app(const sandbox *s);
/* How a child of ours ended, without reaping it; NULL if that is not to be known; caller frees. */
char *sandbox_exit_text(pid_t pid);

#endif
