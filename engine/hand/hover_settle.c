#include "engine/hand/hover_settle.h"

#include "engine/hand/hand_port.h"

void hover_settle_moved(struct hover_settle *c, gint64 now_us)
{
    *c = (struct hover_settle){.since_us = now_us};
}

static void ask(struct hover_settle *c, const struct program_port *p, gint64 now_us)
{
    c->question = p->ask(p->data);
    c->asked_us = now_us;
    c->answered_us = 0;
    c->asked++;
}

/* When it may be calm; now_us or earlier = it is. */
static gint64 calm_at(struct hover_settle *c, const struct program_port *p, gint64 now_us)
{
    gint64 least_us = c->since_us + HOVER_SETTLE_LEAST_US, most_us = c->since_us + HOVER_SETTLE_MOST_US;
    if (now_us >= most_us)
        return most_us;
    if (c->asked == 0 && p->aim_pointed(p->data))
        ask(c, p, now_us);
    if (c->question == 0)
        return least_us;
    if (c->answered_us == 0 && p->answered(p->data, c->question))
        c->answered_us = now_us;
    if (c->answered_us == 0)
        return MIN(now_us + HOVER_SETTLE_LOOK_US, most_us);
    if (c->asked > 1)
        return least_us;
    if (now_us < c->answered_us + HOVER_SETTLE_BETWEEN_US)
        return c->answered_us + HOVER_SETTLE_BETWEEN_US;
    ask(c, p, now_us);
    return now_us + HOVER_SETTLE_LOOK_US;
}

gint64 hover_settle_wait_us(struct hover_settle *c, const struct program_port *p, gint64 now_us)
{
    gint64 at_us = c->since_us ? calm_at(c, p, now_us) : 0;
    if (at_us > now_us)
        return at_us;
    p->rest(p->data);
    return 0;
}
