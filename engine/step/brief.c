#include "engine/step/brief.h"

#include "engine/agents/agent.h"
#include "engine/step/ask_tell.h"
#include "engine/step/model_view.h"
#include "engine/step/procedural.h"
#include "engine/step/plan_context.h"
#include "engine/step/step.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/recall/recall.h"
#include "engine/recall/retrieve.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "memory/memory.h"
#include "config/profile.h"

static GPtrArray *held(const struct run *run)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (char **k = run->holds->keys; k && *k; k++)
        g_ptr_array_add(names, g_strdup(*k));
    for (char **b = run->holds->buttons; b && *b; b++)
        g_ptr_array_add(names, g_strdup(*b));
    return names;
}

static GPtrArray *lost(const struct run *run)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < run->holds->lost->len; i++)
        g_ptr_array_add(names, run_hold_describe(g_ptr_array_index(run->holds->lost, i)));
    return names;
}

void brief_fill(brief *b, struct run *run, const char *aside)
{
    const struct agent *agent = run->working->agent;
    *b = (brief){.held = held(run), .lost = lost(run)};
    b->own.texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    b->own.json = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (agent->values)
        agent->values(run, run->working->thinking, &b->own);
    b->s = (situation){.modules = agent->modules,
                       .said = (const form_output *const *)run->answers->said,
                       .own = &b->own,
                       .names = agent->names,
                       .task = run->options->task,
                       .step = run->step,
                       .observation = run->look->observation,
                       .subtask = run->working->subtask,
                       .summary = run->working->summary,
                       .past = run->working->past,
                       .aside = aside,
                       .library = run->skills->library,
                       .skills = run->skills->offered,
                       .failures = run->skills->failures,
                       .recalled = run->recall->steps,
                       .lessons = run->recall->lessons,
                       .held = b->held,
                       .lost = b->lost,
                       .hint = run->control->hint->str,
                       .trouble = run->control->trouble,
                       .max_actions = (int)config_int(run->cfg, "run", "max_actions")};
    run->control->hint_consumed = run->control->hint->len;
}

void brief_clear(brief *b)
{
    g_clear_pointer(&b->held, g_ptr_array_unref);
    g_clear_pointer(&b->lost, g_ptr_array_unref);
    g_clear_pointer(&b->own.texts, g_hash_table_unref);
    g_clear_pointer(&b->own.json, g_hash_table_unref);
}

void brief_forget(struct run *run)
{
    char **texts[] = {&run->skills->failures, &run->recall->steps, &run->recall->lessons};
    g_clear_pointer(&run->skills->offered, g_ptr_array_unref);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_clear_pointer(texts[i], g_free);
}

void step_set_subtask(struct run *run, const char *subtask)
{
    working_set_subtask(run->working, subtask);
}

/* ---- skills ---- */

static bool is_retrieved(struct run *run, void *data)
{
    (void)data;
    return retriever_step(run->skills->retriever);
}

#define RUNS_MOST 100 /* of the program, whose failures are told */

/* What went wrong in another program says nothing of this one. */
static bool tell_failures(struct run *run, const GPtrArray *rows, GError **error)
{
    struct run_skills *s = run->skills;
    g_autofree char *app = plan_context_app(run);
    if (!s->runs && !(s->runs = recall_runs(run->store, app, RUNS_MOST, error)))
        return false;
    bool has_own = false;
    for (guint i = 0; i < s->runs->len; i++)
        has_own = has_own || g_array_index(s->runs, gint64, i) == run->id;
    if (!has_own)
        g_array_append_val(s->runs, run->id);
    g_autoptr(GPtrArray) counts = memory_outcome_counts_in(run->store, s->runs, error);
    if (!counts)
        return false;
    g_free(s->failures);
    s->failures = retrieved_failures(rows, counts);
    return true;
}

static void drop_unoffered(const struct run *run, GPtrArray *rows)
{
    const struct agent *agent = run->working->agent;
    for (guint i = agent->offers ? rows->len : 0; i-- > 0;)
        if (!agent->offers(run, run->working->thinking, ((const struct retrieved *)rows->pdata[i])->skill->name))
            g_ptr_array_remove_index(rows, i);
}

