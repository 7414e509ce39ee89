/* `reins do`: skills, primitives or a timeline through the same gate, recorded as a run of one step, with no agent and no model.
 */

#include "engine/engine.h"
#include "config/profile.h"

#include "engine/run/deciding.h"
#include "engine/session/session.h"
#include "engine/control/device_control.h"
#include "engine/gate/policy.h"
#include "engine/gate/rules.h"
#include "engine/step/await.h"
#include "engine/step/step.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/primitive.h"
#include "skills/worker/worker.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/run/holds.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/step/procedural.h"
#include "engine/protocol/protocol.h"
#include "engine/step/proposal.h"
#include "engine/control/wait.h"

#include <string.h>

#define SHOWN_MAX 4        /* the same action: after that whoever asked for it looks first */
#define USES_MAX 8         /* skills that use each other */
#define SETTLE_AFTER_MS 30 /* what the effect is judged by: as long as a program takes to begin to answer a key */
#define SETTLE_TIMEOUT_MS 600
#define WINDOW_TIMEOUT_MS 1000
#define WINDOW_GRACE_MS 9000 /* beyond the eye's own limit: on a busy machine it answers late */

void engine_did_clear(struct engine_did *d)
{
    char *owned[] = {d->digest, d->rule,   d->evidence,  d->window,    d->class,
                     d->fired,  d->reason, d->typed_why, d->recovered, d->state};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    timeline_free(d->timeline);
    *d = (struct engine_did){.tier = -1, .x = -1, .y = -1};
}

/* A title as people remember it: upper or lower case do not matter, as with xdotool. An id stays as it is. */
static char *window_pattern(const char *window)
{
    char *end;
    g_ascii_strtoull(window, &end, 0);
    return *end ? g_strconcat("(?i)", window, NULL) : g_strdup(window);
}

/* Whether a skill, or one that it uses, asks for a mark by its number. */
static bool names_marks(const skill_library *library, const char *name, int depth)
{
    const skill *s = depth > 0 ? skill_library_find(library, name) : NULL;
    bool names = s && s->code && strstr(s->code, "screen.mark");
    for (char **used = s ? s->uses : NULL; used && *used && !names; used++)
        names = names_marks(library, *used, depth - 1);
    return names;
}

/* The target is whatever has the focus, and is left where it is; or the window that was asked for. */
static void aim_at(struct run *run, const struct engine_do *what)
{
    if (what->elements && run->profile->elements.open)
        run->profile->elements.by = PROFILE_ELEMENTS_ATSPI;
    run->oneshot->numbers = EYE_NUMBERS_NONE;
    for (guint i = 0; what->actions && i < what->actions->len; i++)
        if (names_marks(what->library, ((action *)g_ptr_array_index(what->actions, i))->skill, USES_MAX))
            run->oneshot->numbers = EYE_NUMBERS_WITH_WORDS;
    run->profile->settle_ms = SETTLE_AFTER_MS;
    run->profile->settle_timeout_ms = SETTLE_TIMEOUT_MS;
    g_free(run->profile->window);
    run->profile->window = what->window ? window_pattern(what->window) : NULL;
}

/* Asks the eye for the window, which is the target from then on: it gets the focus before anything is fired. */
static bool find_window(struct run *run, const char *window, GError **error)
{
    if (!window)
        return true;
    struct eye_request request = {.kind = EYE_AWAIT_WINDOW, .pattern = run->profile->window, .timeout_ms = WINDOW_TIMEOUT_MS};
    if (!device_ask_eye(run, &request, WINDOW_TIMEOUT_MS + WINDOW_GRACE_MS, error))
        return false;
    if (run->devices->eye.answer->found)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                "no window fits \"%s\" (a regular expression on title or class, or an id such as 0x1400003; reins see lists "
                "them)",
                window);
    return false;
}

