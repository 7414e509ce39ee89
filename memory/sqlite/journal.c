/* Rows of the journal. */

#include "memory/pages.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

#define ENTRY_COLUMNS "SELECT run, seq, step, proposal, at_us, stage, author, digest, data, hash FROM journal "

static void *read_entry(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_entry *entry = g_new0(struct memory_entry, 1);
    entry->run = sqlite3_column_int64(query, 0);
    entry->seq = sqlite3_column_int64(query, 1);
    entry->step = sqlite3_column_int64(query, 2);
    entry->proposal = sqlite3_column_int64(query, 3);
    entry->at_us = sqlite3_column_int64(query, 4);
    entry->stage = store_text(query, 5);
    entry->by = store_text(query, 6);
    entry->digest = store_text(query, 7);
    entry->data = store_text(query, 8);
    entry->hash = store_text(query, 9);
    return entry;
}

static const char doing_step[] = "read the step's journal";

/* The step that was begun or ended last up to that row, 0 = none yet. */
static bool step_at(memory *m, gint64 run, gint64 seq, gint64 *ret_step, GError **error)
{
    return store_integer(m, doing_step, 0, ret_step, error,
                         "SELECT step FROM journal WHERE run = ? AND seq <= ? AND stage = 'step' ORDER BY seq DESC LIMIT 1", "ii",
                         run, seq);
}

/* The first row at which the step before has begun: rows come in the order of steps, but for what is said of a step in the next
 * one, and what a person writes beside it later. */
static bool find_before(memory *m, gint64 run, gint64 step, gint64 *ret_seq, GError **error)
{
    gint64 low = 1, high = 0;
    if (!store_integer(m, doing_step, 0, &high, error, "SELECT journal_seq FROM runs WHERE id = ?", "i", run))
        return false;
    while (low < high) {
        gint64 middle = low + (high - low) / 2, at;
        if (!step_at(m, run, middle, &at, error))
            return false;
        if (at >= step - 1)
            high = middle;
        else
            low = middle + 1;
    }
    *ret_seq = low;
    return true;
}

GPtrArray *memory_journal_step(memory *m, gint64 run, gint64 step, GError **error)
{
    gint64 from = 1;
    if (!find_before(m, run, step, &from, error))
        return NULL;
    g_autoptr(store_query) query =
        store_prepare(m, doing_step, error, ENTRY_COLUMNS "WHERE run = ? AND seq >= ? ORDER BY seq", "ii", run, from);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_entry_free);
    GError *local = NULL;
    while (query && store_next(m, query, doing_step, &local)) {
        gint64 at = sqlite3_column_int64(query, 2);
        if (at > step + 1)
            break;
        if (at == step)
            g_ptr_array_add(rows, read_entry(m, query));
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local ? g_steal_pointer(&rows) : NULL;
}

GPtrArray *memory_journal(memory *m, gint64 run, GError **error)
{
    static const char doing[] = "read the journal";
    g_autoptr(store_query) query = store_prepare(m, doing, error, ENTRY_COLUMNS "WHERE run = ? ORDER BY seq", "i", run);
    return store_list(m, query, doing, read_entry, (GDestroyNotify)memory_entry_free, error);
}

bool rows_journal_end(memory *m, gint64 run, gint64 *ret_seq, char **ret_hash, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT journal_seq, journal_hash FROM runs WHERE id = ?", "i", run);
    if (!query)
        return false;
    GError *local = NULL;
    if (store_next(m, query, doing, &local)) {
        *ret_seq = sqlite3_column_int64(query, 0);
        *ret_hash = store_text(query, 1);
        return true;
    }
    if (!local)
        return store_no_run(run, error);
    g_propagate_error(error, local);
    return false;
}

bool rows_journal_add(memory *m, const struct memory_entry *e, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO journal(run, seq, step, proposal, at_us, stage, author, digest, data, hash) VALUES "
                     "(?,?,?,?,?,?,?,?,?,?)",
                     "iiiiittttt", e->run, e->seq, e->step, e->proposal, e->at_us, e->stage, e->by, e->digest, e->data,
                     e->hash) &&
           store_run(m, doing, error, "UPDATE runs SET journal_seq = ?, journal_hash = ? WHERE id = ?", "iti", e->seq, e->hash,
                     e->run);
}

bool rows_mark(memory *m, gint64 run, gint64 step, const char *what, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO step_marks SELECT id, max(?2, parent_step + 1), ?3 FROM runs WHERE id = ?1"
                     " ON CONFLICT DO NOTHING",
                     "iit", run, step, what);
}

bool rows_journal_each(memory *m, gint64 run, bool (*each)(void *data, const struct memory_entry *entry, GError **error),
                       void *data, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, ENTRY_COLUMNS "WHERE run = ? AND seq > 0 ORDER BY seq", "i", run);
    GError *local = NULL;
    while (query && !local && store_next(m, query, doing, &local)) {
        const struct memory_entry entry = {
            .run = sqlite3_column_int64(query, 0),
            .seq = sqlite3_column_int64(query, 1),
            .step = sqlite3_column_int64(query, 2),
            .proposal = sqlite3_column_int64(query, 3),
            .at_us = sqlite3_column_int64(query, 4),
            .stage = (char *)sqlite3_column_text(query, 5),
            .by = (char *)sqlite3_column_text(query, 6),
            .digest = (char *)sqlite3_column_text(query, 7),
            .data = (char *)sqlite3_column_text(query, 8),
            .hash = (char *)sqlite3_column_text(query, 9),
        };
        if (!each(data, &entry, &local))
            break;
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}
