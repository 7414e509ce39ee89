#ifndef TUI_LOOP_CONSOLE_RUN_H
#define TUI_LOOP_CONSOLE_RUN_H

/* The console on a real terminal: opens curses, waits for keys, the engine's socket, signals and the clock, draws once a turn. */

#include "config/config.h"
#include "config/line.h"
#include "tui/past/replay.h"

#include <glib.h>
#include <sys/types.h>

/* Runs the console until the person leaves it. `engine` stays the caller's, who frees it right afterwards: its end pauses a run
 * that goes on. engine_pid 0 = attached to an engine that somebody else started. Returns the exit code of the run (0 success, 1
 * failed, error or engine lost, 4 stopped, budget, or left while it goes on). -1 with error: no terminal
 * (CONFIG_ERROR_ENVIRONMENT: exit code 3). With error and a code ≥ 0: the run ended before it had begun (handshake.h).
 * *ret_run (NULL = not wanted): the run's number, 0 where none was told. The terminal is restored on every way out. */
int console_main(line_stream *engine, pid_t engine_pid, const config *cfg, gint64 *ret_run, GError **error);

/* The skills screen without a run. As above: the exit code, or -1 with error. */
int console_skills_main(const config *cfg, GError **error);
/* The memory screen without a run, in the same way. */
int console_memory_main(const config *cfg, GError **error);

/* A recorded run, read-only; the replayer is taken. */
int console_replay_main(replayer *recorded, const config *cfg, GError **error);

#endif
