/* The Cradle agent (Tan et al., seed 000, 4.2 and B.1): reflect on the past, summarize the present, plan for the future. */

#include "engine/agents/agent.h"

#include "engine/procedural.h"
#include "engine/reminder.h"

#include <string.h>

#define SEQUENCE_MIN 3 /* steps that are worth a skill */

#define SHOWN_MAX 4   /* the same action in a step: after that the next plan is asked */
#define REFUSED_MAX 3 /* plans in a row that no skill could carry out */
#define RELEASE_TIMEOUT_US (500 * 1000)

/* ---- what the modules are told ---- */

static void fill_stack(const struct run *run, GPtrArray *stack)
{
    for (guint i = 0; i < run->stack->len; i++)
        g_ptr_array_add(stack, ((struct task_entry *)g_ptr_array_index(run->stack, i))->task);
}

static void fill_held(const struct run *run, GPtrArray *held)
{
    for (char **k = run->keys; k && *k; k++)
        g_ptr_array_add(held, g_strdup(*k));
    for (char **b = run->buttons; b && *b; b++)
        g_ptr_array_add(held, g_strdup(*b));
}

static void fill_lost(const struct run *run, GPtrArray *lost)
{
    for (guint i = 0; i < run->lost->len; i++)
        g_ptr_array_add(lost, run_hold_describe(g_ptr_array_index(run->lost, i)));
}

static const struct task_entry *current(const struct run *run)
{
    return run->stack->len ? g_ptr_array_index(run->stack, run->stack->len - 1) : NULL;
}

typedef struct mind {
    situation s;
    GPtrArray *stack, *held, *lost, *skills, *gathered;
    char *failures, *recalled, *lessons;
} mind;

static void mind_init(mind *m, const struct run *run)
{
    *m = (mind){.stack = g_ptr_array_new(),
                .held = g_ptr_array_new_with_free_func(g_free),
                .lost = g_ptr_array_new_with_free_func(g_free),
                .gathered = g_ptr_array_new_with_free_func((GDestroyNotify)form_output_free)};
    fill_stack(run, m->stack);
    m->s = (situation){.task = run->options->task,
                       .step = run->step,
                       .observation = run->observation,
                       .stack = m->stack,
                       .summary = run->summary,
                       .past = run->past,
                       .gathered = m->gathered,
                       .library = run->library,
                       .held = m->held,
                       .lost = m->lost,
                       .max_actions = (int)config_int(run->cfg, "run", "max_actions")};
}

static void mind_clear(mind *m)
{
    g_ptr_array_unref(m->stack);
    g_ptr_array_unref(m->held);
    g_ptr_array_unref(m->lost);
    g_ptr_array_unref(m->gathered);
    g_clear_pointer(&m->skills, g_ptr_array_unref);
    g_free(m->failures);
    g_free(m->recalled);
    g_free(m->lessons);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mind, mind_clear)

/* What a person says, what goes wrong and what is held change while a model thinks: each module is told what holds when it is
 * asked. */
static void look_round(struct run *run, mind *m)
{
    g_ptr_array_set_size(m->held, 0);
    fill_held(run, m->held);
    g_ptr_array_set_size(m->lost, 0);
    fill_lost(run, m->lost);
    m->s.hint = run->hint->str;
    m->s.trouble = run->trouble;
    run->heard = run->hint->len;
}

/* What the plan was told is done with; what was said since is for the next one. */
static void forget_hint(struct run *run)
{
    g_string_erase(run->hint, 0, (gssize)run->heard);
    run->heard = 0;
}

static void think_of_task(mind *m, const struct run *run)
{
    const struct task_entry *now = current(run);
    m->s.subtask = now ? now->task : NULL;
    m->s.horizon = now ? (now->long_horizon ? "long" : "short") : NULL;
}

/* ---- the modules in order ---- */

/* Gather on each keyframe of the video since the last action and on the last frame, and reflect: none needs another's answer, so
 * they are asked at the same time. */
