/* A proposal as such: what it owns, its seed, its words. propose.c makes, shows and decides it. */

#include "engine/step/proposal.h"

#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"

void proposal_free(proposal *p)
{
    if (!p)
        return;
    action_free(p->action);
    timeline_free(p->timeline);
    g_free(p->digest);
    g_free(p->reason);
    g_free(p->person);
    g_free(p->shown_again);
    g_free(p->before.label);
    g_free(p->before.evidence);
    action_free(p->edit);
    screen_free(p->near);
    frame_free(p->picture);
    g_free(p->label);
    g_free(p->title);
    g_free(p->decided_by);
    g_free(p->asked);
    g_free(p->denied_why);
    policy_verdict_clear(&p->policy);
    hand_guard_clear(&p->guard);
    g_free(p);
}

void proposal_must_ask(proposal *p, const char *why)
{
    if (!p->asked)
        p->asked = g_strdup(why);
}

guint64 proposal_seed(const struct run_options *options, gint64 run, int id)
{
    gint64 recorded = replay_run_of(options->brain); /* chance falls as it fell in the run that answers */
    return ((guint64)(recorded ? recorded : run) << 32) | (guint64)id;
}

const char *proposal_overtaken(const struct run_control *c, const char *why)
{
    return control_is_paused(c) ? "paused before it was fired" : why;
}

char *proposal_rejected_words(const char *by, const char *reason)
{
    if (by && !g_str_equal(by, "human"))
        return g_strdup(reason);
    return reason && *reason ? g_strdup_printf("the person rejected it: %s", reason)
                             : g_strdup("the person rejected it, without a reason");
}
