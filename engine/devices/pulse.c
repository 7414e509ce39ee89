#include "engine/devices/pulse.h"

#define DOUBT_US (G_USEC_PER_SEC / 10) /* of the limit: between finding it late and believing it */

static bool owes(const struct pulse *p)
{
    return p->answered != p->sent;
}

void pulse_begin(struct pulse *p, gint64 now_us)
{
    p->owed_us = now_us;
    p->doubt_us = 0;
}

int pulse_send(struct pulse *p, gint64 now_us)
{
    if (!owes(p))
        p->owed_us = now_us;
    p->sent_us = now_us;
    return ++p->sent;
}

void pulse_answer(struct pulse *p, int number)
{
    p->answered = number;
    p->owed_us = p->sent_us;
    p->doubt_us = 0;
}

bool pulse_is_due(const struct pulse *p, bool busy, gint64 now_us)
{
    return busy && !owes(p) && now_us >= p->sent_us + PULSE_EVERY_US;
}

gint64 pulse_deadline(const struct pulse *p, bool busy, gint64 limit_us)
{
    if (p->doubt_us)
        return p->doubt_us + DOUBT_US;
    if (owes(p))
        return p->owed_us + limit_us - DOUBT_US;
    return busy ? p->sent_us + PULSE_EVERY_US : G_MAXINT64;
}

bool pulse_is_late(struct pulse *p, gint64 limit_us, gint64 now_us)
{
    if (!owes(p) || now_us < p->owed_us + limit_us - DOUBT_US)
        return false;
    if (!p->doubt_us)
        p->doubt_us = now_us;
    return now_us >= p->doubt_us + DOUBT_US;
}
