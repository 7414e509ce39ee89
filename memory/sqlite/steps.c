/* Rows of steps, and of the working memory that resume goes on from. */

#include "memory/pages.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

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

static bool changed_one(memory *m, gint64 run, gint64 step, GError **error)
{
    if (sqlite3_changes(m->db) == 1)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " in memory", run, step);
    return false;
}

bool rows_step_is_there(memory *m, gint64 run, gint64 step, bool *ret_there, const char *doing, GError **error)
{
    gint64 there = 0;
    bool ok = store_integer(
        m, doing, 0, &there, error,
        "SELECT 1 FROM runs WHERE id = ?1 AND (?2 = 0 OR EXISTS (SELECT 1 FROM steps WHERE run = ?1 AND step = ?2))", "ii", run,
        step);
    *ret_there = ok && there;
    return ok;
}

/* A step may begin again: resume repeats one that did not end. */
bool rows_step_begin(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO steps(run, step, started_us) VALUES (?,?,?) ON CONFLICT(run, step) DO UPDATE SET ended_us = 0",
                     "iii", run, step, at_us);
}

bool rows_step_end(memory *m, const struct memory_step *s, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "UPDATE steps SET ended_us = ?, task = ?, action = ?, verdict = ?, effect = ? WHERE run = ? AND step = ?",
                     "ittttii", s->ended_us, s->task, s->action, s->verdict, s->effect, s->run, s->step) &&
           changed_one(m, s->run, s->step, error);
}

bool rows_step_set_effect(memory *m, gint64 run, gint64 step, const char *effect, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE steps SET effect = ? WHERE run = ? AND step = ?", "tii", effect, run, step) &&
           changed_one(m, run, step, error);
}

bool rows_step_set_success(memory *m, gint64 run, gint64 step, const char *success, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE steps SET success = ? WHERE run = ? AND step = ?", "tii", success, run, step) &&
           changed_one(m, run, step, error);
}

bool rows_state_set(memory *m, gint64 run, gint64 step, gint64 at_us, const char *json, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO states(run, step, at_us, state) VALUES (?,?,?,?)"
                     " ON CONFLICT(run, step) DO UPDATE SET state = excluded.state, at_us = excluded.at_us",
                     "iiit", run, step, at_us, json);
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
