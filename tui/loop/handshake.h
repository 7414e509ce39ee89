#ifndef TUI_LOOP_HANDSHAKE_H
#define TUI_LOOP_HANDSHAKE_H

/* Waits for the engine's `hello` before the terminal is taken over: what keeps a run from starting is then a sentence on stderr
 * and an exit code, as with every other command, and no screen flashes by. */

#include "config/line.h"

#include <glib.h>
#include <stdbool.h>

/* `signals`: a signalfd; INT, TERM and HUP end the wait (exit code 4; an engine of ours then stops by itself at end-of-file or
 * goes on without a console). All events heard so far, hello among them, are added to `heard` (event*, owned by it). False:
 * *ret_code and error say how it ended. */
bool handshake(line_stream *engine, int signals, GPtrArray *heard, int *ret_code, GError **error);

#endif
