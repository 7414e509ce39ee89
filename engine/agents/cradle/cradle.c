/* The Cradle agent (Tan et al. 2024, arXiv:2403.03186, 4.2 and B.1): reflect on the past, summarize the present, plan for the
 * future. */

#include "engine/agents/cradle/cradle.h"

#include "engine/modules/prompt.h"
#include "engine/agents/agent.h"
#include "engine/step/step.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/working.h"
#include "engine/eye/eye.h"

#include <string.h>

#define SEQUENCE_MIN 3 /* steps that are worth a skill */

/* ---- what it keeps in mind: the task stack (B.1, task inference), and when it summarized last ---- */

struct task {
    char *task;
    bool long_horizon;
    gint64 id; /* for the person who changes it */
};
struct cradle {
    GPtrArray *stack;  /* struct task*: the current one last */
    gint64 tasks;      /* the last id that was given */
    gint64 summarized; /* how many steps, with the one that it was made in, had begun at the last summary */
};

static const struct mind_field task_fields[] = {
    {"task", MIND_STRING, offsetof(struct task, task), NULL, 0},
    {"long", MIND_BOOLEAN, offsetof(struct task, long_horizon), NULL, 0},
    {"id", MIND_INTEGER, offsetof(struct task, id), NULL, 0},
    {0},
};
static const struct mind_table task_table = {sizeof(struct task), task_fields};
static const struct mind_field mind_fields[] = {
    {"stack", MIND_ROWS, offsetof(struct cradle, stack), &task_table, 0},
    {"tasks", MIND_INTEGER, offsetof(struct cradle, tasks), NULL, 0},
    {"summarized", MIND_INTEGER, offsetof(struct cradle, summarized), NULL, 0},
    {0},
};
static const struct mind_table mind = {sizeof(struct cradle), mind_fields};

static struct task *task_at(const struct cradle *m, guint i)
{
    return g_ptr_array_index(m->stack, i);
}

static const struct task *current(const struct cradle *m)
{
    return m->stack->len ? task_at(m, m->stack->len - 1) : NULL;
}

static struct task *task_new(struct cradle *m, const char *text, bool long_horizon)
{
    struct task *t = mind_new(&task_table);
    t->task = g_strdup(text);
    t->long_horizon = long_horizon;
    t->id = ++m->tasks;
    return t;
}

/* ---- what its prompts are told beside what every agent's are ---- */

static const char *const names[] = {"horizon",      "stack",         "sequence", "description", "target",
                                    "screen_class", "gathered_text", "guidance", "gathered",    NULL};

/* How many steps, up to now, worked towards the subtask that infer says is done; too few are no skill. */
static guint finished_sequence(const struct run *run)
{
    const form_output *infer = step_said(run, INFER);
    if (!infer || !form_output_boolean(infer, "subtask_done") || !run->working->past->len)
        return 0;
    const struct situation_past *last = g_ptr_array_index(run->working->past, run->working->past->len - 1);
    guint n = 0;
    for (guint i = run->working->past->len; i-- > 0; n++) {
        const struct situation_past *p = g_ptr_array_index(run->working->past, i);
        bool worked = p->action && g_strcmp0(p->effect, "changed") == 0 && g_strcmp0(p->success, "no") != 0;
        if (!worked || g_strcmp0(p->subtask, last->subtask) != 0)
            break;
    }
    return n >= SEQUENCE_MIN ? n : 0;
}

/* What gather has said on the keyframes, in their order, and (`last`) on the last frame. Borrowed. */
static GPtrArray *gathered(const struct run *run, bool last)
{
    GPtrArray *all = g_ptr_array_new();
    const GArray *keyframes = run->look->observation ? run->look->observation->keyframes : NULL;
    for (guint i = 0; keyframes && i < keyframes->len; i++) {
        const struct eye_frame *f = &g_array_index(keyframes, struct eye_frame, i);
        const form_output *one = step_said_aside(run, GATHER, f->path);
        if (one && g_strcmp0(f->hash, run->look->observation->frame.hash) != 0)
            g_ptr_array_add(all, (gpointer)one);
    }
    if (last && step_said(run, GATHER))
        g_ptr_array_add(all, (gpointer)step_said(run, GATHER));
    return all;
}

static void put_gathered(const struct run *run, struct prompt_values *v)
{
    static const char *const fields[] = {"description", "target", "screen_class"};
    const form_output *gather = step_said(run, GATHER);
    g_autoptr(GPtrArray) all = gathered(run, true), earlier = gathered(run, false);
    g_autoptr(GPtrArray) texts = g_ptr_array_new(), guidance = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        prompt_put(v, fields[i], gather ? g_strdup(form_output_string(gather, fields[i])) : NULL);
    for (guint i = 0; i < all->len; i++) {
        const GPtrArray *read = form_output_strings(all->pdata[i], "text");
        for (guint j = 0; j < read->len; j++)
            g_ptr_array_add(texts, read->pdata[j]);
        g_ptr_array_add(guidance, (gpointer)form_output_string(all->pdata[i], "guidance"));
    }
    prompt_put(v, "gathered_text", prompt_quoted(texts));
    prompt_put(v, "guidance", prompt_quoted(guidance));
    prompt_put_outputs(v, "gathered", earlier);
}

