/* The agent's memory of plans. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/client/client.h"
#include "engine/control/wait.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/recall/plan_finder.h"
#include "engine/run/budget.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/step/plan_memory.h"
#include "engine/world/plan_check.h"

#include <string.h>

#define KNOWN_MAX 100 /* goals that a prompt names */
#define TRIED_MAX 200

static const char *option(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

/* What the run that is repeated had in mind at the end of this step. */
typedef struct jarvis mind_then;
static void mind_then_free(mind_then *then)
{
    mind_free(&jarvis_mind, then);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mind_then, mind_then_free)

/* What a plan is for: the one thing that the task wants, or its words. */
static char *key_of(const struct run *run, const struct jarvis *m)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    const char *task = run->options->task ? run->options->task : "";
    return plan_memory_cut(names->len == 1 ? names->pdata[0] : task, PLAN_GOAL_MAX);
}

static GPtrArray *plans_of(struct run *run, GError **error)
{
    g_autofree char *app = plan_memory_app(run);
    const struct memory_plans_asked asked = {.app = app, .texts = PLAN_TEXTS_GOALS, .until_us = option_int(option(run, "until"))};
    GPtrArray *plans = memory_plans(run->store, &asked, error);
    plan_memory_then(run, plans);
    return plans;
}

char *jarvis_known(struct run *run, GError **error)
{
    g_autoptr(mind_then) then = plan_memory_mind(run);
    if (then)
        return g_strdup(then->known ? then->known : "");
    g_autoptr(GPtrArray) plans = plans_of(run, error);
    g_autoptr(GString) out = g_string_new(NULL);
    const char *last = "";
    guint n = 0;
    for (guint i = 0; plans && i < plans->len && n < KNOWN_MAX; i++) {
        const struct memory_plan *p = plans->pdata[i];
        if (p->outcome == PLAN_FAILED || g_str_equal(p->goal, last)) /* they come by goal */
            continue;
        g_autofree char *line = g_strdelimit(g_strdup(p->goal), "\n\r", ' ');
        g_string_append_printf(out, "%s%s", n++ ? "\n" : "", line);
        last = p->goal;
    }
    return plans ? g_strdup(out->str) : NULL;
}

/* ---- retrieval ---- */

static bool is_found(struct run *run, void *data)
{
    (void)run;
    return plan_finder_step(data);
}

/* "Plan for iron_pickaxe, it worked here:"; a goal in words, which may be anybody's, stands behind ">". */
static char *told_as(const struct memory_plan *p)
{
    g_autofree char *text = plan_memory_told(p), *goal = plan_memory_quoted(p->goal);
    bool name = strspn(p->goal, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(p->goal);
    return name ? g_strdup_printf("Plan for %s, %s", p->goal, text) : g_strdup_printf("Plan for\n%s\n%s", goal, text);
}

/* The first `before` rows were found for the plan before: what happened to them in this run goes on. */
static void take(struct jarvis *m, const struct plan_found *found, guint before)
{
    struct jarvis_recalled *r = mind_new(&jarvis_recalled_table);
    const struct memory_plan *p = found->plan;
    g_autofree char *scores = plan_found_explain(found);
    r->plan = p->plan;
    r->version = p->id;
    r->own = found->own && g_str_equal(p->goal, found->goal) && p->outcome != PLAN_FAILED;
    r->why = g_steal_pointer(&scores);
    r->goal = g_strdup(p->goal);
    r->asked = g_strdup(found->goal);
    r->what = g_strconcat(p->origin ? "imported, " : "", p->touched ? "edited, " : "",
                          memory_plan_proven(p)       ? "worked"
                          : p->outcome == PLAN_FAILED ? "failed"
                                                      : "not tried here",
                          NULL);
    for (guint i = 0; i < before; i++) {
        const struct jarvis_recalled *was = m->recalled->pdata[i];
        r->left_out |= was->left_out && was->version == r->version;
        r->failed |= was->failed && was->version == r->version;
    }
    r->text = told_as(p);
    r->goals = g_strdup(p->text);
    g_ptr_array_add(m->recalled, r);
}

bool jarvis_recall(struct run *run, struct jarvis *m, GError **error)
{
    const struct eye_frame *now = &run->look->observation->frame;
    const screen *told = run->look->observation->screen;
    const char *retrieval = jarvis_setting(run, "retrieval");
    g_autofree char *app = plan_memory_app(run), *task = key_of(run, m), *notice = NULL;
    g_autofree char *state = display_state_key(told ? told->state : NULL);
    const struct plan_query query = {.app = app,
                                     .task = task,
                                     .goals = m->queried,
                                     .texts = PLAN_TEXTS_GOALS,
                                     .by_situation = !g_str_has_prefix(retrieval, "text"),
                                     .printed = now->printed,
                                     .print = now->print,
                                     .state = state,
                                     .threshold = option_real(option(run, "threshold")),
                                     .most = (guint)option_int(option(run, "k")),
                                     .until_us = option_int(option(run, "until"))};
    g_autoptr(mind_then) then = plan_memory_mind(run);
    if (then)
        g_ptr_array_set_size(m->recalled, 0);
    for (guint i = 0; then && i < then->recalled->len; i++)
        g_ptr_array_add(m->recalled, mind_copy(&jarvis_recalled_table, then->recalled->pdata[i]));
    if (then)
        return true;
    g_autoptr(plan_finder) f = plan_finder_new(run->cfg, run->brains, run->store);
    if (!plan_finder_begin(f, &query, error) || !wait_until(run, is_found, f, 0, error))
        return false;
    struct brain_spent spent;
    g_autoptr(GArray) found = plan_finder_result(f, &notice);
    const guint before = m->recalled->len;
    plan_finder_take_cost(f, &spent);
    budget_beside(run->spent, &spent);
    for (guint i = 0; i < found->len; i++)
        take(m, &g_array_index(found, struct plan_found, i), before);
    g_ptr_array_remove_range(m->recalled, 0, before);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    return true;
}

char *jarvis_recalled_text(const struct jarvis *m)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < m->recalled->len; i++) {
        const struct jarvis_recalled *r = m->recalled->pdata[i];
        if (!r->left_out)
            g_string_append_printf(out, "%s%s", out->len ? "\n" : "", r->text);
    }
    return g_string_free(out, FALSE);
}

