/* The GITM agent (Zhu et al. 2023, arXiv:2305.17144): it takes a goal apart, plans each goal as structured actions, does them
 * until the first that fails, goes on from there with the reason, and remembers what worked. A step is one question or one
 * action. */

#include "engine/agents/gitm/gitm.h"

#include "engine/client/client.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/modules/situation.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"
#include "engine/run/working.h"
#include "engine/step/step.h"
#include "skills/timeline/action.h"

#include <string.h>

/* ---- its modules ---- */

static const struct field decompose_fields[] = {
    {"object", FIELD_STRING, NULL, true, 80, "the name of the thing, in lower case with _ for blanks"},
    {"wanted", FIELD_INTEGER, NULL, false, GOALS_COUNT_MAX, "only where the task is asked about: how many of it the task wants"},
    {"count", FIELD_INTEGER, NULL, true, 64, "how many one piece of work gives"},
    {"material", FIELD_COUNTS, NULL, true, 16,
     "what that one piece of work uses up, and how many of each; nothing if it is found"},
    {"tool", FIELD_STRING, NULL, false, 80,
     "the most basic tool or station that must be in the inventory and is not used up; empty if none is needed"},
    {"also", FIELD_STRINGS, NULL, false, 16,
     "names of things that do as well in its place: for a group (any planks) what belongs to it, for a tool the better ones"},
    {"info", FIELD_STRING, NULL, true, 1000, "what has to be known to get it, in at most three sentences"},
};
static const struct field plan_fields[] = {
    {"explanation", FIELD_STRING, NULL, false, 2000, "why the last action failed; empty if none has"},
    {"thoughts", FIELD_STRING, NULL, true, 4000, "how the goal is reached from here"},
    {"actions", FIELD_ACTIONS, NULL, true, PLAN_ACTS_MAX, "skill calls in their order, from the one that failed on"},
};
static const struct field summarize_fields[] = {
    {"plan", FIELD_STRING, NULL, true, 8000, "the plan that they have in common, one call a line"},
};
static const struct module_says plan_says[] = {
    {SAYS_WHY, "thoughts", NULL}, {SAYS_ACTIONS, "actions", NULL}, {SAYS_CAUSE, "explanation", NULL}, {0}};

enum { DECOMPOSE, PLAN, SUMMARIZE };
static const struct module modules[] = {
    [DECOMPOSE] = {MODULE_FORM("decompose", decompose_fields), .rank = 0, .person = true, .always = true},
    [PLAN] = {MODULE_FORM("plan", plan_fields), .says = plan_says, .rank = 1, .always = true, .each = true},
    [SUMMARIZE] = {MODULE_FORM("summarize", summarize_fields), .rank = 2, .person = true, .always = true, .spare = true},
    {{0}},
};

static const struct option_row options[] = {
    {NULL, "calls", OPTION_INT, "30", 1, 1000, NULL, "plans that are asked for one goal before it fails"},
    {NULL, "stall", OPTION_INT, "3", 1, 1000, NULL,
     "how often in a row an action may fail for the same reason before you are asked; without a console the goal fails then"},
    {NULL, "game_steps", OPTION_INT, "12000", 1, 10000000, NULL, "steps of the game, where it tells them, before the run fails"},
    {NULL, "plan_only", OPTION_CHOICE, "false", 0, 0, "false|true",
     "true: takes the task apart, plans the first goal, says what is missing, and ends without an action"},
    {NULL, "decompose", OPTION_CHOICE, "on", 0, 0, "on|off", "off: the task's goal is planned as a whole"},
    {NULL, "feedback", OPTION_CHOICE, "on", 0, 0, "on|off", "off: a plan is not told why the one before failed"},
    {NULL, "knowledge", OPTION_CHOICE, "on", 0, 0, "on|off", "off: what is known (reins knowledge) is not told"},
    {NULL, "memory", OPTION_CHOICE, "on", 0, 0, "on|read|off",
     "read: plans are told and none is remembered; off: they are neither remembered nor told (reins plans)"},
    {0},
};
static const char *const libraries[] = {"world", NULL};

