/* Steps and the working memory that resume goes on from. */

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

static bool bind(memory *m, gint64 run, gint64 step, const char *stage, gint64 at_us, GError **error)
{
    const struct memory_entry entry = {.run = run, .step = step, .at_us = at_us, .stage = (char *)stage};
    return bound_append(m, &entry, 0, error);
}

bool memory_step_begin(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "write the step";
    gint64 now = store_now(m);
    return store_begin(m, doing, error) &&
           store_end(m, rows_step_begin(m, run, step, now, doing, error) && bind(m, run, step, "step", now, error), doing, error);
}

bool memory_step_end(memory *m, gint64 run, gint64 step, const char *task, const char *action_json, const char *verdict,
                     const char *effect, GError **error)
{
    static const char doing[] = "write the step's end";
    gint64 now = store_now(m);
    const struct memory_step row = {.run = run,
                                    .step = step,
                                    .ended_us = now,
                                    .task = (char *)task,
                                    .action = (char *)action_json,
                                    .verdict = (char *)verdict,
                                    .effect = (char *)effect};
    return store_begin(m, doing, error) &&
           store_end(m, rows_step_end(m, &row, doing, error) && bind(m, run, step, "step", now, error), doing, error);
}

bool memory_step_set_success(memory *m, gint64 run, gint64 step, const char *success, GError **error)
{
    static const char doing[] = "write the step's success";
    return store_begin(m, doing, error) && store_end(m,
                                                     rows_step_set_success(m, run, step, success, doing, error) &&
                                                         bind(m, run, step, "step", store_now(m), error),
                                                     doing, error);
}

/* The outcome has the number, place and time that it had. */
static bool change_outcome(memory *m, const struct memory_late *l, gint64 now, const char *doing, GError **error)
{
    const struct memory_entry entry = {.run = l->run, .step = l->step, .at_us = now, .stage = (char *)"outcome"};
    const struct rows_outcome row = {.run = l->run, .step = l->step, .skill = l->skill, .what = l->was};
    gint64 id;
    return rows_outcome_change(m, &row, l->stage, &id, doing, error) && (!id || bound_append(m, &entry, id, error));
}

bool memory_step_correct(memory *m, const struct memory_late *l, GError **error)
{
    static const char doing[] = "correct the step's effect";
    gint64 now = store_now(m);
    const struct memory_entry entry = {.run = l->run,
                                       .step = l->step,
                                       .proposal = l->proposal,
                                       .at_us = now,
                                       .stage = (char *)l->stage,
                                       .by = (char *)"eye",
                                       .digest = (char *)l->digest,
                                       .data = (char *)l->data};
    return store_begin(m, doing, error) &&
           store_end(m,
                     journal_append(m, &entry, error) && change_outcome(m, l, now, doing, error) &&
                         rows_step_set_effect(m, l->run, l->step, l->effect, doing, error) &&
                         bind(m, l->run, l->step, "step", now, error) &&
                         (!l->state || (rows_state_set(m, l->run, l->step, now, l->state, doing, error) &&
                                        bind(m, l->run, l->step, "state", now, error))),
                     doing, error);
}

bool memory_state_set(memory *m, gint64 run, gint64 step, const char *json, GError **error)
{
    static const char doing[] = "write the working memory";
    g_return_val_if_fail(json, false);
    gint64 now = store_now(m);
    return store_begin(m, doing, error) &&
           store_end(m, rows_state_set(m, run, step, now, json, doing, error) && bind(m, run, step, "state", now, error), doing,
                     error);
}