static bool gather_and_reflect(struct run *run, mind *m, GError **error)
{
    const GArray *keyframes = run->observation->keyframes;
    g_autofree struct ask *asks = g_new0(struct ask, keyframes->len + 2);
    gsize n = 0;
    for (guint i = 0; i < keyframes->len; i++) {
        const struct eye_frame *f = &g_array_index(keyframes, struct eye_frame, i);
        if (g_strcmp0(f->hash, run->observation->frame.hash) != 0)
            asks[n++] = (struct ask){.module = MODULE_GATHER, .keyframe = f->path};
    }
    gsize last = n;
    asks[n++] = (struct ask){.module = MODULE_GATHER};
    bool reflect = run->fired_last || run->lost->len > 0;
    if (reflect)
        asks[n++] = (struct ask){.module = MODULE_REFLECT};
    else
        step_skip(run, MODULE_REFLECT, "nothing was fired", NULL);
    look_round(run, m);
    bool ok = step_ask(run, &m->s, asks, n, error);
    for (gsize i = 0; ok && i < last; i++)
        g_ptr_array_add(m->gathered, form_output_copy(asks[i].output));
    for (gsize i = 0; i < n; i++)
        ask_clear(&asks[i]);
    m->s.gather = run->outputs[MODULE_GATHER];
    m->s.reflect = run->fired_last ? run->outputs[MODULE_REFLECT] : NULL;
    return ok;
}

static bool is_released(struct run *run, void *data)
{
    (void)data;
    return run->released || !child_running(&run->hand);
}

/* A held key that must not go on is let go of, before the plan is told what is held. */
static bool release_held(struct run *run, GError **error)
{
    if (run->down->len == 0)
        return true;
    run_note(run, "model", "what was held is let go of: it must not go on");
    hand_let_go(run);
    gint64 deadline = g_get_monotonic_time() + RELEASE_TIMEOUT_US;
    g_autoptr(GError) ended = NULL;
    if (run_wait(run, is_released, NULL, deadline, &ended) || g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT))
        return true;
    g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

/* What reflect found goes to the step that it is about. */
static bool heed_reflection(struct run *run, const form_output *reflect, GError **error)
{
    if (!reflect || run->past->len == 0)
        return true;
    struct situation_past *last = g_ptr_array_index(run->past, run->past->len - 1);
    g_free(last->success);
    last->success = g_strdup(form_output_string(reflect, "success"));
    g_free(last->cause);
    last->cause = g_strdup(form_output_string(reflect, "cause"));
    if (g_strcmp0(form_output_string(reflect, "hold"), "release") == 0 && !release_held(run, error))
        return false;
    if (last->step <= run->parent_step) /* of a fork's past: the parent's rows stay as they are */
        return true;
    return memory_step_set_success(run->store, run->id, last->step, last->success, error) &&
           reminder_learn_failure(run, last, error);
}

static bool ask_one(struct run *run, mind *m, enum module module, GError **error)
{
    struct ask a = {.module = module};
    look_round(run, m);
    bool ok = step_ask(run, &m->s, &a, 1, error);
    ask_clear(&a);
    return ok;
}

/* The task stack (paper B.1, Task Inference): a new short-horizon task lies on the long one, which is returned to when it is
 * done. */
static void follow_task(struct run *run, const form_output *infer)
{
    g_ptr_array_unref(run->stack); /* infer may be asked again in one step: its last word counts, once */
    run->stack = task_stack_copy(run->settled);
    const char *task = form_output_string(infer, "subtask");
    bool long_horizon = g_strcmp0(form_output_string(infer, "horizon"), "long") == 0;
    if (form_output_boolean(infer, "subtask_done") && run->stack->len)
        g_ptr_array_remove_index(run->stack, run->stack->len - 1);
    const struct task_entry *now = current(run);
    if (!*task || (now && g_str_equal(now->task, task)))
        return;
    while (run->stack->len && (!current(run)->long_horizon || long_horizon))
        g_ptr_array_remove_index(run->stack, run->stack->len - 1);
    g_ptr_array_add(run->stack, task_entry_new(task, long_horizon));
}

