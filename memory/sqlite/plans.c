/* Plans: a row for each version; an edit takes the mark "newest" from the one before. */

#include "memory/plans.h"
#include "memory/sqlite/store.h"

#include <string.h>

static bool plan_put(memory *m, const struct memory_plan *p, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO plans(plan, version, run, step, at_us, steps, reference, touched, outcome, author, app, goal,"
                     " origin, reason, cause, task, situation, picture, print, state, of_goals, text)"
                     " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                     "iiiiiiiittttttttttitit", p->plan, p->version, p->run, p->step, p->at_us ? p->at_us : g_get_real_time(),
                     p->steps, (gint64)p->reference, (gint64)p->touched, plan_outcome_name(p->outcome), p->by, p->app, p->goal,
                     p->origin, p->reason, p->cause, p->task, p->situation, p->picture, p->print, p->state, (gint64)p->of_goals,
                     p->text);
}

static bool put_first(memory *m, const struct memory_plan *plan, bool reference, gint64 *ret_plan, const char *doing,
                      GError **error)
{
    struct memory_plan first = *plan;
    first.plan = 0;
    first.version = 1;
    first.reference = reference;
    if (!plan_put(m, &first, doing, error))
        return false;
    *ret_plan = sqlite3_last_insert_rowid(m->db);
    return store_run(m, doing, error, "UPDATE plans SET plan = id WHERE id = ?", "i", *ret_plan);
}

bool memory_plan_add(memory *m, const struct memory_plan *plan, gint64 *ret_plan, GError **error)
{
    static const char doing[] = "write the plan";
    g_return_val_if_fail(plan->by && plan->app && plan->goal && plan->text, false);
    gint64 number = 0;
    if (!store_begin(m, doing, error))
        return false;
    /* an engine that died may have written it already */
    bool ok = (!plan->run || store_integer(m, doing, 0, &number, error,
                                           "SELECT plan FROM plans WHERE run = ? AND step = ? AND app = ? AND goal = ? AND NOT "
                                           "reference ORDER BY id LIMIT 1",
                                           "iitt", plan->run, plan->step, plan->app, plan->goal)) &&
              (number || put_first(m, plan, false, &number, doing, error));
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_plan)
        *ret_plan = number;
    return true;
}

bool memory_plans_add(memory *m, GPtrArray *plans, GError **error)
{
    static const char doing[] = "write the plans";
    bool ok = true;
    if (!store_begin(m, doing, error))
        return false;
    for (guint i = 0; ok && i < plans->len; i++) {
        struct memory_plan *p = plans->pdata[i];
        ok = put_first(m, p, p->reference, &p->plan, doing, error);
    }
    return store_end(m, ok, doing, error);
}

bool memory_plans_link(memory *m, const memory_plan_link *links, guint n, GError **error)
{
    static const char doing[] = "write what the reference plans were made of";
    bool ok = true;
    if (!store_begin(m, doing, error))
        return false;
    for (guint i = 0; ok && i < n; i++)
        ok =
            store_run(m, doing, error,
                      "UPDATE plans SET folded = ?1 WHERE plan = ?2 AND plan <> ?1 AND newest AND folded = 0 AND withdrawn_us = 0"
                      " AND origin IS NOT NULL AND EXISTS (SELECT 1 FROM plans r WHERE r.plan = ?1 AND r.newest AND r.reference"
                      " AND r.withdrawn_us = 0 AND r.origin IS NOT NULL AND r.app = plans.app AND r.goal = plans.goal)",
                      "ii", links[i].reference, links[i].plan);
    return store_end(m, ok, doing, error);
}

