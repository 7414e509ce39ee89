/* Rows of runs: themselves, where they are from, what they have cost. */

#include "memory/batch.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

bool rows_run_add(memory *m, const struct memory_run *run, const char *chain_begin, gint64 *ret_id, const char *doing,
                  GError **error)
{
    bool ok = store_run(
        m, doing, error,
        "INSERT INTO runs(status, started_us, journal_hash, agent, brain, profile, display, mode, app, task, sandbox, options,"
        " parent, parent_step) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "tittttttttttii", run->status, run->started_us, chain_begin, run->agent, run->brain, run->profile, run->display,
        run->mode, run->app, run->task, run->sandbox, run->options, run->parent, run->parent_step);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    if (!ok || !run->episode)
        return ok;
    if (!store_run(m, doing, error, "UPDATE episodes SET run = ? WHERE id = ? AND run = 0 AND outcome IS NULL", "ii", *ret_id,
                   run->episode))
        return false;
    if (sqlite3_changes(m->db) == 1)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                "episode %" G_GINT64_FORMAT " is not there, or has a run already (reins learn begins episodes)", run->episode);
    return false;
}

char *rows_run_status(memory *m, gint64 run, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT status FROM runs WHERE id = ?", "i", run);
    if (!query)
        return NULL;
    GError *local = NULL;
    if (store_next(m, query, doing, &local))
        return store_text(query, 0);
    if (local)
        g_propagate_error(error, local);
    else
        store_no_run(run, error);
    return NULL;
}

bool rows_run_set_status(memory *m, gint64 run, const char *status, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE runs SET status = ?, outcome = NULL, reason = NULL, ended_us = 0 WHERE id = ?",
                     "ti", status, run);
}

/* The statement before was about one run: is it there? */
static bool changed_one(memory *m, gint64 run, GError **error)
{
    return sqlite3_changes(m->db) == 1 || store_no_run(run, error);
}

bool rows_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE runs SET display = ?, sandbox = ? WHERE id = ?", "tti", display, sandbox, run) &&
           changed_one(m, run, error);
}

bool rows_run_set_end(memory *m, gint64 run, const char *outcome, const char *reason, gint64 at_us, const char *doing,
                      GError **error)
{
    return store_run(m, doing, error, "UPDATE runs SET status = 'ended', outcome = ?, reason = ?, ended_us = ? WHERE id = ?",
                     "ttii", outcome, reason, at_us, run);
}

bool rows_run_set_origin(memory *m, gint64 run, const char *json, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE runs SET origin = ? WHERE id = ?", "ti", json, run) && changed_one(m, run, error);
}

#define RUN_COLUMNS                                                                                                              \
    "SELECT id, task, agent, brain, profile, app, display, mode, options, sandbox, status, outcome, reason, started_us, "        \
    "ended_us,"                                                                                                                  \
    " (SELECT count(*) FROM steps WHERE steps.run = runs.id), (SELECT total(cost) FROM calls WHERE calls.run = runs.id),"        \
    " (SELECT coalesce(sum(unpriced), 0) FROM calls WHERE calls.run = runs.id),"                                                 \
    " parent, parent_step FROM runs "

static void *read_run(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_run *run = g_new0(struct memory_run, 1);
    run->id = sqlite3_column_int64(query, 0);
    char **const texts[] = {&run->task, &run->agent,   &run->brain,   &run->profile, &run->app,     &run->display,
                            &run->mode, &run->options, &run->sandbox, &run->status,  &run->outcome, &run->reason};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, (int)i + 1);
    run->started_us = sqlite3_column_int64(query, 13);
    run->ended_us = sqlite3_column_int64(query, 14);
    run->steps = sqlite3_column_int64(query, 15);
    run->cost = sqlite3_column_double(query, 16);
    run->unpriced = sqlite3_column_int64(query, 17);
    run->parent = sqlite3_column_int64(query, 18);
    run->parent_step = sqlite3_column_int64(query, 19);
    return run;
}

struct memory_run *memory_run_get(memory *m, gint64 run, GError **error)
{
    static const char doing[] = "read the run";
    g_autoptr(store_query) query = store_prepare(m, doing, error, RUN_COLUMNS "WHERE id = ?", "i", run);
    if (!query)
        return NULL;
    GError *local = NULL;
    if (store_next(m, query, doing, &local))
        return read_run(m, query);
    if (local)
        g_propagate_error(error, local);
    else
        store_no_run(run, error);
    return NULL;
}

