/* Judge: what is decided about a proposal before and without a person — the Lua policy, the person's rules, mode and grants. */

#include "engine/step/proposal.h"
#include "config/profile.h"

#include "engine/picture/frame.h"
#include "engine/run/proposing.h"
#include "engine/run/deciding.h"
#include "engine/control/granting.h"
#include "engine/step/procedural.h"
#include "engine/gate/footprint.h"

#include "skills/dryrun/dryrun.h"
#include "engine/client/client.h"
#include "engine/client/program.h"
#include "engine/devices/devices.h"
#include "engine/display/target.h"
#include "engine/run/control.h"
#include "engine/gate/gate.h"
#include "engine/gate/grants.h"
#include "engine/run/holds.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/options.h"
#include "engine/gate/rules.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"

#include <string.h>

#define REPEATS 3

static struct policy_case case_of(const struct run *run, const proposal *p)
{
    const struct run_oneshot *oneshot = run->oneshot; /* of what a person drives the proposal lacks the text: not so a policy */
    const bool driven = oneshot->given && control_is_driving(run->control);
    return (struct policy_case){.action = driven ? g_ptr_array_index(oneshot->given, 0) : p->action,
                                .parts = oneshot->given,
                                .timeline = p->timeline,
                                .picture = p->picture,
                                .caret = p->areas.caret,
                                .observation = p->near ? &p->seen : run->look->observation,
                                .label = p->label,
                                .unnamed = run->profile->unnamed_reversible ? (struct area){0} : p->areas.unnamed,
                                .x = p->x,
                                .y = p->y,
                                .window = eye_observation_window(run->look->observation, p->window),
                                .target_window = run->look->observation->target,
                                .held = (const char *const *)run->holds->keys,
                                .held_buttons = (const char *const *)run->holds->buttons,
                                .said_by = run->program->listener >= 0 ? "the program" : NULL,
                                .untold = !(devices_tells(run->devices) & DISPLAY_TELLS_WINDOWS)};
}

/* ---- the Lua policy ---- */

/* *ret_name stays NULL where none is set. */
static bool read_policy(const config *cfg, char **ret_name, char **ret_source, GError **error)
{
    const char *name = config_string(cfg, "gate", "policy");
    g_autofree char *path = rules_policy_path(name);
    if (!path)
        return true;
    g_autoptr(GBytes) file = config_file(path, NULL, error);
    if (!file) {
        g_prefix_error(error, "[gate] policy = %s: ", name);
        return false;
    }
    gsize length = 0;
    const char *text = g_bytes_get_data(file, &length);
    *ret_name = g_steal_pointer(&path);
    *ret_source = g_strndup(text ? text : "", length);
    return true;
}

bool judge_load_policy(struct run_judge *j, const config *cfg, GError **error)
{
    return read_policy(cfg, &j->policy_name, &j->policy_source, error);
}

char *judge_describe(const struct run_judge *j)
{
    g_autofree char *list = rules_describe(j->rules), *sum = NULL;
    if (j->policy_source)
        sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, j->policy_source, -1);
    return g_strdup_printf("gate: mode %s; %s%s%s%s%s", gate_mode_name(j->mode), list, sum ? "; policy " : "",
                           sum ? j->policy_name : "", sum ? ", sha256 " : "", sum ? sum : "");
}

static bool worker_done(struct run *run, void *data)
{
    (void)data;
    return worker_poll(run->worker);
}

static char *failed_text(const char *name, const char *why)
{
    return g_strdup_printf("the policy %s failed, and might have denied it: %s (correct it, or clear [gate] policy)", name, why);
}

/* `decided`: nobody would hear of it, and --yes answers whatever asks: it may have been going to deny. What is to be told, caller
 * frees. */
