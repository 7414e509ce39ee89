/* Propose: from an action to its timeline, shown and decided. */

#include "engine/step/proposal.h"

#include "engine/control/boards.h"
#include "engine/run/deciding.h"
#include "engine/control/granting.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/step/listing.h"
#include "engine/step/loop_run.h"

#include "engine/step/procedural.h"

#include "skills/dryrun/dryrun.h"
#include "skills/timeline/act.h"
#include "skills/timeline/gestures.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/step/judge.h"
#include "engine/step/model_view.h"
#include "engine/run/look.h"
#include "engine/picture/leave_out.h"
#include "engine/run/oneshot.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "memory/memory.h"
#include "engine/devices/child.h"
#include "engine/devices/departure.h"
#include "engine/devices/devices.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "engine/step/step.h"
#include "engine/control/wait.h"

#include <string.h>

static void refuse(proposal *p, const char *why)
{
    p->refused = true;
    p->verdict = GATE_REJECTED;
    g_free(p->reason);
    p->reason = g_strdup(why);
}

/* ---- dry run ---- */

static bool worker_done(struct run *run, void *data)
{
    (void)data;
    return worker_poll(run->worker);
}

/* `given`: in the action's place; NULL = the action itself. */
static bool check_all(const skill_library *library, const GPtrArray *given, const action *a, GError **error)
{
    for (guint i = 0; given && i < given->len; i++)
        if (!skill_library_check(library, g_ptr_array_index(given, i), error))
            return false;
    return given || skill_library_check(library, (action *)a, error);
}

/* A loop that may not be so large, or that nobody could step, is as good as none. */
static bool take_loop(const config *cfg, bool has_skill, timeline **inout, char **ret_why)
{
    *ret_why = loop_run_refused(cfg, *inout, has_skill);
    if (*ret_why)
        g_clear_pointer(inout, timeline_free);
    return true;
}

/* A screen that takes gestures is shown, and asked for, those; a world takes acts, and no other display does. */
static bool take_gestures(struct run *run, timeline **inout, char **ret_why)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(timeline) whole = *inout;
    const struct timeline_place place = screen_place(run->look->observation->screen);
    if (!act_timeline_fits(whole, devices_act(run->devices), &why))
        *inout = NULL;
    else
        *inout = devices_touch(run->devices) ? gestures_fold(whole, &place, &why) : g_steal_pointer(&whole);
    if (!*inout)
        *ret_why = g_strdup(why->message);
    return true;
}

/* What is proposed in its place; *inout is then NULL where it cannot be done. */
static bool take(struct run *run, bool has_skill, timeline **inout, char **ret_why)
{
    return take_loop(run->cfg, has_skill, inout, ret_why) && (!*inout || take_gestures(run, inout, ret_why));
}

bool proposal_expand(struct run *run, const action *a, int id, timeline **ret_timeline, char **ret_why, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(worker) w = NULL;
    guint64 seed = proposal_seed(run->options, devices_chance(run), id);
    gint64 max_hold_ms = (gint64)run->profile->max_hold_s * 1000;
    *ret_why = NULL;
    if (run->oneshot->timeline) {
        g_autofree char *json = timeline_to_json(run->oneshot->timeline);
        *ret_timeline = timeline_from_json(json, strlen(json), error);
        return *ret_timeline && take(run, false, ret_timeline, ret_why);
    }
    if (check_all(run->skills->library, run->oneshot->given, a, &why))
        w = run->oneshot->given ? dryrun_start_all(run->skills->library, run->oneshot->given, run->look->observation->screen,
                                                   seed, max_hold_ms, &why)
                                : dryrun_start(run->skills->library, a, run->look->observation->screen, seed, max_hold_ms, &why);
    if (w) {
        run->worker = w;
        bool ok = wait_until(run, worker_done, NULL, 0, error);
        run->worker = NULL;
        if (!ok)
            return false;
        *ret_timeline = dryrun_finish(w, &why);
        if (*ret_timeline && run->profile->paste.text)
            timeline_paste(*ret_timeline);
    }
    if (*ret_timeline)
        return take(run, true, ret_timeline, ret_why);
    *ret_why = g_strdup(why->message);
    return true;
}