#define TRIES 3 /* decompositions in a row that cannot be used */

static bool is(const struct run *run, const char *key, const char *value)
{
    return g_str_equal(run_option(run->options, run->cfg, key), value);
}

static bool some(const char *text)
{
    return text && *text;
}

static void came(const struct run *run, void *mind, const struct situation_past *past)
{
    (void)run;
    plan_acts_came(&((struct gitm *)mind)->acts, past);
}

/* The plan of a step that its engine did not live to remember; without one the next of its actions was under way. */
static void catch_up(struct run *run, void *mind, const form_output *const *said)
{
    struct gitm *m = mind;
    (void)run;
    if (said[PLAN])
        plan_acts_plan(&m->acts, form_output_actions(said[PLAN], "actions"));
    plan_acts_propose(&m->acts);
}

/* ---- a step ---- */

static bool ends(struct run *run, enum agent_end end, char *reason_take, enum agent_end *ret_end, char **ret_reason,
                 GError **error)
{
    *ret_end = end;
    *ret_reason = reason_take;
    return step_remember(run, NULL, error);
}

/* The next action of the plan is proposed alone: what comes after it is decided on what came of it. */
static bool act(struct run *run, struct gitm *m, GError **error)
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

/* What came of the last action, for the plan and for the run's memory. `gained`: what the inventory has more of than before it.
 */
static bool judge(struct run *run, struct gitm *m, const struct display_state *state, GHashTable *gained, GError **error)
{
    g_autofree char *why = NULL;
    if (!plan_acts_judge(&m->acts, state->last, &why))
        return true;
    if (state->chance)
        m->acts.same = 0;
    if (why)
        plan_acts_gave(&m->acts, gained);
    return step_set_success(run, why ? "no" : "yes", why ? why : "", error);
}

/* A display that tells no inventory: what was planned counts as come true. */
static void believe(struct gitm *m, const struct goal *goal)
{
    g_autoptr(GHashTable) material = goals_material(&m->goals, goal);
    g_autoptr(GPtrArray) used = counts_names(material);
    for (guint i = 0; i < used->len; i++)
        counts_set(m->inventory, used->pdata[i],
                   MAX(0, counts_get(m->inventory, used->pdata[i]) - counts_get(material, used->pdata[i])));
    counts_set(m->inventory, goal->object, counts_get(m->inventory, goal->object) + goal->get);
}

static bool make_tree(struct gitm *m, gint64 *ret_bad, GError **error)
{
    g_autoptr(GHashTable) predicted = NULL;
    bool ok = goals_plan(&m->goals, m->inventory, &predicted, ret_bad, error);
    g_hash_table_unref(m->predicted);
    m->predicted = g_steal_pointer(&predicted);
    return ok;
}

/* It does not go on by itself: the person who is there is asked; without one, or an answer, the run fails. */
static bool stuck(struct run *run, const char *why, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    if (!run->client->console)
        return ends(run, AGENT_FAILED, g_strdup(why), ret_end, ret_reason, error);
    bool answered;
    if (!step_ask_help(run, why, &answered, error))
        return false;
    if (!answered) {
        *ret_end = AGENT_FAILED;
        *ret_reason = g_strdup(why);
    }
    return true;
}

/* ---- decomposition ---- */

static struct goal_way *way_said(const form_output *said, const char *object)
{
    return goal_way_new(object, form_output_integer(said, "count"), form_output_counts(said, "material"),
                        form_output_string(said, "tool"), form_output_strings(said, "also"), form_output_string(said, "info"));
}