static char *policy_fails(const char *name, bool decided, proposal *p, const char *why)
{
    if (decided) {
        policy_add(&p->policy, "policy", POLICY_DENY, -1, why);
        p->denied_by = "policy";
        p->denied_why = failed_text(name, why);
        return NULL;
    }
    char *text = g_strdup_printf("the policy %s failed, so this asks: %s", name, why);
    policy_add(&p->policy, "policy", POLICY_ASK, -1, text);
    proposal_must_ask(p, text);
    return text;
}

static char *forbidden_text(const char *name, const char *why)
{
    return g_strdup_printf("the policy %s forbids it: %s", name, *why ? why : "it gives no reason");
}

/* The same. */
static char *take_answer(const char *name, bool decided, proposal *p, const char *json)
{
    struct policy_answer answer = {0};
    g_autofree char *notice = NULL;
    g_autoptr(GError) error = NULL;
    if (!policy_answer_parse(json, p->policy.tier, &answer, &notice, &error))
        return policy_fails(name, decided, p, error->message);
    g_autofree char *reason = answer.reason;
    const char *why = *reason ? reason : "it gives no reason";
    if (answer.tier >= 0)
        policy_add(&p->policy, "policy", POLICY_NARROW, answer.tier, why);
    if (answer.ask) {
        policy_add(&p->policy, "policy", POLICY_ASK, -1, why);
        proposal_must_ask(p, why);
    }
    if (answer.deny) {
        policy_add(&p->policy, "policy", POLICY_DENY, -1, why);
        p->denied_by = "policy";
        p->denied_why = forbidden_text(name, why);
    }
    return notice ? g_strdup_printf("policy %s: %s", name, notice) : NULL;
}

/* False only when the wait was ended. */
static bool ask_policy(struct run *run, proposal *p, GError **error)
{
    if (!run->judge->policy_source || p->denied_by)
        return true;
    const struct policy_case c = case_of(run, p);
    g_autoptr(GError) failed = NULL;
    g_autofree char *told = policy_case_json(&c, &p->policy), *json = NULL;
    g_autoptr(worker) w = dryrun_script_start(run->judge->policy_name, run->judge->policy_source, "policy", told, &failed);
    if (w) {
        run->worker = w;
        bool ok = wait_until(run, worker_done, NULL, 0, error);
        run->worker = NULL;
        if (!ok)
            return false;
        json = dryrun_script_finish(w, &failed);
    }
    const char *name = run->judge->policy_name;
    g_autofree char *notice =
        json ? take_answer(name, run->oneshot->decide, p, json) : policy_fails(name, run->oneshot->decide, p, failed->message);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    return true;
}

bool judge_ask_policy(const config *cfg, const struct policy_case *c, struct policy_verdict *v, char **ret_denied, GError **error)
{
    g_autofree char *name = NULL, *source = NULL, *json = NULL, *notice = NULL;
    g_autoptr(GError) failed = NULL;
    struct policy_answer answer = {0};
    if (!read_policy(cfg, &name, &source, error))
        return false;
    if (!source)
        return true;
    g_autofree char *told = policy_case_json(c, v);
    g_autoptr(worker) w = dryrun_script_start(name, source, "policy", told, &failed);
    if (w) {
        worker_wait(w);
        json = dryrun_script_finish(w, &failed);
    }
    if (!json || !policy_answer_parse(json, v->tier, &answer, &notice, &failed)) {
        *ret_denied = failed_text(name, failed->message);
        return true;
    }
    g_autofree char *reason = answer.reason;
    if (answer.tier >= 0)
        policy_add(v, "policy", POLICY_NARROW, answer.tier, reason);
    if (answer.deny)
        *ret_denied = forbidden_text(name, reason);
    return true;
}

/* ---- the person's rules ---- */

static void ask_rules(struct run *run, proposal *p)
{
    const struct policy_case c = case_of(run, p);
    struct rules_answer answer = rules_judge(run->judge->rules, &c, &p->policy, g_get_real_time());
    if (answer.denied_by && !p->denied_by) {
        p->denied_by = answer.denied_by;
        p->denied_why = g_strdup_printf("the person's %s forbids it", answer.denied_by);
    }
    p->asked_by = answer.asked_by;
    if (answer.asked_by)
        proposal_must_ask(p, answer.asked_by);
    p->allowed_by = answer.allowed_by;
    p->allowed_tier = answer.allowed_tier;
}

