#include "tui/model/arming.h"

void arming_init(struct arming *a, int quiet_ms)
{
    *a = (struct arming){.quiet_us = (gint64)quiet_ms * 1000};
}

void arming_reset(struct arming *a, gint64 now_us)
{
    a->since_us = now_us;
}

void arming_set_readable(struct arming *a, bool readable, gint64 now_us)
{
    if (readable && !a->readable)
        a->since_us = now_us;
    a->readable = readable;
}

void arming_key(struct arming *a, gint64 now_us)
{
    a->since_us = now_us;
}

bool arming_armed(const struct arming *a, gint64 now_us)
{
    return a->readable && now_us - a->since_us >= a->quiet_us;
}

gint64 arming_deadline(const struct arming *a, gint64 now_us)
{
    if (!a->readable || arming_armed(a, now_us))
        return -1;
    return a->since_us + a->quiet_us;
}
