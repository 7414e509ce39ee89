/* What comes between an agent's plan and the hand, whichever agent it is: refusals, what went stale, what was let go of. */

#include "engine/step/await.h"
#include "engine/step/plan_context.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "engine/agents/agent.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/control/granting.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/gate/gate.h"
#include "engine/picture/control_box.h"
#include "engine/picture/ground.h"
#include "engine/picture/shapes.h"
#include "engine/run/look.h"
#include "engine/run/holds.h"
#include "engine/run/proposing.h"
#include "engine/control/wait.h"
#include "memory/memory.h"
#include "engine/run/working.h"
#include "engine/step/proposal.h"
#include "skills/timeline/action.h"

#define SHOWN_MAX 4   /* the same action in a step: after that the next plan is asked */
#define REFUSED_MAX 3 /* plans in a row that no skill could carry out */
#define RELEASE_TIMEOUT_US (500 * 1000)

static bool is_released(struct run *run, void *data)
{
    (void)data;
    return run->devices->hand.released || !child_running(&run->devices->hand.process);
}

bool step_release(struct run *run, GError **error)
{
    if (run->holds->down->len == 0)
        return true;
    run_note(run, "model", "what was held is let go of: it must not go on");
    run_hand_let_go(run);
    gint64 deadline = g_get_monotonic_time() + RELEASE_TIMEOUT_US;
    g_autoptr(GError) ended = NULL;
    if (wait_until(run, is_released, NULL, deadline, &ended) || g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT))
        return true;
    g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

static bool heed_refusal(struct run *run, const proposal *p, GError **error)
{
    g_clear_pointer(&run->control->trouble, g_free);
    if (!p->refused) {
        run->working->refused = 0;
        return true;
    }
    g_autofree char *shown = action_describe(p->action);
    run->control->trouble = g_strdup_printf("%s could not be carried out: %s", shown, p->reason);
    if (++run->working->refused < REFUSED_MAX)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%d plans in a row could not be carried out; the last: %s",
                run->working->refused, run->control->trouble);
    return false;
}

/* Where a person is asked, what went stale is shown again on the screen as it is now: one key approves it, and no model is asked
 * for the same once more. *ret_ended: firing it was interrupted. */
static bool propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **ret_ended, GError **error)
{
    g_autoptr(proposal) p = NULL;
    for (int shown = 0; shown == 0 || (p->again && !*ret_ended && shown < SHOWN_MAX); shown++) {
        g_autoptr(proposal) before = g_steal_pointer(&p);
        if (before && !memory_stale_add(run->store, run->id, run->step, error))
            return false;
        if (!(before ? step_propose_again(run, before, by, &p, error) : step_propose(run, a, by, &p, error)))
            return false;
        if (p->edited_from != (before ? before->edited_from : 0) || proposal_compares_less(p))
            shown = 0; /* another action, or compared by less from now on */
        if (!g_str_equal(by, "human"))
            control_forget_hint(run->control);
        if (gate_fires(p->verdict))
            step_fire(run, p, ret_ended);
    }
    *ret_proposal = g_steal_pointer(&p);
    return true;
}

/* The field around a point, also a large one of many lines; width 0 = there is none. */
static struct area field_at(const frame *f, int x, int y)
{
    struct area least = control_box_at(f, x, y);
    if (least.width > 0)
        return least;
    g_autoptr(GArray) shapes = shapes_find(f);
    for (guint i = 0; i < shapes->len; i++) {
        const struct shape *s = &g_array_index(shapes, struct shape, i);
        if (s->kind == SHAPE_FIELD && area_has(s->box, x, y) && (least.width == 0 || s->box.width < least.width))
            least = s->box;
    }
    return least;
}

