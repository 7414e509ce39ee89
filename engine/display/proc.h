#ifndef ENGINE_DISPLAY_PROC_H
#define ENGINE_DISPLAY_PROC_H

/* Proc: reads the state of processes and threads from /proc. */

#include <glib.h>
#include <stdbool.h>

#define PROC_NAME_BYTES 64

struct proc_thread {
    char state;        /* 'R' runnable, 'S' sleeps, 'D' waits for a disk, 'T' and 't' stopped; 0 = unknown */
    guint64 ran_ns;    /* its processor time */
    guint64 waited_ns; /* so long it was runnable and waited for a processor */
};

/* folder: of the thread in /proc. False: it does not exist or is not readable; all of *ret_thread is then 0. */
bool proc_thread(const char *folder, struct proc_thread *ret_thread);
/* The first 15 characters of the process's name, with a line end. False: it does not exist. */
bool proc_name(gint64 pid, char ret_name[PROC_NAME_BYTES]);
/* Calls `function` for the folder of each thread of the process. */
void proc_threads(gint64 pid, void (*function)(void *data, const char *folder), void *data);
/* Appends the processes (gint64) that it has started and that are still its own. False: the kernel does not tell
 * (CONFIG_PROC_CHILDREN), or the process does not exist. */
bool proc_children(gint64 pid, GArray *pids);

#endif
