/* The agent's memory of plans, and what is known of a goal. */

#include "engine/agents/gitm/gitm.h"

#include "engine/modules/prompt.h"
#include "engine/client/client.h"
#include "engine/control/wait.h"
#include "engine/modules/counts.h"
#include "engine/modules/situation.h"
#include "engine/recall/knowledge.h"
#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"
#include "engine/step/plan_memory.h"
#include "memory/plans.h"

#include <string.h>

#define KNOWN_MAX 8 /* paragraphs that a question is told */

/* What the run that is repeated had in mind at the end of this step. */
typedef struct gitm mind_then;
static void mind_then_free(mind_then *then)
{
    mind_free(&gitm_mind, then);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mind_then, mind_then_free)

/* ---- knowledge ---- */

/* Of a run whose replies answer here: they were given to what was known then. */
static mind_then *known_then(const struct run *run)
{
    return replay_run_of(run->options->brain) ? plan_memory_mind(run) : NULL;
}

static bool is_found(struct run *run, void *data)
{
    (void)run;
    return knowledge_finder_step(data);
}

bool gitm_know(struct run *run, struct gitm *m, const char *question, GError **error)
{
    g_autoptr(mind_then) then = known_then(run);
    mind_set_string(&m->knowledge, then ? then->knowledge : "");
    if (then || !gitm_is_on(run, "knowledge"))
        return true;
    g_autofree char *app = plan_memory_app(run), *notice = NULL;
    g_autoptr(knowledge_finder) f = knowledge_finder_new(run->cfg, run->brains, run->store);
    if (!knowledge_finder_begin(f, app, question, error) || !wait_until(run, is_found, f, 0, error))
        return false;
    struct brain_spent spent;
    g_autoptr(GArray) hits = knowledge_finder_result(f, KNOWN_MAX, &notice);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    knowledge_finder_take_cost(f, &spent);
    budget_beside(run->spent, &spent);
    for (guint i = 0; i < hits->len; i++) {
        const struct memory_paragraph *p = g_array_index(hits, struct knowledge_hit, i).paragraph;
        g_ptr_array_add(texts, g_strdup_printf("%s: %s", p->subject, p->text));
    }
    g_autofree char *quoted = prompt_quoted(texts);
    mind_set_string(&m->knowledge, quoted);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    return true;
}

/* All that is known of the world; empty where it is not told. */
static GPtrArray *all_known(struct run *run, GError **error)
{
    g_autofree char *app = plan_memory_app(run);
    return gitm_is_on(run, "knowledge") ? memory_knowledge(run->store, app, false, error) : g_ptr_array_new();
}

static bool says_of(const GPtrArray *paragraphs, const char *name)
{
    bool says = false;
    for (guint i = 0; i < paragraphs->len && !says; i++) {
        const struct memory_paragraph *p = paragraphs->pdata[i];
        says = g_str_equal(p->subject, name) || strstr(p->text, name);
    }
    return says;
}

char *gitm_unknown(struct run *run, GHashTable *of, GError **error)
{
    g_autoptr(GPtrArray) all = all_known(run, error), names = counts_names(of);
    GString *unknown = g_string_new(NULL);
    for (guint i = 0; all && gitm_is_on(run, "knowledge") && i < names->len; i++)
        if (!says_of(all, names->pdata[i]))
            g_string_append_printf(unknown, "%s%s", unknown->len ? ", " : "", (const char *)names->pdata[i]);
    return g_string_free(unknown, all == NULL);
}

bool gitm_know_fuel(struct run *run, struct gitm *m, struct goal_way *way, GError **error)
{
    g_autoptr(mind_then) then = known_then(run);
    if (then) {
        goals_take_fuel(&m->goals, way, &then->goals);
        return true;
    }
    g_autoptr(GPtrArray) texts = g_ptr_array_new(), all = all_known(run, error);
    for (guint i = 0; all && i < all->len; i++)
        g_ptr_array_add(texts, ((const struct memory_paragraph *)all->pdata[i])->text);
    goals_know_fuel(&m->goals, way, texts);
    return all != NULL;
}

/* ---- plans ---- */

static GPtrArray *plans_of(const struct run *run, const char *goal, GError **error)
{
    g_autofree char *app = plan_memory_app(run);
    const struct memory_plans_asked asked = {.app = app, .goal = goal, .texts = PLAN_TEXTS_CALLS};
    GPtrArray *plans = memory_plans(run->store, &asked, error);
    plan_memory_then(run, plans);
    return plans;
}

bool gitm_recall(struct run *run, struct gitm *m, const struct goal *goal, GError **error)
{
    m->reference = 0;
    mind_set_string(&m->reference_text, "");
    g_autoptr(mind_then) then = plan_memory_mind(run);
    if (then && g_strcmp0(then->situation, m->situation) == 0) {
        mind_set_string(&m->reference_text, then->reference_text);
        return true;
    }
    if (g_str_equal(run_option(run->options, run->cfg, "memory"), "off"))
        return true;
    g_autoptr(GPtrArray) plans = plans_of(run, goal->object, error);
    if (!plans)
        return false;
    const struct memory_plan *first = plans->len ? plans->pdata[0] : NULL;
    g_autofree char *text = first ? plan_memory_told(first) : g_strdup("");
    mind_set_string(&m->reference_text, text);
    m->reference = first && first->outcome != PLAN_FAILED ? first->id : 0;
    return true;
}

