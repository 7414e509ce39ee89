/* Which of a recorded run's replies answers a question. */

#include "engine/run/replay.h"

#include "engine/agents/agent.h"
#include "engine/modules/mind.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "skills/library/primitive.h"
#include "skills/timeline/action.h"

#include <string.h>

struct replay {
    memory *store;     /* borrowed */
    GHashTable *steps; /* run → GArray of struct recorded_step */
    GHashTable *given; /* "RUN/STEP/MODULE" → how many of its replies were given (as a pointer) */
};

replay *replay_new(memory *store)
{
    replay *r = g_new0(replay, 1);
    r->store = store;
    r->steps = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    r->given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return r;
}

void replay_free(replay *r)
{
    if (r) {
        g_hash_table_unref(r->steps);
        g_hash_table_unref(r->given);
    }
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

/* It ended without a decision, and so without working memory. */
static bool is_undecided(memory *m, const struct memory_step *step)
{
    gint64 kept = 0;
    if (!step->ended_us || g_strcmp0(step->verdict, "voided") != 0)
        return !step->ended_us;
    g_autofree char *state = memory_state_at(m, step->run, step->step, &kept, NULL);
    return kept != step->step;
}

gint64 replay_turn(memory *m, const struct memory_step *step, gint64 *inout_done)
{
    g_autoptr(action) a = step->action ? action_from_json(step->action, strlen(step->action), NULL) : NULL;
    bool undecided = is_undecided(m, step);
    if (a && primitive_find(a->skill)) /* an agent has none of them */
        return 0;
    *inout_done += !undecided;
    return *inout_done + undecided;
}

/* The steps of a run with those that it has from its parents: what they are of the agent's. */
struct recorded_step {
    gint64 step, turn;
};

static bool add_steps(memory *m, gint64 run, gint64 until, GArray *out, gint64 *inout_done, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    bool ok = row && (!row->parent || add_steps(m, row->parent, row->parent_step, out, inout_done, error));
    g_autoptr(GPtrArray) steps = ok ? memory_steps(m, run, error) : NULL;
    memory_run_free(row);
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        struct recorded_step one = {s->step, s->step <= until ? replay_turn(m, s, inout_done) : 0};
        if (one.turn)
            g_array_append_val(out, one);
    }
    return steps != NULL;
}

/* Read once; borrowed. */
static const GArray *steps_of(replay *r, gint64 run, GError **error)
{
    GArray *steps = g_hash_table_lookup(r->steps, GSIZE_TO_POINTER(run));
    gint64 done = 0;
    if (steps)
        return steps;
    steps = g_array_new(FALSE, FALSE, sizeof(struct recorded_step));
    if (!add_steps(r->store, run, G_MAXINT64, steps, &done, error)) {
        g_array_unref(steps);
        return NULL;
    }
    g_hash_table_insert(r->steps, GSIZE_TO_POINTER(run), steps);
    return steps;
}

/* Of the last step that is that one of the agent's: what a pause or a take-over voided before is not what was decided on. */
static GPtrArray *replies_of_turn(replay *r, gint64 run, gint64 turn, const char *module, GError **error)
{
    const GArray *steps = steps_of(r, run, error);
    g_autoptr(GPtrArray) found = NULL;
    for (guint i = steps ? steps->len : 0; i > 0 && (!found || found->len == 0); i--) {
        const struct recorded_step *s = &g_array_index(steps, struct recorded_step, i - 1);
        if (s->turn != turn)
            continue;
        g_clear_pointer(&found, g_ptr_array_unref);
        if (!(found = replies_in(r->store, run, s->step, module, error)))
            return NULL;
    }
    if (steps && !found)
        found = g_ptr_array_new_with_free_func((GDestroyNotify)memory_call_free);
    return g_steal_pointer(&found);
}

/* A module whose inputs had not changed was skipped then and may be asked now: what it said before still held. Not so one that
 * has actions: it would act twice. `at`: the agent's step, or (by_step) the run's. */
static GPtrArray *find_replies(replay *r, gint64 run, const brain_request *request, gint64 at, bool by_step, GError **error)
{
    g_autoptr(GPtrArray) replies =
        by_step ? replies_in(r->store, run, at, request->module, error) : replies_of_turn(r, run, at, request->module, error);
    if (!replies || replies->len > 0 || request->acts || at == 1)
        return g_steal_pointer(&replies);
    return find_replies(r, run, request, at - 1, by_step, error);
}

static void not_there(replay *r, const char *run, gint64 number, const brain_request *request, gint64 at, bool by_step,
                      GError **error)
{
    const GArray *steps = by_step ? NULL : steps_of(r, number, NULL);
    gint64 last = steps && steps->len ? g_array_index(steps, struct recorded_step, steps->len - 1).turn : 0;
    const char *why = steps && at > last ? "the recording ends here" : "this run has gone another way";
    g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                "run %s has no reply of %s in %s %" G_GINT64_FORMAT ": %s (reins memory compare shows where they part)", run,
                request->module, by_step ? "step" : "the agent's step", at, why);
}

char *replay_answer(void *data, const char *run, const brain_request *request, GError **error)
{
    replay *r = data;
    gint64 number = g_ascii_strtoll(run, NULL, 10), at = request->turn ? request->turn : request->step;
    bool by_step = !request->turn;
    g_autoptr(GPtrArray) replies = find_replies(r, number, request, at, by_step, error);
    if (!replies)
        return NULL;
    if (replies->len == 0) {
        not_there(r, run, number, request, at, by_step, error);
        return NULL;
    }
    /* the next one, and the last again when it is asked more often; the main question takes the last one */
    g_autofree char *key = g_strdup_printf("%s/%" G_GINT64_FORMAT "/%s", run, at, request->module);
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

void *replay_mind(const struct run *run, gint64 of)
{
    const struct mind_table *table = run->working->agent ? run->working->agent->mind : NULL;
    const GArray *steps = table ? steps_of(run->replay, of, NULL) : NULL;
    gint64 turn = run_turn(run), kept = 0;
    for (guint i = steps ? steps->len : 0; i-- > 0;) {
        const struct recorded_step *s = &g_array_index(steps, struct recorded_step, i);
        g_autofree char *state = s->turn == turn ? memory_state_at(run->store, of, s->step, &kept, NULL) : NULL;
        if (state && kept == s->step)
            return run_state_mind(table, state);
    }
    return NULL;
}

bool replay_can_answer(const struct run *run, const char *module)
{
    gint64 of = replay_run_of(run->options->brain);
    g_autoptr(GPtrArray) replies = of ? replies_of_turn(run->replay, of, run_turn(run), module, NULL) : NULL;
    return !of || (replies && replies->len > 0);
}
