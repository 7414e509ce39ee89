/* Propose and fire: from an action to the decided timeline, and from there to what the screen says. */

#include "engine/step.h"

#include "engine/effect.h"
#include "skills/dryrun.h"

#include <string.h>

#define BEGIN_TIMEOUT_MS 5000
#define WATCH_TIMEOUT_MS 5000
#define FIRE_GRACE_MS 30000 /* beyond the timeline's own length: typing foreign characters takes its time */
#define ABORT_TIMEOUT_MS 2000

void proposal_free(proposal *p)
{
    if (!p)
        return;
    action_free(p->action);
    timeline_free(p->timeline);
    g_free(p->digest);
    g_free(p->reason);
    g_free(p->person);
    g_free(p->guard.patch);
    g_free(p->guard.stack_hash);
    g_free(p);
}

static void refuse(struct run *run, proposal *p, const char *why)
{
    p->refused = true;
    p->verdict = GATE_REJECTED;
    g_free(p->reason);
    p->reason = g_strdup(why);
    g_autofree char *shown = action_describe(p->action);
    client_notice(run, "warning", "%s cannot be done: %s", shown, why);
}

static bool outcome(struct run *run, const action *a, const char *what, GError **error)
{
    const skill *s = skill_library_find(run->library, a->skill);
    return memory_outcome_add(run->store, a->skill, s ? s->sha256 : "", what, run->id, run->step, error);
}

/* ---- dry run ---- */

static bool worker_done(struct run *run, void *data)
{
    (void)data;
    return worker_poll(run->worker);
}

/* The timeline of an action; *ret_timeline NULL with *ret_why set when the skill will not have it. False: the wait was ended. */
static bool expand(struct run *run, const action *a, int id, timeline **ret_timeline, char **ret_why, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(worker) w = NULL;
    guint64 seed = ((guint64)run->id << 32) | (guint64)id;
    if (skill_library_check(run->library, (action *)a, &why))
        w = dryrun_start(run->library, a, run->observation->screen, seed, (gint64)run->profile->max_hold_s * 1000, &why);
    if (w) {
        run->worker = w;
        bool ok = run_wait(run, worker_done, NULL, 0, error);
        run->worker = NULL;
        if (!ok)
            return false;
        *ret_timeline = dryrun_finish(w, &why);
    }
    *ret_why = *ret_timeline ? NULL : g_strdup(why->message);
    return true;
}

/* ---- target ---- */

static void aim(struct run *run, proposal *p)
{
    const eye_observation *o = run->observation;
    const struct eye_window *window;
    bool pointer =
        timeline_target(p->timeline, o->frame.width, o->frame.height, o->screen->pointer_x, o->screen->pointer_y, &p->x, &p->y);
    struct hand_guard *g = &p->guard;
    g->min_match = run->profile->target_match;
    if (pointer) {
        int side = run->profile->patch_px;
        window = eye_observation_window_at(o, p->x, p->y);
        g->x = CLAMP(p->x - side / 2, 0, MAX(0, o->frame.width - side));
        g->y = CLAMP(p->y - side / 2, 0, MAX(0, o->frame.height - side));
        g->width = MIN(side, o->frame.width);
        g->height = MIN(side, o->frame.height);
        g->window = window ? window->id : 0;
        g->focus = o->pointer_root ? 0 : o->focus;
    } else {
        p->x = p->y = -1;
        gint64 to = o->target ? o->target : o->focus;
        window = timeline_uses_keyboard(p->timeline) ? eye_observation_window(o, to) : NULL;
        g->focus_window = window && o->target && o->focus != o->target ? o->target : 0;
        g->focus = window ? to : 0;
    }
    p->window = window ? window->id : 0;
    g->stack_hash = pointer || g->focus ? g_strdup(o->stack_hash) : NULL;
    struct policy_case c = {.action = p->action,
                            .timeline = p->timeline,
                            .observation = o,
                            .x = p->x,
                            .y = p->y,
                            .window = window,
                            .target_window = o->target};
    p->policy = policy_judge(&c);
}

/* The eye compares the target with the live screen while the person thinks, and gives the patch that the hand compares at the
 * end. */
