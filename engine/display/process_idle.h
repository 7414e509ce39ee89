#ifndef ENGINE_DISPLAY_PROCESS_IDLE_H
#define ENGINE_DISPLAY_PROCESS_IDLE_H

/* Process idle: watches the processes of a program that has several, such as a browser, where other processes draw the pages, or
 * an input method. They are the descendants with the same name up to the first "-" (chromium; ibus-daemon, ibus-x11; not the
 * shell in a terminal). All data come from /proc. */

#include <glib.h>
#include <stdbool.h>

struct process_idle {
    gint64 pid;      /* the process with the window; 0 = unknown */
    bool scattered;  /* all processes with this name belong to it, not only descendants */
    bool whole;      /* all descendants belong to it, whatever their names */
    gint64 every_us; /* time between two looks; 0 = PROCESS_IDLE_LOOK_US */
    gint64 look_us;  /* time of the last look; 0 = none */
    guint64 ran_ns;  /* processor time of all until then */
    int rests;       /* looks in a row that found it at rest */
    int processes;   /* number at the last look; 0 = not visible */
};

/* Appends its processes (gint64), the one with the window first; none if /proc is not readable. */
void process_idle_pids(const struct process_idle *f, GArray *pids);

#define PROCESS_IDLE_LOOK_US 15000 /* between two looks */
#define PROCESS_IDLE_RESTS 3       /* looks in a row that count as idle */

/* Looks; call it after each time of `every_us`. The program works if one of its threads is runnable, or if they used a tenth of
 * the time since the last look. At the first look it always works. now_us: monotonic. */
void process_idle_look(struct process_idle *f, gint64 now_us);
/* Looks. True when it has more than one process and was not at rest for PROCESS_IDLE_RESTS looks. False at once for a program of
 * one process, and if /proc is not readable. */
bool process_idle_works(struct process_idle *f, gint64 now_us);
#endif
