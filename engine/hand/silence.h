#ifndef ENGINE_HAND_SILENCE_H
#define ENGINE_HAND_SILENCE_H

/* Silence: whether whoever speaks to the hand still does. An engine that is stopped dies of nothing, and end-of-file never comes;
 * so it sends pulses, and one that has done so once and then says nothing for 2 s is not there. Pure: it is told the time. */

#include <glib.h>
#include <stdbool.h>

#define SILENCE_LIMIT_US (2 * G_USEC_PER_SEC)

struct silence {
    bool expected;   /* a pulse has come: the next one will, too */
    gint64 heard_us; /* when the last line came */
};

/* A line has come; `pulse`: it was one. */
void silence_hear(struct silence *s, bool pulse, gint64 now_us);
/* When everything is to be let go of if no line comes; `busy`: something is held or being fired. G_MAXINT64 = never. */
gint64 silence_deadline(const struct silence *s, bool busy);

#endif
