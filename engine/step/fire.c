/* Fire: from an approved proposal to what the screen says afterwards. */

#include "engine/step/proposal.h"

#include "engine/run/deciding.h"
#include "engine/gate/effect.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/step/procedural.h"
#include "engine/step/loop_run.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/picture/leave_out.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/control/wait.h"
#include "engine/modules/situation.h"
#include "engine/run/working.h"
#include "memory/memory.h"
#include "engine/run/run.h"
#include "engine/step/step.h"

#include <string.h>

#define AROUND 8 /* px, of what follows the pointer: a text is longer the next time */

static bool fired_or_lost(struct run *run, void *data)
{
    loop_run_go(data);
    return run->devices->hand.finished || run->devices->hand.lost || run->control->activity != ACTIVITY_FIRING;
}

/* Until the hand has said how it ended, or the deadline. */
static bool await_end(struct run *run, loop_run *loop, gint64 deadline_us)
{
    for (;;) {
        gint64 due = MIN(deadline_us, loop_run_deadline(loop));
        if (wait_anyway(run, fired_or_lost, loop, due, NULL))
            return true;
        if (g_get_monotonic_time() >= deadline_us)
            return false;
    }
}

static bool begin_clip(struct run *run, const proposal *p, GError **error)
{
    struct eye_request request = {.kind = EYE_BEGIN, .digest = p->digest};
    return device_ask_eye(run, &request, devices_eye_limit_ms(run->devices), error);
}

/* What is left of the approval, which is valid for a time from the decision; 0 = void (the hand then fires nothing). */
static int approval_left_ms(const struct run *run, const proposal *p)
{
    gint64 grant_s = config_int(run->cfg, "gate", p->policy.tier >= 3 ? "grant_tier3_s" : "grant_s");
    return (int)MAX(0, (run->judge->gate.approved_us + grant_s * G_USEC_PER_SEC - g_get_monotonic_time()) / 1000);
}

/* The approval is bound to the windows as they were at the decision, and to the picture of the observation. */
static void send_fire(struct run *run, proposal *p, const struct hand_fire *lent)
{
    if (p->guard.windows && run->proposing->windows) {
        g_ptr_array_unref(p->guard.windows);
        p->guard.windows = g_ptr_array_ref(run->proposing->windows);
    }
    p->guard.rules.caret = run->proposing->caret;
    p->guard.rules.second = run->proposing->second;
    p->guard.tips = p->policy.tier < 3;
    p->guard.unseen = p->verdict == GATE_AUTO;
    p->guard.rules.unsteady =
        p->guard.frame && (run->proposing->changed || (p->guard.rules.unsettled && p->guard.rules.unsettled->len > 0));
    hand_request request = {.kind = HAND_FIRE};
    request.fire = (struct hand_fire){.id = p->id,
                                      .digest = p->digest,
                                      .timeline = p->timeline,
                                      .guard = p->guard,
                                      .target_window = p->target_window,
                                      .approval_ms = approval_left_ms(run, p),
                                      .clipboard = lent->clipboard,
                                      .paste_keys = lent->paste_keys,
                                      .max_hold_ms = (gint64)run->profile->max_hold_s * 1000,
                                      .give_back = (enum hand_give_back)run->profile->give_back};
    g_clear_pointer(&run->devices->hand.finished, hand_answer_free);
    run_hand_send_own(run);
    run->devices->hand.fired = p->id;
    run->devices->hand.lost = false;
    activity_change(run->control, ACTIVITY_FIRING);
    run->judge->gate.sent = true;
    run_hand_send(run, &request);
}

static void tell_fired(struct run *run, const proposal *p, const char *reason)
{
    g_autoptr(event) e = event_new(EVENT_FIRED);
    e->id = p->id;
    e->status = g_strdup(p->status);
    e->effect = g_strdup(p->effect);
    e->reason = reason && *reason ? g_strdup(reason) : NULL;
    e->keys = run->oneshot->given && control_is_driving(run->control) ? control_keys_of(run->oneshot->given->pdata[0]) : 0;
    client_send(run, e);
}

/* Something may have been pressed, or half of it: told and kept as it is, never fired again by itself. */
static bool end_unsure(struct run *run, proposal *p, const char *status, const char *stage, const char *reason, GError **error)
{
    g_autofree char *data = run_note_json(reason);
    p->fired = true;
    p->status = status;
    p->effect = "unknown";
    if (!memory_journal_add(run->store, run->id, run->step, p->id, stage, "hand", p->digest, data, error))
        return false;
    tell_fired(run, p, reason); /* what is told is kept */
    return true;
}

