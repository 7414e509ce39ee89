#ifndef ENGINE_HAND_FAMILY_H
#define ENGINE_HAND_FAMILY_H

/* Family: the processes of one program that is made of several, such as a browser, whose pages are drawn by others than the one
 * that has the window. Which those are: the descendants that have its name (Chromium, Electron; a shell in a terminal has
 * another). All from /proc. */

#include <glib.h>
#include <stdbool.h>

struct family {
    gint64 pid;     /* of the one that has the window; 0 = not known */
    gint64 look_us; /* when last looked; 0 = not yet */
    guint64 ran_ns; /* the processor time of all until then */
    int rests;      /* looks in a row that found it at rest */
};

#define FAMILY_LOOK_US 15000 /* between two looks */
#define FAMILY_RESTS 3       /* looks in a row */

/* Whether it is a family and is seen to work: one of its threads runs or would if there were a processor, or they have used a
 * tenth of the time since the last look. False once it has rested for FAMILY_RESTS looks; at once for a program of one process,
 * and where /proc does not tell. now_us: monotonic; call it every FAMILY_LOOK_US. */
bool family_works(struct family *f, gint64 now_us);

#endif
