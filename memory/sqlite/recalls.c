/* What was recalled for which step. */

#include "memory/recalls.h"
#include "memory/sqlite/store.h"

bool memory_recalls_set(memory *m, gint64 run, gint64 step, const GPtrArray *recalls, GError **error)
{
    static const char doing[] = "write what was recalled";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "DELETE FROM recalls WHERE run = ? AND step = ?", "ii", run, step);
    for (guint i = 0; ok && i < recalls->len; i++) {
        const struct memory_recall *r = g_ptr_array_index(recalls, i);
        ok = store_run(m, doing, error,
                       "INSERT INTO recalls(run, step, place, in_prompt, kind, source_run, source_step, lesson, score, why)"
                       " VALUES (?,?,?,?,?,?,?,?,?,?)",
                       "iiiitiiidt", run, step, (gint64)i + 1, (gint64)r->in_prompt, r->kind, r->source_run, r->source_step,
                       r->lesson, r->score, r->why);
    }
    return store_end(m, ok, doing, error);
}

static void *read_recall(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_recall *recall = g_new0(struct memory_recall, 1);
    recall->run = sqlite3_column_int64(query, 0);
    recall->step = sqlite3_column_int64(query, 1);
    recall->place = sqlite3_column_int64(query, 2);
    recall->in_prompt = sqlite3_column_int(query, 3);
    recall->kind = store_text(query, 4);
    recall->source_run = sqlite3_column_int64(query, 5);
    recall->source_step = sqlite3_column_int64(query, 6);
    recall->lesson = sqlite3_column_int64(query, 7);
    recall->score = sqlite3_column_double(query, 8);
    recall->why = store_text(query, 9);
    return recall;
}

#define RECALL_COLUMNS "SELECT run, step, place, in_prompt, kind, source_run, source_step, lesson, score, why FROM recalls WHERE "

GPtrArray *memory_recalls(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "read what was recalled";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, RECALL_COLUMNS "run = ? AND step = ? ORDER BY place", "ii", run, step);
    return store_list(m, query, doing, read_recall, (GDestroyNotify)memory_recall_free, error);
}

GPtrArray *memory_recalled_by(memory *m, gint64 source_run, gint64 source_step, GError **error)
{
    static const char doing[] = "read where a step was recalled";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, RECALL_COLUMNS "source_run = ? AND source_step = ? ORDER BY id DESC", "ii", source_run, source_step);
    return store_list(m, query, doing, read_recall, (GDestroyNotify)memory_recall_free, error);
}