static void values(const struct run *run, const void *data, struct prompt_values *v)
{
    const struct cradle *m = data;
    const struct task *now = current(m);
    g_autoptr(GPtrArray) stack = g_ptr_array_new();
    guint sequence = finished_sequence(run);
    for (guint i = 0; i < m->stack->len; i++)
        g_ptr_array_add(stack, task_at(m, i)->task);
    prompt_put(v, "horizon", g_strdup(!now ? "" : now->long_horizon ? "long" : "short"));
    prompt_put_list(v, "stack", stack, " ▸ ");
    prompt_put(v, "sequence", situation_past_lines(run->working->past, sequence));
    prompt_put_json(v, "sequence", g_strdup_printf("%u", sequence));
    put_gathered(run, v);
    if (!run->look->fired_last) { /* it was asked only about what is held down: there is no verdict on an action */
        prompt_put(v, cradle_modules[REFLECT].form.name, NULL);
        prompt_put_json(v, cradle_modules[REFLECT].form.name, g_strdup("null"));
    }
}

/* ---- the modules in order ---- */

/* Gather on each keyframe of the video since the last action and on the last frame, and reflect: none needs another's answer, so
 * they are asked at the same time. */
static bool gather_and_reflect(struct run *run, GError **error)
{
    const GArray *keyframes = run->look->observation->keyframes;
    g_autofree struct ask *asks = g_new0(struct ask, keyframes->len + 2);
    gsize n = 0;
    for (guint i = 0; i < keyframes->len; i++) {
        const struct eye_frame *f = &g_array_index(keyframes, struct eye_frame, i);
        if (g_strcmp0(f->hash, run->look->observation->frame.hash) != 0)
            asks[n++] = (struct ask){.module = GATHER, .aside = f->path};
    }
    asks[n++] = (struct ask){.module = GATHER};
    if (run->look->fired_last || run->holds->lost->len > 0)
        asks[n++] = (struct ask){.module = REFLECT};
    else
        step_skip(run, REFLECT, "nothing was fired", NULL);
    bool ok = step_ask(run, asks, n, error);
    for (gsize i = 0; i < n; i++)
        ask_clear(&asks[i]);
    return ok;
}

/* What reflect found goes to the step that it is about. */
static bool heed_reflection(struct run *run, GError **error)
{
    const form_output *reflect = run->look->fired_last ? step_said(run, REFLECT) : NULL;
    if (!reflect || run->working->past->len == 0)
        return true;
    if (g_strcmp0(form_output_string(reflect, "hold"), "release") == 0 && !step_release(run, error))
        return false;
    return step_set_success(run, form_output_string(reflect, "success"), form_output_string(reflect, "cause"), error);
}

static bool press_again(struct run *run, bool *ret_acted, GError **error)
{
    const form_output *reflect = step_said(run, REFLECT);
    *ret_acted = false;
    return !reflect || step_press_again(run, g_strcmp0(form_output_string(reflect, "hold"), "keep") == 0, ret_acted, error);
}

/* A new short-horizon task lies on the long one, which is returned to when it is done (B.1). */
static void follow_task(struct cradle *m, const form_output *infer)
{
    const char *task = form_output_string(infer, "subtask");
    bool long_horizon = g_strcmp0(form_output_string(infer, "horizon"), "long") == 0;
    if (form_output_boolean(infer, "subtask_done") && m->stack->len)
        g_ptr_array_remove_index(m->stack, m->stack->len - 1);
    const struct task *now = current(m);
    if (!*task || (now && g_str_equal(now->task, task)))
        return;
    while (m->stack->len && (!current(m)->long_horizon || long_horizon))
        g_ptr_array_remove_index(m->stack, m->stack->len - 1);
    g_ptr_array_add(m->stack, task_new(m, task, long_horizon));
}

static void work_on_current(struct run *run, const struct cradle *m)
{
    step_set_subtask(run, current(m) ? current(m)->task : NULL);
}

static bool keep_summary(struct run *run, struct cradle *m, GError **error)
{
    m->summarized = run->done + 1;
    return step_summarize(run, form_output_string(step_said(run, SUMMARIZE), "summary"), error);
}

/* The summary is of what was done until now: it does not need the new subtask, nor does infer need it, which is told the last
 * steps. Both are asked at the same time. */
static bool infer_and_summarize(struct run *run, struct cradle *m, GError **error)
{
    struct ask asks[] = {{.module = INFER}, {.module = SUMMARIZE}};
    bool due = run->done + 1 - m->summarized >= config_int(run->cfg, "run", "summary_every");
    gsize n = due ? 2 : 1;
    bool ok = step_ask(run, asks, n, error);
    for (gsize i = 0; i < n; i++)
        ask_clear(&asks[i]);
    if (!ok)
        return false;
    follow_task(m, step_said(run, INFER));
    work_on_current(run, m);
    return !due || keep_summary(run, m, error);
}