static bool infer(struct run *run, mind *m, GError **error)
{
    if (!ask_one(run, m, MODULE_INFER, error))
        return false;
    m->s.infer = run->outputs[MODULE_INFER];
    follow_task(run, m->s.infer);
    g_ptr_array_set_size(m->stack, 0);
    fill_stack(run, m->stack);
    think_of_task(m, run);
    return true;
}

/* How many steps, up to now, worked towards the subtask that infer says is done; too few are no skill. */
static guint finished_sequence(const struct run *run, const mind *m)
{
    if (!m->s.infer || !form_output_boolean(m->s.infer, "subtask_done") || !run->past->len)
        return 0;
    const struct situation_past *last = g_ptr_array_index(run->past, run->past->len - 1);
    guint n = 0;
    for (guint i = run->past->len; i-- > 0; n++) {
        const struct situation_past *p = g_ptr_array_index(run->past, i);
        bool worked = p->action && g_strcmp0(p->effect, "changed") == 0 && g_strcmp0(p->success, "no") != 0;
        if (!worked || g_strcmp0(p->subtask, last->subtask) != 0)
            break;
    }
    return n >= SEQUENCE_MIN ? n : 0;
}

/* Instructions on the screen, a failure with a cause, and a sequence of actions that worked give something to curate. */
static bool curate(struct run *run, mind *m, GError **error)
{
    m->s.sequence = finished_sequence(run, m);
    bool persons = run->past->len && situation_past_by_person(run->past->pdata[run->past->len - 1]);
    bool failed = m->s.reflect && !persons && g_strcmp0(form_output_string(m->s.reflect, "success"), "no") == 0 &&
                  *form_output_string(m->s.reflect, "cause");
    if (!*form_output_string(m->s.gather, "guidance") && !failed && !m->s.sequence && !run->fixed[MODULE_CURATE]) {
        step_skip(run, MODULE_CURATE, "nothing new", NULL);
        return true;
    }
    if (!ask_one(run, m, MODULE_CURATE, error))
        return false;
    m->s.curate = run->outputs[MODULE_CURATE];
    g_autofree char *why = NULL;
    if (!procedural_draft(run, form_output_skills(m->s.curate, "skills"), form_output_string(m->s.curate, "reasoning"), &why,
                          error))
        return false;
    if (why && !run->trouble) /* the next plan is told, and curates again if it matters */
        run->trouble = g_steal_pointer(&why);
    return true;
}

static bool is_retrieved(struct run *run, void *data)
{
    (void)data;
    return retriever_step(run->retriever);
}

/* The skills that the plan is shown, and what it should know of them (paper B.1). */
static bool retrieve(struct run *run, mind *m, GError **error)
{
    g_autofree char *text = g_strjoin(" ", run->options->task, m->s.subtask ? m->s.subtask : "", NULL);
    const char *kind = m->s.gather ? form_output_string(m->s.gather, "screen_class") : NULL;
    const char *const *libraries = (const char *const *)run->profile->skills;
    g_autofree const char **sets = retrieve_sets(libraries, kind);
    g_auto(GStrv) general = retrieve_general(libraries);
    g_autofree char *notice = NULL;
    struct retrieve_query query = {.text = text,
                                   .k = (guint)config_int(run->cfg, "run", "retrieve_k"),
                                   .run = run->id,
                                   .general = (const char *const *)general,
                                   .sets = sets,
                                   .alike = true};
    if (!run->retriever)
        run->retriever = retriever_new(run->cfg, run->brains, run->store);
    retriever_load(run->retriever, run->library, run->catalog, NULL);
    retriever_begin(run->retriever, &query);
    if (!run_wait(run, is_retrieved, NULL, 0, error))
        return false;
    g_autoptr(GPtrArray) rows = retriever_result(run->retriever, &notice);
    struct brain_spent spent;
    retriever_take_cost(run->retriever, &spent);
    budget_beside(run, &spent);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    g_free(run->retrieved);
    run->retrieved = retrieved_to_json(rows);
    m->skills = retrieved_skills(rows);
    m->s.skills = m->skills;
    m->failures = retrieved_failures(rows);
    m->s.failures = m->failures;
    return true;
}

