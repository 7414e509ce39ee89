/* The ScreenAgent agent (Niu et al. 2024, arXiv:2402.07945, 3.2): plan subtasks, act on one, evaluate it. A step of reins is one
 * phase. transitions.h has the state machine. */

#include "engine/agents/screenagent/screenagent.h"
#include "engine/agents/screenagent/transitions.h"
#include "engine/modules/prompt.h"

#include "engine/control/run_state.h"
#include "engine/eye/eye.h"
#include "engine/picture/difference.h"
#include "engine/picture/frame.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/working.h"
#include "engine/step/step.h"
#include "skills/timeline/action.h"

/* ---- its modules ---- */

static const struct field planner_fields[] = {
    {"reasoning", FIELD_STRING, NULL, false, 0, "what the screen shows, and how the task is done from there"},
    {"subtasks", FIELD_STRINGS, NULL, true, 100, "the subtasks in their order, one short sentence each"},
};
static const struct field actor_fields[] = {
    {"screen", FIELD_STRING, NULL, false, 2000, "what the screen shows now, as far as the subtask needs it"},
    {"reasoning", FIELD_STRING, NULL, false, 0, "how the actions follow from it"},
    {"actions", FIELD_ACTIONS, NULL, true, 50, "skill calls, in their order"},
};
static const struct field evaluator_fields[] = {
    {"reasoning", FIELD_STRING, NULL, false, 0, "what the screen shows of the subtask"},
    {"situation", FIELD_STRING, "sub_task_success|need_retry|need_reformulate", true, 0,
     "sub_task_success: the screen proves that the subtask is done; need_retry: the actions failed, other ones can do it; "
     "need_reformulate: the plan does not fit what is on the screen"},
    {"advice", FIELD_STRING, NULL, false, 2000, "with need_retry and need_reformulate: what went wrong, and what to do instead"},
};
static const struct module_says actor_says[] = {
    {SAYS_SCREEN, "screen", NULL}, {SAYS_WHY, "reasoning", NULL}, {SAYS_ACTIONS, "actions", NULL}, {0}};
static const struct module_says evaluator_says[] = {
    {SAYS_SUCCESS, "situation", "sub_task_success"}, {SAYS_CAUSE, "advice", NULL}, {SAYS_VERDICT, "reasoning", NULL}, {0}};

static void screen_now(const situation *s, brain_request *request)
{
    if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), wording_of(s->words, "The screen now:"), false);
}

/* "action_type", also as "action\_type": of several objects of that form one alone would pass for an answer. A text that is typed
 * has its quotes escaped. */
#define MARK "_type\""

/* The frame before the batch is the agent's own: its request() adds both, in order of time. */
enum { PLANNER, ACTOR, EVALUATOR };
static const struct module modules[] = {
    [PLANNER] = {MODULE_FORM("planner", planner_fields), .read = screenagent_read, .mark = MARK, .images = screen_now,
                 .person = true, .always = true},
    [ACTOR] = {MODULE_FORM("actor", actor_fields), .says = actor_says, .rank = 1, .read = screenagent_read, .mark = MARK,
               .images = screen_now, .always = true, .most = "actions"},
    [EVALUATOR] = {MODULE_FORM("evaluator", evaluator_fields), .says = evaluator_says, .rank = 2, .read = screenagent_read,
                   .mark = MARK, .person = true, .always = true},
    {{0}},
};

static const struct option_row options[] = {
    {NULL, "retries", OPTION_INT, "3", 0, 100, NULL, "how often a subtask is tried again before the run fails"},
    {NULL, "reformulations", OPTION_INT, "3", 0, 100, NULL, "how often the plan is made anew before the run fails"},
    {NULL, "unusable", OPTION_INT, "3", 1, 100, NULL, "answers in a row without a subtask or an action before the run fails"},
    {NULL, "subtasks", OPTION_INT, "20", 1, 100, NULL, "subtasks of a plan at most"},
    {NULL, "stall", OPTION_INT, "3", 1, 100, NULL, "how often the same action may leave the screen as it was"},
    {NULL, "actions", OPTION_INT, "10", 1, 50, NULL, "actions of a batch at most"},
    {NULL, "batch", OPTION_CHOICE, "until_otherwise", 0, 0, "until_otherwise|whole|first",
     "what ends a batch: an action without its effect, or changed by you; one that was not done (upstream's way); the first "
     "(Cradle's)"},
    {NULL, "images", OPTION_CHOICE, "both", 0, 0, "both|after", "pictures of the evaluator; after: as in the paper"},
    {NULL, "history", OPTION_INT, "0", 0, 20, NULL, "earlier verdicts that the evaluator is told; 0: as in the paper"},
    {NULL, "transitions", OPTION_CHOICE, "auto", 0, 0, "auto|pause",
     "what follows a plan or a verdict: auto: the next phase; pause: the run pauses before it, and goes on when you do"},
    {NULL, "language", OPTION_CHOICE, "en", 0, 0, "en|zh", "the language of the prompts: English or Chinese"},
    {NULL, "os", OPTION_CHOICE, "Linux", 0, 0, "Linux|Windows", "the system that the prompts name"},
    {0},
};
static const char *const libraries[] = {"screenagent", NULL};