/* ---- show, decide ---- */

static GArray *follows(const struct run_proposing *proposing, const proposal *p)
{
    if (!proposing->follows.width || !p->shown_again)
        return NULL;
    GArray *one = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(one, proposing->follows);
    return one;
}

/* For people: a model can change no profile. */
char *proposal_advised(const struct run *run, const proposal *p, const char *why)
{
    const eye_observation *o = run->look->observation;
    const struct eye_window *w = o ? eye_observation_window(o, o->target) : NULL;
    const struct area window = w ? (struct area){w->x, w->y, w->width, w->height} : (struct area){0};
    return leave_out_advice(why, window, p->x, p->y);
}

/* Why it is shown again; first, where another thing is written there now, what was and what is: not where nothing was readable
 * and is, beside whatever. */
static char *again_words(const struct run *run, const proposal *p)
{
    char *why = proposal_advised(run, p, p->shown_again);
    if (!why || !p->label || !p->before.label || g_str_equal(p->label, p->before.label) ||
        (*p->label != '"' && *p->before.label != '"'))
        return why;
    g_autofree char *own = why;
    return g_strdup_printf("was %s, is now %s: %s", p->before.label, p->label, own);
}

/* Of a plan of several actions: which one is proposed, and what is to come. */
static void add_place(struct event_fire *fire, const struct run_proposing *proposing)
{
    const GPtrArray *batch = proposing->batch;
    if (!batch || proposing->batch_most < 2)
        return;
    g_autoptr(GStrvBuilder) rest = g_strv_builder_new();
    for (guint i = proposing->batch_place + 1; i < proposing->batch_most; i++) {
        g_autofree char *one = action_describe(batch->pdata[i]);
        g_strv_builder_add(rest, one);
    }
    fire->place = (int)proposing->batch_place + 1;
    fire->of = (int)proposing->batch_most;
    fire->rest = g_strv_builder_end(rest);
}

static event *proposal_event(struct run *run, const proposal *p)
{
    event *e = event_new(EVENT_PROPOSAL);
    struct area patch = p->x >= 0 ? p->guard.rules.close : (struct area){0};
    const struct eye_window *window = eye_observation_window(run->look->observation, p->window);
    e->id = p->id;
    e->step = (int)run->step;
    e->fire.action = action_copy(p->action);
    g_autofree char *json = timeline_to_json(p->timeline);
    e->fire.timeline = timeline_from_json(json, strlen(json), NULL);
    e->judged.tier = p->policy.tier;
    e->judged.rule = g_strdup(p->policy.rule);
    e->judged.word = g_strdup(p->policy.word);
    e->judged.evidence = g_strdup(p->policy.evidence);
    e->judged.explain = policy_explain(&p->policy);
    e->judged.provider_asks = g_strdup(run->proposing->safety);
    e->judged.fuse_ms = p->fuse_ms;
    e->fire.digest = g_strdup(p->digest);
    e->expires_s = (int)config_int(run->cfg, "run", "expires_s");
    e->fire.edited_from = p->edited_from;
    add_place(&e->fire, run->proposing);
    e->reason = again_words(run, p);
    e->fire.target = g_new0(struct event_target, 1);
    *e->fire.target = (struct event_target){.window = g_strdup(window ? window->title : ""),
                                            .class = g_strdup(window ? window->class : ""),
                                            .window_id = p->window,
                                            .x = p->x,
                                            .y = p->y,
                                            .patch_x = patch.x,
                                            .patch_y = patch.y,
                                            .patch_width = patch.width,
                                            .patch_height = patch.height,
                                            .match = 1,
                                            .moving = proposal_moving(p),
                                            .left_out = proposing_left_out(run->proposing, run->look, p->x, p->y),
                                            .follows = follows(run->proposing, p),
                                            .label = proposal_label(p, run->look->observation->screen),
                                            .animated = run->proposing->animated == PROFILE_ANIMATED_NONE
                                                            ? NULL
                                                            : g_strdup(profile_animated_name(run->proposing->animated))};
    return e;
}

