#include "engine/brief.h"

#include "engine/agents/agent.h"
#include "engine/procedural.h"
#include "engine/reminder.h"
#include "engine/step.h"

static GPtrArray *held(const struct run *run)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (char **k = run->keys; k && *k; k++)
        g_ptr_array_add(names, g_strdup(*k));
    for (char **b = run->buttons; b && *b; b++)
        g_ptr_array_add(names, g_strdup(*b));
    return names;
}

static GPtrArray *lost(const struct run *run)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < run->lost->len; i++)
        g_ptr_array_add(names, run_hold_describe(g_ptr_array_index(run->lost, i)));
    return names;
}

void brief_fill(brief *b, struct run *run, const char *aside)
{
    const struct agent *agent = run->agent;
    *b = (brief){.held = held(run), .lost = lost(run)};
    b->own.texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    b->own.json = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (agent->values)
        agent->values(run, run->thinking, &b->own);
    b->s = (situation){.modules = agent->modules,
                       .said = (const form_output *const *)run->answers.said,
                       .own = &b->own,
                       .names = agent->names,
                       .task = run->options->task,
                       .step = run->step,
                       .observation = run->observation,
                       .subtask = run->subtask,
                       .summary = run->summary,
                       .past = run->past,
                       .aside = aside,
                       .library = run->library,
                       .skills = run->offered,
                       .failures = run->failures,
                       .recalled = run->recalled_steps,
                       .lessons = run->recalled_lessons,
                       .held = b->held,
                       .lost = b->lost,
                       .hint = run->hint->str,
                       .trouble = run->trouble,
                       .max_actions = (int)config_int(run->cfg, "run", "max_actions")};
    run->heard = run->hint->len;
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
    char **texts[] = {&run->failures, &run->recalled_steps, &run->recalled_lessons};
    g_clear_pointer(&run->offered, g_ptr_array_unref);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_clear_pointer(texts[i], g_free);
}

void step_set_subtask(struct run *run, const char *subtask)
{
    char *copy = subtask && *subtask ? g_strdup(subtask) : NULL;
    g_free(run->subtask);
    run->subtask = copy;
}

/* ---- skills ---- */

static bool is_retrieved(struct run *run, void *data)
{
    (void)data;
    return retriever_step(run->retriever);
}

bool step_retrieve(struct run *run, const char *kind, GError **error)
{
    g_autofree char *text = g_strjoin(" ", run->options->task, run->subtask ? run->subtask : "", NULL);
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
    g_clear_pointer(&run->offered, g_ptr_array_unref);
    run->offered = retrieved_skills(rows);
    g_free(run->failures);
    run->failures = retrieved_failures(rows);
    return true;
}

bool step_draft(struct run *run, const GPtrArray *texts, const char *note, GError **error)
{
    g_autofree char *why = NULL;
    if (!procedural_draft(run, texts, note, &why, error))
        return false;
    if (why && !run->trouble) /* the next request is told, and drafts again if it matters */
        run->trouble = g_steal_pointer(&why);
    return true;
}

/* ---- the past ---- */

bool step_recall(struct run *run, const char *saw, GError **error)
{
    g_clear_pointer(&run->recalled_steps, g_free);
    g_clear_pointer(&run->recalled_lessons, g_free);
    return reminder_recall(run, run->subtask, saw, &run->recalled_steps, &run->recalled_lessons, error);
}

bool step_set_success(struct run *run, const char *success, const char *cause, GError **error)
{
    if (run->past->len == 0)
        return true;
    struct situation_past *last = g_ptr_array_index(run->past, run->past->len - 1);
    g_free(last->success);
    last->success = g_strdup(success);
    g_free(last->cause);
    last->cause = g_strdup(cause);
    if (last->step <= run->parent_step) /* of a fork's past: the parent's rows stay as they are */
        return true;
    return memory_step_set_success(run->store, run->id, last->step, last->success, error) &&
           reminder_learn_failure(run, last, error);
}

bool step_summarize(struct run *run, const char *summary, GError **error)
{
    g_free(run->summary);
    run->summary = g_strdup(summary);
    return memory_summary_add(run->store, run->id, run->step, run->summary, error);
}