/* ---- the skills themselves ---- */

/* What its author says of a skill can only raise the tier; an untried skill asks, whatever else allows it. */
static void ask_skills(struct run *run, proposal *p)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    const GPtrArray *actions = run->oneshot->given ? run->oneshot->given : one;
    const char *whose = NULL;
    if (run->oneshot->timeline)
        return;
    g_ptr_array_add(one, p->action);
    int effect = procedural_effect(run, actions, &whose);
    g_autofree char *untrusted = procedural_untrusted(run, actions);
    if (effect >= 0) {
        g_autofree char *why = g_strdup_printf("%s says of itself: @effect %d", whose, effect);
        policy_add(&p->policy, "skill-effect", POLICY_TIER, effect, why);
    }
    const char *stranger = run->oneshot->unasked ? procedural_stranger(run, actions) : NULL;
    if (stranger) {
        p->denied_by = "on-trial";
        p->denied_why = g_strdup_printf("%s comes from this project's folder and nobody has accepted it: --yes does not fire it "
                                        "(reins skills show %s, then reins skills trust %s)",
                                        stranger, stranger, stranger);
        policy_add(&p->policy, "on-trial", POLICY_DENY, -1, p->denied_why);
    }
    if (untrusted) {
        policy_add(&p->policy, "on-trial", POLICY_ASK, -1, untrusted);
        proposal_must_ask(p, untrusted);
    }
}

/* ---- the window that was named ---- */

/* Another program's window over the target where the timeline acts on it, or NULL; borrowed. */
static const struct eye_window *covering(const struct eye_window *target, const footprint *r)
{
    for (guint i = 0; i < r->points->len; i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        const struct eye_window *w = at->window;
        if (w && w->id != target->id && (!w->pid || w->pid != target->pid) && at->x >= target->x && at->y >= target->y &&
            at->x < target->x + target->width && at->y < target->y + target->height)
            return w;
    }
    return NULL;
}

static const struct policy_reason *reason_of(const proposal *p, const char *rule)
{
    for (guint i = 0; p->policy.reasons && i < p->policy.reasons->len; i++) {
        const struct policy_reason *r = g_ptr_array_index(p->policy.reasons, i);
        if (g_str_equal(r->rule, rule))
            return r;
    }
    return NULL;
}

/* Nobody is asked who would see that what is shown there is not what gets the press. */
static void refuse_covered(bool unasked, proposal *p)
{
    const struct policy_reason *covered = unasked && !p->denied_by ? reason_of(p, "covered") : NULL;
    if (!covered)
        return;
    p->denied_by = "policy";
    p->denied_why = g_strdup_printf("%s (without --yes you are asked)", covered->evidence);
    policy_add(&p->policy, "window-covered", POLICY_DENY, -1, p->denied_why);
}

/* `reins do --yes --window` means that window: nobody is asked who would see that something else lies over it. */
static void keep_to_window(const struct run *run, proposal *p, const struct policy_case *c)
{
    const struct eye_window *target = run->oneshot->unasked && run->profile->window
                                          ? eye_observation_window(run->look->observation, run->look->observation->target)
                                          : NULL;
    if (!target || p->denied_by)
        return;
    g_autoptr(footprint) r = footprint_new(c);
    const struct eye_window *over = covering(target, r);
    if (!over)
        return;
    p->denied_by = "policy";
    p->denied_why = g_strdup_printf("the window \"%s\" lies over \"%s\" where it would act (bring that to the front first)",
                                    over->title ? over->title : "", target->title ? target->title : "");
    policy_add(&p->policy, "window-covered", POLICY_DENY, -1, p->denied_why);
}

