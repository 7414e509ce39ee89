#ifndef ENGINE_EYE_OBSERVING_H
#define ENGINE_EYE_OBSERVING_H

/* An observation under way: from its request until its words are read. */

#include "engine/eye/eye.h"
#include "engine/eye/recorder.h"

struct observing {
    bool active, reading, settled;
    bool repeated;    /* nothing was fired since the last one */
    bool again, late; /* only if the screen is not the last observation's any more; late: that is waited for */
    bool readies;     /* the program must rest, too (readiness.h) */
    int seq, waited_ms;
    gint64 settle_us, until, asked_us, changed_us, next_us;
    shot *ahead; /* encoded, and its words being read, before it is known to be the one */
    shot *s;
    eye_observation *result;
};

/* idle: no action has been fired since the last observation. */
static inline void observing_begin(struct observing *o, const struct eye_request *r, bool idle, int settle_ms, gint64 now_us)
{
    *o = (struct observing){.active = true, .seq = r->seq, .repeated = r->again, .ahead = o->ahead};
    o->again = r->again && idle;
    o->late = o->again && r->late;
    o->asked_us = o->changed_us = now_us;
    o->settle_us = (gint64)MAX(settle_ms, 1) * 1000;
    o->until = now_us + (gint64)r->timeout_ms * 1000;
}

static inline void observing_end(struct observing *o)
{
    recorder_shot_unref(o->s);
    recorder_shot_unref(o->ahead);
    eye_observation_free(o->result);
    *o = (struct observing){0};
}

#endif
