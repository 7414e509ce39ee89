/* Learnings and their episodes. A run's row takes an episode in its own transaction (rows_run_add). */

#include "memory/learnings.h"
#include "memory/sqlite/store.h"

bool memory_learning_add(memory *m, const struct memory_learning *learning, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the learning";
    g_return_val_if_fail(learning->agent && learning->words, false);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "INSERT INTO learnings(at_us, agent, words) VALUES (?,?,?)", "itt",
                        learning->at_us ? learning->at_us : g_get_real_time(), learning->agent, learning->words);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return store_end(m, ok, doing, error);
}

struct memory_learning *memory_learning_get(memory *m, gint64 id, GError **error)
{
    static const char doing[] = "read the learning";
    GError *local = NULL;
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT id, at_us, ended_us, agent, words FROM learnings WHERE id ="
                                                 " CASE ?1 WHEN 0 THEN (SELECT max(id) FROM learnings) ELSE ?1 END",
                                                 "i", id);
    if (!query)
        return NULL;
    if (store_next(m, query, doing, &local)) {
        struct memory_learning *l = g_new0(struct memory_learning, 1);
        l->id = sqlite3_column_int64(query, 0);
        l->at_us = sqlite3_column_int64(query, 1);
        l->ended_us = sqlite3_column_int64(query, 2);
        l->agent = store_text(query, 3);
        l->words = store_text(query, 4);
        return l;
    }
    if (!local && id)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no learning %" G_GINT64_FORMAT, id);
    else if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no learning yet");
    g_propagate_error(error, local);
    return NULL;
}

bool memory_learning_end(memory *m, gint64 id, bool ended, GError **error)
{
    static const char doing[] = "write the learning's end";
    return store_begin(m, doing, error) && store_end(m,
                                                     store_run(m, doing, error, "UPDATE learnings SET ended_us = ? WHERE id = ?",
                                                               "ii", ended ? g_get_real_time() : 0, id),
                                                     doing, error);
}

bool memory_episode_add(memory *m, const struct memory_episode *e, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the episode";
    g_return_val_if_fail(e->task && e->goal, false);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error,
                        "INSERT INTO episodes(learning, round, seed, task, goal, family) VALUES (?,?,?,?,?,?)"
                        " ON CONFLICT DO NOTHING",
                        "iiittt", e->learning, e->round, e->seed, e->task, e->goal, e->group ? e->group : "") &&
              store_integer(m, doing, 0, ret_id, error,
                            "SELECT id FROM episodes WHERE learning = ? AND round = ? AND task = ? AND seed = ?", "iiti",
                            e->learning, e->round, e->task, e->seed);
    return store_end(m, ok, doing, error);
}

bool memory_episode_done(memory *m, gint64 id, const char *failed, GError **error)
{
    static const char doing[] = "write the episode's outcome";
    return store_begin(m, doing, error) &&
           store_end(
               m,
               store_run(
                   m, doing, error,
                   "UPDATE episodes SET memory = (SELECT count(*) FROM plans WHERE newest AND withdrawn_us = 0 AND folded = 0),"
                   " (outcome, reason, at_us, steps, calls, cost) ="
                   " (SELECT CASE WHEN ?2 IS NULL THEN r.outcome ELSE 'failed' END, coalesce(?2, r.reason), "
                   "r.ended_us, t.steps, t.calls, t.cost FROM runs r"
                   "  JOIN run_totals t ON t.run = r.id WHERE r.id = episodes.run)"
                   " WHERE id = ?1 AND outcome IS NULL AND EXISTS"
                   " (SELECT 1 FROM runs r WHERE r.id = episodes.run AND r.status = 'ended')",
                   "it", id, failed),
               doing, error);
}

bool memory_episode_drop(memory *m, gint64 id, GError **error)
{
    static const char doing[] = "drop the episode's run";
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error,
                               "UPDATE episodes SET run = 0, dropped = dropped + 1 WHERE id = ? AND outcome IS NULL AND run > 0",
                               "i", id),
                     doing, error);
}

bool memory_episode_leave(memory *m, gint64 id, const char *outcome, const char *reason, GError **error)
{
    static const char doing[] = "leave the episode out";
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error,
                               "UPDATE episodes SET outcome = ?, reason = ?, at_us = ? WHERE id = ? AND outcome IS NULL", "ttii",
                               outcome, reason, g_get_real_time(), id),
                     doing, error);
}

static void *read_episode(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_episode *e = g_new0(struct memory_episode, 1);
    gint64 *const numbers[] = {&e->id,      &e->learning, &e->round, &e->seed,  &e->run,
                               &e->dropped, &e->at_us,    &e->steps, &e->calls, &e->memory};
    char **const texts[] = {&e->task, &e->goal, &e->group, &e->outcome, &e->reason};
    int column = 0;
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = sqlite3_column_int64(query, column++);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, column++);
    e->cost = sqlite3_column_double(query, column);
    return e;
}

GPtrArray *memory_episodes(memory *m, gint64 learning, GError **error)
{
    static const char doing[] = "list the episodes";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT id, learning, round, seed, run, dropped, at_us, steps, calls, memory, task,"
                      " goal, family, outcome, reason, cost FROM episodes WHERE learning = ? ORDER BY id",
                      "i", learning);
    return store_list(m, query, doing, read_episode, (GDestroyNotify)memory_episode_free, error);
}
