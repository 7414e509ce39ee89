#include "engine/hand/steady.h"

void steady_look(struct steady *s, bool as_approved, gint64 now_us)
{
    if (as_approved) {
        s->since_us = s->since_us ? s->since_us : now_us;
        s->looks++;
        return;
    }
    if (s->since_us && s->begin_seen)
        s->before_us = now_us - s->since_us;
    s->needed = s->begin_seen = true;
    s->since_us = 0;
    s->looks = 0;
}

enum steady_says steady_ask(struct steady *s, gint64 now_us, gint64 *ret_us)
{
    gint64 again_us = s->before_us > STEADY_SHORT_US ? STEADY_LEAST_US : MAX(STEADY_LEAST_US, 2 * s->before_us);
    gint64 least_us = s->before_us ? again_us : STEADY_UNSEEN_US;
    *ret_us = now_us;
    if (!s->needed || (now_us - s->since_us >= least_us && s->looks >= STEADY_LOOKS))
        return STEADY_GO;
    s->until_us = s->until_us ? s->until_us : now_us + STEADY_PATIENCE_US;
    *ret_us = now_us + g_random_int_range(STEADY_LOOK_US / 2, 3 * STEADY_LOOK_US / 2);
    return now_us < s->until_us ? STEADY_WAIT : STEADY_STOP;
}