static bool watch(struct run *run, proposal *p, GError **error)
{
    struct eye_request request = {
        .kind = EYE_WATCH, .x = p->guard.x, .y = p->guard.y, .width = p->guard.width, .height = p->guard.height};
    run->focus_at_watch = 0;
    g_free(run->stack_seen);
    run->stack_seen = g_strdup(p->guard.stack_hash);
    if (!eye_ask(run, &request, WATCH_TIMEOUT_MS, error))
        return false;
    if (run->eye_answer->kind == EYE_WATCHING && p->guard.width > 0)
        p->guard.patch = g_strdup(run->eye_answer->patch);
    run->focus_at_watch = p->guard.focus_window ? 0 : p->guard.focus;
    return true;
}

static void unwatch(struct run *run)
{
    struct eye_request request = {.kind = EYE_UNWATCH};
    g_autofree char *line = eye_request_to_json(&request);
    run->focus_at_watch = 0;
    if (child_running(&run->eye))
        line_stream_send(run->eye.stream, line);
}

/* ---- show, decide ---- */

static event *proposal_event(struct run *run, const proposal *p, int edited_from)
{
    event *e = event_new(EVENT_PROPOSAL);
    const struct eye_window *window = eye_observation_window(run->observation, p->window);
    e->id = p->id;
    e->step = (int)run->step;
    e->action = action_copy(p->action);
    g_autofree char *json = timeline_to_json(p->timeline);
    e->timeline = timeline_from_json(json, strlen(json), NULL);
    e->tier = p->policy.tier;
    e->rule = g_strdup(p->policy.rule);
    e->word = g_strdup(p->policy.word);
    e->digest = g_strdup(p->digest);
    e->expires_s = (int)config_int(run->cfg, "run", "expires_s");
    e->edited_from = edited_from;
    e->target = g_new0(struct event_target, 1);
    *e->target = (struct event_target){.window = g_strdup(window ? window->title : ""),
                                       .class = g_strdup(window ? window->class : ""),
                                       .window_id = p->window,
                                       .x = p->x,
                                       .y = p->y,
                                       .patch_x = p->guard.x,
                                       .patch_y = p->guard.y,
                                       .patch_width = p->guard.width,
                                       .patch_height = p->guard.height,
                                       .match = 1};
    return e;
}

static bool commit(struct run *run, const proposal *p, const event *e, const char *by, GError **error)
{
    g_autofree char *action_json = action_to_json(p->action), *timeline_json = timeline_to_json(p->timeline),
                    *target_json = event_target_to_json(e->target);
    struct memory_proposal row = {.run = run->id,
                                  .step = run->step,
                                  .id = p->id,
                                  .action = action_json,
                                  .timeline = timeline_json,
                                  .digest = p->digest,
                                  .rule = (char *)p->policy.rule,
                                  .target = target_json,
                                  .tier = p->policy.tier,
                                  .edited_from = e->edited_from,
                                  .by = (char *)by,
                                  .at_us = g_get_real_time()};
    return memory_proposal_add(run->store, &row, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, "prepared", by, p->digest, NULL, error) &&
           outcome(run, p->action, "proposed", error);
}

static bool record_decision(struct run *run, proposal *p, GError **error)
{
    g_autoptr(event) e = event_new(EVENT_DECISION);
    const char *verdict = gate_verdict_name(run->gate.verdict);
    p->verdict = run->gate.verdict;
    g_free(p->reason);
    p->reason = g_strdup(run->gate.reason);
    e->id = p->id;
    e->verdict = g_strdup(verdict);
    e->by = g_strdup(run->gate.by);
    e->reason = g_strdup(run->gate.reason);
    bool ok = memory_decision_add(run->store, run->id, p->id, verdict, run->gate.by, run->gate.reason, error);
    if (ok && (p->verdict == GATE_STALE || p->verdict == GATE_VOIDED || p->verdict == GATE_EXPIRED))
        ok = memory_journal_add(run->store, run->id, run->step, p->id, p->verdict == GATE_STALE ? "stale" : "voided",
                                run->gate.by, p->digest, NULL, error);
    if (ok && (p->verdict == GATE_EDITED || p->verdict == GATE_REJECTED))
        ok = outcome(run, p->action, verdict, error);
    client_send(run, e);
    return ok;
}