/* The task in other words than names and counts: the model says what it wants. */
static bool read_task(struct run *run, struct gitm *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    g_autoptr(GError) why = NULL;
    if (goals_parse(&m->goals, run->options->task, &why)) {
        m->read = true;
        return true;
    }
    if (why)
        return ends(run, AGENT_FAILED, g_strdup(why->message), ret_end, ret_reason, error);
    if (!gitm_know(run, m, run->options->task, error) || !step_ask_one(run, DECOMPOSE, error))
        return false;
    const form_output *said = step_said(run, DECOMPOSE);
    const char *object = form_output_string(said, "object");
    gint64 wanted = form_output_integer(said, "wanted");
    if (!goals_add(&m->goals, object, wanted ? wanted : 1, &why)) {
        mind_set_string(&m->defect, why->message);
        if (++m->tries >= TRIES) {
            g_autofree char *what = g_strdup_printf("the task names no goal: %s", why->message);
            m->tries = 0;
            return stuck(run, what, ret_end, ret_reason, error);
        }
        return step_remember(run, NULL, error);
    }
    mind_set_string(&m->defect, "");
    m->read = true; /* how it is got is asked once what is known of it by its name is told */
    m->tries = 0;
    return step_remember(run, NULL, error);
}

/* Nothing is said of the object: that is no way to get it. */
static bool is_empty(const form_output *said)
{
    return !some(form_output_string(said, "object")) && !some(form_output_string(said, "info")) &&
           !some(form_output_string(said, "tool")) && g_hash_table_size(form_output_counts(said, "material")) == 0;
}

/* One object is asked about in a step. */
static bool decompose(struct run *run, struct gitm *m, const struct goal *goal, GError **error)
{
    g_autofree char *object = g_strdup(goal->object);
    if (is(run, "decompose", "off")) {
        g_autoptr(GHashTable) nothing = counts_new();
        goals_learn(&m->goals, goal_way_new(object, 1, nothing, "", NULL, ""));
        return step_remember(run, NULL, error);
    }
    if (!gitm_know(run, m, object, error) || !step_ask_one(run, DECOMPOSE, error))
        return false;
    if (is_empty(step_said(run, DECOMPOSE))) {
        mind_set_string(&m->defect, "the form was empty");
        m->tries++;
    } else {
        struct goal_way *way = way_said(step_said(run, DECOMPOSE), object);
        bool known = gitm_know_fuel(run, m, way, error);
        goals_learn(&m->goals, way);
        if (!known)
            return false;
    }
    return step_remember(run, NULL, error);
}

/* A way that cannot be: the object that it is for is asked about again, and told why. */
static bool again(struct run *run, struct gitm *m, gint64 bad, const GError *why, enum agent_end *ret_end, char **ret_reason,
                  GError **error)
{
    struct goal *goal = goals_row(&m->goals, bad);
    if (!goal || ++m->tries >= TRIES || why->code != GOALS_ERROR_CYCLE) {
        if (goal)
            mind_set_string(&goal->why, why->message);
        if (goal && !run->client->console)
            goal->state = BOARD_FAILED;
        m->tries = 0;
        return stuck(run, why->message, ret_end, ret_reason, error);
    }
    mind_set_string(&m->defect, why->message);
    goal->unknown = true;
    for (guint i = 0; i < m->goals.rows->len; i++) { /* it alone is asked about */
        struct goal *other = m->goals.rows->pdata[i];
        other->unknown = other == goal;
    }
    return decompose(run, m, goal, error);
}

/* ---- goals ---- */

static char *situation_now(const struct gitm *m, const struct display_state *state)
{
    g_autofree char *inventory = counts_text(m->inventory);
    return g_strdup_printf("inventory: %s%s%s", *inventory ? inventory : "empty", state->place ? "; " : "",
                           state->place ? state->place : "");
}

/* The goal that was worked on is there now: it is remembered before anything else. */
static bool reached(struct run *run, struct gitm *m, const struct goal *goal, GError **error)
{
    if (!gitm_remember(run, m, goal, NULL, error))
        return false;
    goals_done(&m->goals, m->at);
    m->at = 0;
    g_ptr_array_set_size(m->acts.rows, 0);
    mind_set_string(&m->acts.feedback, "");
    return step_keep(run, error);
}