/* Instructions on the screen, a failure with a cause, and a sequence of actions that worked give something to curate. */
static bool curate(struct run *run, GError **error)
{
    const form_output *gather = step_said(run, GATHER), *reflect = run->look->fired_last ? step_said(run, REFLECT) : NULL;
    bool persons = run->working->past->len && situation_past_by_person(run->working->past->pdata[run->working->past->len - 1]);
    bool failed = reflect && !persons && g_strcmp0(form_output_string(reflect, "success"), "no") == 0 &&
                  *form_output_string(reflect, "cause");
    if (!*form_output_string(gather, "guidance") && !failed && !finished_sequence(run) && !step_is_fixed(run, CURATE)) {
        step_skip(run, CURATE, "nothing new", NULL);
        return true;
    }
    if (!step_retrieve(run, form_output_string(gather, "screen_class"), error) || !step_ask_one(run, CURATE, error))
        return false;
    const form_output *said = step_said(run, CURATE);
    return step_draft(run, form_output_skills(said, "skills"), form_output_string(said, "reasoning"), error);
}

static bool plan(struct run *run, GError **error)
{
    const form_output *gather = step_said(run, GATHER);
    return step_retrieve(run, form_output_string(gather, "screen_class"), error) &&
           step_recall(run, form_output_string(gather, "description"), error) && step_ask_one(run, PLAN, error);
}

/* ---- its board: the task stack ---- */

static void task_rows(const void *data, GPtrArray *rows)
{
    const struct cradle *m = data;
    for (guint i = 0; i < m->stack->len; i++) {
        const struct task *t = task_at(m, i);
        enum board_state state = i + 1 == m->stack->len ? BOARD_DOING : BOARD_OPEN;
        g_ptr_array_add(rows, board_row_new(t->id, (int)i, state, t->task, t->long_horizon ? "long" : "short"));
    }
}

static bool change_tasks(struct run *run, void *data, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)run;
    struct cradle *m = data;
    guint i = 0;
    while (i < m->stack->len && task_at(m, i)->id != row)
        i++;
    if (i == m->stack->len && !(verb == BOARD_INSERT && row == 0)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no task %" G_GINT64_FORMAT, row);
        return false;
    }
    if ((verb == BOARD_INSERT || verb == BOARD_EDIT) && !*text) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "a task needs a text");
        return false;
    }
    if (verb == BOARD_GO) { /* back to it: what lies on it is dropped */
        g_ptr_array_set_size(m->stack, (int)i + 1);
    } else if (verb == BOARD_REMOVE) {
        g_ptr_array_remove_index(m->stack, i);
    } else if (verb == BOARD_INSERT) {
        g_ptr_array_insert(m->stack, (int)i, task_new(m, text, i < m->stack->len));
    } else {
        g_free(task_at(m, i)->task);
        task_at(m, i)->task = g_strdup(text);
    }
    return true;
}

static const struct board boards[] = {
    {"tasks", "Tasks", BOARD_GO | BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE, task_rows, change_tasks},
    {0},
};

static bool step(struct run *run, void *data, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct cradle *m = data;
    bool acted;
    *ret_end = AGENT_GOES_ON;
    work_on_current(run, m);
    if (!step_observe(run, error) || !gather_and_reflect(run, error) || !heed_reflection(run, error) ||
        !press_again(run, &acted, error))
        return false;
    if (acted)
        return true;
    if (!infer_and_summarize(run, m, error) || !curate(run, error) || !plan(run, error))
        return false;
    const form_output *planned = step_said(run, PLAN);
    const char *outcome = form_output_string(planned, "outcome");
    if (g_str_equal(outcome, "success") || g_str_equal(outcome, "failed")) {
        *ret_end = g_str_equal(outcome, "success") ? AGENT_SUCCESS : AGENT_FAILED;
        *ret_reason = g_strdup(form_output_string(planned, "reasoning"));
        return step_remember(run, NULL, error);
    }
    if (g_str_equal(outcome, "ask"))
        return step_question(run, form_output_string(planned, "question"), form_output_strings(planned, "choices"), error);
    return step_act(run, form_output_actions(planned, "actions"), error);
}

static void catch_up(struct run *run, void *data, const form_output *const *said)
{
    struct cradle *m = data;
    if (said[INFER])
        follow_task(m, said[INFER]);
    if (said[SUMMARIZE])
        m->summarized = run->done + 1;
    work_on_current(run, m);
}

const struct agent agent_cradle = {
    .name = "cradle",
    .paper = "Tan et al. 2024",
    .about = "gather, reflect, infer, curate, plan: a model call each",
    .standard = true,
    .modules = cradle_modules,
    .mind = &mind,
    .boards = boards,
    .names = names,
    .values = values,
    .step = step,
    .catch_up = catch_up,
};
