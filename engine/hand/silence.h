#ifndef ENGINE_HAND_SILENCE_H
#define ENGINE_HAND_SILENCE_H

/* Silence: detects an engine that hangs. A stopped engine (SIGSTOP) causes no end-of-file, so an engine sends pulses; one that
 * has sent a pulse and then nothing for 2 s counts as gone. Pure: time is an argument. */

#include <glib.h>
#include <stdbool.h>

#define SILENCE_LIMIT_US (2 * G_USEC_PER_SEC)

struct silence {
    bool expected;   /* a pulse has come, so more must follow */
    gint64 heard_us; /* time of the last line */
};

/* Records a line. pulse: it was a pulse. */
void silence_hear(struct silence *s, bool pulse, gint64 now_us);
/* The time to release everything if no line comes; G_MAXINT64 = never. busy: something is held or fired. */
gint64 silence_deadline(const struct silence *s, bool busy);

#endif
