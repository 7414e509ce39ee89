/* kind=replay: a recorded run takes the model's place; the callback of brain_pool_set_recorded() answers. */

#include "engine/brain/pool.h"

static bool replay_start(struct call *c, const brain_request *request, GError **error)
{
    const char *name = c->profile->name;
    if (!c->pool->recorded || !request->step) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: a recorded run can only answer a run (reins run --brain %s)", name, name);
        return false;
    }
    c->state = c->pool->recorded(c->pool->recorded_data, c->profile->script, request, error);
    if (!c->state)
        g_prefix_error(error, "brain %s: ", name);
    return c->state != NULL;
}

static gint64 replay_deadline(const struct call *c)
{
    return c->start_us; /* at once */
}

static void replay_step(struct call *c, G_GNUC_UNUSED gint64 now_us)
{
    pool_call_done(c, g_steal_pointer(&c->state));
}

static void replay_stop(struct call *c)
{
    g_clear_pointer(&c->state, g_free);
}

const struct call_kind call_replay = {
    .name = "replay", .start = replay_start, .deadline = replay_deadline, .step = replay_step, .stop = replay_stop};
