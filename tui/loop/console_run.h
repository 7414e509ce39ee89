#ifndef TUI_LOOP_CONSOLE_RUN_H
#define TUI_LOOP_CONSOLE_RUN_H

/* The console on a real terminal: opens curses, waits for keys, the engine's socket, signals and the clock, and draws once per
 * turn. */

#include "config/config.h"
#include "config/line.h"
#include "tui/console/console.h"
#include "tui/past/replay.h"

#include <glib.h>
#include <sys/types.h>

/* Runs the console until the person leaves it. `engine` stays the caller's, who frees it right afterwards; that pauses a run
 * that has not ended. engine_pid 0 = attached to an engine that another process started. Returns the exit code of the run (0
 * success, 1 failed, error or engine lost, 4 stopped, budget, or left while it continues). -1 with an error: no terminal
 * (CONFIG_ERROR_ENVIRONMENT: exit code 3). With an error and a code ≥ 0: the run ended before it began (handshake.h). *ret_run
 * (may be NULL): number of the run, 0 = unknown. The terminal is always restored. `place`: in the list of tasks that it is of. */
int console_main(line_stream *engine, pid_t engine_pid, const config *cfg, struct console_place place, gint64 *ret_run,
                 GError **error);

/* Runs the skills screen without a run. Returns the exit code, or -1 with an error. */
int console_skills_main(const config *cfg, GError **error);
/* Runs the memory screen without a run, in the same way. */
int console_memory_main(const config *cfg, GError **error);

/* Plays a recorded run read-only; takes the replayer. */
int console_replay_main(replayer *recorded, const config *cfg, GError **error);

#endif