static bool decided(struct run *run, void *data)
{
    (void)data;
    return !run->gate.open || run->edit;
}

/* Prepares and shows one proposal. *ret_shown false: it was refused, p->reason says why. */
static bool show(struct run *run, proposal *p, const char *by, int edited_from, bool *ret_shown, GError **error)
{
    g_autofree char *why = NULL;
    gint64 begun = g_get_monotonic_time();
    *ret_shown = false;
    if (!expand(run, p->action, run->last_proposal + 1, &p->timeline, &why, error))
        return false;
    if (!p->timeline) {
        refuse(run, p, why);
        return true;
    }
    p->digest = timeline_digest(p->timeline);
    aim(run, p);
    if (!watch(run, p, error))
        return false;
    p->id = ++run->last_proposal;
    g_autoptr(event) e = proposal_event(run, p, edited_from);
    if (!commit(run, p, e, by, error))
        return false;
    run->own_us += g_get_monotonic_time() - begun;
    gate_open(&run->gate, p->id, p->digest, p->policy.tier, p->policy.word, e->expires_s, g_get_monotonic_time());
    run_set_state(run, "waiting");
    client_send(run, e);
    if (run->decide)
        run->decide(e, run->decide_data);
    *ret_shown = true;
    return true;
}

/* Puts the person's action in place of the one that waits. False only when the wait was ended or the store failed. */
static bool take_edit(struct run *run, proposal **inout, GError **error)
{
    g_autoptr(action) wanted = g_steal_pointer(&run->edit);
    proposal *old = *inout;
    g_autoptr(GError) misfit = NULL;
    g_autoptr(timeline) t = NULL;
    g_autofree char *why = NULL;
    if (!skill_library_check(run->library, wanted, &misfit)) {
        client_notice(run, "error", "edit: %s (proposal %d still waits)", misfit->message, old->id);
        return true;
    }
    run->editing = true;
    bool expanded = expand(run, wanted, run->last_proposal + 1, &t, &why, error);
    run->editing = false;
    if (!expanded)
        return false;
    if (!t) {
        client_notice(run, "error", "edit: %s (proposal %d still waits)", why, old->id);
        return true;
    }
    if (!run->gate.open)
        return true;
    g_autofree char *before = action_describe(old->action), *after = action_describe(wanted);
    gate_close(&run->gate, GATE_EDITED, "human", "");
    if (!record_decision(run, old, error))
        return false;
    g_autoptr(proposal) fresh = g_new0(proposal, 1);
    fresh->action = g_steal_pointer(&wanted);
    fresh->person = g_strdup_printf("the person changed %s into %s", before, after);
    bool shown;
    if (!show(run, fresh, "human", old->id, &shown, error))
        return false;
    proposal_free(old);
    *inout = g_steal_pointer(&fresh);
    return true;
}

/* Says and keeps that the proposal has lapsed, also when it had been approved already. */
static bool lapse(struct run *run, proposal *p, enum gate_verdict verdict, const char *by, const char *why, GError **error)
{
    gate_open(&run->gate, p->id, p->digest, p->policy.tier, p->policy.word, 0, 0);
    gate_close(&run->gate, verdict, by, why);
    return record_decision(run, p, error);
}

static const char *overtaken(const struct run *run, const char *why)
{
    return run->paused ? "paused before it was fired" : why;
}

/* A proposal whose wait was ended by pause, stop or a lost eye is void, approved a moment before or not; that is committed too.
 */
static bool void_undecided(struct run *run, proposal *p, const char *why, GError **error)
{
    if (p->verdict != GATE_WAITING)
        return true;
    gate_close(&run->gate, GATE_VOIDED, "engine", why);
    return run->gate.verdict == GATE_APPROVED ? lapse(run, p, GATE_VOIDED, "engine", overtaken(run, why), error)
                                              : record_decision(run, p, error);
}

