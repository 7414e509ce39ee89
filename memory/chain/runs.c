/* Runs: one row each, committed before anything of the run is started. */

#include "memory/batch.h"
#include "memory/chain/bound.h"
#include "memory/port/rows.h"

static bool bind(memory *m, gint64 run, const char *stage, const char *by, gint64 at_us, GError **error)
{
    const struct memory_entry entry = {.run = run, .at_us = at_us, .stage = (char *)stage, .by = (char *)by};
    return bound_append(m, &entry, 0, error);
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
    bool ok = rows_run_add(m, &run, JOURNAL_ZERO, &run.id, doing, error) &&
              bind(m, run.id, "begun", NULL, run.started_us, error) && bind(m, run.id, "display", NULL, run.started_us, error) &&
              (!run.parent || bind(m, run.id, "forked", NULL, run.started_us, error)) &&
              rows_text_put(m, "run", "task", run.id, run.id, 0, run.task, error);
    if (!store_end(m, ok, doing, error))
        return false;
    *ret_id = run.id;
    return true;
}

bool memory_run_set_status(memory *m, gint64 run, const char *status, GError **error)
{
    static const char doing[] = "write the run's status";
    g_return_val_if_fail(status && g_strcmp0(status, "ended") != 0, false); /* ended: memory_run_end() */
    if (!store_begin(m, doing, error))
        return false;
    g_autofree char *before = rows_run_status(m, run, doing, error);
    bool ok = before != NULL;
    if (ok && g_str_equal(before, "ended")) { /* taken up again: the end stays in the journal */
        const struct memory_entry entry = {.run = run, .at_us = store_now(m), .stage = (char *)"reopened"};
        ok = journal_append(m, &entry, error);
    }
    return store_end(m, ok && rows_run_set_status(m, run, status, doing, error), doing, error);
}

bool memory_run_set_display(memory *m, gint64 run, const char *display, const char *sandbox_json, GError **error)
{
    static const char doing[] = "write the run's display";
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        rows_run_set_display(m, run, display, sandbox_json, doing, error) && bind(m, run, "display", NULL, store_now(m), error);
    return store_end(m, ok, doing, error);
}

bool memory_run_end(memory *m, gint64 run, const char *outcome, const char *reason, GError **error)
{
    static const char doing[] = "write the run's end";
    g_return_val_if_fail(outcome, false);
    gint64 now = store_now(m);
    if (!store_begin_sure(m, doing, error))
        return false;
    g_autofree char *before = rows_run_status(m, run, doing, error);
    bool ok = before != NULL;
    if (ok && g_str_equal(before, "ended")) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "run %" G_GINT64_FORMAT " has ended already; its outcome stays as it is", run);
        ok = false;
    }
    ok = ok && rows_run_set_end(m, run, outcome, reason, now, doing, error) && bind(m, run, "ended", NULL, now, error) &&
         rows_text_put(m, "run", "reason", run, run, 0, reason, error);
    return store_end(m, ok, doing, error);
}

bool memory_run_set_origin(memory *m, gint64 run, const char *json, GError **error)
{
    static const char doing[] = "store where the run is from";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_run_set_origin(m, run, json, doing, error) && bind(m, run, "imported", "import", store_now(m), error);
    return store_end(m, ok, doing, error);
}