/* ---- exploring ---- */

/* What would get the press and is of another program: also of one that the explored one has started, which elsewhere counts as a
 * part of it. NULL = nothing is, or the display tells neither windows nor the program in front. Caller frees. */
static char *unexplored(const struct run *run, const struct policy_case *c)
{
    static const char of_another[] = "the agent explores, and \"%s\" is another program";
    const eye_observation *o = run->look->observation;
    const struct eye_window *target = eye_observation_window(o, o->target);
    const guint tells = devices_tells(run->devices);
    const struct eye_window *front = tells & DISPLAY_TELLS_APP && o->windows->len ? o->windows->pdata[0] : NULL;
    if (front && run->judge->explored && g_strcmp0(front->class, run->judge->explored) != 0)
        return g_strdup_printf(of_another, front->class);
    g_autoptr(footprint) r = tells & DISPLAY_TELLS_WINDOWS ? footprint_new(c) : NULL;
    for (guint i = 0; r && r->presses && i < r->windows->len; i++) {
        const struct eye_window *w = r->windows->pdata[i];
        if (!w)
            return g_strdup("the agent explores, and this would go into an unknown window");
        if (!target || (w->id != target->id && (w->pid <= 0 || w->pid != target->pid)))
            return g_strdup_printf(of_another, w->title);
    }
    return NULL;
}

static void keep_to_explored(const struct run *run, proposal *p, const struct policy_case *c)
{
    g_autofree char *why = run->judge->explores ? unexplored(run, c) : NULL;
    if (!why)
        return;
    policy_add(&p->policy, "not-explored", POLICY_ASK, -1, why);
    proposal_must_ask(p, why);
}

/* ---- the same again and again ---- */

static bool same_again(const struct run_repeats *r, const proposal *p)
{
    g_autofree char *what = action_describe(p->action);
    return g_strcmp0(r->action, what) == 0 || g_strcmp0(r->digest, p->digest) == 0;
}

static void look_back(const struct run_repeats *r, proposal *p)
{
    if (r->fired < REPEATS || !same_again(r, p))
        return;
    g_autofree char *why = g_strdup_printf("the same action has been fired %d times in a row without a visible effect", r->fired);
    policy_add(&p->policy, "no-effect-again", POLICY_ASK, -1, why);
    proposal_must_ask(p, why);
}

void proposal_note_effect(struct run_repeats *r, const proposal *p)
{
    if (!p->fired || !p->effect)
        return;
    r->stale = 0;
    if (!g_str_equal(p->effect, "no_effect")) {
        r->fired = 0;
        return;
    }
    r->fired = same_again(r, p) ? r->fired + 1 : 1;
    g_free(r->action);
    r->action = action_describe(p->action);
    g_free(r->digest);
    r->digest = g_strdup(p->digest);
}

/* What would have fired by itself is proposed again when it goes stale, or the hand cannot do it: not for ever, while a model is
 * paid for each. */
char *proposal_note_stale(struct run_repeats *r, const proposal *p)
{
    bool by_itself = p->way == GATE_FUSES || p->way == GATE_FIRES, stale = p->verdict == GATE_STALE;
    bool refused = p->verdict == GATE_VOIDED && g_strcmp0(p->decided_by, "hand") == 0;
    if ((!stale && !refused) || !by_itself || ++r->stale < REPEATS)
        return NULL;
    r->stale = 0;
    return g_strdup_printf("three actions in a row %s, the last because %s (%sresume goes on)",
                           stale ? "went stale before they were fired" : "could not be fired",
                           p->reason && *p->reason ? p->reason : "the screen had changed",
                           stale ? "mask what moves, or lower frame_match in the profile; " : "say how else, then ");
}

