#ifndef TUI_LOOP_HANDSHAKE_H
#define TUI_LOOP_HANDSHAKE_H

/* Waits for the engine's `hello` before the terminal is taken over. A run that cannot start then gives a sentence on stderr and
 * an exit code, as any other command, and no screen appears. */

#include "config/line.h"

#include <glib.h>
#include <stdbool.h>

/* signals: a signalfd; INT, TERM and HUP end the wait (exit code 4; our engine then stops at end-of-file, or continues without
 * a console). Appends all events so far, including hello, to `heard` (event*, owned by it). False: *ret_code and error say how
 * it ended. */
bool handshake(line_stream *engine, int signals, GPtrArray *heard, int *ret_code, GError **error);

#endif