static const char *value(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

static struct screenagent_limits limits(const struct run *run)
{
    return (struct screenagent_limits){
        .retries = option_int(value(run, "retries")),
        .reformulations = option_int(value(run, "reformulations")),
        .unusable = option_int(value(run, "unusable")),
        .subtasks = option_int(value(run, "subtasks")),
        .same = option_int(value(run, "stall")),
    };
}

/* ---- what its prompts are told ---- */

static const char *const names[] = {"os",       "subtasks_max", "subtasks", "progress",    "advice", "batch",
                                    "not_done", "changed",      "verdicts", "max_actions", NULL};

static char *numbered(const GPtrArray *lines)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s%u. %s", i ? "\n" : "", i + 1, (const char *)lines->pdata[i]);
    return g_string_free(text, FALSE);
}

static void values(const struct run *run, const void *mind, struct prompt_values *v)
{
    const struct screenagent *m = mind;
    g_autoptr(GPtrArray) all = g_ptr_array_new(), done = g_ptr_array_new(), left = g_ptr_array_new(), told = g_ptr_array_new();
    guint history = (guint)option_int(value(run, "history"));
    for (guint i = 0; i < m->subtasks->len; i++) {
        const struct screenagent_subtask *s = m->subtasks->pdata[i];
        g_ptr_array_add(all, s->text);
        if (s->state == BOARD_DONE)
            g_ptr_array_add(done, s->text);
    }
    for (guint i = m->came->len; i < m->planned->len; i++)
        g_ptr_array_add(left, m->planned->pdata[i]);
    for (guint i = m->verdicts->len > history ? m->verdicts->len - history : 0; i < m->verdicts->len; i++)
        g_ptr_array_add(told, m->verdicts->pdata[i]);
    prompt_put(v, "os", g_strdup(value(run, "os")));
    prompt_put(v, "subtasks_max", g_strdup(value(run, "subtasks")));
    prompt_put(v, "subtasks", numbered(all));
    prompt_put(v, "max_actions", g_strdup(value(run, "actions")));
    prompt_put(v, "progress", numbered(done));
    prompt_put(v, "advice", g_strdup(m->advice));
    prompt_put(v, "batch", numbered(m->came));
    prompt_put(v, "not_done", numbered(left));
    prompt_put(v, "changed", g_strdup(m->changed));
    prompt_put_list(v, "verdicts", told, "\n");
}

static void request(const struct run *run, void *mind, guint module, brain_request *r)
{
    const struct screenagent *m = mind;
    const char *now = run->look->observation ? run->look->observation->frame.path : NULL;
    const struct wording *words = screenagent_words(value(run, "language"));
    if (module != EVALUATOR)
        return;
    if (m->before && *m->before && g_str_equal(value(run, "images"), "both"))
        brain_request_add_image(r, m->before, wording_of(words, "The screen before the actions:"), false);
    if (now)
        brain_request_add_image(r, now, wording_of(words, "The screen now:"), false);
}

