#ifndef ENGINE_HAND_HOVER_SETTLE_H
#define ENGINE_HAND_HOVER_SETTLE_H

/* Hover settle: whether a program has had the time to draw what the pointer, that has just come to it, does there. It is asked
 * (hand_port.h, ping.h) twice, HOVER_SETTLE_BETWEEN_US apart: with the first answer it has read the motion, with the second it
 * has worked on since, as it does to draw. One that answers no such question has HOVER_SETTLE_LEAST_US. Nobody is waited for
 * longer than HOVER_SETTLE_MOST_US. */

#include <glib.h>

struct program_port;

#define HOVER_SETTLE_LEAST_US 50000
#define HOVER_SETTLE_BETWEEN_US 20000
#define HOVER_SETTLE_MOST_US 250000
#define HOVER_SETTLE_LOOK_US 4000

struct hover_settle {
    gint64 since_us; /* the pointer's last step; 0 = none */
    gint64 asked_us, answered_us;
    guint32 question;
    int asked; /* times */
};

/* The pointer has moved. */
void hover_settle_moved(struct hover_settle *c, gint64 now_us);
/* Asks the program under the pointer. Returns when to ask again; 0 = it is calm, and `p` is at rest. */
gint64 hover_settle_wait_us(struct hover_settle *c, const struct program_port *p, gint64 now_us);

#endif