static bool plan(struct run *run, mind *m, GError **error)
{
    const char *saw = m->s.gather ? form_output_string(m->s.gather, "description") : NULL;
    if (!retrieve(run, m, error) || !reminder_recall(run, m->s.subtask, saw, &m->recalled, &m->lessons, error))
        return false;
    m->s.recalled = m->recalled;
    m->s.lessons = m->lessons;
    return ask_one(run, m, MODULE_PLAN, error);
}

static bool summarize(struct run *run, mind *m, GError **error)
{
    if (run->done + 1 - run->summarized < config_int(run->cfg, "run", "summary_every"))
        return true;
    if (!ask_one(run, m, MODULE_SUMMARIZE, error))
        return false;
    g_free(run->summary);
    run->summary = g_strdup(form_output_string(run->outputs[MODULE_SUMMARIZE], "summary"));
    m->s.summary = run->summary; /* the plan gets the new one; the old one is freed */
    run->summarized = run->done + 1;
    return memory_summary_add(run->store, run->id, run->step, run->summary, error);
}

/* ---- act ---- */

static bool heed_refusal(struct run *run, const proposal *p, GError **error)
{
    g_clear_pointer(&run->trouble, g_free);
    if (!p->refused) {
        run->refused = 0;
        return true;
    }
    g_autofree char *shown = action_describe(p->action);
    run->trouble = g_strdup_printf("%s could not be carried out: %s", shown, p->reason);
    if (++run->refused < REFUSED_MAX)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%d plans in a row could not be carried out; the last: %s", run->refused,
                run->trouble);
    return false;
}

/* Where a person is asked, what went stale is shown again on the screen as it is now: one key approves it, and no model is asked
 * for the same once more. *ret_ended: firing it was interrupted. */
static bool propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **ret_ended, GError **error)
{
    g_autoptr(proposal) p = NULL;
    for (int shown = 0; shown == 0 || (p->again && !*ret_ended && shown < SHOWN_MAX); shown++) {
        g_autoptr(proposal) before = g_steal_pointer(&p);
        if (!(before ? step_propose_again(run, before, by, &p, error) : step_propose(run, a, by, &p, error)))
            return false;
        if (p->edited_from != (before ? before->edited_from : 0))
            shown = 0; /* it is another action */
        if (g_str_equal(by, "model"))
            forget_hint(run);
        if (gate_fires(p->verdict))
            step_fire(run, p, ret_ended);
    }
    *ret_proposal = g_steal_pointer(&p);
    return true;
}

/* Proposes and fires one action. What was fired is remembered even when the look afterwards was interrupted: never fire it twice.
 */
static bool act(struct run *run, const action *a, const char *by, bool *ret_go_on, GError **error)
{
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) ended = NULL;
    if (!propose(run, a, by, &p, &ended, error))
        return false;
    bool ok = !ended;
    *ret_go_on = ok && p->fired && g_strcmp0(p->effect, "changed") == 0;
    if (!heed_refusal(run, p, error) || !reminder_learn_decision(run, p, error) || !step_remember(run, p, error))
        return false;
    if (!ok)
        g_propagate_error(error, g_steal_pointer(&ended));
    return ok;
}

static bool act_all(struct run *run, const form_output *planned, GError **error)
{
    const GPtrArray *actions = form_output_actions(planned, "actions");
    guint most = (guint)config_int(run->cfg, "run", "max_actions");
    bool go_on = true;
    if (actions->len == 0) {
        forget_hint(run);
        g_free(run->trouble);
        run->trouble = g_strdup("the last plan had no action");
        if (++run->refused >= REFUSED_MAX) {
            g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%d plans in a row had no action and no outcome", run->refused);
            return false;
        }
        return step_remember(run, NULL, error);
    }
    if (actions->len > most)
        client_notice(run, "info", "the plan has %u actions; of these a step takes %u ([run] max_actions)", actions->len, most);
    for (guint i = 0; i < actions->len && i < most && go_on; i++)
        if (!act(run, g_ptr_array_index(actions, i), "model", &go_on, error))
            return false;
    return true;
}

/* What an interruption let go of is pressed again if reflect says that it is still wanted: each by an action that is proposed
 * like any other. True in *ret_acted: this was the step. */
