/* The JARVIS-1 agent (Wang et al. 2023, arXiv:2311.05997): describe, query, retrieve, plan, check, act on each goal; where one
 * fails, explain and plan anew from there. A step is one act, with the questions that come before it. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/client/client.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/modules/situation.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/step/procedural.h"
#include "engine/step/step.h"
#include "engine/world/plan_check.h"
#include "skills/timeline/action.h"

#include <string.h>

static const char *const libraries[] = {"world", NULL};

static const char *option(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

static bool is(const struct run *run, const char *key, const char *value)
{
    return g_str_equal(jarvis_setting(run, key), value);
}

static bool some(const char *text)
{
    return text && *text;
}

static void came(const struct run *run, void *mind, const struct situation_past *past)
{
    (void)run;
    plan_acts_came(&((struct jarvis *)mind)->acts, past);
}

/* The mind was kept when its plan was made: the next of its acts was under way. */
static void catch_up(struct run *run, void *mind, const form_output *const *said)
{
    (void)run;
    (void)said;
    plan_acts_propose(&((struct jarvis *)mind)->acts);
}

/* ---- goals: what came of them ---- */

static bool ends(struct run *run, enum agent_end end, char *reason_take, enum agent_end *ret_end, char **ret_reason,
                 GError **error)
{
    *ret_end = end;
    *ret_reason = reason_take;
    return step_remember(run, NULL, error);
}

static bool is_there(const struct jarvis *m, const struct jarvis_goal *goal)
{
    return goal->kind < PLAN_EQUIP && counts_get(m->inventory, goal->item) >= goal->count;
}

static void over(struct jarvis *m, struct jarvis_goal *goal, enum board_state state, const char *why)
{
    goal->state = state;
    mind_set_string(&goal->why, why);
    g_hash_table_unref(goal->had);
    goal->had = counts_copy(m->inventory);
    m->at = 0;
}

static void reached(struct run *run, struct jarvis *m, struct jarvis_goal *goal)
{
    if (!m->told && goal->kind < PLAN_EQUIP) /* it counts as come true */
        counts_set(m->inventory, goal->item, MAX(counts_get(m->inventory, goal->item), goal->count));
    over(m, goal, BOARD_DONE, "");
    g_ptr_array_add(m->did, jarvis_goal_text(goal));
    m->touched |= goal->touched || m->acts.touched;
    mind_set_string(&m->explanation, "");
    m->due = is(run, "reason", "goal");
    plan_acts_begin(&m->acts);
}

static void fails(struct jarvis *m, struct jarvis_goal *goal, const char *why)
{
    g_autofree char *text = jarvis_goal_text(goal);
    g_free(m->failure);
    m->failure = g_strdup_printf("goal %" G_GINT64_FORMAT ", %s: %s", goal->id, text, why);
    over(m, goal, BOARD_FAILED, why);
    jarvis_blame(m, goal);
}

/* A goal of making and of equipping is one call of the skill of that name, as the paper's scripts are; NULL = it is chosen. */
static action *scripted(const struct run *run, const struct jarvis *m, const struct jarvis_goal *goal)
{
    const char *name = plan_kind_name((enum plan_kind)goal->kind);
    const skill *made = goal->kind == PLAN_CRAFT || goal->kind == PLAN_SMELT || goal->kind == PLAN_EQUIP
                            ? skill_library_find(run->skills->library, name)
                            : NULL;
    if (!made)
        return NULL;
    action *a = action_new(name);
    g_autofree char *expectation =
        g_strdup_printf(goal->kind == PLAN_EQUIP ? "%s is in hand or worn" : "%s is in the inventory", goal->item);
    action_set_string(a, "object", goal->item);
    if (goal->kind != PLAN_EQUIP)
        action_set_integer(a, "count", MAX(1, goal->count - counts_get(m->inventory, goal->item)));
    mind_set_string(&a->expectation, expectation);
    return a;
}

/* The goal that was carried out is reached, goes on, or has failed. */
static void take_stock(struct run *run, struct jarvis *m)
{
    struct jarvis_goal *goal = jarvis_find(m, m->at);
    if (!goal)
        return;
    bool done = plan_acts_all_done(&m->acts), words = goal->kind >= PLAN_EQUIP || !m->told;
    if (is_there(m, goal) || (done && words)) {
        reached(run, m, goal);
        return;
    }
    if (plan_acts_next(&m->acts) || !m->acts.rows->len)
        return;
    if (done) {
        g_free(m->acts.feedback);
        m->acts.feedback =
            g_strdup_printf("all calls were done, and the inventory has %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " %s",
                            counts_get(m->inventory, goal->item), goal->count, goal->item);
    }
    g_autoptr(action) one = scripted(run, m, goal);
    if (one || m->tries >= option_int(option(run, "tries")))
        fails(m, goal, m->acts.feedback);
}

