#ifndef ENGINE_HAND_CALM_H
#define ENGINE_HAND_CALM_H

/* Calm: whether a program has had the time to draw what the pointer, that has just come to it, does there. It is asked
 * (hand_port.h, ping.h) twice, CALM_BETWEEN_US apart: with the first answer it has read the motion, with the second it has worked
 * on since, as it does to draw. One that answers no such question has CALM_LEAST_US. Nobody is waited for longer than
 * CALM_MOST_US. */

#include <glib.h>

struct program_port;

#define CALM_LEAST_US 50000
#define CALM_BETWEEN_US 20000
#define CALM_MOST_US 250000
#define CALM_LOOK_US 4000

struct calm {
    gint64 since_us; /* the pointer's last step; 0 = none */
    gint64 asked_us, answered_us;
    guint32 question;
    int asked; /* times */
};

/* The pointer has moved. */
void calm_moved(struct calm *c, gint64 now_us);
/* Asks the program under the pointer. Returns when to ask again; 0 = it is calm, and `p` is at rest. */
gint64 calm_wait_us(struct calm *c, const struct program_port *p, gint64 now_us);

#endif
