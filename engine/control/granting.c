/* Grants at work: given, used, ended; each of it is an event and a note in the journal. */

#include "engine/run/run.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/eye/eye.h"
#include "engine/run/deciding.h"
#include "engine/gate/gate.h"
#include "engine/control/granting.h"
#include "engine/devices/devices.h"
#include "engine/gate/grants.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"

static void tell(struct run *run, const struct grant *one, const char *status, const char *by, const char *reason)
{
    g_autoptr(event) e = event_new(EVENT_GRANT);
    e->grant.id = one->id;
    e->grant.until = g_strdup(grant_kind_name(one->until));
    e->grant.value = one->value;
    e->grant.left = grant_rest(one, g_get_monotonic_time());
    e->grant.tier = one->tier;
    e->status = g_strdup(status);
    e->reason = reason ? g_strdup(reason) : NULL;
    client_send(run, e);
    g_autofree char *text = g_strdup_printf("grant %d (until %s %" G_GINT64_FORMAT ", tier ≤ %d) %s; used %d times%s%s", one->id,
                                            grant_kind_name(one->until), one->value, one->tier, status, one->used,
                                            reason ? ": " : "", reason ? reason : "");
    run_note(run, by, text);
}

/* The window that a grant until window is bound to: the target, else the one that had the focus. */
static gint64 bound_window(const struct run *run)
{
    const eye_observation *o = run->look->observation;
    return !o ? 0 : o->target ? o->target : o->focus;
}

/* Two windows with one id are the same only when the same client made them (eye_window_same). */
static guint64 mark_of(const eye_observation *o, gint64 id)
{
    const struct eye_window *w = o ? eye_observation_window(o, id) : NULL;
    return w ? (guint64)w->pid << 32 | g_str_hash(w->class ? w->class : "") : 0;
}

static bool is_there(const struct grant *one, void *data)
{
    return eye_observation_window(data, one->window) && mark_of(data, one->window) == one->mark;
}

/* What a person grants is what they were shown beside the proposal that still waits. */
static const char *list_unfit(const struct run *run, const command *c)
{
    const struct run_proposing *p = run->proposing;
    guint n = c->digests ? g_strv_length(c->digests) : 0;
    if (!run->judge->gate.open || run->judge->gate.id != c->id || p->rest_of != c->id)
        return "the list belongs to no proposal that waits (ask for it again)";
    bool same = n == p->rest->len;
    for (guint i = 0; same && i < n; i++)
        same = g_str_equal(c->digests[i], g_array_index(p->rest, struct grant_action, i).digest);
    return same ? NULL : "these are not the digests that were listed, in their order";
}

static bool end_list(struct run *run, const char *reason)
{
    struct grant ended;
    if (!grants_end_list(&run->judge->grants, &ended))
        return false;
    tell(run, &ended, "ended", "engine", reason);
    return true;
}

static void give_list(struct run *run, const command *c, const char *unfit)
{
    g_autoptr(GError) error = NULL;
    unfit = unfit ? unfit : list_unfit(run, c);
    if (!unfit)
        end_list(run, "another list is granted");
    const struct grant *one = unfit ? NULL : grants_add_list(&run->judge->grants, run->proposing->rest, &error);
    g_autofree char *digests = one ? g_strjoinv(" ", c->digests) : NULL;
    if (one)
        tell(run, one, "active", "human", digests);
    else
        client_notice(run, "error", "grant: %s", unfit ? unfit : error->message);
}

/* A person sees the loop's budget on the card that waits. On a display that people use, each loop asks. */
static void give_loop(struct run *run, const command *c, const char *unfit)
{
    g_autoptr(GError) error = NULL;
    const struct run_proposing *p = run->proposing;
    if (!unfit && (!run->judge->gate.open || run->judge->gate.id != c->id || !p->loop.budget))
        unfit = "no closed loop waits, or it does more than its loop before that";
    if (!unfit && !devices_are_own(run->devices))
        unfit = "a loop is granted only on a display of reins' own (a sandbox): here each one asks";
    const struct grant *one = unfit ? NULL
                                    : grants_add_loop(&run->judge->grants, p->loop.budget, c->value, p->loop.tier, p->loop.window,
                                                      g_get_monotonic_time(), &error);
    if (!one) {
        client_notice(run, "error", "grant: %s", unfit ? unfit : error->message);
        return;
    }
    g_autofree char *budget = timeline_loop_budget(p->loop.budget),
                    *what = g_strdup_printf("%s: %s; 30 minutes at most", p->loop.budget->skill, budget);
    grants_mark(&run->judge->grants, one->id, mark_of(run->look->observation, one->window));
    tell(run, one, "active", "human", what);
}