/* The timeline for the store: without what a person types who drives (its action is without it, too). Caller frees. */
static char *kept_timeline(const struct run *run, const proposal *p)
{
    g_autofree char *whole = timeline_to_json(p->timeline);
    g_autoptr(timeline) kept = control_is_driving(run->control) ? timeline_from_json(whole, strlen(whole), NULL) : NULL;
    for (guint i = 0; kept && i < kept->events->len; i++) {
        struct timeline_event *e = &g_array_index(kept->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT) {
            g_free(e->text);
            e->text = g_strdup(ONESHOT_UNKEPT);
        }
    }
    return kept ? timeline_to_json(kept) : g_steal_pointer(&whole);
}

static bool commit(struct run *run, const proposal *p, const event *e, const char *by, GError **error)
{
    g_autofree char *action_json = action_to_json(p->action), *timeline_json = kept_timeline(run, p),
                    *target_json = event_target_to_json(e->fire.target),
                    *prepared = run_asks_json(e->judged.provider_asks, p->asked);
    struct memory_proposal row = {.run = run->id,
                                  .step = run->step,
                                  .id = p->id,
                                  .action = action_json,
                                  .timeline = timeline_json,
                                  .digest = p->digest,
                                  .rule = p->policy.rule,
                                  .target = target_json,
                                  .tier = p->policy.tier,
                                  .edited_from = e->fire.edited_from,
                                  .by = (char *)by,
                                  .at_us = g_get_real_time()};
    return memory_proposal_add(run->store, &row, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, "prepared", by, p->digest, prepared, error) &&
           procedural_outcome(run, p->action, "proposed", error);
}

/* What a stale proposal was decided on, and what is there instead. A look that does not come is no reason to be silent. */
static bool show_stale(struct run *run, event *e, GError **error)
{
    e->decided.before = run->look->observation ? g_strdup(run->look->observation->frame.path) : NULL;
    const struct eye_frame *f = step_glance(run, GLANCE_TIMEOUT_MS);
    if (!f)
        return true;
    e->decided.after = g_strdup(f->path);
    return step_store_frame(run, f, "after", error);
}

static void pause_if_stale_again(struct run *run, const proposal *p)
{
    if (run->oneshot->decide || control_is_paused(run->control))
        return;
    g_autofree char *why = proposal_note_stale(&run->judge->repeats, p);
    if (why)
        run_pause(run, "engine", why);
}

static bool record_decision(struct run *run, proposal *p, GError **error)
{
    g_autoptr(event) e = event_new(EVENT_DECISION);
    const char *verdict = gate_verdict_name(run->judge->gate.verdict);
    p->verdict = run->judge->gate.verdict;
    g_free(p->decided_by);
    p->decided_by = g_strdup(run->judge->gate.by);
    g_free(p->reason);
    p->reason = g_strdup(run->judge->gate.reason);
    bool gone = p->verdict == GATE_STALE || (p->verdict == GATE_VOIDED && run->proposing->reacted);
    /* where more of its plan follows, a burning fuse that the screen puts out does not give all of it up */
    bool more = run->proposing->batch && run->proposing->batch_place + 1 < run->proposing->batch_most;
    bool out = p->way == GATE_FUSES && (p->verdict == GATE_VOIDED || more);
    bool asks = p->way == GATE_ASKS || p->grant || out || (p->verdict == GATE_STALE && run->proposing->came);
    p->again = !run->oneshot->unasked && (proposal_compares_less(p) || (asks && gone));
    e->id = p->id;
    e->decided.verdict = g_strdup(verdict);
    e->decided.by = g_strdup(run->judge->gate.by);
    e->reason = proposal_advised(run, p, p->reason);
    if (p->verdict == GATE_STALE && !show_stale(run, e, error))
        return false;
    bool ok = memory_decision_add(run->store, run->id, p->id, verdict, run->judge->gate.by, e->reason, error);
    if (ok && (p->verdict == GATE_STALE || p->verdict == GATE_VOIDED || p->verdict == GATE_EXPIRED))
        ok = memory_journal_add(run->store, run->id, run->step, p->id, p->verdict == GATE_STALE ? "stale" : "voided",
                                run->judge->gate.by, p->digest, NULL, error);
    if (ok && (p->verdict == GATE_EDITED || p->verdict == GATE_REJECTED))
        ok = procedural_outcome(run, p->action, verdict, error);
    if (ok) { /* what is told is kept */
        g_autofree char *shown = action_describe(p->action);
        client_send(run, e);
        departure_note_decision(run, shown, verdict, p->decided_by, p->reason, gate_fires(p->verdict));
    }
    pause_if_stale_again(run, p);
    return ok;
}