const char *proposal_note_verdict(struct run_repeats *r, const proposal *p)
{
    if (p->refused)
        return NULL;
    if (gate_fires(p->verdict))
        r->rejected = 0;
    if (p->verdict == GATE_REJECTED)
        r->stale = 0;
    if (p->verdict != GATE_REJECTED || ++r->rejected < REPEATS)
        return NULL;
    r->rejected = 0;
    return "three proposals in a row were rejected (say what is wanted, then resume)";
}

/* What lies over the words now takes nothing from what they said. */
static void keep_tier(proposal *p)
{
    if (p->before.tier <= p->policy.tier)
        return;
    g_autofree char *why = g_strdup_printf("when it was shown before: %s", p->before.evidence);
    g_strlcpy(p->policy.word, p->before.word, sizeof p->policy.word);
    policy_add(&p->policy, "shown-before", POLICY_TIER, p->before.tier, why);
}

/* ---- the way that it goes ---- */

bool proposal_judge(struct run *run, proposal *p, bool edited, GError **error)
{
    const struct policy_case before = case_of(run, p);
    g_autofree char *unread = NULL;
    if (!proposal_read_near(run, p, &before, &unread, error))
        return false;
    const struct policy_case c = case_of(run, p);
    p->policy = policy_judge(&c);
    g_clear_pointer(&p->picture, frame_free);
    keep_tier(p);
    if (unread) {
        policy_add(&p->policy, "unread", POLICY_ASK, -1, unread);
        proposal_must_ask(p, unread);
    }
    ask_skills(run, p);
    if (p->policy.denied) {
        p->denied_by = "policy";
        p->denied_why = g_strdup_printf("it is never allowed: %s", p->policy.evidence);
    }
    keep_to_window(run, p, &c);
    refuse_covered(run->oneshot->unasked, p);
    keep_to_explored(run, p, &c);
    g_autofree char *loop_asks = proposal_loop_asks(p);
    if (loop_asks)
        policy_add(&p->policy, "closed-loop-asks", POLICY_ASK, -1, loop_asks);
    if (run->proposing->safety && !run->oneshot->given) {
        g_autofree char *why = g_strdup_printf("the provider's safety check is to be acknowledged: %s", run->proposing->safety);
        policy_add(&p->policy, "provider-asks", POLICY_ASK, 2, run->proposing->safety);
        proposal_must_ask(p, why);
    }
    if (edited) {
        policy_add(&p->policy, "edited", POLICY_ASK, -1, "an edit is approved like any other proposal");
        proposal_must_ask(p, "an edit is to be approved");
    }
    if (!ask_policy(run, p, error))
        return false;
    look_back(&run->judge->repeats, p);
    ask_rules(run, p);
    return true;
}

static void ask_unattended(const config *cfg, proposal *p)
{
    g_autofree char *why = g_strdup_printf("no sign of a person for %d s ([gate] idle_s): fuses and grants wait for one",
                                           (int)config_int(cfg, "gate", "idle_s"));
    policy_add(&p->policy, "idle", POLICY_ASK, -1, why);
    proposal_must_ask(p, why);
}

char *proposal_loop_asks(const proposal *p)
{
    const timeline_loop *l = timeline_loop_of(p->timeline);
    g_autofree char *budget = l ? timeline_loop_budget(l) : NULL;
    return l ? g_strdup_printf("a closed loop needs an approval of its own: %s", budget) : NULL;
}