static char *why_not(const struct gitm *m, const struct goal *goal)
{
    g_autofree char *same = m->acts.same > 1 ? g_strdup_printf(", %" G_GINT64_FORMAT " times in a row", m->acts.same) : NULL;
    return g_strdup_printf("%s %" G_GINT64_FORMAT " was not reached with %" G_GINT64_FORMAT " plans%s%s%s", goal->object,
                           goal->count, m->calls, some(m->acts.feedback) ? ": " : "",
                           some(m->acts.feedback) ? m->acts.feedback : "", same ? same : "");
}

static bool failed(struct run *run, struct gitm *m, struct goal *goal, char *why_take, enum agent_end *ret_end, char **ret_reason,
                   GError **error)
{
    g_autofree char *why = why_take;
    if (!gitm_remember(run, m, goal, why, error))
        return false;
    goal->state = BOARD_FAILED;
    mind_set_string(&goal->why, why);
    m->at = 0; /* a person may go on from it */
    return ends(run, AGENT_FAILED, g_strdup(why), ret_end, ret_reason, error);
}

/* Another plan would fail as the last ones did. */
static bool stalled(struct run *run, struct gitm *m, struct goal *goal, enum agent_end *ret_end, char **ret_reason,
                    GError **error)
{
    g_autofree char *why = why_not(m, goal);
    if (!run->client->console)
        return failed(run, m, goal, g_steal_pointer(&why), ret_end, ret_reason, error);
    m->acts.same = 0; /* the person's word makes the next plan another one */
    return stuck(run, why, ret_end, ret_reason, error) && (*ret_end != AGENT_FAILED || gitm_remember(run, m, goal, why, error));
}

static bool ask_plan(struct run *run, struct gitm *m, const struct goal *goal, GError **error)
{
    m->calls++;
    if (!gitm_know(run, m, goal->object, error) || !step_retrieve(run, NULL, error) || !step_ask_one(run, PLAN, error))
        return false;
    plan_acts_plan(&m->acts, form_output_actions(step_said(run, PLAN), "actions"));
    if (!m->acts.rows->len)
        mind_set_string(&m->acts.feedback, "the plan had no action");
    return true;
}

static bool show_plan(struct run *run, struct gitm *m, const struct goal *goal, enum agent_end *ret_end, char **ret_reason,
                      GError **error)
{
    g_autoptr(GHashTable) missing = goals_missing(&m->goals);
    g_autofree char *list = counts_text(missing), *object = g_strdup(goal->object);
    g_autofree char *unknown = gitm_unknown(run, missing, error);
    if (!unknown || !ask_plan(run, m, goal, error))
        return false;
    return ends(run, AGENT_SUCCESS,
                g_strdup_printf("plan_only: %u goal%s, the first is %s with %u actions; missing: %s%s%s", m->goals.rows->len,
                                m->goals.rows->len == 1 ? "" : "s", object, m->acts.rows->len, list,
                                *unknown ? "; nothing is known of " : "", unknown),
                ret_end, ret_reason, error);
}

/* A reference that cannot be made costs nothing that was reached: its plans stay, and the next success asks for it again. */
static bool keep_sources(struct run *run, struct gitm *m, GError *why_take, GError **error)
{
    g_autoptr(GError) why = why_take;
    if (!g_error_matches(why, RUN_ERROR, RUN_ERROR_FAILED)) {
        g_propagate_error(error, g_steal_pointer(&why));
        return false;
    }
    g_autofree char *text =
        g_strdup_printf("no reference plan for %s is made now, the plans that worked stay: %s", m->fold, why->message);
    client_notice(run, "warning", "%s", text);
    run_note(run, "engine", text);
    mind_set_string(&m->fold, "");
    return step_remember(run, NULL, error);
}