/* What a person is shown is the screen as it is now, at rest, and that is what is compared afterwards; `reins do` has just
 * looked, but where what it showed went stale. */
static bool look_again(struct run *run, const proposal *p, eye_observation **ret_replaced, GError **error)
{
    if (run->oneshot->decide && !p->shown_again)
        return true;
    if (!step_look_again(run, ret_replaced, error))
        return false;
    if (*ret_replaced)
        run_note(run, "eye", "the screen has changed since the model saw it: the proposal is shown on the screen as it is now");
    return true;
}

static bool decided(struct run *run, void *data)
{
    (void)data;
    return !run->judge->gate.open || run->proposing->edit || run->proposing->rest_asked;
}

/* A fuse that burns, or a grant that decides, while nobody is at the console is no supervision. */
static bool is_attended(const struct run *run)
{
    gint64 idle_s = config_int(run->cfg, "gate", "idle_s");
    return run->oneshot->decide || idle_s <= 0 || g_get_monotonic_time() - run->control->sign_us < idle_s * G_USEC_PER_SEC;
}

/* What a model was told of a screen that is another now: a mark of it may be known only once the words have been read again. */
static bool expand_told(struct run *run, proposal *p, bool changed, char **ret_why, GError **error)
{
    const int id = run->proposing->last + 1;
    if (run->oneshot->numbers == EYE_NUMBERS_WITH_WORDS) {
        model_view_want_words(run);
        if (!model_view_await_words(run, error))
            return false;
    }
    look_take_marks(run->look);
    if (!proposal_expand(run, p->action, id, &p->timeline, ret_why, error))
        return false;
    if (p->timeline || !changed || !run->look->marks_told)
        return true;
    g_clear_pointer(ret_why, g_free);
    return model_view_await_words(run, error) && proposal_expand(run, p->action, id, &p->timeline, ret_why, error);
}

/* What a person may grant while it waits. */
static void note_loop(struct run_proposing *proposing, const proposal *p)
{
    const timeline_loop *l = grants_loop_of(p->timeline);
    g_clear_pointer(&proposing->loop.budget, timeline_loop_free);
    proposing->loop.budget = l ? timeline_loop_copy(l) : NULL;
    proposing->loop.tier = p->policy.tier;
    proposing->loop.window = p->window;
}