static void *read_plan(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_plan *p = g_new0(struct memory_plan, 1);
    gint64 *const numbers[] = {&p->id,     &p->plan,   &p->version, &p->run,    &p->step, &p->at_us,
                               &p->worked, &p->failed, &p->steps,   &p->folded, &p->print};
    bool *const marks[] = {&p->newest, &p->withdrawn, &p->reference, &p->touched, &p->of_goals};
    char **const texts[] = {&p->by,   &p->app,       &p->goal,    &p->origin, &p->reason, &p->cause,
                            &p->task, &p->situation, &p->picture, &p->state,  &p->text};
    int column = 0;
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = sqlite3_column_int64(query, column++);
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++)
        *marks[i] = sqlite3_column_int64(query, column++) != 0;
    g_autofree char *outcome = store_text(query, column++);
    if (!plan_outcome_parse(outcome, &p->outcome))
        g_warning("plan %" G_GINT64_FORMAT " has no known outcome: %s", p->plan, outcome);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, column++);
    return p;
}

#define PLAN_COLUMNS                                                                                                             \
    "SELECT id, plan, version, run, step, at_us, worked, failed, steps, folded, print, newest, withdrawn_us, reference,"         \
    " touched, of_goals, outcome, author, app, goal, origin, reason, cause, task, situation, picture, state, text FROM plans "

struct memory_plan *memory_plan_get(memory *m, gint64 plan, GError **error)
{
    static const char doing[] = "read the plan";
    g_autoptr(store_query) query = store_prepare(m, doing, error, PLAN_COLUMNS "WHERE plan = ? AND newest", "i", plan);
    GError *local = NULL;
    if (!query)
        return NULL;
    if (store_next(m, query, doing, &local))
        return read_plan(m, query);
    if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no plan %" G_GINT64_FORMAT " (`reins plans list` lists them)", plan);
    g_propagate_error(error, local);
    return NULL;
}

static struct memory_plan *standing(memory *m, gint64 plan, GError **error)
{
    struct memory_plan *p = memory_plan_get(m, plan, error);
    if (!p || (!p->withdrawn && !p->folded))
        return p;
    if (p->withdrawn)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "plan %" G_GINT64_FORMAT " was withdrawn already (`reins plans restore` takes it back)", plan);
    else
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "plan %" G_GINT64_FORMAT " is part of the reference plan %" G_GINT64_FORMAT ", which is told instead", plan,
                    p->folded);
    memory_plan_free(p);
    return NULL;
}

static bool fold(memory *m, const struct memory_plan *reference, const gint64 *plans, guint n, gint64 *ret_plan,
                 const char *doing, GError **error)
{
    if (!put_first(m, reference, true, ret_plan, doing, error))
        return false;
    for (guint i = 0; i < n; i++) {
        if (!store_run(m, doing, error,
                       "UPDATE plans SET folded = ? WHERE plan = ? AND newest AND folded = 0 AND withdrawn_us = 0", "ii",
                       *ret_plan, plans[i]))
            return false;
        if (sqlite3_changes(m->db) == 1)
            continue;
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "plan %" G_GINT64_FORMAT " was withdrawn or summarised meanwhile",
                    plans[i]);
        return false;
    }
    return true;
}

bool memory_plan_fold(memory *m, const struct memory_plan *reference, const gint64 *plans, guint n, gint64 *ret_plan,
                      GError **error)
{
    static const char doing[] = "write the reference plan";
    g_return_val_if_fail(reference->by && reference->app && reference->goal && reference->text && n > 0, false);
    gint64 number = 0;
    bool ok = store_begin(m, doing, error) && store_end(m, fold(m, reference, plans, n, &number, doing, error), doing, error);
    if (ok && ret_plan)
        *ret_plan = number;
    return ok;
}

static bool change(memory *m, gint64 plan, const struct memory_plan *version, const char *doing, GError **error)
{
    struct memory_plan *old = standing(m, plan, error);
    if (!old)
        return false;
    struct memory_plan next = *old;
    next.version++;
    next.at_us = version->at_us;
    next.touched = true;
    next.outcome = PLAN_UNTRIED; /* nobody has tried that text */
    next.cause = NULL;
    next.by = version->by;
    next.text = version->text;
    next.reason = version->reason;
    bool ok =
        store_run(m, doing, error, "UPDATE plans SET newest = 0 WHERE id = ?", "i", old->id) && plan_put(m, &next, doing, error);
    memory_plan_free(old);
    return ok;
}