bool step_retrieve(struct run *run, const char *kind, GError **error)
{
    g_autofree char *text = g_strjoin(" ", run->options->task, run->working->subtask ? run->working->subtask : "", NULL);
    char **loaded = run->profile->skills;
    const guint own = (loaded ? g_strv_length(loaded) : 0) - run->skills->named;
    g_autofree const char **libraries = g_new0(const char *, own + 1);
    for (guint i = 0; i < own; i++)
        libraries[i] = loaded[i];
    g_autofree const char **sets = retrieve_sets(libraries, kind);
    g_auto(GStrv) general = retrieve_general(libraries);
    g_autofree char *notice = NULL;
    struct retrieve_query query = {.text = text,
                                   .k = (guint)config_int(run->cfg, "run", "retrieve_k"),
                                   .run = run->id,
                                   .general = (const char *const *)general,
                                   .sets = sets,
                                   .alike = true};
    if (!run->skills->retriever)
        run->skills->retriever = retriever_new(run->cfg, run->brains, run->store);
    retriever_load(run->skills->retriever, run->skills->library, run->skills->catalog, NULL);
    retriever_begin(run->skills->retriever, &query);
    if (!wait_until(run, is_retrieved, NULL, 0, error))
        return false;
    g_autoptr(GPtrArray) rows = retriever_result(run->skills->retriever, &notice);
    struct brain_spent spent;
    retriever_take_cost(run->skills->retriever, &spent);
    budget_beside(run->spent, &spent);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    drop_unoffered(run, rows);
    g_free(run->skills->told);
    run->skills->told = retrieved_to_json(rows);
    g_clear_pointer(&run->skills->offered, g_ptr_array_unref);
    run->skills->offered = retrieved_skills(rows);
    return tell_failures(run, rows, error);
}

bool step_draft(struct run *run, const GPtrArray *texts, const char *note, GError **error)
{
    g_autofree char *why = NULL;
    if (!procedural_draft(run, texts, note, &why, error))
        return false;
    if (why && !run->control->trouble) /* the next request is told, and drafts again if it matters */
        run->control->trouble = g_steal_pointer(&why);
    return true;
}

/* ---- the past ---- */

bool step_recall(struct run *run, const char *saw, GError **error)
{
    g_clear_pointer(&run->recall->steps, g_free);
    g_clear_pointer(&run->recall->lessons, g_free);
    return plan_context_recall(run, run->working->subtask, saw, &run->recall->steps, &run->recall->lessons, error);
}

bool step_set_success(struct run *run, const char *success, const char *cause, GError **error)
{
    if (run->working->past->len == 0)
        return true;
    struct situation_past *last = g_ptr_array_index(run->working->past, run->working->past->len - 1);
    g_free(last->success);
    last->success = g_strdup(success);
    g_free(last->cause);
    last->cause = g_strdup(cause);
    if (last->step <= run->parent_step) /* of a fork's past: the parent's rows stay as they are */
        return true;
    return memory_step_set_success(run->store, run->id, last->step, last->success, error) &&
           plan_context_learn_failure(run, last, error);
}

bool step_summarize(struct run *run, const char *summary, GError **error)
{
    g_free(run->working->summary);
    run->working->summary = g_strdup(summary);
    return memory_summary_add(run->store, run->id, run->step, run->working->summary, error);
}

/* ---- the question ---- */

bool brief_request(struct run *run, const brief *told, struct ask *a, char *brain, GError **error)
{
    const char *language = run_option(run->options, run->cfg, "language");
    g_autofree char *path = agent_prompt_path(run->working->agent, ask_module(run, a->module), language);
    g_free(a->brain);
    a->brain = brain;
    g_autoptr(GBytes) bytes = config_file(path, NULL, error);
    struct model_view view;
    if (!bytes || !model_view_of(run, ask_module(run, a->module), brain, &view, error))
        return false;
    a->space = view.space;
    g_autofree char *template = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    situation own = told->s;
    own.words = agent_words(run->working->agent, language);
    own.aside = a->aside;
    own.marks = !a->aside && view.marks;
    if (own.marks)
        look_note_told(run->look);
    if (ask_actions(run, a->module) && !a->aside && run->look->observation)
        proposing_plan(run->proposing, run->look->observation);
    if (ask_module(run, a->module)->native)
        brain_tool_space(run->cfg, brain, &a->space);
    if (ask_module(run, a->module)->screen && !ask_module(run, a->module)->native)
        own.picture = &a->space;
    else
        own.space = &a->space;
    brain_request_free(a->request);
    a->request = module_request(ask_module(run, a->module), template, &own, error);
    if (a->request)
        a->request->turn = run_turn(run);
    if (a->request && run->working->agent->request)
        run->working->agent->request(run, run->working->thinking, a->module, a->request);
    return a->request && model_view_draw(run, &view, a->request, error);
}

/* ---- what was said ---- */

const form_output *step_said(const struct run *run, guint module)
{
    return answers_said(run->answers, module, NULL);
}

const form_output *step_said_aside(const struct run *run, guint module, const char *frame)
{
    return answers_said(run->answers, module, frame);
}

bool step_is_fixed(const struct run *run, guint module)
{
    return run->answers->of[module].fixed;
}
