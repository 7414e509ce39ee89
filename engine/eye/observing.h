#ifndef ENGINE_EYE_OBSERVING_H
#define ENGINE_EYE_OBSERVING_H

/* An observation under way: from its request until its words are read. */

#include "engine/eye/eye.h"
#include "engine/eye/late.h"
#include "engine/eye/recorder.h"

struct observing {
    bool active, reading, settled;
    bool repeated;    /* nothing was fired since the last one */
    bool again, late; /* only if the screen is not the last observation's any more; late: that is waited for */
    bool readies;     /* the program must rest, too (readiness.h) */
    int seq, waited_ms;
    gint64 settle_us, until, asked_us, changed_us, next_us;
    gint64 windows_us; /* since when the windows are those of `result`, or are asked to be others; 0 = since before it began */
    shot *ahead;       /* encoded, and its words being read, before it is known to be the one */
    shot *s;
    eye_observation *result;
};

/* idle: no action has been fired since the last observation. fitted_us: when a window was last asked to fit the screen, 0 =
 * never. */
static inline void observing_begin(struct observing *o, const struct eye_request *r, bool idle, int settle_ms, gint64 fitted_us,
                                   gint64 now_us)
{
    *o = (struct observing){.active = true, .seq = r->seq, .repeated = r->again, .ahead = o->ahead};
    o->again = r->again && idle;
    o->late = o->again && r->late;
    o->asked_us = o->changed_us = now_us;
    o->windows_us = fitted_us;
    o->settle_us = (gint64)MAX(settle_ms, 1) * 1000;
    o->until = now_us + (gint64)r->timeout_ms * 1000;
}

/* A window comes before it is drawn: until that has settled, the picture is not of these windows. stack: hash of the windows at
 * the last change of the picture; becomes that of `result`. True: they are others. */
static inline bool observing_windows_changed(struct observing *o, char **stack, gint64 now_us)
{
    if (!*stack || g_strcmp0(*stack, o->result->stack_hash) == 0)
        return false;
    g_free(*stack);
    *stack = g_strdup(o->result->stack_hash);
    o->windows_us = now_us;
    return true;
}

/* When it will have settled, if nothing comes. */
static inline gint64 observing_rests_us(const struct observing *o, const struct late *l)
{
    gint64 rests_us = o->again ? late_rests_us(l, o->settle_us) : o->changed_us + o->settle_us;
    return o->windows_us ? MAX(rests_us, o->windows_us + o->settle_us) : rests_us;
}

static inline void observing_end(struct observing *o)
{
    recorder_shot_unref(o->s);
    recorder_shot_unref(o->ahead);
    eye_observation_free(o->result);
    *o = (struct observing){0};
}

#endif
