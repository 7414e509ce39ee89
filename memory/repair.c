/* Repair of the full-text index. */

#include "memory/repair.h"
#include "memory/index_check.h"
#include "memory/search_sources.h"
#include "memory/totals.h"

static const char doing[] = "repair the full-text index";

static GArray *all_runs(memory *m, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT id FROM runs ORDER BY id", "");
    return store_integers(m, query, doing, error);
}

static bool repair_totals(memory *m, gint64 run, memory_repaired *repaired, GError **error)
{
    bool fit;
    if (!totals_check(m, run, doing, &fit, error))
        return false;
    repaired->totals += !fit;
    return fit || totals_make(m, run, doing, error);
}

/* Looked at first without stopping anybody. */
static bool repair_run(memory *m, gint64 run, memory_repaired *repaired, GError **error)
{
    gint64 wrong = 0, left = 0;
    if (!search_compare(m, run, &wrong, &left, error))
        return false;
    if (!wrong && !left)
        return true;
    if (!store_begin(m, doing, error) || !store_end(m, search_fill(m, run, error), doing, error))
        return false;
    repaired->runs++;
    repaired->texts += wrong + left;
    return true;
}

/* An engine that wants to write would wait for as long as it takes, and give up. */
static bool nobody_drives(memory *m, const GArray *runs, GError **error)
{
    for (guint i = 0; i < runs->len; i++) {
        gint64 run = g_array_index(runs, gint64, i), pid = memory_run_holder(m, run);
        if (!pid)
            continue;
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY,
                    "the full-text index is to be written anew in one piece, and run %" G_GINT64_FORMAT
                    " is being driven by process %" G_GINT64_FORMAT " (end or stop it first)",
                    run, pid);
        return false;
    }
    return true;
}

static bool repair_index(memory *m, const struct indexed *of, const GArray *runs, memory_repaired *repaired, GError **error)
{
    gint64 wrong = 0, left = 0;
    if (!index_check(m, of, &wrong, &left, error))
        return false;
    if (!wrong && !left)
        return true;
    const char *sql = g_str_equal(of->index, "search") ? "INSERT INTO search(search) VALUES ('rebuild')"
                                                       : "INSERT INTO gist_search(gist_search) VALUES ('rebuild')";
    if (!nobody_drives(m, runs, error) || !store_begin(m, doing, error))
        return false;
    repaired->anew = true;
    return store_end(m, store_run(m, doing, error, sql, ""), doing, error);
}

bool memory_repair_index(memory *m, const struct memory_watch *watch, memory_repaired *ret_repaired, GError **error)
{
    *ret_repaired = (memory_repaired){0};
    g_autoptr(GArray) runs = all_runs(m, error);
    if (!runs)
        return false;
    for (guint i = 0; i < runs->len; i++) {
        if (watch && !watch->go_on(watch->user, i, runs->len)) {
            g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped; what was repaired so far stays so");
            return false;
        }
        gint64 run = g_array_index(runs, gint64, i);
        if (!repair_run(m, run, ret_repaired, error) || !repair_totals(m, run, ret_repaired, error))
            return false;
    }
    for (const struct indexed *of = indexed_tables; of->index; of++)
        if (!repair_index(m, of, runs, ret_repaired, error))
            return false;
    return (!ret_repaired->texts && !ret_repaired->anew) ||
           store_scrub(m, error); /* words that should not be there go for good */
}