/* Nothing was fired. */
static bool end_unfired(struct run *run, proposal *p, enum gate_verdict verdict, const char *reason, GError **error)
{
    return proposal_lapse(run, p, verdict, "hand", reason, error);
}

/* The display is as it was; it is the request that cannot be done there, or somebody's input that came before it. */
static bool end_refused(struct run *run, proposal *p, const char *reason, GError **error)
{
    bool told = run->devices->departed_in == run->step; /* with what the recorded run did in its place */
    if (!control_is_paused(run->control) && !run->oneshot->decide && !told)
        client_notice(run, "warning", "proposal %d was not fired: %s", p->id, reason);
    return end_unfired(run, p, GATE_VOIDED, proposal_overtaken(run->control, reason), error);
}

/* What came of it from the one look to the last one; `looked` false: there is none. */
static struct effect_verdict judge(const struct run *run, const action *a, eye_observation *before, bool looked)
{
    eye_observation *now = looked ? run->look->observation : NULL;
    bool same = now && before && g_str_equal(before->frame.hash, now->frame.hash); /* one file: read once */
    g_autoptr(frame) f_before = before ? frame_open(before->frame.path, before->frame.shared, NULL) : NULL;
    g_autoptr(frame) f_other = now && !same ? frame_open(now->frame.path, now->frame.shared, NULL) : NULL;
    const struct effect_case c = {.expectation = a->expectation,
                                  .before = f_before,
                                  .after = same ? f_before : f_other,
                                  .o_before = before,
                                  .o_after = now,
                                  .patch_px = run->profile->patch_px};
    return effect_judge(&c);
}

/* The display itself says that the act did not succeed; what it did all the same is no effect that anybody wanted. The effect as
 * it is kept: "unexpected: WHY". Caller frees. */
static char *heed_failure(const struct run *run, const char *why, struct effect_verdict *v)
{
    if (!devices_act(run->devices) || !*why || v->effect == EFFECT_UNKNOWN)
        return g_strdup(effect_name(v->effect));
    *v = (struct effect_verdict){EFFECT_UNEXPECTED, "unexpected"};
    return g_strdup_printf("%s: %s", effect_name(v->effect), why);
}

/* The look afterwards, and the verdict on the effect. */
static bool verify(struct run *run, proposal *p, eye_observation *before, const char *remark, GError **error)
{
    g_autoptr(GError) ended = NULL;
    run->look->fresh = false;
    run->look->verifying = true;
    run->look->crashed = false;
    bool looked = step_observe(run, &ended);
    run->look->verifying = false;
    struct effect_verdict v = judge(run, p->action, before, looked && !run->look->crashed);
    g_autofree char *words = heed_failure(run, remark, &v), *data = run_note_json(words);
    remark = run->look->crashed ? run->control->trouble : remark;
    p->effect = effect_name(v.effect);
    if (!memory_journal_add(run->store, run->id, run->step, p->id, v.stage, "eye", p->digest, data, error) ||
        (!g_str_equal(v.stage, "uncertain") && !procedural_outcome(run, p->action, v.stage, error)))
        return false;
    tell_fired(run, p, remark);
    if (!looked) {
        g_propagate_error(error, g_steal_pointer(&ended));
        return false;
    }
    run->look->fresh = true;
    run->look->unmoved = g_str_equal(v.stage, "no_effect") ? p->id : 0;
    return true;
}

/* The verdict stands corrected in memory, in what the modules are told and in the skill's outcomes. */
static bool correct(struct run *run, const struct memory_proposal *p, const action *a, struct effect_verdict v, GError **error)
{
    GPtrArray *past = run->working->past;
    struct situation_past *last = past->len ? g_ptr_array_index(past, past->len - 1) : NULL;
    const char *effect = effect_name(v.effect);
    bool remembered = last && last->step == p->step && g_strcmp0(last->effect, "no_effect") == 0;
    if (remembered) {
        g_free(last->effect);
        last->effect = g_strdup(effect);
        g_free(last->frame);
        last->frame = g_strdup(run->look->observation->frame.path);
    }
    run->judge->repeats.fired = 0;
    g_autofree char *words = g_strdup_printf("%s: it came late", effect), *data = run_note_json(words);
    g_autofree char *state = remembered ? run_state_to_json(run) : NULL;
    const struct memory_late late = {.run = run->id,
                                     .step = p->step,
                                     .proposal = p->id,
                                     .effect = effect,
                                     .was = p->stage,
                                     .stage = v.stage,
                                     .digest = p->digest,
                                     .data = data,
                                     .skill = a->skill,
                                     .state = state};
    if (!memory_step_correct(run->store, &late, error) || !procedural_move_on(run, a, error))
        return false;
    client_notice(run, "info", "step %d: its effect came late (%s): the record is corrected, nothing to do", (int)p->step,
                  effect);
    return true;
}

