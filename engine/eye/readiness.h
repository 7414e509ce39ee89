#ifndef ENGINE_EYE_READINESS_H
#define ENGINE_EYE_READINESS_H

/* Readiness: whether a program has done what it is at, by the processor time of its processes. A window that stands still may be
 * half drawn: its program still loads. Decides nothing but how long the eye waits. All zeros = not begun. */

#include "engine/display/process_idle.h"

#define READINESS_REST_US 200000 /* a program that works has shorter gaps */
#define READINESS_LOOK_US 50000

struct readiness {
    struct process_idle program;
    gint64 server, manager; /* of the sandbox's display and its windows: a program may wait for them; 0 = none. The caller's */
    gint64 next_us;         /* time of the next look; G_MAXINT64 = there is nothing to look at */
    gint64 busy_us;         /* the last look that found it at work */
    bool rests;             /* it has rested for long enough */
    bool ended;             /* this wait has ended without that */
    gint64 tireless;        /* process that still worked at the end of a wait; 0 = none */
    int bouts;              /* so many waits for it in a row ended so */
};

/* Begins to look at the process and those of its name that it has started; `whole`: at all that it has started. pid 0: unknown,
 * which rests. */
void readiness_begin(struct readiness *r, gint64 pid, bool whole, gint64 now_us);
/* Looks when it is time. True when the program has rested for so long (at most READINESS_REST_US counts), or when there is no
 * point in waiting: it is not visible, or always works. */
bool readiness_look(struct readiness *r, gint64 rest_us, gint64 now_us);
/* The wait is over; a program that still works is not waited for again until it has rested. */
void readiness_end(struct readiness *r);
/* True when the program did not rest at the last look. */
bool readiness_works(const struct readiness *r);
/* …and neither at the end of the wait before: it works all the time. */
bool readiness_tireless(const struct readiness *r);

#endif