bool memory_plan_change(memory *m, gint64 plan, const struct memory_plan *version, GError **error)
{
    static const char doing[] = "change the plan";
    g_return_val_if_fail(version->by && version->text, false);
    return store_begin(m, doing, error) && store_end(m, change(m, plan, version, doing, error), doing, error);
}

static bool withdraw(memory *m, gint64 plan, const char *reason, const char *doing, GError **error)
{
    struct memory_plan *old = standing(m, plan, error);
    bool ok = old &&
              store_run(m, doing, error, "UPDATE plans SET withdrawn_us = ?, reason = ? WHERE id = ?", "iti", g_get_real_time(),
                        reason, old->id) &&
              store_run(m, doing, error, "UPDATE plans SET folded = 0 WHERE folded = ? AND folded > 0", "i", plan);
    memory_plan_free(old);
    return ok;
}

bool memory_plan_withdraw(memory *m, gint64 plan, const char *reason, GError **error)
{
    static const char doing[] = "withdraw the plan";
    return store_begin(m, doing, error) && store_end(m, withdraw(m, plan, reason, doing, error), doing, error);
}

/* Numbers of the plans that are equal to `plan` (which stand as it does, or are withdrawn), itself first. NULL with an error. */
static GArray *equal_to(memory *m, gint64 plan, GError **error)
{
    struct memory_plan *own = memory_plan_get(m, plan, error);
    const struct memory_plans_asked asked = {.app = own ? own->app : NULL, .goal = own ? own->goal : NULL, .all = true};
    g_autoptr(GPtrArray) all = own ? memory_plans(m, &asked, error) : NULL;
    GArray *numbers = all ? g_array_new(FALSE, FALSE, sizeof(gint64)) : NULL;
    if (numbers)
        g_array_append_val(numbers, plan);
    for (guint i = 0; all && i < all->len; i++) {
        const struct memory_plan *other = all->pdata[i];
        if (other->plan != plan && memory_plan_equals(own, other))
            g_array_append_val(numbers, other->plan);
    }
    memory_plan_free(own);
    return numbers;
}

/* Changes (version) or withdraws (NULL) each of them. */
static bool treat_equal(memory *m, gint64 plan, const struct memory_plan *version, const char *reason, gint64 *ret_others,
                        const char *doing, GError **error)
{
    g_autoptr(GArray) numbers = equal_to(m, plan, error);
    bool ok = numbers != NULL;
    for (guint i = 0; ok && i < numbers->len; i++) {
        gint64 number = g_array_index(numbers, gint64, i);
        ok = version ? change(m, number, version, doing, error) : withdraw(m, number, reason, doing, error);
    }
    *ret_others = ok ? numbers->len - 1 : 0;
    return ok;
}

bool memory_plans_change_equal(memory *m, gint64 plan, const struct memory_plan *version, gint64 *ret_others, GError **error)
{
    static const char doing[] = "change the plans";
    g_return_val_if_fail(version->by && version->text, false);
    return store_begin(m, doing, error) &&
           store_end(m, treat_equal(m, plan, version, NULL, ret_others, doing, error), doing, error);
}

bool memory_plans_withdraw_equal(memory *m, gint64 plan, const char *reason, gint64 *ret_others, GError **error)
{
    static const char doing[] = "withdraw the plans";
    return store_begin(m, doing, error) &&
           store_end(m, treat_equal(m, plan, NULL, reason, ret_others, doing, error), doing, error);
}

static bool restore_equal(memory *m, gint64 plan, const char *reason, gint64 *ret_others, const char *doing, GError **error)
{
    g_autoptr(GArray) numbers = equal_to(m, plan, error);
    bool ok = numbers != NULL;
    for (guint i = 0; ok && i < numbers->len; i++) {
        ok = store_run(m, doing, error,
                       "UPDATE plans SET withdrawn_us = 0, reason = ? WHERE plan = ? AND newest AND withdrawn_us > 0", "ti",
                       reason, g_array_index(numbers, gint64, i));
        if (!ok || sqlite3_changes(m->db) == 1)
            continue;
        ok = false;
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "plan %" G_GINT64_FORMAT " is not withdrawn", plan);
    }
    *ret_others = ok ? numbers->len - 1 : 0;
    return ok;
}

