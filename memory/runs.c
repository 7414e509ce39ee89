/* Runs: one row each, committed before anything of the run is started. */

#include "memory/journal.h"
#include "memory/search.h"

void memory_run_free(struct memory_run *run)
{
    if (!run)
        return;
    g_free(run->task);
    g_free(run->agent);
    g_free(run->brain);
    g_free(run->profile);
    g_free(run->app);
    g_free(run->display);
    g_free(run->mode);
    g_free(run->options);
    g_free(run->sandbox);
    g_free(run->status);
    g_free(run->outcome);
    g_free(run->reason);
    g_free(run);
}

/* Puts the display and the sandbox as they now are into the chain. */
static bool bind_display(memory *m, gint64 run, const char *display, const char *sandbox, gint64 at_us, GError **error)
{
    g_autofree char *hash = journal_display_hash(run, display, sandbox);
    return journal_bind(m, run, 0, 0, "display", NULL, NULL, hash, 0, at_us, error);
}

/* Whose memory a fork goes on from. */
static bool bind_fork(memory *m, const struct memory_run *run, GError **error)
{
    if (!run->parent)
        return true;
    g_autofree char *hash = journal_fork_hash(run->id, run->parent, run->parent_step);
    return journal_bind(m, run->id, 0, 0, "forked", NULL, NULL, hash, 0, run->started_us, error);
}

bool memory_run_add(memory *m, const struct memory_run *given, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the run";
    struct memory_run run = *given;
    if (run.started_us == 0)
        run.started_us = store_now(m);
    if (!run.status)
        run.status = (char *)"starting";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(
        m, doing, error,
        "INSERT INTO runs(status, started_us, journal_hash, agent, brain, profile, display, mode, app, task, sandbox, options,"
        " parent, parent_step) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "tittttttttttii", run.status, run.started_us, JOURNAL_ZERO, run.agent, run.brain, run.profile, run.display, run.mode,
        run.app, run.task, run.sandbox, run.options, run.parent, run.parent_step);
    if (ok) {
        run.id = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_run_hash(&run);
        ok = journal_bind(m, run.id, 0, 0, "begun", NULL, NULL, hash, 0, run.started_us, error) &&
             bind_display(m, run.id, run.display, run.sandbox, run.started_us, error) && bind_fork(m, &run, error) &&
             search_put(m, "run", "task", run.id, run.id, 0, run.task, error);
    }
    if (!store_end(m, ok, doing, error))
        return false;
    *ret_id = run.id;
    return true;
}

/* The status of a run, NULL with error: there is none. */
static char *run_status(memory *m, gint64 run, const char *doing, GError **error)
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

bool memory_run_set_status(memory *m, gint64 run, const char *status, GError **error)
{
    static const char doing[] = "write the run's status";
    g_return_val_if_fail(status && g_strcmp0(status, "ended") != 0, false); /* ended: memory_run_end() */
    if (!store_begin(m, doing, error))
        return false;
    g_autofree char *before = run_status(m, run, doing, error);
    bool ok = before != NULL;
    if (ok && g_str_equal(before, "ended")) { /* taken up again: the end stays in the journal */
        const struct memory_entry entry = {.run = run, .at_us = store_now(m), .stage = (char *)"reopened"};
        ok = journal_append(m, &entry, error);
    }
    ok = ok && store_run(m, doing, error, "UPDATE runs SET status = ?, outcome = NULL, reason = NULL, ended_us = 0 WHERE id = ?",
                         "ti", status, run);
    return store_end(m, ok, doing, error);
}

bool memory_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox_json, GError **error)
{
    static const char doing[] = "write the run's display";
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_run(m, doing, error, "UPDATE runs SET display = ?, sandbox = ? WHERE id = ?", "tti", display, sandbox_json, run) &&
        (sqlite3_changes(m->db) == 1 || store_no_run(run, error)) &&
        bind_display(m, run, display, sandbox_json, store_now(m), error);
    return store_end(m, ok, doing, error);
}

bool memory_run_end(memory *m, gint64 run, const char *outcome, const char *reason, GError **error)
{
    static const char doing[] = "write the run's end";
    g_return_val_if_fail(outcome, false);
    gint64 now = store_now(m);
    if (!store_begin_sure(m, doing, error))
        return false;
    g_autofree char *before = run_status(m, run, doing, error);
    bool ok = before != NULL;
    if (ok && g_str_equal(before, "ended")) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "run %" G_GINT64_FORMAT " has ended already; its outcome stays as it is", run);
        ok = false;
    }
    g_autofree char *hash = journal_end_hash(run, outcome, reason, now);
    ok = ok &&
         store_run(m, doing, error, "UPDATE runs SET status = 'ended', outcome = ?, reason = ?, ended_us = ? WHERE id = ?",
                   "ttii", outcome, reason, now, run) &&
         journal_bind(m, run, 0, 0, "ended", NULL, NULL, hash, 0, now, error) &&
         search_put(m, "run", "reason", run, run, 0, reason, error);
    return store_end(m, ok, doing, error);
}

#define RUN_COLUMNS                                                                                                              \
    "SELECT id, task, agent, brain, profile, app, display, mode, options, sandbox, status, outcome, reason, started_us, "        \
    "ended_us,"                                                                                                                  \
    " (SELECT count(*) FROM steps WHERE steps.run = runs.id), (SELECT total(cost) FROM calls WHERE calls.run = runs.id),"        \
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
    run->parent = sqlite3_column_int64(query, 17);
    run->parent_step = sqlite3_column_int64(query, 18);
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
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, RUN_COLUMNS "WHERE status IN ('starting', 'running') AND sandbox IS NOT NULL", "");
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

static bool read_spent(memory *m, store_query *query, struct memory_spent *ret_spent, GError **error)
{
    GError *local = NULL;
    *ret_spent = (struct memory_spent){0};
    if (query && store_next(m, query, doing_spent, &local))
        *ret_spent = (struct memory_spent){sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1),
                                           sqlite3_column_double(query, 2)};
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool memory_run_spent(memory *m, gint64 run, struct memory_spent *ret_spent, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing_spent, error, "SELECT tokens_in, tokens_out, cost FROM run_totals WHERE run = ?", "i", run);
    return read_spent(m, query, ret_spent, error);
}

bool memory_run_spent_before(memory *m, gint64 run, gint64 step, struct memory_spent *ret_spent, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing_spent, error,
        "SELECT coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), total(cost) FROM calls WHERE run = ? AND step < ?",
        "ii", run, step);
    return read_spent(m, query, ret_spent, error);
}