/* Before a goal is begun: what is there already is left out, and what is still to come is checked against what is true. */
static void look_ahead(struct run *run, struct jarvis *m)
{
    struct jarvis_goal *next;
    const recipes *r = jarvis_recipes(run);
    while ((next = jarvis_next(m)) && is_there(m, next))
        over(m, next, BOARD_LEFT_OUT, "in the inventory");
    if (!next || !r || some(m->failure))
        return;
    g_autofree char *flaw = jarvis_check_exactly(run, m, r);
    if (*flaw && !m->edited && !jarvis_is_theirs(m)) /* a person's plan is carried out as it is */
        mind_set_string(&m->failure, flaw);
}

/* The task is done: what it wants is there, or all goals of its plan are reached. */
static bool is_reached(struct jarvis *m)
{
    g_autoptr(GPtrArray) wanted = counts_names(m->wanted);
    bool there = wanted->len > 0 && (m->told || m->did->len);
    for (guint i = 0; i < wanted->len; i++)
        there = there && counts_get(m->inventory, wanted->pdata[i]) >= counts_get(m->wanted, wanted->pdata[i]);
    if (there)
        return true;
    if (!m->plans || jarvis_next(m) || some(m->failure) || m->at)
        return false;
    if (wanted->len == 0)
        return m->did->len > 0;
    jarvis_fails_short(m, "all goals of the plan are over");
    return false;
}

/* ---- failures ---- */

static gint64 most_replans(const struct run *run)
{
    return g_str_equal(option(run, "baseline"), "gpt") ? 0 : option_int(option(run, "replans"));
}

static bool remember_failure(struct run *run, struct jarvis *m, const char *why, GError **error)
{
    g_autofree char *cause = g_strconcat(why, some(m->explanation) ? "\n" : "", m->explanation, NULL);
    return jarvis_remember(run, m, cause, error);
}

static bool gives_up(struct run *run, struct jarvis *m, const char *why, enum agent_end *ret_end, char **ret_reason,
                     GError **error)
{
    return remember_failure(run, m, why, error) && ends(run, AGENT_FAILED, g_strdup(why), ret_end, ret_reason, error);
}

/* Another plan would fail as the last ones did: a person who is there is asked. */
static bool stalled(struct run *run, struct jarvis *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    bool answered;
    g_autofree char *why = g_strdup_printf("%s; so it was %" G_GINT64_FORMAT " times in a row", m->failure, m->same);
    if (!run->client->console)
        return gives_up(run, m, why, ret_end, ret_reason, error);
    m->same = 0; /* the person's word makes the next plan another one */
    if (!step_ask_help(run, why, &answered, error))
        return false;
    if (answered)
        return true;
    *ret_end = AGENT_FAILED;
    *ret_reason = g_strdup(why);
    return remember_failure(run, m, why, error);
}

/* ---- acting ---- */

/* One call of the goal is proposed: what comes after it is decided on what came of it. */
static bool act(struct run *run, struct jarvis *m, GError **error)
{
    const struct plan_act *next = plan_acts_next(&m->acts);
    g_autoptr(GPtrArray) one = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    action *a = next ? action_from_json(next->call, strlen(next->call), error) : NULL;
    if (next && !a)
        return false;
    if (a)
        g_ptr_array_add(one, a);
    plan_acts_propose(&m->acts);
    return step_act_batch(run, one, 1, BATCH_UNTIL_OTHERWISE, error);
}

static bool pursue(struct run *run, struct jarvis *m, GError **error)
{
    struct jarvis_goal *goal = jarvis_next(m);
    if (!goal)
        return step_idle(run, "the plan had no goal", error);
    if (goal->id != m->at) {
        plan_acts_begin(&m->acts);
        m->at = goal->id;
        m->tries = 0;
    }
    g_autofree char *text = jarvis_goal_text(goal);
    step_set_subtask(run, text);
    if (plan_acts_next(&m->acts))
        return act(run, m, error);
    g_autoptr(GPtrArray) calls = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    action *one = scripted(run, m, goal);
    if (one) {
        g_ptr_array_add(calls, one);
        plan_acts_plan(&m->acts, calls);
        return step_keep(run, error) && act(run, m, error);
    }
    m->tries++;
    if (!step_retrieve(run, NULL, error) || !step_ask_one(run, JARVIS_CHOOSE, error))
        return false;
    const form_output *said = step_said(run, JARVIS_CHOOSE);
    plan_acts_plan(&m->acts, form_output_actions(said, "actions"));
    if (m->acts.rows->len)
        return step_keep(run, error) && act(run, m, error);
    const char *impossible = form_output_string(said, "impossible");
    fails(m, goal, some(impossible) ? impossible : "no call was chosen for it");
    return step_remember(run, NULL, error);
}

/* ---- proposing tasks ---- */

