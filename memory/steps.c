/* Steps and the working memory that resume goes on from. */

#include "memory/journal.h"
#include "memory/pages.h"

void memory_step_free(struct memory_step *step)
{
    if (!step)
        return;
    g_free(step->task);
    g_free(step->action);
    g_free(step->verdict);
    g_free(step->effect);
    g_free(step->success);
    g_free(step);
}

static void *read_step(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_step *step = g_new0(struct memory_step, 1);
    step->run = sqlite3_column_int64(query, 0);
    step->step = sqlite3_column_int64(query, 1);
    step->started_us = sqlite3_column_int64(query, 2);
    step->ended_us = sqlite3_column_int64(query, 3);
    step->task = store_text(query, 4);
    step->action = store_text(query, 5);
    step->verdict = store_text(query, 6);
    step->effect = store_text(query, 7);
    step->success = store_text(query, 8);
    return step;
}

#define STEP_ROWS "SELECT run, step, started_us, ended_us, task, action, verdict, effect, success FROM steps WHERE run = ?"

GPtrArray *step_rows(memory *m, gint64 run, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, STEP_ROWS " ORDER BY step", "i", run);
    return store_list(m, query, doing, read_step, (GDestroyNotify)memory_step_free, error);
}

/* Puts the step as it now is into the chain. */
static bool bind_step(memory *m, gint64 run, gint64 step, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, STEP_ROWS " AND step = ?", "ii", run, step);
    if (!query || !store_next(m, query, doing, error))
        return false;
    struct memory_step *now = read_step(m, query);
    g_autofree char *hash = journal_step_hash(now);
    memory_step_free(now);
    return journal_bind(m, run, step, 0, "step", NULL, NULL, hash, 0, store_now(m), error);
}

/* A step may begin again: resume repeats one that did not end. */
bool memory_step_begin(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "write the step";
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_run(m, doing, error,
                  "INSERT INTO steps(run, step, started_us) VALUES (?,?,?) ON CONFLICT(run, step) DO UPDATE SET ended_us = 0",
                  "iii", run, step, store_now(m)) &&
        bind_step(m, run, step, doing, error);
    return store_end(m, ok, doing, error);
}

static bool changed_one(memory *m, gint64 run, gint64 step, GError **error)
{
    if (sqlite3_changes(m->db) == 1)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " in memory", run, step);
    return false;
}

bool memory_step_end(memory *m, gint64 run, gint64 step, const char *task, const char *action_json, const char *verdict,
                     const char *effect, GError **error)
{
    static const char doing[] = "write the step's end";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error,
                        "UPDATE steps SET ended_us = ?, task = ?, action = ?, verdict = ?, effect = ? WHERE run = ? AND step = ?",
                        "ittttii", store_now(m), task, action_json, verdict, effect, run, step) &&
              changed_one(m, run, step, error) && bind_step(m, run, step, doing, error);
    return store_end(m, ok, doing, error);
}

bool memory_step_set_success(memory *m, gint64 run, gint64 step, const char *success, GError **error)
{
    static const char doing[] = "write the step's success";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "UPDATE steps SET success = ? WHERE run = ? AND step = ?", "tii", success, run, step) &&
              changed_one(m, run, step, error) && bind_step(m, run, step, doing, error);
    return store_end(m, ok, doing, error);
}

/* A step that did not end shows what was last proposed and decided in it. */
#define STEP_SHOWN                                                                                                               \
    "SELECT s.run, s.step, s.started_us, s.ended_us, s.task,"                                                                    \
    " coalesce(s.action, (SELECT action FROM proposals p WHERE p.run = s.run AND p.step = s.step ORDER BY p.id DESC LIMIT 1)),"  \
    " coalesce(s.verdict, (SELECT d.verdict FROM decisions d WHERE d.run = s.run AND d.proposal = (SELECT p.id FROM proposals p" \
    "  WHERE p.run = s.run AND p.step = s.step AND EXISTS (SELECT 1 FROM decisions e WHERE e.run = p.run AND e.proposal = p.id)" \
    "  ORDER BY p.id DESC LIMIT 1) ORDER BY d.row DESC LIMIT 1)),"                                                               \
    " s.effect, s.success FROM steps s WHERE s.run = ? AND s.step >= ? ORDER BY s.step LIMIT ?"

GPtrArray *memory_steps_page(memory *m, gint64 run, gint64 first, gint64 limit, GError **error)
{
    static const char doing[] = "list the steps";
    g_autoptr(store_query) query = store_prepare(m, doing, error, STEP_SHOWN, "iii", run, first, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_step, (GDestroyNotify)memory_step_free, error);
}

GPtrArray *memory_steps(memory *m, gint64 run, GError **error)
{
    return memory_steps_page(m, run, 0, 0, error);
}

bool memory_state_set(memory *m, gint64 run, gint64 step, const char *json, GError **error)
{
    static const char doing[] = "write the working memory";
    g_return_val_if_fail(json, false);
    gint64 now = store_now(m);
    g_autofree char *hash = journal_state_hash(run, step, json);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error,
                        "INSERT INTO states(run, step, at_us, state) VALUES (?,?,?,?)"
                        " ON CONFLICT(run, step) DO UPDATE SET state = excluded.state, at_us = excluded.at_us",
                        "iiit", run, step, now, json) &&
              journal_bind(m, run, step, 0, "state", NULL, NULL, hash, 0, now, error);
    return store_end(m, ok, doing, error);
}

char *memory_state_at(memory *m, gint64 run, gint64 step, gint64 *ret_step, GError **error)
{
    static const char doing[] = "read the working memory";
    gint64 of = memory_run_of_step(m, run, step, error);
    if (!of)
        return NULL;
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, state FROM states WHERE run = ? AND step <= ? ORDER BY step DESC LIMIT 1", "ii", of, step);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    if (ret_step)
        *ret_step = sqlite3_column_int64(query, 0);
    return store_text(query, 1);
}
