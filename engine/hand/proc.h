#ifndef ENGINE_HAND_PROC_H
#define ENGINE_HAND_PROC_H

/* Proc: what /proc tells of a process and its threads. */

#include <glib.h>
#include <stdbool.h>

#define PROC_NAME_BYTES 64

/* One thread, by its folder: its state as a letter ('R' runs or would, 'S' sleeps, 'D' waits for a disk, 'T' and 't' are stopped)
 * and its processor time. False: it is gone, or /proc does not tell; *ret_state is 0 then. */
bool proc_thread(const char *folder, char *ret_state, guint64 *ret_ran_ns);
/* The name of the process (15 characters of it) with a line end. False: it is gone. */
bool proc_name(gint64 pid, char ret_name[PROC_NAME_BYTES]);

#endif