/* What stands for all of it in the journal: the action itself, or the list of them, or that it was a timeline. */
static action *name_of(const struct engine_do *what)
{
    if (what->actions && what->actions->len == 1)
        return action_copy(g_ptr_array_index(what->actions, 0));
    action *a = action_new(what->actions ? "several" : "timeline");
    for (guint i = 0; what->actions && i < what->actions->len; i++) {
        g_autofree char *call = action_describe(g_ptr_array_index(what->actions, i)), *number = g_strdup_printf("%u", i + 1);
        action_set_string(a, number, call);
    }
    return a;
}

struct deciding {
    const struct engine_do *what;
    struct run *run;
};

/* Answers the proposal in the person's place: by --yes, or on the terminal. */
static void decide(const event *e, void *data)
{
    const struct deciding *d = data;
    const struct engine_do *what = d->what;
    g_autoptr(GError) error = NULL;
    if (what->dry) {
        gate_close(&d->run->judge->gate, GATE_VOIDED, "engine", "a dry run: nothing is fired");
        return;
    }
    bool yes = what->yes || (what->ask && what->ask(e, what->data));
    if (yes)
        gate_approve(&d->run->judge->gate, e->id, e->fire.digest, e->judged.word, g_get_monotonic_time(), &error);
    else
        gate_reject(&d->run->judge->gate, e->id, "not approved on the terminal", &error);
}

static bool nothing_held(struct run *run, void *data)
{
    (void)data;
    return (!run->holds->keys || !*run->holds->keys) && (!run->holds->buttons || !*run->holds->buttons);
}

/* Somebody took mouse or keyboard while it fired: the rest of it is not fired, and nothing is down. */
static int stopped_by_person(const struct run *run, struct engine_did *did, const char **ret_outcome, GError **error)
{
    did->status = "aborted";
    *ret_outcome = "stopped";
    g_set_error(error, RUN_ERROR, RUN_ERROR_STOPPED, "%s: the rest was not fired (look before you repeat it)",
                run->control->pause_reason ? run->control->pause_reason : "somebody used keyboard or mouse");
    return 4;
}

/* ---- what came of it ---- */

static void take_window(struct engine_did *did, const struct eye_window *w)
{
    did->window = g_strdup(w ? w->title : NULL);
    did->class = g_strdup(w ? w->class : NULL);
    did->window_id = w ? w->id : 0;
}

static void take(const struct run *run, const proposal *p, struct engine_did *did)
{
    did->timeline = p->timeline;
    ((proposal *)p)->timeline = NULL;
    did->digest = g_strdup(p->digest);
    did->effect = p->effect;
    did->x = p->x;
    did->y = p->y;
    if (run->look->observation && run->look->observation->screen)
        did->state = g_strdup(run->look->observation->screen->state);
    if (run->look->observation)
        take_window(did, eye_observation_window(run->look->observation, p->window));
    if (p->fired && run->devices->lease.asked) {
        did->pasted = run->devices->lease.window != 0;
        did->typed_why = run->devices->lease.window ? NULL : g_strdup(run->devices->lease.why);
    }
    if (p->refused || !p->policy.rule)
        return;
    did->tier = p->policy.tier;
    did->rule = g_strdup(p->policy.rule);
    did->evidence = g_strdup(p->policy.evidence);
    if (p->fired && did->timeline && timeline_loop_of(did->timeline))
        did->fired = memory_fired(run->store, run->id, p->id, NULL);
    else if (run->devices->hand.finished && run->devices->hand.finished->fired_json && p->fired)
        did->fired = g_strdup(run->devices->hand.finished->fired_json);
}

static int failed_with(struct engine_did *did, const char *status, GError **error, char *reason_take)
{
    did->status = status;
    g_set_error_literal(error, RUN_ERROR, RUN_ERROR_FAILED, reason_take);
    g_free(reason_take);
    return 1;
}

