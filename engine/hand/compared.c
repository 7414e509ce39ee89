#include "engine/hand/compared.h"

#include "engine/picture/screen_match.h"

#define LOOK_AGAIN_US 20000

void compared_init(struct compared *c, bool unsteady)
{
    *c = (struct compared){.match = -1, .steady.needed = unsteady};
}

void compared_look(struct compared *c, double match, bool as_was, bool counts, gint64 now_us)
{
    c->match = match >= 0 ? match : c->match;
    if (as_was || counts)
        steady_look(&c->steady, as_was, now_us);
}

gint64 compared_again_us(struct compared *c, bool may_return, gint64 now_us)
{
    if (c->patience_us == 0)
        c->patience_us = now_us + SCREEN_MATCH_PATIENCE_MS * 1000;
    return may_return && now_us < c->patience_us ? now_us + compared_pause_us(c) : 0;
}

gint64 compared_pause_us(const struct compared *c)
{
    return c->steady.needed ? STEADY_LOOK_US : LOOK_AGAIN_US;
}

void compared_holds(struct compared *c, gint64 now_us)
{
    c->at_us = now_us;
    c->patience_us = 0;
}

bool compared_old(const struct compared *c, gint64 now_us)
{
    return now_us - c->at_us > COMPARED_US;
}

void compared_begin(struct compared *c)
{
    c->steady = (struct steady){.needed = c->steady.needed};
}
