/* kind=human: a person fills in the module's form; the call waits for brain_pool_answer(). */

#include "engine/brain/pool.h"

static bool human_start(struct call *c, const brain_request *request, GError **error)
{
    (void)request;
    (void)error;
    c->deadline_us = G_MAXINT64; /* a person has no time limit */
    return true;
}

static gint64 human_deadline(const struct call *c)
{
    (void)c;
    return G_MAXINT64;
}

static void human_step(struct call *c, gint64 now_us)
{
    (void)c;
    (void)now_us;
}

static void human_stop(struct call *c) /* never called: there is no state */
{
    (void)c;
}

const struct call_kind call_human = {
    .name = "human", .start = human_start, .deadline = human_deadline, .step = human_step, .stop = human_stop};
