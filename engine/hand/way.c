#include "engine/hand/way.h"

#include "engine/hand/approach.h"
#include "engine/hand/hand.h"

struct way *way_new(const struct hand_ports *at, struct guard *g, const struct hand_fire *fire, bool refocused)
{
    approach *a = approach_new(at, g, fire, refocused);
    if (!a)
        return NULL;
    struct way *w = g_new0(struct way, 1);
    w->approach = a;
    w->calm.tireless = fire->guard.works;
    return w;
}

void way_free(struct way *w)
{
    if (w)
        approach_free(w->approach);
    g_free(w);
}

void way_wait(struct way *w, gint64 now_us)
{
    if (w->waits_us == 0)
        w->waits_us = now_us;
}

gint64 way_go_on(struct way *w, gint64 now_us)
{
    gint64 waited_us = w->waits_us ? now_us - w->waits_us : 0;
    w->waits_us = 0;
    return waited_us;
}