/* To the gate it is voided; but nobody has done that, the hand would not. */
static const char *unfired(const struct run *run, const proposal *p)
{
    bool by_hand =
        p->verdict == GATE_VOIDED && run->devices->hand.finished && run->devices->hand.finished->status == HAND_REFUSED;
    return p->status ? p->status : by_hand ? "refused" : gate_verdict_name(p->verdict);
}

/* NULL = nothing paused it. */
static const char *paused_by(const struct run *run)
{
    bool told = run->devices->display_lost && run->devices->lost_why;
    return told ? run->devices->lost_why : run->control->pause_reason;
}

static int conclude(const struct run *run, const proposal *p, struct engine_did *did, const char **ret_outcome, GError **error)
{
    const char *reason = p->reason && *p->reason ? p->reason : NULL;
    *ret_outcome = "error";
    if (p->refused)
        return failed_with(did, "refused", error, g_strdup(p->reason));
    if (p->denied_by)
        return failed_with(did, "denied", error, g_strdup_printf("%s: not fired: %s", p->action->skill, p->denied_why));
    if (run->judge->mode == GATE_DRY && !p->fired) {
        did->status = "dry";
        *ret_outcome = "success";
        return 0;
    }
    if (p->verdict == GATE_REJECTED) {
        did->status = "rejected";
        did->reason = g_strdup(reason);
        *ret_outcome = "stopped";
        return 4;
    }
    if (run->control->state == CONTROL_YIELDED)
        return stopped_by_person(run, did, ret_outcome, error);
    if (g_strcmp0(p->status, "uncertain") == 0)
        return failed_with(did, "uncertain", error,
                           g_strdup_printf("%s may have been fired, completely or in part: %s (look before you repeat it)",
                                           p->action->skill,
                                           paused_by(run) ? paused_by(run)
                                           : run->devices->hand.finished && *run->devices->hand.finished->reason
                                               ? run->devices->hand.finished->reason
                                               : "the hand did not answer"));
    if (!p->fired || g_strcmp0(p->status, "done") != 0) {
        g_autofree char *advised = proposal_advised(run, p, reason);
        return failed_with(did, g_intern_string(unfired(run, p)), error,
                           g_strdup_printf("nothing %swas fired: %s", p->fired ? "more " : "",
                                           advised     ? advised
                                           : p->status ? p->status
                                                       : "stale"));
    }
    const hand_answer *f = run->devices->hand.finished;
    if (devices_act(run->devices) && f && *f->reason)
        return failed_with(did, "failed", error, g_strdup_printf("failed: %s", f->reason));
    did->status = "done";
    *ret_outcome = "success";
    return 0;
}

/* ---- the one step, and one more for each part of a skill that waits in its middle ---- */

/* On a terminal, what went stale is asked about again on the screen as it is now. */
static bool fire_part(struct run *run, const action *name, proposal **ret_proposal, GError **error)
{
    bool ok = step_propose(run, name, "human", ret_proposal, error);
    for (int shown = 1; ok; shown++) {
        if (gate_fires((*ret_proposal)->verdict) && !(*ret_proposal)->refused)
            ok = step_fire(run, *ret_proposal, error);
        if (!ok || !(*ret_proposal)->again || shown == SHOWN_MAX)
            break;
        g_autoptr(proposal) stale = g_steal_pointer(ret_proposal);
        ok = memory_stale_add(run->store, run->id, run->step, error) &&
             step_propose_again(run, stale, "human", ret_proposal, error);
    }
    const proposal *p = *ret_proposal;
    /* Holds without an end are the hand's to expire; the command is done when nothing is down any more. */
    if (ok && p->fired && (run->control->stop || g_strcmp0(p->status, "done") == 0))
        ok = wait_until(run, nothing_held, NULL, 0, error);
    return (!p || step_remember(run, p, ok ? error : NULL)) && ok;
}

/* What has come has the focus now: keys are for it. */
static bool aim_at_focus(struct run *run, const struct engine_do *what, GError **error)
{
    if (!what->window)
        return true;
    g_free(run->profile->window);
    run->profile->window = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", run->look->observation->focus);
    return find_window(run, run->profile->window, error) && step_look(run, error);
}