static bool wait_for_decision(struct run *run, proposal **inout, GError **error)
{
    g_autoptr(GError) ended = NULL;
    while (run_wait(run, decided, NULL, 0, &ended)) {
        if (!run->gate.open)
            return record_decision(run, *inout, error);
        if (!take_edit(run, inout, &ended))
            break;
        if ((*inout)->refused)
            return true;
    }
    g_clear_pointer(&run->edit, action_free);
    if (void_undecided(run, *inout, ended->message, error))
        g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

static void note_rejection(proposal *p)
{
    if (p->verdict != GATE_REJECTED || p->refused)
        return;
    g_free(p->person);
    p->person = p->reason && *p->reason ? g_strdup_printf("the person rejected it: %s", p->reason)
                                        : g_strdup("the person rejected it, without a reason");
}

bool step_propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **error)
{
    proposal *p = g_new0(proposal, 1);
    bool shown;
    p->action = action_copy(a);
    g_clear_pointer(&run->edit, action_free);
    bool ok = show(run, p, by, 0, &shown, error) && (!shown || wait_for_decision(run, &p, error));
    unwatch(run);
    if (!ok) {
        proposal_free(p);
        return false;
    }
    note_rejection(p);
    *ret_proposal = p;
    return true;
}

/* ---- fire ---- */

static bool fired_or_lost(struct run *run, void *data)
{
    (void)data;
    return run->finished || run->hand_lost || !run->firing;
}

static bool begin_clip(struct run *run, GError **error)
{
    struct eye_request request = {.kind = EYE_BEGIN};
    return eye_ask(run, &request, BEGIN_TIMEOUT_MS, error);
}

/* The grant is bound to the windows as they were at the decision; the target as it was at the observation. */
/* What is left of the grant, which runs from the decision; 0 = void (the hand then fires nothing). */
static int grant_left_ms(const struct run *run, const proposal *p)
{
    gint64 grant_s = config_int(run->cfg, "gate", p->policy.tier >= 3 ? "grant_tier3_s" : "grant_s");
    return (int)MAX(0, (run->gate.approved_us + grant_s * G_USEC_PER_SEC - g_get_monotonic_time()) / 1000);
}

static void send_fire(struct run *run, proposal *p)
{
    if (p->guard.stack_hash) {
        g_free(p->guard.stack_hash);
        p->guard.stack_hash = g_strdup(run->stack_seen);
    }
    hand_request request = {.kind = HAND_FIRE};
    request.fire = (struct hand_fire){.id = p->id,
                                      .digest = p->digest,
                                      .timeline = p->timeline,
                                      .guard = p->guard,
                                      .grant_ms = grant_left_ms(run, p),
                                      .max_hold_ms = (gint64)run->profile->max_hold_s * 1000};
    g_clear_pointer(&run->finished, hand_answer_free);
    run->hand_lost = false;
    run->firing = true;
    hand_send(run, &request);
}

static void tell_fired(struct run *run, const proposal *p, const char *reason)
{
    g_autoptr(event) e = event_new(EVENT_FIRED);
    e->id = p->id;
    e->status = g_strdup(p->status);
    e->effect = g_strdup(p->effect);
    e->reason = reason && *reason ? g_strdup(reason) : NULL;
    client_send(run, e);
}

/* Something may have been pressed, or half of it: told and kept as it is, never fired again by itself. */
static bool end_unsure(struct run *run, proposal *p, const char *status, const char *stage, const char *reason, GError **error)
{
    g_autofree char *data = run_note_json(reason);
    p->fired = true;
    p->status = status;
    p->effect = "unknown";
    tell_fired(run, p, reason);
    return memory_journal_add(run->store, run->id, run->step, p->id, stage, "hand", p->digest, data, error);
}

static bool end_stale(struct run *run, proposal *p, const hand_answer *f, GError **error)
{
    return lapse(run, p, f->status == HAND_EXPIRED ? GATE_EXPIRED : GATE_STALE, "hand", f->reason, error);
}