/* ---- what came of it ---- */

void jarvis_blame(struct jarvis *m, const struct jarvis_goal *goal)
{
    for (guint i = 0; i < m->recalled->len; i++) {
        struct jarvis_recalled *r = m->recalled->pdata[i];
        g_auto(GStrv) lines = g_strsplit(r->goals ? r->goals : "", "\n", -1);
        for (char **line = lines; r->own && !r->left_out && *line; line++)
            r->failed |= jarvis_is_goal_of(goal, *line);
    }
}

/* worked: with the first plan; another may have reached it. */
static bool count_uses(struct run *run, struct jarvis *m, bool worked, GError **error)
{
    for (guint i = 0; i < m->recalled->len; i++) {
        struct jarvis_recalled *r = m->recalled->pdata[i];
        bool counts = r->own && !r->left_out && (worked || r->failed);
        if (counts && !memory_plan_count(run->store, r->version, worked, error))
            return false;
        r->own = false; /* once */
    }
    return true;
}

/* The goals that were reached, in their order; of a failure also the goal at which it came. */
static char *text_of(const struct jarvis *m, bool failed)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < m->did->len; i++)
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", (const char *)m->did->pdata[i]);
    for (guint i = m->goals->len; failed && i-- > 0;) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        if (goal->state != BOARD_FAILED)
            continue;
        g_autofree char *text = jarvis_goal_text(goal);
        g_string_append_printf(out, "%s%s (failed)", out->len ? "\n" : "", text);
        break;
    }
    return plan_memory_cut(out->str, PLAN_TEXT_MAX);
}

static char *given(char *text)
{
    return text && *text ? text : NULL;
}

bool jarvis_remember(struct run *run, struct jarvis *m, const char *cause, GError **error)
{
    if (!g_str_equal(option(run, "memory"), "on") || plan_memory_repeats(run)) /* it was remembered when it was recorded */
        return true;
    g_autofree char *app = plan_memory_app(run), *goal = key_of(run, m), *text = text_of(m, cause != NULL);
    g_autofree char *task = plan_memory_cut(run->options->task ? run->options->task : "", PLAN_WORDS_MAX);
    g_autofree char *began = plan_memory_cut(m->situation ? m->situation : "", PLAN_WORDS_MAX);
    g_autofree char *why = cause ? plan_memory_cut(cause, PLAN_WORDS_MAX) : NULL;
    if (!count_uses(run, m, cause == NULL && m->replans == 0, error))
        return false;
    if (!*text || !*goal)
        return true;
    const struct memory_plan plan = {.run = run->id,
                                     .step = run->step,
                                     .steps = m->did->len,
                                     .touched = m->touched,
                                     .of_goals = true,
                                     .outcome = cause ? PLAN_FAILED : PLAN_WORKED,
                                     .by = (char *)"model",
                                     .app = app,
                                     .goal = goal,
                                     .task = task,
                                     .situation = began,
                                     .picture = given(m->picture),
                                     .print = m->print,
                                     .state = given(m->state),
                                     .cause = why,
                                     .text = text};
    return memory_plan_add(run->store, &plan, NULL, error);
}

bool jarvis_tried(struct run *run, char **ret_worked, char **ret_failed, GError **error)
{
    g_autoptr(mind_then) then = plan_memory_mind(run);
    if (then) {
        *ret_worked = g_strdup(then->known ? then->known : "");
        *ret_failed = g_strdup(then->flaw ? then->flaw : "");
        return true;
    }
    g_autoptr(GPtrArray) plans = plans_of(run, error);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GString) worked = g_string_new(NULL), failed = g_string_new(NULL);
    for (guint i = 0; plans && i < plans->len && g_hash_table_size(seen) < TRIED_MAX; i++) {
        const struct memory_plan *p = plans->pdata[i];
        const char *task = p->task && *p->task ? p->task : p->goal;
        if (!p->run || !g_hash_table_add(seen, (gpointer)task)) /* of a goal, what worked comes first */
            continue;
        GString *out = p->outcome == PLAN_WORKED ? worked : failed;
        g_autofree char *cause = plan_memory_cut(p->cause ? p->cause : "", 200);
        g_autofree char *whole = g_strconcat(task, *cause ? ": " : "", cause, NULL), *line = plan_memory_quoted(whole);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", line);
    }
    *ret_worked = g_strdup(worked->str);
    *ret_failed = g_strdup(failed->str);
    return plans != NULL;
}
