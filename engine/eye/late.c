#include "engine/eye/late.h"

#define CARET_WIDTH 4   /* px */
#define CARET_HEIGHT 64 /* px */
#define FORGET_US 50000 /* so short is not worth waiting for */

void late_begin(struct late *l)
{
    gint64 took_us = l->reacted_us ? l->reacted_us - l->acted_us : 0;
    gint64 faded_us = l->usual_us * 3 / 4; /* one action that nothing reacts to says little of the next */
    l->usual_us = MAX(took_us, faded_us);
    if (l->usual_us < FORGET_US)
        l->usual_us = 0;
    l->acted_us = l->reacted_us = 0;
}

void late_acted(struct late *l, bool waits, gint64 now_us)
{
    l->acted_us = now_us;
    l->expects_us = waits ? now_us + LATE_FIRST_MS * 1000 : 0;
    l->reacted_us = 0;
}

void late_await(struct late *l)
{
    l->expects_us = l->acted_us ? l->acted_us + LATE_MAX_MS * 1000 : 0;
}

bool late_differs(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored, gint64 now_us)
{
    if (before->width != after->width || before->height != after->height)
        return true;
    struct area a = volatile_areas_beyond(r, before, after, ignored, now_us);
    return a.width > CARET_WIDTH || a.height > CARET_HEIGHT;
}

bool late_expects(const struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                  gint64 now_us)
{
    return now_us < l->expects_us && !late_differs(r, before, after, ignored, now_us);
}

void late_note(struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
               bool windows, gint64 now_us)
{
    if (!windows && !late_differs(r, before, after, ignored, now_us))
        return;
    l->stirred_us = now_us;
    if (l->acted_us && now_us - l->acted_us <= LATE_MAX_MS * 1000)
        l->reacted_us = now_us;
}

gint64 late_rests_us(const struct late *l, gint64 settle_us)
{
    gint64 reacts_us = l->acted_us && l->usual_us ? l->acted_us + l->usual_us : 0;
    return MAX(l->stirred_us, reacts_us) + settle_us;
}

bool late_reaction(const struct late *l)
{
    return l->reacted_us && l->reacted_us == l->stirred_us;
}