bool step_late_effect(struct run *run, gint64 step, const char **ret_effect, GError **error)
{
    int id = run->look->unmoved;
    g_autoptr(eye_observation) before = NULL;
    *ret_effect = "no_effect";
    run->look->unmoved = 0;
    if (!id || devices_act(run->devices)) /* a world has answered when the act is done */
        return true;
    gint64 now = run->step;
    run->step = step; /* the picture is of after that action */
    bool looked = step_look_late(run, &before, error);
    run->step = now;
    if (!looked)
        return false;
    g_autoptr(GPtrArray) rows = before ? memory_proposals(run->store, run->id, step, error) : NULL;
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_proposal *p = g_ptr_array_index(rows, i);
        g_autoptr(action) a = p->id == id ? action_from_json(p->action, strlen(p->action), NULL) : NULL;
        if (!a)
            continue;
        struct effect_verdict v = judge(run, a, before, true);
        if (v.effect == EFFECT_NO_EFFECT || v.effect == EFFECT_UNKNOWN)
            return true;
        *ret_effect = effect_name(v.effect);
        return correct(run, p, a, v, error);
    }
    return !before || rows;
}

static struct area around(struct area a)
{
    return (struct area){MAX(a.x - AROUND, 0), MAX(a.y - AROUND, 0), a.width + 2 * AROUND, a.height + 2 * AROUND};
}

/* What has prevented the press, where that is in the rows of what was seen to follow the pointer before: a program that was slow
 * has not shown it this time. Width 0 = it is something else. */
static struct area follows_again(const struct run *run, const proposal *p, const hand_answer *f)
{
    const struct area before = run->proposing->followed.place, is = leave_out_place(f->reason);
    const bool again = before.width && run->proposing->followed.window == p->window && area_overlaps(before, is) &&
                       is.y >= before.y && is.y + is.height <= before.y + before.height;
    return again ? is : (struct area){0};
}

/* What the person may leave out for this run. */
static void note_follows(struct run *run, const proposal *p, const hand_answer *f)
{
    const struct area is = f->follows.width ? f->follows : follows_again(run, p, f), place = around(is);
    if (f->follows.width) {
        run->proposing->followed.place = place;
        run->proposing->followed.window = p->window;
    }
    run->proposing->follows = p->again && is.width && !area_has(place, p->x, p->y) ? place : (struct area){0};
}

/* The next plan is told; and where the pointer had only been on its way, whoever sees it is told the way out. */
static bool end_diverted(struct run *run, proposal *p, const hand_answer *f, GError **error)
{
    g_autofree char *advised = proposal_advised(run, p, f->reason);
    g_autofree char *told =
        f->untouched ? g_strdup_printf("nothing was pressed: %s; look again, and approve it on the new picture", advised)
                     : g_strdup(f->reason);
    p->again = (p->way == GATE_ASKS || p->way == GATE_FUSES || p->grant) && !run->oneshot->unasked && f->untouched;
    note_follows(run, p, f);
    if (!f->untouched)
        client_notice(run, "warning", "proposal %d was stopped in the middle: %s", p->id, f->reason);
    g_free(p->reason);
    p->reason = g_strdup_printf("%s: %s", f->untouched ? "nothing was pressed" : "stopped in the middle", f->reason);
    return end_unsure(run, p, "aborted", "aborted", told, error);
}

static bool take_finished(struct run *run, proposal *p, eye_observation *before, GError **error)
{
    const hand_answer *f = run->devices->hand.finished;
    run->proposing->follows = (struct area){0};
    switch (f->status) {
    case HAND_STALE:
        return end_unfired(run, p, GATE_STALE, f->reason, error);
    case HAND_EXPIRED:
        return end_unfired(run, p, GATE_EXPIRED, f->reason, error);
    case HAND_REFUSED:
        return end_refused(run, p, f->reason, error);
    case HAND_ABORTED: {
        /* an end that nobody asked for is the display's: what arrived there is not known */
        bool asked = (control_is_paused(run->control) || run->control->stop) && !run->devices->display_lost;
        const char *status = asked ? "aborted" : "uncertain";
        return (!f->fired_json || memory_fired_add(run->store, run->id, p->id, f->fired_json, error)) &&
               end_unsure(run, p, status, status, f->reason, error);
    }
    case HAND_DIVERTED:
        return (!f->fired_json || memory_fired_add(run->store, run->id, p->id, f->fired_json, error)) &&
               end_diverted(run, p, f, error);
    case HAND_DONE:
        break;
    }
    p->fired = true;
    p->status = "done";
    if ((f->fired_json && !memory_fired_add(run->store, run->id, p->id, f->fired_json, error)) ||
        !memory_journal_add(run->store, run->id, run->step, p->id, "fired", "hand", p->digest, NULL, error) ||
        !procedural_outcome(run, p->action, "fired", error))
        return false;
    return verify(run, p, before, f->reason, error); /* a loop's time was over: that is an end like any other */
}

