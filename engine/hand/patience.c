#include "engine/hand/patience.h"

#include "engine/picture/screen_match.h"

#include <string.h>

bool patience_rests(struct patience *p, const frame *now, gint64 clock_us)
{
    gsize n = (gsize)now->width * (gsize)now->height;
    if (p->last && p->last->width == now->width && p->last->height == now->height &&
        memcmp(p->last->pixels, now->pixels, n * sizeof(guint32)) == 0)
        return clock_us >= p->still_us + PATIENCE_STILL_US;
    frame_free(p->last);
    p->last = frame_copy(now);
    p->still_us = clock_us;
    return false;
}

bool patience_waits(struct patience *p, bool still, gint64 now_us)
{
    if (p->until_us == 0) {
        p->until_us = now_us + SCREEN_MATCH_PATIENCE_MS * 1000;
        p->fade_us = now_us + PATIENCE_FADE_US;
    }
    if (!still && patience_ends(p, now_us))
        p->until_us = MIN(p->fade_us, now_us + PATIENCE_STILL_US + 1);
    return now_us < p->until_us;
}

bool patience_ends(const struct patience *p, gint64 now_us)
{
    return now_us >= p->until_us - PATIENCE_STILL_US;
}

void patience_end(struct patience *p)
{
    p->until_us = p->fade_us = 0;
}

void patience_clear(struct patience *p)
{
    frame_free(p->last);
    *p = (struct patience){0};
}
