/* A run's totals against its rows. */

#include "memory/port/upkeep.h"
#include "memory/sqlite/store.h"

#define STEPS "(SELECT count(*) FROM steps s WHERE s.run = ?1)"
#define TOUCHED "(SELECT count(*) FROM step_marks k WHERE k.run = ?1 AND k.what = 'human')"

bool upkeep_totals_check(memory *m, gint64 run, bool *ret_fit, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT t.run IS NOT NULL AND t.steps = " STEPS " AND t.touched = " TOUCHED
                      " AND t.calls = count(c.id) AND t.tokens_in = coalesce(sum(c.tokens_in), 0)"
                      " AND t.tokens_out = coalesce(sum(c.tokens_out), 0)"
                      " AND t.tokens_cached = coalesce(sum(c.tokens_cached), 0) AND t.pictures = coalesce(sum(c.pictures), 0)"
                      " AND t.unpriced = coalesce(sum(c.unpriced), 0) AND t.ms = coalesce(sum(c.ms), 0)"
                      " AND abs(t.cost - total(c.cost)) < 1e-6" /* added up in another order */
                      " FROM runs r LEFT JOIN run_totals t ON t.run = r.id LEFT JOIN calls c ON c.run = r.id WHERE r.id = ?1",
                      "i", run);
    GError *local = NULL;
    *ret_fit = query && store_next(m, query, doing, &local) && sqlite3_column_int(query, 0);
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool upkeep_totals_make(memory *m, gint64 run, const char *doing, GError **error)
{
    return store_run(
        m, doing, error,
        "INSERT OR REPLACE INTO run_totals(run, steps, calls, tokens_in, tokens_out, tokens_cached, pictures, ms, touched, cost,"
        " unpriced)"
        " SELECT ?1, " STEPS ", count(c.id), coalesce(sum(c.tokens_in), 0), coalesce(sum(c.tokens_out), 0),"
        " coalesce(sum(c.tokens_cached), 0), coalesce(sum(c.pictures), 0), coalesce(sum(c.ms), 0), " TOUCHED
        ", total(c.cost), coalesce(sum(c.unpriced), 0) FROM calls c WHERE c.run = ?1",
        "i", run);
}
