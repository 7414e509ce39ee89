#include "tui/term/watch.h"

bool watch_asks(struct watch *w, bool burning, gint64 now_us)
{
    bool lit = burning && !w->burnt;
    w->burnt = burning;
    if (w->first_us && !lit && !(burning && now_us - w->asked_us >= WATCH_EVERY_US))
        return false;
    if (!w->first_us)
        w->first_us = now_us;
    w->asked_us = now_us;
    return true;
}

void watch_answered(struct watch *w)
{
    w->answers = true;
}

bool watch_mute(const struct watch *w, gint64 now_us)
{
    return w->first_us && !w->answers && now_us - w->first_us >= WATCH_MUTE_US;
}

gint64 watch_deadline(const struct watch *w, gint64 now_us)
{
    if (w->burnt)
        return w->asked_us + WATCH_EVERY_US;
    return w->first_us && !w->answers && !watch_mute(w, now_us) ? w->first_us + WATCH_MUTE_US : -1;
}