/* A click into the field that has the text cursor already shows nothing, and what the plan types next goes there. */
static bool is_in_its_field(const struct run *run, const proposal *p)
{
    const struct area caret = p->guard.rules.caret.at;
    const struct eye_frame *now = &run->look->observation->frame;
    if (p->x < 0 || caret.width == 0)
        return false;
    g_autoptr(frame) f = frame_open(now->path, now->shared, NULL);
    const int y = caret.y + caret.height / 2;
    if (!f)
        return false;
    const struct area box = field_at(f, p->x, p->y), its = field_at(f, caret.x, y),
                      window = eye_window_inner(eye_observation_window_at(run->look->observation, p->x, p->y));
    return (box.width > 0 && area_has(box, caret.x, y) && box.width == its.width && box.height == its.height) ||
           ground_joins(f, window, p->x, p->y, caret.x + caret.width + 1, y);
}

/* Most programs copy and save without a sign, and so do select all and go to an end where that is done already. */
static bool is_silent_chord(const timeline *t)
{
    static const char *const silent_keys[] = {"c", "s", "a", "Home", "End", NULL};
    bool control = false, silent = false, other = false;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_DOWN && g_str_has_prefix(e->key, "Control_"))
            control = true;
        else if (e->type == TIMELINE_KEY_DOWN && control && !silent && g_strv_contains(silent_keys, e->key))
            silent = true;
        else
            other = other || (e->type != TIMELINE_KEY_UP && e->type != TIMELINE_WAIT);
    }
    return silent && !other;
}

/* What became of it, where no other action of its batch may follow; NULL = the next one may. A wait shows no effect. */
static const char *what_ends(const struct run *run, const proposal *p, enum step_batch batch)
{
    static const char *const unfired[] = {
        [GATE_REJECTED] = "was rejected", [GATE_STALE] = "was stale", [GATE_EXPIRED] = "expired", [GATE_VOIDED] = "was voided"};
    const char *word = (gsize)p->verdict < G_N_ELEMENTS(unfired) ? unfired[p->verdict] : NULL;
    if (!p->fired)
        return p->refused ? "could not be carried out" : word ? word : "was not fired";
    if (batch == BATCH_WHOLE)
        return NULL;
    if (batch == BATCH_UNTIL_EDITED && p->edited_from)
        return "was changed by a person";
    if (g_strcmp0(p->effect, "changed") == 0)
        return NULL;
    if (g_strcmp0(p->effect, "no_effect") == 0)
        return timeline_acts(p->timeline) && !is_in_its_field(run, p) && !is_silent_chord(p->timeline) ? "had no visible effect"
                                                                                                       : NULL;
    return g_strcmp0(p->effect, "unexpected") == 0 ? "did something else than expected" : "had an effect that is not known";
}

/* What its skill does once that is on the screen which it waits for; *ret_rest NULL: it waits for nothing, or in vain. */
static bool await_rest(struct run *run, const proposal *p, const char **ret_ends, action **ret_rest, GError **error)
{
    const char *awaited = p->fired && g_strcmp0(p->status, "done") == 0 ? timeline_awaited(p->timeline) : NULL;
    g_autofree char *shown = awaited ? action_describe(p->action) : NULL;
    g_autofree char *why = NULL;
    if (!awaited)
        return true;
    if (!step_await(run, awaited, &why, error))
        return false;
    *ret_ends = why ? "waited in vain" : NULL;
    if (!why) {
        *ret_rest = action_copy(p->action);
        (*ret_rest)->part++;
        return true;
    }
    g_free(run->control->trouble);
    run->control->trouble = g_strdup_printf("%s stopped in its middle: %s", shown, why);
    client_notice(run, "warning", "%s", run->control->trouble);
    return true;
}

/* Keys that a person sent on to a window with which nobody planned: that was said of these keys alone, and the plan's next ones
 * are asked for, too. */
static bool is_astray(const struct run *run, const proposal *p)
{
    const eye_observation *planned_on = run->proposing->planned_on;
    return p->x < 0 && p->asked && planned_on && p->window != planned_on->focus && p->window != planned_on->target &&
           p->window != run->proposing->acted.in;
}

/* Proposes and fires one action, or a part of it; *ret_ends as what_ends(). What was fired is remembered even when the look
 * afterwards was interrupted: never fire it twice. */