static bool press_again(struct run *run, bool *ret_acted, GError **error)
{
    const form_output *reflect = run->outputs[MODULE_REFLECT];
    *ret_acted = false;
    if (!reflect)
        return true;
    if (run->lost->len > 0 && g_strcmp0(form_output_string(reflect, "hold"), "keep") != 0)
        holds_forget(run, "the agent does not want it any more");
    *ret_acted = run->lost->len > 0;
    for (guint n = run->lost->len; n > 0 && run->lost->len > 0; n--) {
        g_autoptr(action) a = run_hold_action(g_ptr_array_index(run->lost, 0));
        guint before = run->lost->len;
        gint64 remembered = run->remembered;
        bool go_on, ok = act(run, a, "engine", &go_on, error);
        /* decided on and not down: rejected, refused or stale. One that a pause has overtaken is asked for again */
        if (run->lost->len == before && (ok || run->remembered != remembered))
            g_ptr_array_remove_index(run->lost, 0);
        if (!ok)
            return false;
    }
    return true;
}

bool cradle_step(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    g_auto(mind) m;
    mind_init(&m, run);
    *ret_end = AGENT_GOES_ON;
    if (!step_observe(run, error))
        return false;
    m.s.observation = run->observation;
    think_of_task(&m, run);
    if (!gather_and_reflect(run, &m, error) || !heed_reflection(run, m.s.reflect, error))
        return false;
    bool acted;
    if (!press_again(run, &acted, error))
        return false;
    if (acted)
        return true;
    if (!infer(run, &m, error) || !curate(run, &m, error) || !summarize(run, &m, error) || !plan(run, &m, error))
        return false;
    const form_output *planned = run->outputs[MODULE_PLAN];
    const char *outcome = form_output_string(planned, "outcome");
    if (g_str_equal(outcome, "success") || g_str_equal(outcome, "failed")) {
        *ret_end = g_str_equal(outcome, "success") ? AGENT_SUCCESS : AGENT_FAILED;
        *ret_reason = g_strdup(form_output_string(planned, "reasoning"));
        return step_remember(run, NULL, error);
    }
    return act_all(run, planned, error);
}

/* ---- a step that was not remembered ---- */

/* What the module said last on the frame that was planned on; a person's correction comes first. NULL = nothing. */
static form_output *said(const GPtrArray *calls, enum module m)
{
    for (guint i = calls->len; i > 0; i--) {
        const struct memory_call *call = g_ptr_array_index(calls, i - 1);
        const char *text = call->correction ? call->correction : call->output;
        form_output *output = NULL;
        if (g_str_equal(call->module, module_name(m)) && text && *text)
            output = form_parse(module_form(m), text, strlen(text), NULL);
        if (output)
            return output;
    }
    return NULL;
}

/* A module that was left out as unchanged had said the same before. */
static form_output *said_or_stands(struct run *run, const GPtrArray *calls, enum module m)
{
    form_output *output = said(calls, m);
    return output || !run->last_outputs[m] ? output : form_output_copy(run->last_outputs[m]);
}

void cradle_catch_up(struct run *run, gint64 step, bool again, struct situation_past *past)
{
    g_autoptr(GPtrArray) calls = memory_calls(run->store, run->id, step, NULL);
    g_autoptr(GPtrArray) summaries = memory_summaries(run->store, run->id, step, NULL);
    g_autoptr(form_output) gather = calls ? said_or_stands(run, calls, MODULE_GATHER) : NULL;
    g_autoptr(form_output) infer = calls && !again ? said_or_stands(run, calls, MODULE_INFER) : NULL;
    if (infer)
        follow_task(run, infer);
    if (summaries && summaries->len && !again) {
        g_free(run->summary);
        run->summary = g_strdup(((struct memory_summary_row *)g_ptr_array_index(summaries, summaries->len - 1))->text);
        run->summarized = run->done + 1;
    }
    past->description = g_strdup(gather ? form_output_string(gather, "description") : "");
    past->subtask = g_strdup(current(run) ? current(run)->task : run->options->task);
}
