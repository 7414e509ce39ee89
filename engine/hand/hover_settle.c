#include "engine/hand/hover_settle.h"

#include "engine/hand/hand_port.h"

void hover_settle_moved(struct hover_settle *c, gint64 now_us)
{
    *c = (struct hover_settle){.tireless = c->tireless, .unmoved = c->unmoved, .since_us = now_us};
}

void hover_settle_for(struct hover_settle *c, gint64 window, gint64 now_us)
{
    if (c->window != window || !c->since_us)
        *c = (struct hover_settle){.tireless = c->tireless, .unmoved = c->unmoved, .window = window, .since_us = now_us};
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

/* It has rested without a break until now. */
static bool has_rested(const struct hover_settle *c, gint64 own_us, gint64 least_us)
{
    return c->rests_us && own_us >= c->rests_us + least_us;
}

/* Of each time of HOVER_SETTLE_SHARE_US, how much of it the program has worked. */
static void note_share(struct hover_settle *c, gint64 own_us, gint64 ran_us)
{
    if (own_us < c->share_us + HOVER_SETTLE_SHARE_US)
        return;
    c->rested = (ran_us - c->share_ran_us) * HOVER_SETTLE_PART < own_us - c->share_us;
    c->share_us = own_us;
    c->share_ran_us = ran_us;
}

static bool is_calm(struct hover_settle *c, const struct program_port *p, gint64 now_us, bool *ret_hangs)
{
    struct turn_times times = {0};
    enum turn_says turn = c->aimed ? p->turn(p->data, &times) : TURN_HELD_UP;
    gint64 own_us = now_us - c->since_us - times.waited_us;
    bool answered = has_answered(c, p, own_us);
    c->rests_us = turn < TURN_LEFT ? 0 : c->rests_us ? c->rests_us : MAX(own_us, 1);
    note_share(c, own_us, times.ran_us);
    bool deaf = c->asked == 1 && c->answered_us == 0 && has_rested(c, own_us, HOVER_SETTLE_LEAST_US);
    bool silent = turn == TURN_WORKS && c->asked == 0; /* nothing says that it gets to its input */
    *ret_hangs = turn == TURN_HELD_UP || (!answered && !deaf && turn != TURN_UNKNOWN) || (silent && !c->tireless);
    if (turn == TURN_HELD_UP || turn == TURN_BEHIND)
        return false;
    bool most = own_us >= HOVER_SETTLE_MOST_US, left = (most || c->unmoved) && turn == TURN_LEFT;
    if (most && c->tireless && (answered || deaf))
        return true;
    bool unseen = c->asked == 0 && turn == TURN_UNKNOWN; /* nothing but the picture says that it draws */
    gint64 least_us = c->unmoved ? HOVER_SETTLE_SHARE_US : unseen ? HOVER_SETTLE_MOST_US : HOVER_SETTLE_LEAST_US;
    return answered && own_us >= least_us && (turn == TURN_UNKNOWN || (c->rested && (turn == TURN_RESTS || left)));
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