bool memory_run_named(memory *m, const char *word, gint64 *ret_run, GError **error)
{
    static const char doing[] = "look for the newest run";
    if (g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, ret_run, NULL))
        return true;
    bool last = g_str_equal(word, "last");
    *ret_run = 0;
    if (last && m &&
        !store_integer(m, doing, 0, ret_run, error,
                       "SELECT coalesce((SELECT max(id) FROM runs WHERE agent IS NOT 'do'), (SELECT max(id) FROM runs), 0)", ""))
        return false;
    if (*ret_run == 0 && last)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "there is no run yet (reins demo makes one)");
    else if (*ret_run == 0)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "'%s' is not a run (a number, or last; reins memory runs lists them)", word);
    return *ret_run != 0;
}

GPtrArray *memory_runs(memory *m, const char *status, gint64 limit, GError **error)
{
    static const char doing[] = "list the runs";
    gint64 most = limit > 0 ? limit : -1;
    g_autoptr(store_query) query =
        status ? store_prepare(m, doing, error, RUN_COLUMNS "WHERE status = ? ORDER BY id DESC LIMIT ?", "ti", status, most)
               : store_prepare(m, doing, error, RUN_COLUMNS "ORDER BY id DESC LIMIT ?", "i", most);
    return store_list(m, query, doing, read_run, (GDestroyNotify)memory_run_free, error);
}

GPtrArray *memory_runs_left(memory *m, GError **error)
{
    static const char doing[] = "look for sandboxes that were left";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        RUN_COLUMNS "WHERE sandbox IS NOT NULL AND (status IN ('starting', 'running') OR (status = 'paused' AND NOT EXISTS "
                    "(SELECT 1 FROM proposals WHERE proposals.run = runs.id)))",
        "");
    return store_list(m, query, doing, read_run, (GDestroyNotify)memory_run_free, error);
}

/* Where it was forked from; false with error: there is no such run. */
static bool read_parent(memory *m, gint64 run, gint64 *ret_parent, gint64 *ret_step, GError **error)
{
    static const char doing[] = "look for the run's parent";
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT parent, parent_step FROM runs WHERE id = ?", "i", run);
    GError *local = NULL;
    if (!query)
        return false;
    if (store_next(m, query, doing, &local)) {
        *ret_parent = sqlite3_column_int64(query, 0);
        *ret_step = sqlite3_column_int64(query, 1);
        return true;
    }
    if (local)
        g_propagate_error(error, local);
    else
        store_no_run(run, error);
    return false;
}

/* A parent is older than its fork: a store that says otherwise is not followed in circles. */
gint64 memory_run_of_step(memory *m, gint64 run, gint64 step, GError **error)
{
    gint64 parent, last;
    while (read_parent(m, run, &parent, &last, error)) {
        if (parent <= 0 || parent >= run || step > last)
            return run;
        run = parent;
    }
    return 0;
}

static const char doing_spent[] = "read what the run has cost";

#define SPENT_OF_CALLS                                                                                                           \
    "SELECT coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), coalesce(sum(tokens_cached), 0),"                         \
    " coalesce(sum(pictures), 0), total(cost), coalesce(sum(unpriced), 0) FROM calls "

/* The columns of SPENT_OF_CALLS, from `at` on. */
static struct memory_spent spent_at(store_query *query, int at)
{
    return (struct memory_spent){sqlite3_column_int64(query, at),      sqlite3_column_int64(query, at + 1),
                                 sqlite3_column_int64(query, at + 2),  sqlite3_column_int64(query, at + 3),
                                 sqlite3_column_double(query, at + 4), sqlite3_column_int64(query, at + 5)};
}

static bool read_spent(memory *m, store_query *query, struct memory_spent *ret_spent, GError **error)
{
    GError *local = NULL;
    *ret_spent = (struct memory_spent){0};
    if (query && store_next(m, query, doing_spent, &local))
        *ret_spent = spent_at(query, 0);
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool memory_run_spent(memory *m, gint64 run, struct memory_spent *ret_spent, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing_spent, error,
        "SELECT tokens_in, tokens_out, tokens_cached, pictures, cost, unpriced FROM run_totals WHERE run = ?", "i", run);
    return read_spent(m, query, ret_spent, error);
}

