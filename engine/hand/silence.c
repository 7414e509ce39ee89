#include "engine/hand/silence.h"

void silence_hear(struct silence *s, bool pulse, gint64 now_us)
{
    s->expected = s->expected || pulse;
    s->heard_us = now_us;
}

gint64 silence_deadline(const struct silence *s, bool busy)
{
    return busy && s->expected ? s->heard_us + SILENCE_LIMIT_US : G_MAXINT64;
}
