#ifndef ENGINE_HAND_HOVER_SETTLE_H
#define ENGINE_HAND_HOVER_SETTLE_H

/* Hover settle: waits until a program has had time to draw the effect of the pointer that has just arrived. It pings the program
 * (ping.h) twice, HOVER_SETTLE_BETWEEN_US apart: after the first answer the program has read the motion, after the second it has
 * worked since, as it does to draw. A program that answers no ping gets HOVER_SETTLE_LEAST_US. The longest wait is
 * HOVER_SETTLE_MOST_US. */

#include <glib.h>

struct program_port;

#define HOVER_SETTLE_LEAST_US 50000
#define HOVER_SETTLE_BETWEEN_US 20000
#define HOVER_SETTLE_MOST_US 250000
#define HOVER_SETTLE_LOOK_US 4000

struct hover_settle {
    gint64 since_us; /* time of the pointer's last step; 0 = none */
    gint64 asked_us, answered_us;
    guint32 question;
    int asked; /* number of pings */
};

/* Records a step of the pointer. */
void hover_settle_moved(struct hover_settle *c, gint64 now_us);
/* Pings the program under the pointer. Returns the time of the next call; 0 = settled, and the port no longer aims. */
gint64 hover_settle_wait_us(struct hover_settle *c, const struct program_port *p, gint64 now_us);

#endif
