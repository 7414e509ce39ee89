#ifndef ENGINE_DEVICES_PULSE_H
#define ENGINE_DEVICES_PULSE_H

/* Pulse: whether the hand answers, and tells it that the engine is there. While something is held or fired a numbered line goes
 * to the hand every half a second, and one right behind each release; it comes back when everything before it has been done. A
 * hand that owes an answer for a second hangs. Pure: it is told the time. */

#include <glib.h>
#include <stdbool.h>

#define PULSE_EVERY_US (G_USEC_PER_SEC / 2) /* engine/hand/silence.h lets go after four of them */
#define PULSE_LIMIT_US G_USEC_PER_SEC
#define PULSE_START_LIMIT_US (6 * G_USEC_PER_SEC) /* of one that is still to connect to its display */

struct pulse {
    int sent, answered; /* numbers of the last ones */
    gint64 sent_us;     /* when the last went out */
    gint64 owed_us;     /* since when an answer is owed */
    gint64 doubt_us;    /* when it was first found late; 0 = not yet */
};

/* It is connected to its display: what it owes counts from now. */
void pulse_begin(struct pulse *p, gint64 now_us);
/* One goes out now; gives its number. */
int pulse_send(struct pulse *p, gint64 now_us);
void pulse_answer(struct pulse *p, int number);
/* Whether one is to go out. `busy`: something is held or fired. */
bool pulse_is_due(const struct pulse *p, bool busy, gint64 now_us);
/* When to call again; G_MAXINT64 = nothing is waited for. */
gint64 pulse_deadline(const struct pulse *p, bool busy, gint64 limit_us);
/* No answer for limit_us: asked twice, so that an engine that was itself stopped reads what has come meanwhile, and a hand that
 * was stopped with it can answer. */
bool pulse_is_late(struct pulse *p, gint64 limit_us, gint64 now_us);

#endif