bool memory_run_spent_before(memory *m, gint64 run, gint64 step, struct memory_spent *ret_spent, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing_spent, error, SPENT_OF_CALLS "WHERE run = ? AND step < ?", "ii", run, step);
    return read_spent(m, query, ret_spent, error);
}

static gint64 midnight_us(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autoptr(GDateTime) midnight =
        g_date_time_new_local(g_date_time_get_year(now), g_date_time_get_month(now), g_date_time_get_day_of_month(now), 0, 0, 0);
    return g_date_time_to_unix(midnight) * G_USEC_PER_SEC;
}

/* The calls of an imported run are younger by their ids than by their time. */
#define CALLED_HERE "(SELECT origin FROM runs WHERE runs.id = calls.run) IS NULL"

bool memory_spent_today(memory *m, struct memory_spent *ret_spent, GError **error)
{
    g_autoptr(store_query) calls =
        store_prepare(m, doing_spent, error,
                      SPENT_OF_CALLS "WHERE id > coalesce((SELECT id FROM calls WHERE started_us < ? AND " CALLED_HERE
                                     " ORDER BY id DESC LIMIT 1), 0) AND " CALLED_HERE,
                      "i", midnight_us());
    g_autoptr(store_query) others =
        store_prepare(m, doing_spent, error,
                      "SELECT coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), 0, 0, total(cost),"
                      " coalesce(sum(unpriced), 0) FROM spent WHERE at_us >= ?",
                      "i", midnight_us());
    struct memory_spent beside;
    if (!read_spent(m, calls, ret_spent, error) || !read_spent(m, others, &beside, error))
        return false;
    ret_spent->tokens_in += beside.tokens_in;
    ret_spent->tokens_out += beside.tokens_out;
    ret_spent->cost += beside.cost;
    ret_spent->unpriced += beside.unpriced;
    return true;
}

bool memory_spent_add(memory *m, const char *what, const char *brain, const struct memory_spent *spent, GError **error)
{
    return store_run(m, "write what was spent", error,
                     "INSERT INTO spent(at_us, what, brain, tokens_in, tokens_out, cost, unpriced) VALUES (?,?,?,?,?,?,?)",
                     "ittiidi", store_now(m), what, brain, spent->tokens_in, spent->tokens_out, spent->cost, spent->unpriced);
}

static void *read_module(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_module *module = g_new0(struct memory_module, 1);
    module->module = store_text(query, 0);
    module->calls = sqlite3_column_int64(query, 1);
    module->ms = sqlite3_column_int64(query, 2);
    module->spent = spent_at(query, 3);
    return module;
}

void memory_module_free(struct memory_module *module)
{
    if (module)
        g_free(module->module);
    g_free(module);
}

GPtrArray *memory_run_modules(memory *m, gint64 run, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing_spent, error,
                      "SELECT module, sum(status <> 'skipped'), sum(ms), sum(tokens_in), sum(tokens_out), sum(tokens_cached),"
                      " sum(pictures), total(cost), sum(unpriced) FROM calls WHERE run = ? GROUP BY module ORDER BY min(id)",
                      "i", run);
    return store_list(m, query, doing_spent, read_module, (GDestroyNotify)memory_module_free, error);
}

/* ---- where a run is from ---- */

static const char doing_origin[] = "read where the run is from";

char *memory_run_origin(memory *m, gint64 run, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing_origin, error, "SELECT origin FROM runs WHERE id = ?", "i", run);
    return query && store_next(m, query, doing_origin, error) ? store_text(query, 0) : NULL;
}

bool memory_run_trusted(memory *m, gint64 run, bool *ret_trusted, GError **error)
{
    gint64 foreign = 0;
    if (!store_integer(m, doing_origin, -1, &foreign, error, "SELECT " STORE_RUN_FOREIGN " FROM runs r WHERE id = ?", "i", run))
        return false;
    *ret_trusted = foreign == 0;
    return foreign >= 0 || store_no_run(run, error);
}

gint64 memory_run_from(memory *m, const char *identity, GError **error)
{
    gint64 run = 0;
    if (!store_integer(
            m, doing_origin, 0, &run, error,
            "SELECT id FROM runs WHERE origin IS NOT NULL AND json_extract(origin, '$.identity') = ? ORDER BY id LIMIT 1", "t",
            identity))
        return -1;
    return run;
}
