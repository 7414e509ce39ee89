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

bool plans_keep(memory *m, const char *app, gint64 most, const char *reason, GError **error)
{
    const struct memory_plans_asked all = {.app = app};
    g_autoptr(GPtrArray) plans = memory_plans(m, &all, error);
    if (!plans)
        return false;
    g_ptr_array_sort(plans, by_worth);
    for (guint i = 0; (gint64)(plans->len - i) > most; i++)
        if (!memory_plan_withdraw(m, ((const struct memory_plan *)plans->pdata[i])->plan, reason, error))
            return false;
    return true;
}
