#include "engine/step/listing.h"

#include "engine/client/client.h"
#include "engine/gate/gate.h"
#include "engine/gate/grants.h"
#include "engine/protocol/rest_event.h"
#include "engine/run/deciding.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"
#include "engine/step/proposal.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <string.h>

void listing_ask(struct run *run, const struct command *c)
{
    g_autoptr(GError) error = NULL;
    if (!gate_is(&run->judge->gate, c->id, &error))
        client_notice(run, "error", "rest: %s", error->message);
    else
        run->proposing->rest_asked = c->id;
}

/* Why a person will be asked at its turn; NULL = a grant may cover it. Caller frees. */
static char *why_asks(const proposal *p, bool long_one)
{
    if (p->denied_by)
        return g_strdup(p->denied_why);
    if (p->asked)
        return g_strdup(p->asked);
    if (timeline_loop_of(p->timeline))
        return proposal_loop_asks(p);
    if (p->policy.tier >= 3)
        return g_strdup("tier 3 asks each time");
    return long_one ? g_strdup("it is too long to be listed") : NULL;
}

/* `id`: what its proposal will have if each action before it is decided at once. False: the wait was ended. */
static bool add_row(struct run *run, const action *a, int id, GPtrArray *rows, GError **error)
{
    g_autoptr(proposal) p = g_new0(proposal, 1);
    g_autofree char *why = NULL;
    struct rest_action *row = g_new0(struct rest_action, 1);
    g_ptr_array_add(rows, row);
    p->ahead = true;
    p->action = action_copy(a);
    row->text = action_describe(a);
    if (!proposal_expand(run, a, id, &p->timeline, &why, error))
        return false;
    if (!p->timeline) {
        row->asks = g_strdup_printf("it cannot be worked out before its turn: %s", why);
        return true;
    }
    p->digest = timeline_digest(p->timeline);
    proposal_aim(run, p);
    if (!proposal_judge(run, p, false, error))
        return false;
    row->digest = g_strdup(p->digest);
    row->tier = p->policy.tier;
    g_autofree char *json = timeline_to_json(p->timeline);
    const bool long_one = strlen(json) > REST_TIMELINE_MAX;
    row->asks = why_asks(p, long_one);
    if (rest_actions_free_to_grant(rows) == rows->len) {
        struct grant_action granted = {.tier = row->tier, .window = p->window, .x = p->x, .y = p->y};
        g_strlcpy(granted.digest, row->digest, sizeof granted.digest);
        g_array_append_val(run->proposing->rest, granted);
    }
    if (!long_one)
        row->timeline = g_steal_pointer(&p->timeline);
    return true;
}

bool listing_tell(struct run *run, const proposal *waiting, GError **error)
{
    struct run_proposing *p = run->proposing;
    const int id = p->rest_asked;
    g_autoptr(GPtrArray) rows = rest_actions_new();
    p->rest_asked = p->rest_of = 0;
    g_array_set_size(p->rest, 0);
    const guint from = p->batch ? p->batch_place + 1 : 0, to = p->batch ? MIN(p->batch_most, from + REST_ACTIONS_MAX) : 0;
    for (guint i = from; i < to && gate_is(&run->judge->gate, id, NULL) && !p->edit; i++)
        if (!add_row(run, p->batch->pdata[i], waiting->id + 1 + (int)(i - from), rows, error))
            return false;
    if (!gate_is(&run->judge->gate, id, NULL) || p->edit)
        return true;
    p->rest_of = id;
    g_autoptr(event) e = rest_event_new(id, rows);
    client_send(run, e);
    return true;
}