static bool may_fold(const struct memory_plan *p)
{
    return p->folded == 0 && (memory_plan_proven(p) || memory_plan_leads(p)) && !memory_plan_doubted(p);
}

static bool wants_fold(const struct run *run, const char *goal, GPtrArray **ret_proven, GError **error)
{
    g_autoptr(GPtrArray) plans = plans_of(run, goal, error);
    for (guint i = plans ? plans->len : 0; i-- > 0;)
        if (!may_fold(plans->pdata[i]))
            g_ptr_array_remove_index(plans, i);
    *ret_proven = g_steal_pointer(&plans);
    return *ret_proven && (*ret_proven)->len >= PLAN_FOLD;
}

/* It was remembered then, and a reference is made in this step where one was made then. */
static bool fold_again(const struct run *run, struct gitm *m, const struct goal *goal)
{
    g_autoptr(mind_then) then = plan_memory_mind(run);
    bool folded = then && then->sources && *then->sources;
    mind_set_string(&m->fold, folded ? goal->object : "");
    mind_set_string(&m->sources, folded ? then->sources : "");
    return true;
}

bool gitm_remember(struct run *run, struct gitm *m, const struct goal *goal, const char *cause, GError **error)
{
    g_autofree char *app = plan_memory_app(run), *did = cause ? plan_acts_tried(&m->acts) : plan_acts_did(&m->acts),
                    *text = plan_memory_cut(did, PLAN_TEXT_MAX), *task = NULL, *begins = NULL,
                    *why = cause ? plan_memory_cut(cause, PLAN_WORDS_MAX) : NULL;
    if (plan_memory_repeats(run))
        return fold_again(run, m, goal);
    if (!gitm_is_on(run, "memory"))
        return true;
    if (m->reference && !memory_plan_count(run->store, m->reference, cause == NULL, error))
        return false;
    m->reference = 0;
    if (!*text)
        return true;
    task = plan_memory_cut(run->options->task ? run->options->task : "", PLAN_WORDS_MAX);
    begins = plan_memory_cut(m->situation, PLAN_WORDS_MAX);
    const struct memory_plan plan = {.run = run->id,
                                     .step = run->step,
                                     .steps = m->acts.did->len,
                                     .touched = m->acts.touched,
                                     .outcome = cause ? PLAN_FAILED : PLAN_WORKED,
                                     .by = (char *)"model",
                                     .app = app,
                                     .goal = goal->object,
                                     .task = task,
                                     .situation = begins,
                                     .cause = why,
                                     .text = text};
    g_autoptr(GPtrArray) proven = NULL;
    if (!memory_plan_add(run->store, &plan, NULL, error))
        return false;
    bool many = !cause && wants_fold(run, goal->object, &proven, error);
    if (many)
        mind_set_string(&m->fold, goal->object);
    return cause || proven != NULL;
}

bool gitm_sources(struct run *run, struct gitm *m, GError **error)
{
    if (plan_memory_repeats(run)) /* they are told already */
        return true;
    g_autoptr(GPtrArray) proven = NULL;
    bool many = wants_fold(run, m->fold, &proven, error);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; many && i < proven->len; i++) {
        g_autofree char *text = plan_memory_told(proven->pdata[i]);
        g_string_append_printf(out, "%sPlan %u, %s", i ? "\n" : "", i + 1, text);
    }
    mind_set_string(&m->sources, out->str);
    if (proven && !many)
        mind_set_string(&m->fold, "");
    return proven != NULL;
}

bool gitm_fold(struct run *run, struct gitm *m, const char *text, GError **error)
{
    g_autoptr(GPtrArray) proven = NULL;
    GError *local = NULL;
    if (plan_memory_repeats(run)) {
        mind_set_string(&m->fold, "");
        return true;
    }
    bool many = wants_fold(run, m->fold, &proven, error);
    if (!proven)
        return false;
    g_autofree gint64 *numbers = g_new(gint64, proven->len + 1);
    for (guint i = 0; i < proven->len; i++)
        numbers[i] = ((const struct memory_plan *)proven->pdata[i])->plan;
    g_autofree char *app = plan_memory_app(run), *plain = plan_memory_unquoted(text),
                    *whole = plan_memory_cut(plain, PLAN_TEXT_MAX);
    const struct memory_plan reference = {.run = run->id,
                                          .step = run->step,
                                          .outcome = PLAN_UNTRIED,
                                          .by = (char *)"model",
                                          .app = app,
                                          .goal = m->fold,
                                          .text = whole};
    gint64 plan = 0;
    bool ok = !many || memory_plan_fold(run->store, &reference, numbers, proven->len, &plan, &local);
    if (ok && many)
        client_notice(run, "info",
                      "plan %" G_GINT64_FORMAT
                      " is the reference for %s now, made of %u plans (reins plans show %" G_GINT64_FORMAT ")",
                      plan, m->fold, proven->len, plan);
    if (g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_FAILED)) { /* another run was first */
        g_clear_error(&local);
        ok = true;
    }
    mind_set_string(&m->fold, "");
    if (local)
        g_propagate_error(error, local);
    return ok;
}