/* Waits for what the skill waits for, and makes its next part the one that is called. */
static bool has_rest(struct run *run, const struct engine_do *what, const proposal *p, GError **error)
{
    const char *awaited = p->fired && g_strcmp0(p->status, "done") == 0 ? timeline_awaited(p->timeline) : NULL;
    g_autofree char *why = NULL;
    if (!awaited || !what->actions || !step_await(run, awaited, &why, error))
        return false;
    if (why) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: what follows in %s was not fired", why, p->action->skill);
        return false;
    }
    ((action *)g_ptr_array_index(what->actions, what->actions->len - 1))->part++;
    run->step++;
    return memory_step_begin(run->store, run->id, run->step, error) && aim_at_focus(run, what, error);
}

static int fire_one(struct run *run, const struct engine_do *what, struct engine_did *did, const char **ret_outcome,
                    GError **error)
{
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) failed = NULL;
    g_autoptr(action) name = name_of(what);
    run->step = 1;
    run->oneshot->given = what->actions;
    run->oneshot->timeline = what->timeline;
    skill_library_add_primitives(run->skills->library);
    bool ok = memory_step_begin(run->store, run->id, 1, &failed) && find_window(run, what->window, &failed) &&
              step_look(run, &failed) && fire_part(run, name, &p, &failed);
    while (ok && has_rest(run, what, p, &failed)) {
        g_clear_pointer(&p, proposal_free);
        ok = fire_part(run, name, &p, &failed);
    }
    ok = ok && !failed;
    if (p)
        take(run, p, did);
    if (ok)
        return conclude(run, p, did, ret_outcome, error);
    if (g_error_matches(failed, RUN_ERROR, RUN_ERROR_INTERRUPTED)) {
        g_clear_error(&failed);
        if (run->control->state == CONTROL_YIELDED)
            return stopped_by_person(run, did, ret_outcome, error);
        const char *why = paused_by(run);
        g_set_error(&failed, RUN_ERROR, RUN_ERROR_FAILED, "%s: the rest was not fired (look, then try again)",
                    why ? why : "the eye has died");
    }
    if (g_error_matches(failed, RUN_ERROR, RUN_ERROR_STOPPED))
        did->status = "aborted";
    int code = session_exit_code(failed, ret_outcome);
    g_propagate_error(error, g_steal_pointer(&failed));
    return code;
}

static int on_display(config *cfg, const struct engine_do *what, struct engine_did *did, GError **error)
{
    g_autoptr(action) name = name_of(what);
    g_autofree char *task = g_strdup_printf("do %s", name->skill);
    run_options options = {.task = task,
                           .display = (char *)what->display,
                           .profile = (char *)what->profile,
                           .brain = (char *)"",
                           .agent = (char *)"do",
                           .mode = (char *)(what->dry ? "dry" : "step"),
                           .max_steps = 1};
    struct run run;
    g_autoptr(GError) failed = NULL;
    const char *outcome = "error";
    int code;
    worker_warm_up(WORKER_LUA); /* while the display is looked at */
    struct deciding deciding = {.what = what, .run = &run};
    bool opened = session_open(&run, cfg, &options, -1, -1, false, &failed) && memory_lazy(run.store, &failed);
    run.oneshot->decide =
        decide; /* from the start: nobody watches a run of one action, and its parts save what is for watchers */
    run.oneshot->data = &deciding;
    run.oneshot->unasked = what->yes;
    if (opened && session_begin(&run, &failed)) {
        aim_at(&run, what);
        run.skills->library = what->library;
        if (session_start(&run, &failed))
            code = fire_one(&run, what, did, &outcome, &failed);
        else
            code = session_exit_code(failed, &outcome);
    } else {
        code = session_exit_code(failed, &outcome);
        skill_library_free(what->library);
    }
    did->run = run.id;
    session_end(&run, outcome, failed ? failed->message : did->status ? did->status : "fired", code);
    did->recovered = g_steal_pointer(&run.devices->hand.recovered); /* also by the hand that comes at the end */
    if (failed)
        g_propagate_error(error, g_steal_pointer(&failed));
    session_close(&run);
    return code;
}

