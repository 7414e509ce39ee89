#ifndef ENGINE_HAND_HOVER_SETTLE_H
#define ENGINE_HAND_HOVER_SETTLE_H

/* Hover settle: waits until a program has had time to draw the effect of the pointer that has just arrived. It pings the program
 * (ping.h) twice, HOVER_SETTLE_BETWEEN_US apart: after the first answer the program has read the motion, after the second it has
 * worked since, as it does to draw. A program that answers no ping gets HOVER_SETTLE_LEAST_US; one whose process is not visible
 * either, as on a VNC screen, HOVER_SETTLE_MOST_US.
 *
 * All these are times in which the program can run: what it waits for a processor (turn.h) is added. At the end it must sleep,
 * have slept most of HOVER_SETTLE_SHARE_US (one that works sleeps for a moment, too), have read its input, and the X server must
 * have carried out what it drew; after HOVER_SETTLE_MOST_US it is enough that it sleeps. A press that is queued behind work would
 * be handled after it, by what the program has become: it may be drawing the rest of its window. So the wait goes on for
 * HOVER_SETTLE_PATIENCE_US. Then a program that answers pings may work on, and one that rests need not answer; any other hangs,
 * and what the pointer does there is not known. A program that was seen to work all the time, before the person decided
 * (`tireless`: a game), gets HOVER_SETTLE_MOST_US. Of a program whose process is not visible only the answers count.
 *
 * A menu's program gets the same wait before the pointer enters the menu (approach_enters()), and the one that gets a press with
 * no way of the pointer before it, such as a key (firing_calm()). There nothing of ours is to be drawn (`unmoved`): the program
 * need have rested for HOVER_SETTLE_SHARE_US only, and the X server need not rest. */

#include <glib.h>
#include <stdbool.h>

struct program_port;

#define HOVER_SETTLE_LEAST_US 50000
#define HOVER_SETTLE_BETWEEN_US 20000
#define HOVER_SETTLE_SHARE_US 20000
/* A program that works for less than this part of the time rests: some ask for the pointer all the time. */
#define HOVER_SETTLE_PART 4
#define HOVER_SETTLE_MOST_US 250000
#define HOVER_SETTLE_PATIENCE_US 3000000
#define HOVER_SETTLE_LOOK_US 4000
#define HOVER_SETTLE_HANGS -1
#define HOVER_SETTLE_SENTENCE                                                                                                    \
    "the program was not done with its work for 3 s, so what it shows is not known: it is busy, or it hangs, or the machine is " \
    "too busy"

struct hover_settle {
    bool tireless;      /* the program works all the time */
    bool unmoved;       /* the pointer does not come first: nothing is drawn for it */
    gint64 window;      /* of the program; 0 = that under the pointer */
    gint64 since_us;    /* time of the pointer's last step; 0 = none */
    gint64 answered_us; /* time in which the program could run, from then until its answer; 0 = not answered */
    gint64 rests_us;    /* the same, until it was seen to rest; 0 = it does not */
    gint64 waits_us;    /* start of the present wait; 0 = none */
    guint32 question;
    int asked;                     /* number of pings */
    bool rested;                   /* in the last HOVER_SETTLE_SHARE_US that has passed it worked for less than its part */
    gint64 share_us, share_ran_us; /* since then the next one runs, and its processor time until then */
    bool aimed;                    /* the port aims at it */
};

/* Records a step of the pointer. */
void hover_settle_moved(struct hover_settle *c, gint64 now_us);
/* Waits for the program of this window, whatever is under the pointer, from the next call of hover_settle_wait_us() on until the
 * next step. Does nothing when that is so already. */
void hover_settle_for(struct hover_settle *c, gint64 window, gint64 now_us);
/* Pings the program under the pointer. Returns the time of the next call; 0 = settled, and the port no longer pings;
 * HOVER_SETTLE_HANGS. */
gint64 hover_settle_wait_us(struct hover_settle *c, const struct program_port *p, gint64 now_us);

#endif
