/* What comes from elsewhere: many calls as one transaction, and where a run is from. */

#include "memory/batch.h"

#include "memory/bound.h"

static const char doing[] = "store the run";

bool memory_batch_begin(memory *m, GError **error)
{
    g_return_val_if_fail(!m->batch, false);
    if (!store_begin_sure(m, doing, error))
        return false;
    m->batch = true;
    m->batch_bad = false;
    return true;
}

void memory_batch_at(memory *m, gint64 us)
{
    m->now_us = us;
}

bool memory_batch_end(memory *m, bool ok, GError **error)
{
    g_return_val_if_fail(m->batch, false);
    bool bad = m->batch_bad;
    m->batch = m->batch_bad = false;
    m->now_us = 0;
    if (ok && bad) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: a part of it could not be written", doing);
        ok = false;
    }
    return store_end(m, ok, doing, error);
}

bool memory_run_set_origin(memory *m, gint64 run, const char *json, GError **error)
{
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "UPDATE runs SET origin = ? WHERE id = ?", "ti", json, run);
    ok = ok && (sqlite3_changes(m->db) == 1 || store_no_run(run, error));
    g_autofree char *data = ok ? bound_origin(m, run, error) : NULL;
    const struct memory_entry entry = {
        .run = run, .at_us = store_now(m), .stage = (char *)"imported", .by = (char *)"import", .data = data};
    return store_end(m, data && journal_append(m, &entry, error), doing, error);
}

char *memory_run_origin(memory *m, gint64 run, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT origin FROM runs WHERE id = ?", "i", run);
    return query && store_next(m, query, doing, error) ? store_text(query, 0) : NULL;
}

bool memory_run_trusted(memory *m, gint64 run, bool *ret_trusted, GError **error)
{
    gint64 foreign = 0;
    if (!store_integer(m, "read where the run is from", -1, &foreign, error,
                       "SELECT " STORE_RUN_FOREIGN " FROM runs r WHERE id = ?", "i", run))
        return false;
    *ret_trusted = foreign == 0;
    return foreign >= 0 || store_no_run(run, error);
}

gint64 memory_run_from(memory *m, const char *identity, GError **error)
{
    gint64 run = 0;
    if (!store_integer(
            m, doing, 0, &run, error,
            "SELECT id FROM runs WHERE origin IS NOT NULL AND json_extract(origin, '$.identity') = ? ORDER BY id LIMIT 1", "t",
            identity))
        return -1;
    return run;
}
