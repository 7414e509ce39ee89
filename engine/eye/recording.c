#include "engine/eye/recording.h"

#include "engine/picture/standing.h"

struct recording {
    recorder *clip;
    gint64 step_us; /* between looks at the set rate */
    gint64 looked_us;
    shot *seen; /* at the last look; owned */
};

recording *recording_new(double fps, double keyframe_share, gint64 now_us)
{
    recording *r = g_new0(recording, 1);
    r->clip = recorder_new(keyframe_share);
    r->step_us = (gint64)(G_USEC_PER_SEC / fps);
    r->looked_us = now_us;
    return r;
}

void recording_free(recording *r)
{
    if (!r)
        return;
    recorder_free(r->clip);
    recorder_shot_unref(r->seen);
    g_free(r);
}

recorder *recording_clip(const recording *r)
{
    return r->clip;
}

gint64 recording_next_us(const recording *r, const shot *live, bool dirty, bool tells)
{
    gint64 due_us = recorder_due_us(r->clip);
    if (!tells)
        return MIN(r->looked_us + r->step_us, due_us);
    if (dirty || live != r->seen)
        return MIN(r->looked_us + MIN(r->step_us, STANDING_GAP_MS * 1000), due_us);
    return due_us;
}

void recording_look(recording *r, shot *live, gint64 now_us)
{
    r->looked_us = now_us;
    if (live != r->seen) {
        recorder_shot_unref(r->seen);
        r->seen = recorder_shot_ref(live);
    }
    recorder_tick(r->clip, live, now_us);
}
