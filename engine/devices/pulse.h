#ifndef ENGINE_DEVICES_PULSE_H
#define ENGINE_DEVICES_PULSE_H

/* Pulse: checks that the hand answers, and shows it that the engine is alive. While something is held or fired, a numbered line
 * goes to the hand every half second, and one after each release. The hand returns it when it has done everything before it. A
 * hand that owes an answer for a second hangs. Pure: the time is an argument. */

#include <glib.h>
#include <stdbool.h>

#define PULSE_EVERY_US (G_USEC_PER_SEC / 2) /* engine/hand/silence.h releases after four missing ones */
#define PULSE_LIMIT_US G_USEC_PER_SEC
#define PULSE_WHOLE_LIMIT_US                                                                                                     \
    (30 * G_USEC_PER_SEC)                         /* for one that holds nothing down, and waits for a phone's picture meanwhile */
#define PULSE_START_LIMIT_US (6 * G_USEC_PER_SEC) /* for a hand that is still connecting to its display */

struct pulse {
    int sent, answered; /* numbers of the last ones */
    gint64 sent_us;     /* time of the last one sent */
    gint64 owed_us;     /* since when an answer is owed */
    gint64 doubt_us;    /* when an answer was first found late; 0 = not */
};

/* The hand is connected: the time for its answers starts now. */
void pulse_begin(struct pulse *p, gint64 now_us);
/* Records that a pulse is sent now; returns its number. */
int pulse_send(struct pulse *p, gint64 now_us);
void pulse_answer(struct pulse *p, int number);
/* True when a pulse must be sent. busy: something is held or fired. */
bool pulse_is_due(const struct pulse *p, bool busy, gint64 now_us);
/* When to call again; G_MAXINT64 = nothing is awaited. */
gint64 pulse_deadline(const struct pulse *p, bool busy, gint64 limit_us);
/* True when there was no answer for limit_us. Needs two calls: an engine that was itself stopped first reads what has arrived,
 * and a hand that was stopped with it can answer. */
bool pulse_is_late(struct pulse *p, gint64 limit_us, gint64 now_us);

#endif
