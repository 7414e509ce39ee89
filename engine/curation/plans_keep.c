#include "engine/curation/plans_keep.h"

#include "memory/plans.h"

/* What is least worth of two plans stands first: what failed, what was used least, the older one. No reference goes. */
static int by_worth(const void *a, const void *b)
{
    const struct memory_plan *one = *(const struct memory_plan *const *)a, *other = *(const struct memory_plan *const *)b;
    int reference = (int)one->reference - (int)other->reference;
    int proven = (int)memory_plan_proven(one) - (int)memory_plan_proven(other);
    gint64 used = (one->worked - one->failed) - (other->worked - other->failed);
    return reference ? reference
           : proven  ? proven
           : used    ? (used > 0) - (used < 0)
                     : (one->plan > other->plan) - (one->plan < other->plan);
}

static bool is_of(const struct memory_plan *plan, GHashTable *runs)
{
    return g_hash_table_contains(runs, &plan->run) && !plan->touched && !plan->origin;
}

bool plans_keep(memory *m, const char *app, GHashTable *runs, gint64 most, const char *reason, GError **error)
{
    const struct memory_plans_asked all = {.app = app};
    g_autoptr(GPtrArray) plans = memory_plans(m, &all, error);
    if (!plans)
        return false;
    for (guint i = plans->len; i-- > 0;)
        if (!is_of(plans->pdata[i], runs))
            g_ptr_array_remove_index(plans, i);
    g_ptr_array_sort(plans, by_worth);
    for (guint i = 0; (gint64)(plans->len - i) > most; i++)
        if (!memory_plan_withdraw(m, ((const struct memory_plan *)plans->pdata[i])->plan, reason, error))
            return false;
    return true;
}
