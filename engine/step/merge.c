#include "engine/step/merge.h"

#include "engine/agents/agent.h"
#include "engine/brain/request.h"
#include "engine/modules/merge.h"
#include "engine/run/answers.h"
#include "engine/run/brains.h"
#include "engine/run/replay.h"
#include "engine/step/ask_tell.h"
#include "memory/memory.h"

static const struct ask *ask_of(const struct ask *asks, gsize n, guint m)
{
    for (gsize i = 0; i < n; i++)
        if (asks[i].module == m)
            return &asks[i];
    return NULL;
}

/* Of those that are asked now: in the call, as its leader or with it? */
static bool is_in(const struct ask *leader, const struct ask *a)
{
    return a == leader || a->leader == leader;
}

/* Whether what module k says is known to module m in the call, or k says nothing in this step. */
static bool is_known(const struct run *run, const struct ask *leader, const struct ask *asks, gsize n, guint k)
{
    if (run->answers->said[k] || leader->with & 1u << k)
        return true;
    for (gsize i = 0; i < n; i++)
        if (asks[i].module == k && !is_in(leader, &asks[i]))
            return false;
    return ask_of(asks, n, k) || ask_module(run, k)->rank <= ask_module(run, leader->module)->rank;
}

static bool may_join(const struct run *run, const struct ask *leader, const struct ask *asks, gsize n, guint m)
{
    const struct answers *answers = run->answers;
    gint64 step;
    g_autofree char *recorded = replay_brain(run, ask_module_name(run, m), &step);
    bool later = ask_module(run, m)->rank > ask_module(run, leader->module)->rank && !ask_of(asks, n, m);
    bool free = !answers->said[m] && !answers->of[m].ahead && !recorded;
    if (!(answers->merged & 1u << m) || !later || !free || !g_str_equal(brains_of_module(run, m), leader->brain))
        return false;
    for (guint k = 0; k < answers->n; k++)
        if (ask_module(run, k)->rank < ask_module(run, m)->rank && !is_known(run, leader, asks, n, k))
            return false;
    return true;
}

/* The one that leads, and those that are asked at the same time. */
static struct ask *join_asked(struct run *run, struct ask *asks, gsize n, GPtrArray *requests)
{
    struct ask *leader = NULL;
    for (gsize i = 0; i < n; i++) {
        struct ask *a = &asks[i];
        bool merged = run->answers->merged & 1u << a->module && !run->answers->of[a->module].ahead;
        if (a->done || a->aside || !merged || a->request->native || !brains_takes_merged(run, a->brain) ||
            (leader && !g_str_equal(a->brain, leader->brain)))
            continue;
        if (leader)
            leader->with |= 1u << a->module;
        a->leader = leader;
        leader = leader ? leader : a;
        g_ptr_array_add(requests, brain_request_copy(a->request));
    }
    return leader;
}

static bool join_later(struct run *run, const brief *told, struct ask *leader, const struct ask *asks, gsize n,
                       GPtrArray *requests, GError **error)
{
    for (int rank = ask_module(run, leader->module)->rank + 1, most = rank; rank <= most; rank++) {
        for (guint m = 0; m < run->answers->n; m++) {
            most = MAX(most, ask_module(run, m)->rank);
            if (ask_module(run, m)->rank != rank || !may_join(run, leader, asks, n, m))
                continue;
            struct ask later = {.module = m};
            bool ok = brief_request(run, told, &later, g_strdup(leader->brain), error);
            if (ok) {
                leader->with |= 1u << m;
                g_ptr_array_add(requests, g_steal_pointer(&later.request));
            }
            ask_clear(&later);
            if (!ok)
                return false;
        }
    }
    return true;
}

bool merge_join(struct run *run, const brief *told, struct ask *asks, gsize n, GError **error)
{
    g_autoptr(GPtrArray) requests = g_ptr_array_new_with_free_func((GDestroyNotify)brain_request_free);
    struct ask *leader = join_asked(run, asks, n, requests);
    if (!leader)
        return true;
    if (!join_later(run, told, leader, asks, n, requests, error))
        return false;
    if (requests->len > 1)
        leader->merged = merge_requests(requests);
    return true;
}

char *merge_cut(struct run *run, const struct ask *a, const char *reply)
{
    g_autofree char *from =
        g_strdup_printf(MEMORY_CALL_MERGED " with call %" G_GINT64_FORMAT " of %s", a->call_id, ask_module_name(run, a->module));
    for (guint m = 0; m < run->answers->n; m++) {
        g_autofree char *part = a->with & 1u << m ? merge_part(reply, ask_module_name(run, m)) : NULL;
        if (part)
            answers_put_ahead(run->answers, m, part, from);
    }
    return merge_part(reply, ask_module_name(run, a->module));
}

char *merge_told(const struct run *run, const struct ask *a)
{
    GString *told = g_string_new(MEMORY_CALL_MERGED ": ");
    g_string_append(told, ask_module_name(run, a->module));
    for (guint m = 0; m < run->answers->n; m++)
        if (a->with & 1u << m)
            g_string_append_printf(told, "+%s", ask_module_name(run, m));
    return g_string_free(told, FALSE);
}