static bool act_part(struct run *run, const action *a, const char *by, enum step_batch batch, const char **ret_ends,
                     action **ret_rest, GError **error)
{
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) ended = NULL;
    if (!propose(run, a, by, &p, &ended, error))
        return false;
    bool ok = !ended;
    *ret_ends = what_ends(run, p, batch);
    const char *amiss = what_ends(run, p, BATCH_UNTIL_EDITED);
    if (amiss)
        granting_end_list(run, amiss);
    if (p->fired && p->window) {
        if (!is_astray(run, p))
            proposing_acted(run->proposing, p->window, p->title, p->guard.frame, p->guard.windows);
        proposing_pressed(run->proposing, p->x, p->y, p->timeline);
    }
    if (!heed_refusal(run, p, error) || !plan_context_learn_decision(run, p, error) || !step_remember(run, p, error))
        return false;
    if (!ok)
        g_propagate_error(error, g_steal_pointer(&ended));
    return ok && await_rest(run, p, ret_ends, ret_rest, error);
}

static bool act(struct run *run, const action *a, const char *by, enum step_batch batch, const char **ret_ends, GError **error)
{
    g_autoptr(action) part = action_copy(a);
    while (part) {
        g_autoptr(action) rest = NULL;
        if (!act_part(run, part, by, batch, ret_ends, &rest, error))
            return false;
        action_free(part);
        part = g_steal_pointer(&rest);
    }
    return true;
}

bool step_idle(struct run *run, const char *trouble, GError **error)
{
    control_forget_hint(run->control);
    g_free(run->control->trouble);
    run->control->trouble = g_strdup(trouble);
    if (++run->working->refused < REFUSED_MAX)
        return step_remember(run, NULL, error);
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%d plans in a row had no action and no outcome", run->working->refused);
    return false;
}

bool step_act_batch(struct run *run, const GPtrArray *actions, guint most, enum step_batch batch, GError **error)
{
    const char *ends = NULL,
               *by = module_count(run->working->agent->modules) ? "model" : "program"; /* who has no module asks none */
    guint n = MIN(actions->len, most), left = n;
    if (n == 0)
        return step_idle(run, "the last plan had no action", error);
    run->proposing->batch = actions;
    run->proposing->batch_most = n;
    bool ok = true;
    for (; ok && left > 0 && !ends; left -= ok) {
        run->proposing->batch_place = n - left;
        ok = act(run, g_ptr_array_index(actions, n - left), by, batch, &ends, error);
    }
    run->proposing->batch = NULL;
    granting_end_list(run, "the plan has ended");
    if (!ok)
        return false;
    if (left > 0)
        client_notice(run, "warning", "the action %s: %u planned %s not done", ends, left,
                      left == 1 ? "action after it is" : "actions after it are");
    return true;
}

bool step_act(struct run *run, const GPtrArray *actions, GError **error)
{
    guint most = (guint)config_int(run->cfg, "run", "max_actions");
    if (actions->len > most)
        client_notice(run, "warning", "the plan has %u actions; of these a step takes %u ([run] max_actions)", actions->len,
                      most);
    return step_act_batch(run, actions, most, BATCH_UNTIL_OTHERWISE, error);
}

bool step_press_again(struct run *run, bool keep, bool *ret_acted, GError **error)
{
    g_autofree char *forgotten = keep ? NULL : holds_forget(run->holds, "the agent does not want it any more");
    if (forgotten)
        run_note(run, "engine", forgotten);
    *ret_acted = run->holds->lost->len > 0;
    for (guint n = run->holds->lost->len; n > 0 && run->holds->lost->len > 0; n--) {
        g_autoptr(action) a = run_hold_action(g_ptr_array_index(run->holds->lost, 0));
        guint before = run->holds->lost->len;
        gint64 remembered = run->remembered;
        const char *ends;
        bool ok = act(run, a, "engine", BATCH_UNTIL_OTHERWISE, &ends, error);
        /* decided on and not down: rejected, refused or stale. One that a pause has overtaken is asked for again */
        if (run->holds->lost->len == before && (ok || run->remembered != remembered))
            g_ptr_array_remove_index(run->holds->lost, 0);
        if (!ok)
            return false;
    }
    return true;
}