static bool propose(struct run *run, struct jarvis *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    g_autofree char *pool = jarvis_pool(run);
    g_auto(GStrv) tasks = g_strsplit(pool, "\n", -1);
    g_autoptr(GString) chosen = g_string_new(NULL);
    g_free(m->known);
    g_free(m->flaw);
    m->known = m->flaw = NULL;
    if (!jarvis_tried(run, &m->known, &m->flaw, error) || !step_ask_one(run, JARVIS_PROPOSE, error))
        return false;
    const GPtrArray *rows = form_output_rows(step_said(run, JARVIS_PROPOSE), "tasks");
    for (guint i = 0; i < rows->len; i++) {
        const char *task = form_output_string(rows->pdata[i], "task");
        if (g_strv_contains((const char *const *)tasks, task))
            g_string_append_printf(chosen, "%s%s", chosen->len ? "; " : "", task);
        else
            client_notice(run, "warning", "the proposed task \"%.80s\" is not in the pool: it is dropped", task);
    }
    return ends(run, chosen->len ? AGENT_SUCCESS : AGENT_FAILED,
                chosen->len ? g_strconcat("proposed: ", chosen->str, NULL) : g_strdup("no task of the pool was proposed"),
                ret_end, ret_reason, error);
}

/* ---- a step ---- */

static bool take_state(struct run *run, struct jarvis *m, const struct display_state *state, GError **error)
{
    g_autofree char *why = NULL;
    m->told = state->inventory != NULL;
    if (m->told) {
        g_hash_table_unref(m->inventory);
        m->inventory = g_hash_table_ref(state->inventory);
    }
    g_hash_table_unref(m->wear);
    m->wear = state->wear ? g_hash_table_ref(state->wear) : counts_new();
    g_ptr_array_set_size(m->placed, 0);
    for (guint i = 0; state->placed && i < state->placed->len; i++)
        g_ptr_array_add(m->placed, g_strdup(state->placed->pdata[i]));
    if (!plan_acts_judge(&m->acts, state->last, &why))
        return true;
    return step_set_success(run, why ? "no" : "yes", why ? why : "", error);
}

/* Why the task cannot be done at all; NULL = it may be. Caller frees. */
static char *read_task(const struct run *run, struct jarvis *m)
{
    g_autoptr(GError) wrong = NULL;
    const recipes *r = jarvis_world(run);
    if (m->read)
        return NULL;
    m->read = true;
    if (!jarvis_read_task(run->options->task, m->wanted, &wrong) && wrong)
        return g_strdup(wrong->message);
    return r ? jarvis_unknown(m, r) : NULL;
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct jarvis *m = mind;
    g_auto(display_state) state = {0};
    bool acted;
    *ret_end = AGENT_GOES_ON;
    if (!step_observe(run, error) || !step_press_again(run, false, &acted, error))
        return false;
    if (acted)
        return true;
    if (option_int(option(run, "propose")) > 0)
        return propose(run, m, ret_end, ret_reason, error);
    char *impossible = read_task(run, m);
    if (impossible)
        return ends(run, AGENT_FAILED, impossible, ret_end, ret_reason, error);
    jarvis_read_state(run, &state);
    if (!take_state(run, m, &state, error))
        return false;
    impossible = !m->plans && m->told && jarvis_recipes(run) ? jarvis_unreachable(m, jarvis_recipes(run)) : NULL;
    if (impossible)
        return ends(run, AGENT_FAILED, impossible, ret_end, ret_reason, error);
    gint64 limit = state.limit ? state.limit : option_int(option(run, "game_steps"));
    take_stock(run, m);
    if (!m->at)
        look_ahead(run, m);
    if (is_reached(m))
        return jarvis_remember(run, m, NULL, error) &&
               ends(run, AGENT_SUCCESS, g_strdup("the task is done"), ret_end, ret_reason, error);
    if (state.step >= limit) {
        g_autofree char *why = g_strdup_printf("the time of the game is over: %" G_GINT64_FORMAT " steps", state.step);
        return gives_up(run, m, why, ret_end, ret_reason, error);
    }
    if (some(m->failure) && !m->counted)
        jarvis_count_failure(m, m->failure, state.chance);
    m->counted = some(m->failure);
    if (m->counted && m->plans && m->replans >= most_replans(run))
        return gives_up(run, m, m->failure, ret_end, ret_reason, error);
    if (m->counted && jarvis_stalls(run, m))
        return stalled(run, m, ret_end, ret_reason, error);
    if (some(m->failure) || m->due || !jarvis_next(m)) {
        if (!jarvis_make_plan(run, m, &state, error))
            return false;
        look_ahead(run, m);
        if (!some(m->failure) && !jarvis_next(m)) /* what it would bring is there, and the task is not done */
            jarvis_fails_short(m, "all that the plan would bring is there already");
        if (some(m->failure)) /* not one of its plans can be carried out: the next is told why */
            return step_remember(run, NULL, error);
    }
    if (m->recheck && !jarvis_check_again(run, m, error))
        return false;
    return pursue(run, m, error);
}

const struct agent agent_jarvis = {
    .name = "jarvis",
    .paper = "Wang et al. 2023",
    .about = "plans of goals that are checked before and explained after, with a memory of plans and pictures",
    .modules = jarvis_modules,
    .mind = &jarvis_mind,
    .boards = jarvis_boards,
    .options = jarvis_options,
    .libraries = libraries,
    .names = jarvis_names,
    .values = jarvis_values,
    .step = step,
    .came = came,
    .catch_up = catch_up,
};