bool memory_plans_restore_equal(memory *m, gint64 plan, const char *reason, gint64 *ret_others, GError **error)
{
    static const char doing[] = "restore the plans";
    return store_begin(m, doing, error) && store_end(m, restore_equal(m, plan, reason, ret_others, doing, error), doing, error);
}

bool memory_plan_count(memory *m, gint64 id, bool worked, GError **error)
{
    static const char doing[] = "count the plan's use";
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error, "UPDATE plans SET worked = worked + ?, failed = failed + ? WHERE id = ?", "iii",
                               (gint64)worked, (gint64)!worked, id),
                     doing, error);
}

GPtrArray *memory_plan_versions(memory *m, gint64 plan, GError **error)
{
    static const char doing[] = "list the plan's versions";
    g_autoptr(store_query) query = store_prepare(m, doing, error, PLAN_COLUMNS "WHERE plan = ? ORDER BY version DESC", "i", plan);
    return store_list(m, query, doing, read_plan, (GDestroyNotify)memory_plan_free, error);
}

GPtrArray *memory_plan_sources(memory *m, gint64 plan, GError **error)
{
    static const char doing[] = "list what the plan was made of";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, PLAN_COLUMNS "WHERE folded = ?1 AND folded > 0 ORDER BY plan", "i", plan);
    return store_list(m, query, doing, read_plan, (GDestroyNotify)memory_plan_free, error);
}

static bool stands_last(const struct memory_plan *p)
{
    return p->outcome == PLAN_FAILED || memory_plan_doubted(p);
}

/* In the order of plans.h: an index gives program and goal, and the few plans of a goal are sorted here. */
static int by_order(const void *a, const void *b)
{
    const struct memory_plan *one = *(const struct memory_plan *const *)a, *other = *(const struct memory_plan *const *)b;
    int app = strcmp(one->app, other->app), goal = app ? app : strcmp(one->goal, other->goal);
    int reference = (int)memory_plan_leads(other) - (int)memory_plan_leads(one);
    int proven = (int)memory_plan_proven(other) - (int)memory_plan_proven(one);
    int failed = (int)stands_last(one) - (int)stands_last(other);
    return goal        ? goal
           : reference ? reference
           : proven    ? proven
           : failed    ? failed
                       : (one->plan < other->plan) - (one->plan > other->plan);
}

/* What a doubted reference (memory_plan_doubted()) was made of stands. */
#define PLAN_FILTER                                                                                                              \
    " AND (?3 OR (withdrawn_us = 0 AND (folded = 0 OR EXISTS (SELECT 1 FROM plans r WHERE r.plan = plans.folded AND r.newest"    \
    " AND r.failed > 0 AND r.worked = 0)))) AND (?5 = 0 OR of_goals = ?5 - 1) AND (?6 = 0 OR at_us <= ?6) ORDER BY app, goal, "  \
    "plan LIMIT ?4"

GPtrArray *memory_plans(memory *m, const struct memory_plans_asked *asked, GError **error)
{
    static const char doing[] = "list the plans";
    gint64 limit = asked->limit > 0 ? asked->limit : -1, all = asked->all, texts = asked->texts, until = asked->until_us;
    g_autoptr(store_query) query =
        asked->app && asked->goal
            ? store_prepare(m, doing, error, PLAN_COLUMNS "WHERE newest AND app = ?1 AND goal = ?2" PLAN_FILTER, "ttiiii",
                            asked->app, asked->goal, all, limit, texts, until)
            : store_prepare(m, doing, error,
                            PLAN_COLUMNS "INDEXED BY plans_by_goal WHERE newest AND (?1 IS NULL OR app = ?1) AND"
                                         " (?2 IS NULL OR goal = ?2)" PLAN_FILTER,
                            "ttiiii", asked->app, asked->goal, all, limit, texts, until);
    GPtrArray *plans = store_list(m, query, doing, read_plan, (GDestroyNotify)memory_plan_free, error);
    if (plans)
        g_ptr_array_sort(plans, by_order);
    return plans;
}
