#ifndef ENGINE_HAND_PROCESS_IDLE_H
#define ENGINE_HAND_PROCESS_IDLE_H

/* Process idle: the processes of one program that is made of several, such as a browser, whose pages are drawn by others than the
 * one that has the window, or an input method. Those are the descendants that have its name, as far as the first "-" (chromium;
 * ibus-daemon, ibus-x11; a shell in a terminal has another). All from /proc. */

#include <glib.h>
#include <stdbool.h>

struct process_idle {
    gint64 pid;     /* of the one that has the window; 0 = not known */
    bool scattered; /* all processes of that name are of it, whoever started them */
    gint64 look_us; /* when last looked; 0 = not yet */
    guint64 ran_ns; /* the processor time of all until then */
    int rests;      /* looks in a row that found it at rest */
    int processes;  /* at the last look; 0 = nothing can be seen */
};

/* The processes that it has now, its own first: gint64, appended; none where /proc does not tell. */
void process_idle_pids(const struct process_idle *f, GArray *pids);

#define PROCESS_IDLE_LOOK_US 15000 /* between two looks */
#define PROCESS_IDLE_RESTS 3       /* looks in a row */

/* Looks. It works while one of its threads runs or would if there were a processor, or when they have used a tenth of the time
 * since the last look; the first look finds it working. now_us: monotonic; call it every PROCESS_IDLE_LOOK_US. */
void process_idle_look(struct process_idle *f, gint64 now_us);
/* Looks; whether it is more than one process and has not rested for PROCESS_IDLE_RESTS looks. False at once for a program of one
 * process, and where /proc does not tell. */
bool process_idle_works(struct process_idle *f, gint64 now_us);
#endif
