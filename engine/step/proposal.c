/* A proposal as such: what it owns, its seed, its words. propose.c makes, shows and decides it. */

#include "engine/step/proposal.h"

#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
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

char *proposal_changed_words(const action *from, const action *to)
{
    g_autofree char *before = action_describe(from), *after = action_describe(to);
    return g_strdup_printf("the person changed %s into %s", before, after);
}

bool proposal_compares_less(const proposal *p)
{
    return p->verdict == GATE_STALE && g_strcmp0(p->decided_by, "human") == 0;
}

proposal *proposal_again(const struct run_proposing *proposing, const proposal *stale)
{
    const bool fuse = stale->way == GATE_FUSES;
    proposal *p = g_new0(proposal, 1);
    p->action = action_copy(stale->edit ? stale->edit : stale->action);
    p->edited_from = stale->edit ? stale->id : stale->edited_from;
    p->person = stale->edit ? proposal_changed_words(stale->action, stale->edit) : g_strdup(stale->person);
    if (!stale->edit) {
        p->before.label = g_strdup(stale->label);
        p->before.tier = stale->policy.tier;
        p->before.evidence = g_strdup(stale->policy.evidence);
        g_strlcpy(p->before.word, stale->policy.word, sizeof p->before.word);
    }
    if (fuse && stale->verdict == GATE_VOIDED && !stale->before.late) { /* as if it had been proposed a moment later, once */
        p->before.late = true;
        return p;
    }
    p->shown_again = g_strdup(stale->reason);
    if (stale->fired && fuse) /* nobody has looked at this picture */
        proposal_must_ask(p, g_strcmp0(stale->decided_by, "human") == 0 ? "nothing was pressed when it was fired"
                                                                        : "its fuse ended, and nothing was pressed");
    else if (stale->grant)
        proposal_must_ask(p, "the grant did not get it pressed");
    else if (proposing->came || (fuse && !proposal_compares_less(stale)))
        proposal_must_ask(p, stale->reason);
    else if (stale->asked) /* leaving out a place is no approval */
        proposal_must_ask(p, stale->asked);
    return p;
}