/* Of the plans that worked one reference is made. */
static bool fold(struct run *run, struct gitm *m, bool *ret_folded, GError **error)
{
    GError *why = NULL;
    *ret_folded = false;
    if (!some(m->fold))
        return true;
    if (!gitm_sources(run, m, error))
        return false;
    *ret_folded = some(m->fold);
    if (!*ret_folded)
        return true;
    if (!replay_can_answer(run, modules[SUMMARIZE].form.name))
        g_set_error(&why, RUN_ERROR, RUN_ERROR_FAILED, "none was made when the run was recorded");
    if (why || !step_ask_one(run, SUMMARIZE, &why))
        return keep_sources(run, m, why, error);
    return gitm_fold(run, m, form_output_string(step_said(run, SUMMARIZE), "plan"), error) && step_remember(run, NULL, error);
}

/* The goals are known: one of them is planned, or goes on. */
static bool work(struct run *run, struct gitm *m, const struct display_state *state, enum agent_end *ret_end, char **ret_reason,
                 GError **error)
{
    struct goal *goal = goals_next(&m->goals);
    if (!goal)
        return ends(run, AGENT_SUCCESS, g_strdup("all goals are reached"), ret_end, ret_reason, error);
    if (goal->id != m->at) {
        g_autofree char *where = situation_now(m, state);
        gitm_begin(m, goal, where);
        if (!gitm_recall(run, m, goal, error))
            return false;
    }
    g_autofree char *subtask = g_strdup_printf("%s %" G_GINT64_FORMAT, goal->object, goal->count);
    step_set_subtask(run, subtask);
    if (is(run, "plan_only", "true"))
        return show_plan(run, m, goal, ret_end, ret_reason, error);
    if (m->calls >= option_int(run_option(run->options, run->cfg, "calls")))
        return failed(run, m, goal, why_not(m, goal), ret_end, ret_reason, error);
    if (m->acts.same >= option_int(run_option(run->options, run->cfg, "stall")))
        return stalled(run, m, goal, ret_end, ret_reason, error);
    return ask_plan(run, m, goal, error) &&
           (m->acts.rows->len ? act(run, m, error) : step_idle(run, "the plan had no action", error));
}

/* The plan is over: the goal is reached, or the next plan is told why not. */
static bool take_stock(struct run *run, struct gitm *m, GError **error)
{
    const struct goal *goal = goals_row(&m->goals, m->at);
    bool done = plan_acts_all_done(&m->acts);
    if (!goal || !m->acts.rows->len)
        return true;
    if (done && !m->told)
        believe(m, goal);
    if (!make_tree(m, NULL, NULL))
        return true; /* that is told where the tree is made anew */
    goal = goals_row(&m->goals, m->at);
    if (goal && goal->state == BOARD_LEFT_OUT && !goal->removed)
        return reached(run, m, goal, error);
    if (goal && done) {
        g_autofree char *why = g_strdup_printf("all actions were done, and the inventory has %" G_GINT64_FORMAT
                                               " of the %" G_GINT64_FORMAT " %s that are wanted",
                                               goal->had, MAX(goal->count, goal->had + goal->get), goal->object);
        plan_acts_missed(&m->acts, why);
    }
    return true;
}

/* The goal that was worked on has failed by it, unless the last action has reached it. */
static bool time_is_over(struct run *run, struct gitm *m, gint64 steps, enum agent_end *ret_end, char **ret_reason,
                         GError **error)
{
    g_autofree char *why = g_strdup_printf("the time of the game is over: %" G_GINT64_FORMAT " steps", steps);
    if (!take_stock(run, m, error))
        return false;
    struct goal *goal = goals_row(&m->goals, m->at);
    return goal ? failed(run, m, goal, g_steal_pointer(&why), ret_end, ret_reason, error)
                : ends(run, AGENT_FAILED, g_steal_pointer(&why), ret_end, ret_reason, error);
}

