#ifndef ENGINE_DISPLAY_PTYS_H
#define ENGINE_DISPLAY_PTYS_H

/* Ptys: which windows have a terminal in them, whatever class they say. A terminal emulator, an editor with a shell, an IDE: its
 * process or one that it started holds the master of a pseudo-terminal, or started the leader of a session on one. By /proc
 * (proc(5)); no X. */

#include <glib.h>

/* Sets `terminal` of each window (struct eye_window*) whose process, or one under it that has no window of its own, has one, and
 * clears it of the others. Of a window without a pid, of another machine's client or where /proc does not tell, nothing is
 * known. */
void ptys_mark(GPtrArray *windows);

#endif