/* ---- no display ---- */

/* What would fire on a blank screen: no run, no store, no window. */
static int on_blank(config *cfg, const struct engine_do *what, struct engine_did *did, GError **error)
{
    g_autoptr(profile) p = profile_load(what->profile ? what->profile : "default", error);
    g_autoptr(skill_library) lib = what->library;
    g_auto(GStrv) names = p ? profile_libraries(p) : NULL;
    if (p && !lib)
        lib = skill_library_load((const char *const *)names, NULL, error);
    g_autoptr(screen) blank = screen_blank();
    const char *outcome;
    if (!p || !lib)
        return session_exit_code(*error, &outcome);
    profile_fill(p, cfg);
    skill_library_restrict(lib, (const char *const *)p->allow, (const char *const *)p->deny);
    skill_library_add_primitives(lib);
    for (guint i = 0; what->actions && i < what->actions->len; i++)
        if (!skill_library_check(lib, g_ptr_array_index(what->actions, i), error)) {
            did->status = "refused";
            return 1;
        }
    if (what->actions) {
        did->timeline = dryrun_all(lib, what->actions, blank, 1, (gint64)p->max_hold_s * 1000, error);
    } else {
        g_autofree char *json = timeline_to_json(what->timeline);
        did->timeline = timeline_from_json(json, strlen(json), error);
    }
    if (!did->timeline) {
        did->status = "refused";
        return 1;
    }
    g_autoptr(action) name = name_of(what);
    struct policy_case c = {.action = name, .parts = what->actions, .timeline = did->timeline, .x = -1, .y = -1};
    const struct timeline_place place = screen_place(blank);
    timeline_target(did->timeline, &place, &c.x, &c.y);
    g_autoptr(rules) r = rules_new(config_rules(cfg), p->rules, NULL, error);
    if (!r)
        return 1;
    struct policy_verdict v = policy_judge(&c);
    g_autofree char *forbidden = v.denied ? g_strdup_printf("it is never allowed: %s", v.evidence) : NULL;
    if (!forbidden && !judge_ask_policy(cfg, &c, &v, &forbidden, error)) {
        policy_verdict_clear(&v);
        return 2;
    }
    struct rules_answer answer = rules_judge(r, &c, &v, g_get_real_time());
    if (!forbidden && answer.denied_by)
        forbidden = g_strdup_printf("it would not be fired: the person's %s forbids it", answer.denied_by);
    did->status = forbidden ? "denied" : "dry";
    did->digest = timeline_digest(did->timeline);
    did->tier = v.tier;
    did->rule = g_strdup(v.rule);
    did->evidence = g_strdup(v.evidence);
    did->x = c.x;
    did->y = c.y;
    if (forbidden)
        g_set_error_literal(error, RUN_ERROR, RUN_ERROR_FAILED, forbidden);
    policy_verdict_clear(&v);
    return forbidden ? 1 : 0;
}

int engine_do(config *cfg, const struct engine_do *what, struct engine_did *ret_did, GError **error)
{
    g_autoptr(GError) failed = NULL;
    *ret_did = (struct engine_did){.tier = -1, .x = -1, .y = -1};
    int code = what->dry && !what->display ? on_blank(cfg, what, ret_did, &failed) : on_display(cfg, what, ret_did, &failed);
    if (!ret_did->status)
        ret_did->status = code == 4 ? "aborted" : "failed";
    if (!failed)
        return code;
    g_free(ret_did->reason);
    ret_did->reason = g_strdup(failed->message);
    g_propagate_error(error, g_steal_pointer(&failed));
    return code;
}