static bool go_on(struct run *run, struct gitm *m, const struct display_state *state, enum agent_end *ret_end, char **ret_reason,
                  GError **error)
{
    g_autoptr(GError) why = NULL;
    gint64 bad = 0;
    if (!m->read) {
        bool ok = read_task(run, m, ret_end, ret_reason, error);
        if (!ok || !m->read || step_said(run, DECOMPOSE) || *ret_end != AGENT_GOES_ON)
            return ok;
    }
    if (!make_tree(m, &bad, &why))
        return again(run, m, bad, why, ret_end, ret_reason, error);
    const struct goal *unknown = goals_unknown(&m->goals);
    if (unknown && m->tries >= TRIES) {
        g_autofree char *what = g_strdup_printf("%s was not taken apart: %s", unknown->object, m->defect);
        m->tries = 0;
        return stuck(run, what, ret_end, ret_reason, error);
    }
    if (unknown)
        return decompose(run, m, unknown, error);
    m->tries = 0;
    mind_set_string(&m->defect, "");
    return work(run, m, state, ret_end, ret_reason, error);
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct gitm *m = mind;
    g_auto(display_state) state = {0};
    bool acted, folded;
    *ret_end = AGENT_GOES_ON;
    mind_set_string(&m->sources, "");
    if (!step_observe(run, error) || !step_press_again(run, false, &acted, error))
        return false;
    if (acted)
        return true;
    gitm_state(run, &state);
    g_autoptr(GHashTable) gained = m->told && state.inventory ? counts_gained(m->inventory, state.inventory) : counts_new();
    m->told = state.inventory != NULL;
    if (m->told) {
        g_hash_table_unref(m->inventory);
        m->inventory = g_hash_table_ref(state.inventory);
    }
    if (!judge(run, m, &state, gained, error))
        return false;
    if (state.step >= option_int(run_option(run->options, run->cfg, "game_steps")) || (state.limit && state.step >= state.limit))
        return time_is_over(run, m, state.step, ret_end, ret_reason, error);
    const struct goal *at = m->at ? goals_row(&m->goals, m->at) : NULL, *next = goals_next(&m->goals);
    if (plan_acts_next(&m->acts) && at && at == next) /* a person may have gone elsewhere */
        return act(run, m, error);
    if (!take_stock(run, m, error))
        return false;
    if (!fold(run, m, &folded, error))
        return false;
    if (folded)
        return true;
    return go_on(run, m, &state, ret_end, ret_reason, error);
}

/* ---- boards ---- */

static void goal_rows(const void *mind, GPtrArray *rows)
{
    const struct gitm *m = mind;
    goals_rows(&m->goals, rows);
}

static bool goal_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    struct gitm *m = mind;
    (void)run;
    if (!goals_change(&m->goals, row, verb, text, error))
        return false;
    if (row == m->at) { /* its plan was for another goal */
        m->at = 0;
        g_ptr_array_set_size(m->acts.rows, 0);
    }
    return true;
}

static void act_rows(const void *mind, GPtrArray *rows)
{
    plan_acts_rows(&((const struct gitm *)mind)->acts, rows);
}

static bool act_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    if ((verb == BOARD_EDIT || verb == BOARD_INSERT) && !step_check_calls(run, text, error))
        return false;
    return plan_acts_change(&((struct gitm *)mind)->acts, row, verb, text, error);
}

static const struct board boards[] = {
    {"goals", "Goals", BOARD_GO | BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE, goal_rows, goal_change},
    {"actions", "Actions", BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE, act_rows, act_change},
    {"feedback", "Feedback", 0, gitm_feedback_rows, NULL},
    {0},
};

const struct agent agent_gitm = {
    .name = "gitm",
    .paper = "Zhu et al. 2023",
    .about = "a tree of goals, structured actions until the first that fails, plans that are remembered",
    .modules = modules,
    .mind = &gitm_mind,
    .boards = boards,
    .options = options,
    .libraries = libraries,
    .names = gitm_names,
    .values = gitm_values,
    .step = step,
    .came = came,
    .catch_up = catch_up,
};
