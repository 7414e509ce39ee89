/* Repair of the full-text index. */

#include "memory/repair.h"

#include "memory/port/upkeep.h"

static const char doing[] = "repair the full-text index";

static bool repair_totals(memory *m, gint64 run, memory_repaired *repaired, GError **error)
{
    bool fit;
    if (!upkeep_totals_check(m, run, &fit, doing, error))
        return false;
    repaired->totals += !fit;
    return fit || upkeep_totals_make(m, run, doing, error);
}

/* Looked at first without stopping anybody. */
static bool repair_run(memory *m, gint64 run, memory_repaired *repaired, GError **error)
{
    gint64 wrong = 0, left = 0;
    if (!upkeep_texts_check(m, run, &wrong, &left, error))
        return false;
    if (!wrong && !left)
        return true;
    if (!store_begin(m, doing, error) || !store_end(m, upkeep_texts_make(m, run, error), doing, error))
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
                    "the full-text index must be rebuilt in one piece, and run %" G_GINT64_FORMAT
                    " is being driven by process %" G_GINT64_FORMAT " (end or stop it first)",
                    run, pid);
        return false;
    }
    return true;
}

static bool repair_index(memory *m, const struct upkeep_index *of, const GArray *runs, memory_repaired *repaired, GError **error)
{
    gint64 wrong = 0, left = 0;
    if (!upkeep_index_check(m, of, &wrong, &left, doing, error))
        return false;
    if (!wrong && !left)
        return true;
    if (!nobody_drives(m, runs, error) || !store_begin(m, doing, error))
        return false;
    repaired->anew = true;
    return store_end(m, upkeep_index_make(m, of, doing, error), doing, error);
}

bool memory_repair_index(memory *m, const struct memory_watch *watch, memory_repaired *ret_repaired, GError **error)
{
    *ret_repaired = (memory_repaired){0};
    g_autoptr(GArray) runs = upkeep_runs(m, doing, error);
    if (!runs)
        return false;
    for (guint i = 0; i < runs->len; i++) {
        if (watch && !watch->go_on(watch->user, i, runs->len)) {
            g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped; what was repaired so far stays repaired");
            return false;
        }
        gint64 run = g_array_index(runs, gint64, i);
        if (!repair_run(m, run, ret_repaired, error) || !repair_totals(m, run, ret_repaired, error))
            return false;
    }
    for (const struct upkeep_index *of = upkeep_indexes; of->name; of++)
        if (!repair_index(m, of, runs, ret_repaired, error))
            return false;
    return (!ret_repaired->texts && !ret_repaired->anew) ||
           store_scrub(m, error); /* words that should not be there go for good */
}