/* Prepares and shows one proposal. *ret_shown false: it was refused, p->reason says why. */
static bool show(struct run *run, proposal *p, const char *by, bool *ret_shown, GError **error)
{
    g_autofree char *why = NULL;
    g_autoptr(eye_observation) thought_on = NULL;
    *ret_shown = false;
    if (!look_again(run, p, &thought_on, error))
        return false;
    if (run->proposing->unseen) {
        eye_observation_free(thought_on);
        thought_on = g_steal_pointer(&run->proposing->unseen);
    }
    gint64 begun = g_get_monotonic_time();
    if (!expand_told(run, p, thought_on != NULL, &why, error))
        return false;
    if (!p->timeline) {
        g_autofree char *shown = action_describe(p->action);
        refuse(p, why);
        client_notice(run, "warning", "%s cannot be done: %s", shown, why);
        return true;
    }
    p->digest = timeline_digest(p->timeline);
    proposal_aim(run, p);
    if (!proposal_judge(run, p, p->edited_from != 0, error) || !proposal_watch(run, p, error))
        return false;
    const eye_observation *planned_on = !g_str_equal(by, "human") ? run->proposing->planned_on : NULL;
    /* how the program has reacted late to the plan's own actions is compared with the plan, as what it has done at once */
    const bool later = planned_on && run->proposing->batch && (run->proposing->batch_place > 0 || p->action->part > 0);
    if (!proposal_compare_thought(run, p, planned_on, later && !p->shown_again ? NULL : thought_on, error))
        return false;
    granting_depart(run, p->window);
    proposal_choose(run->judge, run->cfg, p, is_attended(run));
    const struct grant *list = grants_list(&run->judge->grants);
    if (list && list->id != p->grant)
        granting_end_list(run, "what is proposed is not its next action, or must be asked for");
    p->id = ++run->proposing->last;
    note_loop(run->proposing, p);
    g_autoptr(event) e = proposal_event(run, p);
    if (!commit(run, p, e, by, error))
        return false;
    budget_own(run->spent, OWN_PROPOSE, begun, 0);
    gate_open(&run->judge->gate, p->id, p->digest, p->policy.tier, p->policy.word, e->expires_s, g_get_monotonic_time());
    run_set_state(run, "waiting");
    client_send(run, e);
    device_survey(run);
    g_autofree char *explanation = run->options->explain ? proposal_explanation(p) : NULL;
    if (explanation)
        client_notice(run, "info", "%s", explanation);
    proposal_pass(run, p);
    device_heed_early(run);
    if (run->oneshot->decide && run->judge->gate.open)
        run->oneshot->decide(e, run->oneshot->data);
    *ret_shown = true;
    return true;
}

/* False: the wait was ended; *ret_misfit: it cannot be tried. */
static bool try_draft(struct run *run, const char *name, const char *sha256, GError **ret_misfit, GError **error)
{
    activity_change(run->control, ACTIVITY_EDITING);
    bool ok = procedural_try(run, name, sha256, ret_misfit);
    activity_change(run->control, ACTIVITY_NONE);
    if (ok || (*ret_misfit)->domain != RUN_ERROR)
        return true;
    g_propagate_error(error, g_steal_pointer(ret_misfit));
    return false;
}

/* What was expected of other arguments is expected of these by nobody. */
static void drop_expectation(action *edited, const action *from)
{
    if (!action_expectation_stands(edited, from))
        *edited->expectation = '\0';
}

/* Puts the person's action in place of the one that waits. False only when the wait was ended or the store failed. */
static bool take_edit(struct run *run, proposal **inout, GError **error)
{
    g_autoptr(action) wanted = g_steal_pointer(&run->proposing->edit);
    g_autofree char *draft = g_steal_pointer(&run->proposing->edit_draft);
    proposal *old = *inout;
    g_autoptr(GError) misfit = NULL;
    g_autoptr(timeline) t = NULL;
    g_autofree char *why = NULL;
    wanted->part = g_str_equal(wanted->skill, old->action->skill) ? old->action->part : 0;
    if (draft && !try_draft(run, wanted->skill, draft, &misfit, error))
        return false;
    if (misfit || !procedural_fetch(run, wanted->skill, &misfit) || !skill_library_check(run->skills->library, wanted, &misfit)) {
        client_notice(run, "error", "edit: %s (proposal %d still waits)", misfit->message, old->id);
        return true;
    }
    activity_change(run->control, ACTIVITY_EDITING);
    bool expanded = proposal_expand(run, wanted, run->proposing->last + 1, &t, &why, error);
    activity_change(run->control, ACTIVITY_NONE);
    if (!expanded)
        return false;
    if (!t) {
        client_notice(run, "error", "edit: %s (proposal %d still waits)", why, old->id);
        return true;
    }
    drop_expectation(wanted, old->action);
    if (!run->judge->gate.open) { /* the screen may have changed meanwhile */
        old->edit = g_steal_pointer(&wanted);
        return true;
    }
    gate_close(&run->judge->gate, GATE_EDITED, "human", "");
    if (!record_decision(run, old, error))
        return false;
    g_autoptr(proposal) fresh = g_new0(proposal, 1);
    fresh->action = g_steal_pointer(&wanted);
    fresh->edited_from = old->id;
    fresh->person = proposal_changed_words(old->action, fresh->action);
    bool shown;
    if (!show(run, fresh, "human", &shown, error))
        return false;
    proposal_free(old);
    *inout = g_steal_pointer(&fresh);
    return true;
}