/* A fact beside the pictures: a model overlooks small changes, and sees some where none are. */
static void find_change(const struct run *run, struct screenagent *m)
{
    const char *path = run->look->observation ? run->look->observation->frame.path : NULL;
    g_autoptr(frame) before = m->before && *m->before ? frame_read(m->before, NULL) : NULL;
    g_autoptr(frame) now = before && path ? frame_read(path, NULL) : NULL;
    g_free(m->changed);
    m->changed = NULL;
    if (!now)
        return;
    struct difference d = difference_measure(before, now, -1, -1);
    double percent = d.share * 100;
    m->changed = d.box.width
                     ? g_strdup_printf("%s%.*f %% of its pixels differ from the screen before the actions, all of them in "
                                       "the area of %d × %d pixels at %d,%d",
                                       percent < 0.01 ? "less than " : "", percent < 1 ? 2 : 0, MAX(percent, 0.01), d.box.width,
                                       d.box.height, d.box.x, d.box.y)
                 : d.share > 0 ? g_strdup("it has another size than before the actions")
                               : g_strdup("0 pixels changed: it is the same as before the actions");
}

/* ---- what came of an action ---- */

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static void came(const struct run *run, void *mind, const struct situation_past *past)
{
    (void)run;
    if (!past->action)
        return;
    g_autofree char *shown = action_describe(past->action);
    bool fired = past->status && *past->status;
    bool unmoved = fired && g_strcmp0(past->effect, "no_effect") == 0;
    g_autofree char *outcome =
        fired ? g_strdup_printf("%s; the screen: %s", past->status, or_empty(past->effect)) : g_strdup("not done");
    bool person = past->person && *past->person;
    g_autofree char *line = g_strdup_printf("%s (%s)", outcome, or_empty(person ? past->person : past->verdict));
    screenagent_came(mind, shown, line, unmoved, !fired && g_strcmp0(past->verdict, "rejected") == 0);
}

/* The person's action in the agent's words. */
static action *by_hand(const action *done)
{
    static const struct {
        const char *done, *skill, *from, *to;
    } calls[] = {{"key.press", "screenagent_keyboard_press", "key", "keyboard_key"},
                 {"key.combo", "screenagent_keyboard_press", "keys", "keyboard_key"},
                 {"key.type", "screenagent_keyboard_text", "text", "keyboard_text"},
                 {"mouse.move", "screenagent_mouse_move", NULL, NULL},
                 {"mouse.click", "screenagent_mouse_click", "button", "mouse_button"},
                 {"mouse.double_click", "screenagent_mouse_double_click", "button", "mouse_button"}};
    static const char *const places[] = {"x", "y"};
    const struct value *down = g_str_equal(done->skill, "mouse.scroll") ? action_get(done, "down") : NULL;
    g_autoptr(action) own = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(calls) && !own; i++) {
        const struct value *v = calls[i].from ? action_get(done, calls[i].from) : NULL;
        if (g_str_equal(calls[i].done, done->skill))
            own = action_new(calls[i].skill);
        if (own && v)
            action_set(own, calls[i].to, v);
    }
    if (down && down->type == VALUE_INTEGER && down->integer) {
        own = action_new(down->integer > 0 ? "screenagent_mouse_scroll_down" : "screenagent_mouse_scroll_up");
        action_set_integer(own, "scroll_repeat", ABS(down->integer));
    }
    for (gsize i = 0; own && i < G_N_ELEMENTS(places); i++)
        if (action_get(done, places[i]))
            action_set(own, places[i], action_get(done, places[i]));
    return g_steal_pointer(&own);
}

/* ---- a phase a step ---- */

static bool ends(struct screenagent_end end, enum agent_end *ret_end, char **ret_reason)
{
    *ret_end = end.end;
    *ret_reason = end.reason;
    return end.end != AGENT_GOES_ON;
}

/* The end of a phase that fires nothing. What a person has corrected is not stopped at once more. */
static bool phase_done(struct run *run, guint module, const char *what, enum agent_end end, GError **error)
{
    if (!step_remember(run, NULL, error))
        return false;
    if (!step_is_fixed(run, module) && g_str_equal(value(run, "transitions"), "pause")) {
        bool goes_on = end == AGENT_GOES_ON;
        g_autofree char *reason = g_strdup_printf("%s is there: m corrects it, space %s (transitions=pause)", what,
                                                  goes_on ? "goes on" : "ends the run");
        run->working->phase.ends_paused = !goes_on;
        run_pause(run, "engine", reason);
    }
    return true;
}

static struct screenagent_end said(const struct run *run, struct screenagent *m, guint module, const form_output *out)
{
    struct screenagent_limits l = limits(run);
    if (module == PLANNER)
        return screenagent_planned(m, form_output_strings(out, "subtasks"), &l);
    return screenagent_evaluated(m, form_output_string(out, "situation"), form_output_string(out, "advice"), &l);
}