void proposal_choose(struct run_judge *j, const config *cfg, proposal *p, bool attended)
{
    struct grant_action next = {.tier = p->policy.tier, .window = p->window, .x = p->x, .y = p->y};
    g_strlcpy(next.digest, p->digest, sizeof next.digest);
    const gint64 now_us = g_get_monotonic_time();
    g_autofree char *loop_asks = proposal_loop_asks(p);
    const struct grant *grant = loop_asks ? grants_cover_loop(&j->grants, p->timeline, p->policy.tier, p->window, now_us)
                                          : grants_cover_next(&j->grants, &next);
    if (!grant && !loop_asks)
        grant = grants_cover(&j->grants, p->policy.tier, p->window, now_us);
    if (!grant && loop_asks)
        proposal_must_ask(p, loop_asks);
    if (j->explores && p->policy.tier >= 3)
        proposal_must_ask(p, "the agent tries things out: what is grave asks, whatever a rule allows");
    struct gate_facts facts = {.mode = j->mode,
                               .tier = p->policy.tier,
                               .risk_tier = (int)config_int(cfg, "gate", "risk_tier"),
                               .fuse_ms = (int)config_int(cfg, "gate", "fuse_ms"),
                               .denied_by = p->denied_by,
                               .asked = p->asked,
                               .allowed_by = loop_asks ? NULL : p->allowed_by, /* a loop's grant is counted */
                               .allowed_tier = p->allowed_tier};
    g_autofree char *granted_by = grant ? grant_by(grant) : NULL;
    facts.granted_by = granted_by;
    struct gate_choice choice = gate_choose(&facts);
    if (!attended && (choice.way == GATE_FUSES || (grant && choice.by == granted_by))) {
        facts.unattended = true;
        choice = gate_choose(&facts);
        ask_unattended(cfg, p);
    }
    p->way = choice.way;
    p->way_by = choice.by ? g_intern_string(choice.by) : NULL;
    p->fuse_ms = choice.way == GATE_FUSES ? facts.fuse_ms : 0;
    p->grant = granted_by && choice.by == granted_by ? grant->id : 0;
    if (p->grant)
        policy_add(&p->policy, p->way_by, POLICY_GRANT, -1, "a grant covers it");
}

void proposal_pass(struct run *run, proposal *p)
{
    gint64 now = g_get_monotonic_time();
    switch (p->way) {
    case GATE_DENIES:
        gate_close(&run->judge->gate, GATE_REJECTED, p->way_by, p->denied_why);
        rules_used(run->judge->rules, p->way_by, g_get_real_time());
        return;
    case GATE_FIRES:
        gate_pass(&run->judge->gate, p->way_by, now);
        rules_used(run->judge->rules, p->way_by, g_get_real_time());
        if (p->grant)
            granting_use(run, p->grant, p->id);
        return;
    case GATE_FUSES:
        gate_light(&run->judge->gate, p->fuse_ms, now);
        return;
    case GATE_ASKS:
        break;
    }
    if (!p->asked_by)
        return;
    g_autofree char *text = g_strdup_printf("proposal %d must be asked for", p->id);
    run_note(run, p->asked_by, text);
    rules_used(run->judge->rules, p->asked_by, g_get_real_time());
}

/* ---- why, in words (reins run --explain) ---- */

static char *way_text(const proposal *p)
{
    switch (p->way) {
    case GATE_DENIES:
        return g_strdup_printf("denied by %s", p->way_by);
    case GATE_FIRES:
        return g_strdup_printf("fires by %s", p->way_by);
    case GATE_FUSES:
        return g_strdup_printf("fires in %d ms unless it is vetoed", p->fuse_ms);
    case GATE_ASKS:
        break;
    }
    return p->asked ? g_strdup_printf("asks: %s", p->asked) : g_strdup("asks");
}

char *proposal_explanation(const proposal *p)
{
    g_autofree char *way = way_text(p);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "proposal %d: tier %d by %s (%s); %s", p->id, p->policy.tier, p->policy.rule, p->policy.evidence,
                           way);
    for (guint i = 0; i < p->policy.reasons->len; i++) {
        const struct policy_reason *r = g_ptr_array_index(p->policy.reasons, i);
        bool grant = r->effect == POLICY_GRANT; /* its name says what it is: grant:1 */
        if (strcmp(r->rule, p->policy.rule) != 0)
            g_string_append_printf(text, "; %s%s%s: %s", grant ? "" : policy_effect_name(r->effect), grant ? "" : " ", r->rule,
                                   r->evidence);
    }
    return g_string_free(text, FALSE);
}
