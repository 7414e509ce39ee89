#include "engine/step/plan_context.h"

#include "engine/recall/ngram.h"
#include "engine/recall/recall.h"
#include "memory/lessons.h"
#include "memory/recalls.h"
#include "config/profile.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/eye/eye.h"
#include "engine/gate/gate.h"
#include "engine/modules/situation.h"
#include "engine/recall/retrieve.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "skills/timeline/action.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/step/procedural.h"
#include "engine/step/proposal.h"

#include <string.h>

#define MORE 5 /* that are told to people and not to the plan */
#define LESSON_MAX 500

struct run_recall *run_recall_new(void)
{
    return g_new0(struct run_recall, 1);
}

void run_recall_free(struct run_recall *r)
{
    if (!r)
        return;
    g_clear_pointer(&r->recaller, recaller_free);
    g_free(r->told);
    g_free(r->steps);
    g_free(r->lessons);
    g_free(r);
}

char *plan_context_app(const struct run *run)
{
    return recall_app(run->profile->name, run->options->app ? run->options->app : run->profile->app);
}

/* The window that is worked in where no profile says which: the one with the focus, where that is not ours. */
static const struct eye_window *target_of(const struct run *run, const eye_observation *o)
{
    gint64 id = o->target ? o->target : devices_is_own_window(run, o->windows, o->focus) ? 0 : o->focus;
    return eye_observation_window(o, id);
}

/* Without a profile and a command the window's class is all that there is. */
static char *program_of(const struct run *run)
{
    char *app = plan_context_app(run);
    const eye_observation *o = run->look->observation;
    const struct eye_window *target = o ? target_of(run, o) : NULL;
    return app || !target ? app : recall_class(target->class);
}

/* ---- what a plan is reminded of ---- */

static bool is_recalled(struct run *run, void *data)
{
    (void)data;
    return recaller_step(run->recall->recaller);
}

static gint64 oldest_in_prompt(const struct run *run)
{
    return run->working->past->len ? ((const struct situation_past *)run->working->past->pdata[0])->step : run->step;
}

static void count_cost(struct run *run)
{
    struct brain_spent spent;
    recaller_take_cost(run->recall->recaller, &spent);
    budget_beside(run->spent, &spent);
}

static GPtrArray *recall(struct run *run, const char *subtask, const char *saw, GError **error)
{
    const profile *p = run->profile;
    const struct eye_frame *now = &run->look->observation->frame;
    g_autofree char *app = program_of(run), *notice = NULL;
    const struct recall_query query = {.task = run->options->task,
                                       .subtask = subtask,
                                       .saw = saw,
                                       .app = app,
                                       .printed = now->printed,
                                       .print = now->print,
                                       .run = run->id,
                                       .from_step = oldest_in_prompt(run),
                                       .steps = (guint)p->recall.steps,
                                       .lessons = (guint)p->recall.lessons,
                                       .chars = (guint)p->recall.chars,
                                       .builtin = run->skills->retriever &&
                                                  g_str_equal(retriever_kind(run->skills->retriever), NGRAM_KIND),
                                       .more = MORE};
    if (!run->recall->recaller)
        run->recall->recaller = recaller_new(run->cfg, run->brains, run->store);
    if (!recaller_begin(run->recall->recaller, &query, error) || !wait_until(run, is_recalled, NULL, 0, error))
        return NULL;
    GPtrArray *rows = recaller_result(run->recall->recaller, &notice, error);
    count_cost(run);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    return rows;
}

bool plan_context_recall(struct run *run, const char *subtask, const char *saw, char **ret_steps, char **ret_lessons,
                         GError **error)
{
    *ret_steps = *ret_lessons = NULL;
    g_clear_pointer(&run->recall->told, g_free);
    if (run->profile->recall.steps == 0 && run->profile->recall.lessons == 0)
        return true;
    g_autoptr(GPtrArray) rows = recall(run, subtask, saw, error);
    g_autoptr(GPtrArray) kept = rows ? recalled_rows(rows, run->id, run->step) : NULL;
    if (!kept || !memory_recalls_set(run->store, run->id, run->step, kept, error))
        return false;
    run->recall->told = recalled_to_json(rows);
    *ret_steps = recalled_prompt(rows, false);
    *ret_lessons = recalled_prompt(rows, true);
    return true;
}

/* ---- what is learnt ---- */

static bool learn(struct run *run, gint64 step, const char *by, const action *a, const char *task, const char *text,
                  GError **error)
{
    if (run->devices->recorded) /* it was learnt when it was recorded */
        return true;
    g_autofree char *app = program_of(run), *line = g_strdup(text);
    if (g_utf8_strlen(line, -1) > LESSON_MAX)
        *g_utf8_offset_to_pointer(line, LESSON_MAX) = '\0';
    const struct memory_lesson lesson = {
        .run = run->id, .step = step, .by = (char *)by, .app = app, .skill = a->skill, .task = (char *)task, .text = line};
    return memory_lesson_add(run->store, &lesson, NULL, error);
}

static const char *how_it_failed(const struct situation_past *past)
{
    return g_strcmp0(past->effect, "no_effect") == 0    ? "had no effect"
           : g_strcmp0(past->effect, "unexpected") == 0 ? "did something else than expected"
                                                        : "failed";
}

bool plan_context_learn_failure(struct run *run, const struct situation_past *past, GError **error)
{
    bool failed = g_strcmp0(past->success, "no") == 0, caused = past->cause && *past->cause;
    bool seen = g_strcmp0(past->effect, "no_effect") == 0 || g_strcmp0(past->effect, "unexpected") == 0;
    if (!run->profile->recall.learn || !past->action || !failed || (!caused && !seen) || situation_past_by_person(past))
        return true;
    g_autofree char *what = action_describe(past->action);
    g_autofree char *text =
        g_strdup_printf("%s %s%s%s", what, how_it_failed(past), caused ? ": " : "", caused ? past->cause : "");
    return learn(run, past->step, "model", past->action, past->subtask, text, error);
}

bool plan_context_learn_decision(struct run *run, const proposal *p, GError **error)
{
    bool rejected = p->verdict == GATE_REJECTED && g_strcmp0(p->decided_by, "human") == 0;
    bool refused = p->refused && !p->edited_from;
    if (!run->profile->recall.learn || (!rejected && !refused) || !p->reason || !*p->reason)
        return true;
    g_autofree char *what = action_describe(p->action);
    g_autofree char *text =
        g_strdup_printf(refused ? "%s could not be carried out: %s" : "a person rejected %s: %s", what, p->reason);
    return learn(run, run->step, refused ? "model" : "human", p->action, run->working->subtask, text, error);
}