static void takes(const struct run *run, void *mind, guint module, const form_output *out)
{
    if (module != ACTOR)
        g_free(said(run, mind, module, out).reason);
}

static bool plan(struct run *run, struct screenagent *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    if (!step_ask_one(run, PLANNER, error))
        return false;
    ends(said(run, m, PLANNER, step_said(run, PLANNER)), ret_end, ret_reason);
    return phase_done(run, PLANNER, "the plan", *ret_end, error);
}

static bool act(struct run *run, struct screenagent *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct screenagent_limits l = limits(run);
    if (!step_retrieve(run, NULL, error) || !step_ask_one(run, ACTOR, error))
        return false;
    const GPtrArray *actions = form_output_actions(step_said(run, ACTOR), "actions");
    const char *batch = value(run, "batch");
    guint most = g_str_equal(batch, "first") ? 1 : (guint)option_int(value(run, "actions"));
    g_autoptr(GPtrArray) planned = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < actions->len; i++)
        g_ptr_array_add(planned, action_describe(actions->pdata[i]));
    if (ends(screenagent_acts(m, planned, run->look->observation->frame.path, &l), ret_end, ret_reason) || actions->len == 0)
        return step_remember(run, NULL, error);
    return step_act_batch(run, actions, most, g_str_equal(batch, "whole") ? BATCH_WHOLE : BATCH_UNTIL_EDITED, error);
}

static bool evaluate(struct run *run, struct screenagent *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    find_change(run, m);
    if (!step_ask_one(run, EVALUATOR, error))
        return false;
    const form_output *out = step_said(run, EVALUATOR);
    bool success = g_str_equal(form_output_string(out, "situation"), "sub_task_success");
    const char *cause = success ? "" : form_output_string(out, "advice");
    if (run->look->fired_last && !step_set_success(run, success ? "yes" : "no", cause, error))
        return false;
    ends(said(run, m, EVALUATOR, out), ret_end, ret_reason);
    return phase_done(run, EVALUATOR, "the verdict", *ret_end, error);
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct screenagent *m = mind;
    const struct screenagent_subtask *now = screenagent_current(m);
    bool acted;
    *ret_end = AGENT_GOES_ON;
    step_set_subtask(run, now ? now->text : NULL);
    if (!step_observe(run, error) || !step_press_again(run, false, &acted, error))
        return false;
    switch ((enum screenagent_phase)m->phase) {
    case PHASE_PLANNING:
        return plan(run, m, ret_end, ret_reason, error);
    case PHASE_ACTING:
        return act(run, m, ret_end, ret_reason, error);
    case PHASE_EVALUATING:
        return evaluate(run, m, ret_end, ret_reason, error);
    case PHASE_FINISH:
    case PHASE_COUNT:
        break;
    }
    *ret_end = AGENT_SUCCESS;
    *ret_reason = g_strdup("all subtasks are done");
    return step_remember(run, NULL, error);
}

static const struct board boards[] = {
    {"phase", "Phase", BOARD_GO, screenagent_phase_rows, screenagent_phase_change},
    {"subtasks", "Subtasks", BOARD_VERBS_ALL, screenagent_subtask_rows, screenagent_subtask_change},
    {0},
};

static int board_said(const void *mind, const struct board *board, char **ret_output)
{
    if (board != &boards[1])
        return -1;
    const struct screenagent *m = mind;
    g_autoptr(GPtrArray) plan = g_ptr_array_new();
    for (guint i = 0; i < m->subtasks->len; i++) {
        const struct screenagent_subtask *s = m->subtasks->pdata[i];
        if (s->id >= m->plan)
            g_ptr_array_add(plan, s->text);
    }
    *ret_output = plan->len ? screenagent_plan_json(plan) : NULL;
    return *ret_output ? PLANNER : -1;
}

const struct agent agent_screenagent = {
    .name = "screenagent",
    .paper = "Niu et al. 2024",
    .about = "planner, actor, evaluator: subtasks, each tried until it is done",
    .modules = modules,
    .mind = &screenagent_mind,
    .boards = boards,
    .options = options,
    .libraries = libraries,
    .names = names,
    .words = screenagent_words,
    .phases = true,
    .values = values,
    .step = step,
    .request = request,
    .came = came,
    .by_hand = by_hand,
    .takes = takes,
    .board_said = board_said,
};
