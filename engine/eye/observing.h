#ifndef ENGINE_EYE_OBSERVING_H
#define ENGINE_EYE_OBSERVING_H

/* An observation under way: from its request until its words are read. */

#include "engine/eye/eye.h"
#include "engine/eye/recorder.h"

struct observing {
    bool active, reading, settled;
    bool again, late; /* only if the screen is not the last observation's any more; late: that is waited for */
    int seq, waited_ms;
    gint64 settle_us, until, asked_us, changed_us, next_us;
    shot *ahead; /* encoded, and its words being read, before it is known to be the one */
    shot *s;
    eye_observation *result;
};

static inline void observing_end(struct observing *o)
{
    recorder_shot_unref(o->s);
    recorder_shot_unref(o->ahead);
    eye_observation_free(o->result);
    *o = (struct observing){0};
}

#endif
