#include "engine/eye/recording.h"

#include "engine/picture/standing.h"

#include <string.h>

struct recording {
    recorder *clip;
    gint64 step_us; /* between looks at the set rate */
    gint64 looked_us;
    shot *seen, *cut; /* at the last look, and what is recorded of it; owned, NULL = none */
    struct area part; /* of `seen` */
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
    recorder_shot_unref(r->cut);
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

/* The masks as they are in a part of the picture. */
static GArray *hidden_in(const GArray *hidden, struct area part)
{
    GArray *inside = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; hidden && i < hidden->len; i++) {
        struct area a = area_cut(g_array_index(hidden, struct area, i), part);
        a.x -= part.x;
        a.y -= part.y;
        if (a.width > 0)
            g_array_append_val(inside, a);
    }
    return inside;
}

/* Borrowed; NULL = nothing. */
static shot *cut(recording *r, shot *live, const struct area *part)
{
    const struct area all = {0, 0, live->picture->width, live->picture->height}, in = part ? area_cut(*part, all) : all;
    if (live == r->seen && memcmp(&in, &r->part, sizeof in) == 0)
        return r->cut;
    shot *now = NULL;
    if (!part || (in.width == all.width && in.height == all.height)) {
        now = recorder_shot_ref(live);
    } else if (in.width > 0) {
        now = recorder_shot_new(frame_crop(live->picture, in.x, in.y, in.width, in.height), live->at_us, live->real_us);
        now->hidden = hidden_in(live->hidden, in);
    }
    recorder_shot_ref(live);
    recorder_shot_unref(r->seen);
    recorder_shot_unref(r->cut);
    r->seen = live;
    r->cut = now;
    r->part = in;
    return now;
}

void recording_begin(recording *r, shot *live, const struct area *part, gint64 now_us)
{
    shot *s = cut(r, live, part);
    recorder_begin(r->clip, s ? s : live, now_us);
    recorder_given(r->clip, live);
}

bool recording_look(recording *r, shot *live, const struct area *part, gint64 now_us)
{
    bool was = r->cut != NULL;
    shot *s = cut(r, live, part);
    r->looked_us = now_us;
    if (s)
        recorder_tick(r->clip, s, now_us);
    return s || !was;
}

void recording_finish(recording *r, shot *live, const struct area *part, gint64 now_us)
{
    shot *s = cut(r, live, part);
    if (s)
        recorder_finish(r->clip, s, now_us);
}

void recording_compare(const recording *r, const GPtrArray *samples, const screen *before, eye_observation *o)
{
    int x = o->screen->pointer_x, y = o->screen->pointer_y;
    o->pointer_unchanged = before && before->pointer_x == x && before->pointer_y == y;
    if (samples->len == 0)
        return;
    const shot *first = samples->pdata[0], *last = samples->pdata[samples->len - 1];
    o->different = difference_area(first->picture, last->picture);
    o->change = difference_measure(first->picture, last->picture, x - r->part.x, y - r->part.y);
    if (o->change.box.width > 0) { /* on the screen */
        o->change.box.x += r->part.x;
        o->change.box.y += r->part.y;
    }
    o->image_unchanged = o->change.share == 0 || o->change.caret;
}
