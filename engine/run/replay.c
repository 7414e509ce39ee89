/* Which of a recorded run's replies answers a question. */

#include "engine/run/replay.h"

#include "engine/run/options.h"
#include "engine/run/run.h"

#include <string.h>

struct replay {
    memory *store;     /* borrowed */
    GHashTable *given; /* "RUN/STEP/MODULE" → how many of its replies were given (as a pointer) */
};

replay *replay_new(memory *store)
{
    replay *r = g_new0(replay, 1);
    r->store = store;
    r->given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return r;
}

void replay_free(replay *r)
{
    if (r)
        g_hash_table_unref(r->given);
    g_free(r);
}

/* The replies of a module in one step that were used, in their order; a fork's past has its parent's. Owns its rows. */
static GPtrArray *replies_in(memory *m, gint64 run, gint64 step, const char *module, GError **error)
{
    gint64 of = memory_run_of_step(m, run, step, error);
    g_autoptr(GPtrArray) calls = of ? memory_calls(m, of, step, error) : NULL;
    for (guint i = 0; calls && i < calls->len;) {
        const struct memory_call *call = calls->pdata[i];
        bool used =
            g_str_equal(call->module, module) && (call->correction || (g_strcmp0(call->status, "done") == 0 && call->reply));
        if (used)
            i++;
        else
            g_ptr_array_remove_index(calls, i);
    }
    return g_steal_pointer(&calls);
}

/* True: it has a reply of that module in that very step. */
static bool replay_has(const replay *r, gint64 run, gint64 step, const char *module)
{
    g_autoptr(GPtrArray) replies = replies_in(r->store, run, step, module, NULL);
    return replies && replies->len > 0;
}

/* A module whose inputs had not changed was skipped then and may be asked now: what it said before still held. Not so one that
 * has actions: it would act twice. */
static GPtrArray *find_replies(replay *r, gint64 run, const brain_request *request, GError **error)
{
    g_autoptr(GPtrArray) replies = replies_in(r->store, run, request->step, request->module, error);
    for (gint64 step = request->step - 1; replies && replies->len == 0 && !request->acts && step > 0; step--) {
        g_ptr_array_unref(replies);
        replies = replies_in(r->store, run, step, request->module, error);
    }
    return g_steal_pointer(&replies);
}

char *replay_answer(void *data, const char *run, const brain_request *request, GError **error)
{
    replay *r = data;
    gint64 number = g_ascii_strtoll(run, NULL, 10);
    g_autoptr(GPtrArray) replies = find_replies(r, number, request, error);
    if (!replies)
        return NULL;
    if (replies->len == 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "run %s has no reply of %s in step %" G_GINT64_FORMAT
                    ": it had ended, or this run has gone another way (reins memory compare shows where)",
                    run, request->module, request->step);
        return NULL;
    }
    /* the next one, and the last again when it is asked more often; the main question takes the last one */
    g_autofree char *key = g_strdup_printf("%s/%" G_GINT64_FORMAT "/%s", run, request->step, request->module);
    guint given = GPOINTER_TO_UINT(g_hash_table_lookup(r->given, key)), last = replies->len - 1;
    g_hash_table_replace(r->given, g_steal_pointer(&key), GUINT_TO_POINTER(given + 1));
    const struct memory_call *call = replies->pdata[request->asides && !request->aside ? last : MIN(given, last)];
    const char *taken = (request->points || memory_call_merged(call)) && call->output ? call->output : call->reply;
    return g_strdup(call->correction ? call->correction : taken);
}

bool replay_check(const replay *r, const char *brain, GError **error)
{
    if (!brain || !g_str_has_prefix(brain, "replay:"))
        return true;
    struct memory_run *row = memory_run_get(r->store, g_ascii_strtoll(brain + strlen("replay:"), NULL, 10), error);
    bool there = row != NULL;
    if (!there)
        g_prefix_error(error, "--brain %s: ", brain);
    memory_run_free(row);
    return there;
}

gint64 replay_run_of(const char *brain)
{
    return brain && g_str_has_prefix(brain, "replay:") ? g_ascii_strtoll(brain + strlen("replay:"), NULL, 10) : 0;
}

char *replay_brain(const struct run *run, const char *module, gint64 *ret_step)
{
    const struct fork_options *f = &run->options->fork;
    if (!run->parent || !f->before || f->anew || run->fork_anew || run->remembered != MAX(run->parent_step, run->fork_driven))
        return NULL;
    gint64 of = memory_run_of_step(run->store, run->parent, f->before, NULL);
    *ret_step = f->before;
    return of && replay_has(run->replay, of, f->before, module) ? g_strdup_printf("replay:%" G_GINT64_FORMAT, of) : NULL;
}