/* A person thought better of it before the hand had it. */
static bool end_taken_back(struct run *run, proposal *p, GError **error)
{
    g_autofree char *by = g_strdup(run->judge->gate.by), *reason = g_strdup(run->judge->gate.reason);
    g_free(p->person);
    p->person = g_strdup_printf("the person withdrew the approval before it was fired%s%s", *reason ? ": " : "", reason);
    return proposal_lapse(run, p, run->judge->gate.verdict, by, reason, error);
}

static bool fire(struct run *run, proposal *p, GError **error)
{
    if (run->judge->mode == GATE_DRY) {
        run->judge->gate.sent = true;
        client_notice(run, "info", "mode dry: proposal %d is approved and not fired", p->id);
        return true;
    }
    gint64 begun = g_get_monotonic_time();
    g_autoptr(GError) ended = NULL;
    run_set_state(run, "firing");
    /* mode dry had none */
    struct hand_fire lent = {0};
    g_autoptr(loop_run) loop = NULL;
    if ((!run->devices->hand.ready && !device_control_start(run, &ended)) || !loop_run_begin(run, p, &loop, &ended) ||
        !begin_clip(run, p, &ended) || !clipboard_lease_texts(run, p->timeline, &lent, &ended)) {
        g_strfreev(lent.paste_keys);
        if (proposal_lapse(run, p, GATE_VOIDED, "engine", proposal_overtaken(run->control, ended->message), error))
            g_propagate_error(error, g_steal_pointer(&ended));
        return false;
    }
    g_auto(GStrv) chord G_GNUC_UNUSED = lent.paste_keys; /* freed at the end */
    if (!gate_fires(run->judge->gate.verdict)) {
        clipboard_lease_end(run);
        return end_taken_back(run, p, error);
    }
    if (!memory_journal_add(run->store, run->id, run->step, p->id, "granted", p->decided_by, p->digest, NULL, error)) {
        clipboard_lease_end(run);
        return false;
    }
    eye_observation *before = g_steal_pointer(&run->look->observation);
    gint64 deadline = begun + (timeline_duration(p->timeline) + run->devices->hand.grace_ms) * 1000;
    send_fire(run, p, &lent);
    bool answered = await_end(run, loop, deadline);
    if (!answered) {
        run_hand_let_go(run);
        answered = await_end(run, NULL, g_get_monotonic_time() + run->devices->hand.abort_ms * 1000);
    }
    recorded_note_firing(run, p->digest, run->devices->hand.finished);
    clipboard_lease_end(run);
    loop_run_end(loop);
    budget_own(run->spent, OWN_FIRE, begun, timeline_duration(p->timeline) * 1000);
    control_end_firing(run->control);
    if (!control_is_paused(run->control))
        run->control->interrupt =
            false; /* an eye that died meanwhile has been started again: the look afterwards is still to be had */
    bool ok;
    const hand_answer *f = run->devices->hand.finished;
    if (f && (f->status == HAND_STALE || f->status == HAND_EXPIRED || f->status == HAND_REFUSED))
        run->look->observation = g_steal_pointer(&before); /* nothing was done: it is still the one that was decided on */
    if (run->devices->hand.finished)
        ok = take_finished(run, p, before, error);
    else
        ok = end_unsure(run, p, "uncertain", "uncertain", answered ? "the hand has died while firing" : "the hand did not answer",
                        error);
    if (!run->look->observation)
        run->look->observation = before;
    else
        eye_observation_free(before);
    return ok;
}

bool step_fire(struct run *run, proposal *p, GError **error)
{
    activity_change(run->control, ACTIVITY_GRANTED);
    bool ok = fire(run, p, error);
    activity_change(run->control, ACTIVITY_NONE);
    proposal_note_effect(&run->judge->repeats, p);
    return ok;
}
