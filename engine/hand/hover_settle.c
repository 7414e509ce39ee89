#include "engine/hand/hover_settle.h"

#include "engine/hand/hand_port.h"

void hover_settle_moved(struct hover_settle *c, gint64 now_us)
{
    *c = (struct hover_settle){.since_us = now_us};
}

void hover_settle_for(struct hover_settle *c, gint64 window, gint64 now_us)
{
    if (c->window != window)
        *c = (struct hover_settle){.window = window, .since_us = now_us};
}

static void ask(struct hover_settle *c, const struct program_port *p)
{
    c->question = p->ask(p->data);
    c->answered_us = 0;
    c->asked++;
}

/* It has answered both pings, or was asked none. `own_us`: so long it could run until now. */
static bool has_answered(struct hover_settle *c, const struct program_port *p, gint64 own_us)
{
    if (!c->aimed && p->aim_at(p->data, c->window))
        ask(c, p);
    c->aimed = true;
    if (c->question == 0)
        return true;
    if (c->answered_us == 0 && p->answered(p->data, c->question))
        c->answered_us = MAX(own_us, 1);
    if (c->answered_us == 0 || c->asked > 1)
        return c->answered_us != 0;
    if (own_us >= c->answered_us + HOVER_SETTLE_BETWEEN_US)
        ask(c, p);
    return false;
}

static bool is_calm(struct hover_settle *c, const struct program_port *p, gint64 now_us, bool *ret_hangs)
{
    gint64 waited_us = 0;
    enum turn_says turn = c->aimed ? p->turn(p->data, &waited_us) : TURN_HELD_UP;
    gint64 own_us = now_us - c->since_us - waited_us;
    bool answered = has_answered(c, p, own_us);
    *ret_hangs = turn == TURN_HELD_UP || (!answered && turn != TURN_UNKNOWN);
    c->rests_us = turn != TURN_RESTS ? 0 : c->rests_us ? c->rests_us : MAX(own_us, 1);
    if (turn == TURN_HELD_UP || turn == TURN_BEHIND)
        return false;
    bool deaf = c->asked == 1 && c->answered_us == 0 && c->rests_us && own_us >= c->rests_us + HOVER_SETTLE_LEAST_US;
    if (own_us >= HOVER_SETTLE_MOST_US && (answered || deaf))
        return true;
    return answered && own_us >= HOVER_SETTLE_LEAST_US && turn != TURN_WORKS;
}

gint64 hover_settle_wait_us(struct hover_settle *c, const struct program_port *p, gint64 now_us)
{
    bool hangs;
    if (c->since_us && !is_calm(c, p, now_us, &hangs)) {
        c->waits_us = c->waits_us ? c->waits_us : now_us;
        if (now_us < c->waits_us + HOVER_SETTLE_PATIENCE_US)
            return now_us + HOVER_SETTLE_LOOK_US;
        if (hangs)
            return HOVER_SETTLE_HANGS;
    }
    c->waits_us = 0;
    p->rest(p->data);
    return 0;
}