/* The look afterwards, and the verdict on the effect. */
static bool verify(struct run *run, proposal *p, eye_observation *before, GError **error)
{
    g_autoptr(GError) ended = NULL;
    run->fresh = false;
    bool looked = step_observe(run, &ended);
    g_autoptr(frame) f_before = before ? frame_read(before->frame.path, NULL) : NULL;
    g_autoptr(frame) f_after = looked ? frame_read(run->observation->frame.path, NULL) : NULL;
    struct effect_case c = {.expectation = p->action->expectation,
                            .before = f_before,
                            .after = f_after,
                            .o_before = before,
                            .o_after = looked ? run->observation : NULL,
                            .patch_px = run->profile->patch_px};
    struct effect_verdict v = effect_judge(&c);
    p->effect = effect_name(v.effect);
    tell_fired(run, p, NULL);
    g_autofree char *data = run_note_json(p->effect);
    if (!memory_journal_add(run->store, run->id, run->step, p->id, v.stage, "eye", p->digest, data, error) ||
        (!g_str_equal(v.stage, "uncertain") && !outcome(run, p->action, v.stage, error)))
        return false;
    if (!looked) {
        g_propagate_error(error, g_steal_pointer(&ended));
        return false;
    }
    run->fresh = true;
    return true;
}

static bool take_finished(struct run *run, proposal *p, eye_observation *before, GError **error)
{
    const hand_answer *f = run->finished;
    switch (f->status) {
    case HAND_STALE:
    case HAND_EXPIRED:
    case HAND_REFUSED:
        return end_stale(run, p, f, error);
    case HAND_ABORTED: {
        /* an end that nobody asked for is the display's: what arrived there is not known */
        bool asked = (run->paused || run->stop) && !run->display_lost;
        const char *status = asked ? "aborted" : "uncertain";
        return (!f->fired_json || memory_fired_add(run->store, run->id, p->id, f->fired_json, error)) &&
               end_unsure(run, p, status, status, f->reason, error);
    }
    case HAND_DONE:
        break;
    }
    p->fired = true;
    p->status = "done";
    if ((f->fired_json && !memory_fired_add(run->store, run->id, p->id, f->fired_json, error)) ||
        !memory_journal_add(run->store, run->id, run->step, p->id, "fired", "hand", p->digest, NULL, error) ||
        !outcome(run, p->action, "fired", error))
        return false;
    return verify(run, p, before, error);
}

static bool fire(struct run *run, proposal *p, GError **error)
{
    if (run->dry) {
        client_notice(run, "info", "mode dry: proposal %d is approved and not fired", p->id);
        return true;
    }
    gint64 begun = g_get_monotonic_time();
    g_autoptr(GError) ended = NULL;
    run_set_state(run, "firing");
    if (!child_running(&run->hand))
        run_pause(run, "engine", "there is no hand (resume starts one)");
    if (!begin_clip(run, &ended)) {
        if (lapse(run, p, GATE_VOIDED, "engine", overtaken(run, ended->message), error))
            g_propagate_error(error, g_steal_pointer(&ended));
        return false;
    }
    if (!memory_journal_add(run->store, run->id, run->step, p->id, "granted", "human", p->digest, NULL, error))
        return false;
    g_autoptr(GError) late = NULL;
    eye_observation *before = g_steal_pointer(&run->observation);
    gint64 deadline = begun + (timeline_duration(p->timeline) + FIRE_GRACE_MS) * 1000;
    send_fire(run, p);
    bool answered = run_wait_anyway(run, fired_or_lost, NULL, deadline, &late);
    if (!answered) {
        hand_let_go(run);
        answered = run_wait_anyway(run, fired_or_lost, NULL, g_get_monotonic_time() + ABORT_TIMEOUT_MS * 1000, NULL);
    }
    run->own_us += g_get_monotonic_time() - begun;
    run->firing = false;
    if (!run->paused)
        run->interrupt = false; /* an eye that died meanwhile has been started again: the look afterwards is still to be had */
    bool ok;
    if (run->finished)
        ok = take_finished(run, p, before, error);
    else
        ok = end_unsure(run, p, "uncertain", "uncertain", answered ? "the hand has died while firing" : "the hand did not answer",
                        error);
    if (!run->observation)
        run->observation = before;
    else
        eye_observation_free(before);
    return ok;
}

bool step_fire(struct run *run, proposal *p, GError **error)
{
    run->acting = true;
    bool ok = fire(run, p, error);
    run->acting = false;
    return ok;
}
