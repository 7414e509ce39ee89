#ifndef ENGINE_DISPLAY_PTYS_H
#define ENGINE_DISPLAY_PTYS_H

/* Finds windows that contain a terminal, whatever class they have. The process of a terminal emulator, an editor with a shell
 * or an IDE, or a process that it started, holds the master of a pseudo-terminal, or started the leader of a session on one.
 * Reads /proc (proc(5)); no X. */

#include <glib.h>

/* Sets `terminal` of each window (struct eye_window*) whose process, or a descendant without a window of its own, has a
 * terminal, and clears it for the others. Nothing is known of a window without a pid, of a client on another machine, or where
 * /proc is not readable. */
void ptys_mark(GPtrArray *windows);

#endif