/* Says and keeps that the proposal has lapsed, also when it had been approved already. */
bool proposal_lapse(struct run *run, proposal *p, enum gate_verdict verdict, const char *by, const char *why, GError **error)
{
    gate_open(&run->judge->gate, p->id, p->digest, p->policy.tier, p->policy.word, 0, 0);
    gate_close(&run->judge->gate, verdict, by, why);
    return record_decision(run, p, error);
}

/* A proposal whose wait was ended by pause, stop or a lost eye is void, approved a moment before or not; that is committed too.
 */
static bool void_undecided(struct run *run, proposal *p, const char *why, GError **error)
{
    if (p->verdict != GATE_WAITING)
        return true;
    gate_close(&run->judge->gate, GATE_VOIDED, "engine", why);
    return gate_fires(run->judge->gate.verdict)
               ? proposal_lapse(run, p, GATE_VOIDED, "engine", proposal_overtaken(run->control, why), error)
               : record_decision(run, p, error);
}

static bool wait_for_decision(struct run *run, proposal **inout, GError **error)
{
    g_autoptr(GError) ended = NULL;
    while (wait_until(run, decided, NULL, 0, &ended)) {
        if (!run->judge->gate.open)
            return record_decision(run, *inout, error);
        if (!run->proposing->edit) {
            if (!listing_tell(run, *inout, &ended))
                break;
            continue;
        }
        if (!take_edit(run, inout, &ended))
            break;
        if ((*inout)->refused)
            return true;
    }
    g_clear_pointer(&run->proposing->edit, action_free);
    g_clear_pointer(&run->proposing->edit_draft, g_free);
    if (void_undecided(run, *inout, ended->message, error))
        g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

static void note_rejection(proposal *p)
{
    if (p->verdict != GATE_REJECTED || p->refused)
        return;
    g_free(p->person);
    if (p->denied_by) {
        p->person = g_strdup(p->denied_why);
        return;
    }
    p->person = proposal_rejected_words(NULL, p->reason);
}

/* Takes p. */
static bool propose(struct run *run, proposal *p, const char *by, proposal **ret_proposal, GError **error)
{
    bool shown;
    g_clear_pointer(&run->proposing->edit, action_free);
    g_clear_pointer(&run->proposing->edit_draft, g_free);
    bool ok = show(run, p, by, &shown, error) && (!shown || wait_for_decision(run, &p, error));
    proposal_unwatch(run);
    if (!ok) {
        proposal_free(p);
        return false;
    }
    note_rejection(p);
    const char *why = run->oneshot->decide ? NULL : proposal_note_verdict(&run->judge->repeats, p);
    if (why)
        run_pause(run, "engine", why);
    *ret_proposal = p;
    return true;
}

bool step_propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **error)
{
    boards_tell(run);
    proposal *p = g_new0(proposal, 1);
    p->action = action_copy(a);
    return propose(run, p, by, ret_proposal, error);
}

bool step_propose_again(struct run *run, const proposal *stale, const char *by, proposal **ret_proposal, GError **error)
{
    proposal *p = proposal_again(run->proposing, stale);
    return propose(run, p, p->edited_from ? "human" : by, ret_proposal, error);
}