void granting_give(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    const eye_observation *o = run->look->observation;
    const char *unfit = control_is_paused(run->control)               ? "the run is paused (resume first)"
                        : run->judge->mode == GATE_DRY                ? "mode dry fires nothing"
                        : run->control->stop || run->control->closing ? "the run is being ended"
                                                                      : NULL;
    if (g_strcmp0(c->until, grant_kind_name(GRANT_LIST)) == 0) {
        give_list(run, c, unfit);
        return;
    }
    if (g_strcmp0(c->until, grant_kind_name(GRANT_LOOP)) == 0) {
        give_loop(run, c, unfit);
        return;
    }
    gint64 focus = o && !o->pointer_root ? o->focus : 0;
    const struct grant *one = unfit ? NULL
                                    : grants_add(&run->judge->grants, c->until, c->value, c->tier, bound_window(run), focus,
                                                 g_get_monotonic_time(), &error);
    if (one)
        grants_mark(&run->judge->grants, one->id, mark_of(o, one->window));
    if (one)
        tell(run, one, "active", "human", NULL);
    else
        client_notice(run, "error", "grant: %s", unfit ? unfit : error->message);
}

void granting_revoke(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    struct grant ended;
    g_autofree char *one = g_strdup_printf("grant:%d", c->grant);
    const char *by = run->judge->gate.by ? run->judge->gate.by : "";
    bool used = c->grant == 0 ? g_str_has_prefix(by, "grant:") : g_str_equal(by, one);
    bool taken_back =
        used && gate_take_back(&run->judge->gate, GATE_VOIDED, "human", "its grant was revoked before it was fired");
    if (!grants_withdraw(&run->judge->grants, c->grant, &ended, &error)) {
        if (taken_back) /* it was the last that the grant covered */
            return;
        client_notice(run, "error", "revoke: %s", error->message);
        return;
    }
    do
        tell(run, &ended, "revoked", "human", NULL);
    while (c->grant == 0 && grants_withdraw(&run->judge->grants, 0, &ended, NULL));
}

void granting_end(struct run *run, const char *status, const char *by, const char *reason)
{
    struct grant ended;
    while (grants_withdraw(&run->judge->grants, 0, &ended, NULL))
        tell(run, &ended, status, by, reason);
}

void granting_use(struct run *run, int id, int proposal)
{
    struct grant now;
    bool last = grants_use(&run->judge->grants, id, &now);
    g_autofree char *by = g_strdup_printf("grant:%d", id), *reason = g_strdup_printf("proposal %d", proposal);
    tell(run, &now, "used", by, reason);
    if (last)
        tell(run, &now, "spent", "engine", NULL);
}

void granting_end_list(struct run *run, const char *reason)
{
    if (end_list(run, reason))
        client_notice(run, "warning", "the grant for the rest of the batch has ended, and what is left of it asks (%s)", reason);
}

gint64 granting_turn(struct run *run, gint64 now_us)
{
    struct grant ended;
    while (grants_expire(&run->judge->grants, now_us, &ended))
        tell(run, &ended, "expired", "engine", NULL);
    return grants_due(&run->judge->grants);
}

void granting_look(struct run *run)
{
    struct grant ended;
    eye_observation *o = run->look->observation;
    gint64 focus = o->pointer_root ? 0 : o->focus;
    while (grants_leave(&run->judge->grants, is_there, o, focus, &ended))
        tell(run, &ended, "window", "engine",
             is_there(&ended, o) ? "the focus has moved to another window" : "its window no longer exists");
}

void granting_depart(struct run *run, gint64 window)
{
    struct grant ended;
    while (window != 0 && grants_depart(&run->judge->grants, window, &ended))
        tell(run, &ended, "window", "engine", "the next action goes into another window");
}
