#ifndef ENGINE_HAND_PROC_H
#define ENGINE_HAND_PROC_H

/* Proc: reads the state of processes and threads from /proc. */

#include <glib.h>
#include <stdbool.h>

#define PROC_NAME_BYTES 64

/* A thread's state as a letter ('R' runnable, 'S' sleeps, 'D' waits for a disk, 'T' and 't' stopped) and its processor time.
 * folder: of the thread in /proc. False: it does not exist or is not readable; *ret_state is then 0. */
bool proc_thread(const char *folder, char *ret_state, guint64 *ret_ran_ns);
/* The first 15 characters of the process's name, with a line end. False: it does not exist. */
bool proc_name(gint64 pid, char ret_name[PROC_NAME_BYTES]);

#endif
