/* Questions to the person: a row each, written over twice, bound into the run's chain each time. */

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

static bool bind(memory *m, gint64 run, gint64 step, gint64 row, const char *by, gint64 at_us, GError **error)
{
    const struct memory_entry entry = {.run = run, .step = step, .at_us = at_us, .stage = (char *)"question", .by = (char *)by};
    return bound_append(m, &entry, row, error);
}

bool memory_question_add(memory *m, const struct memory_question *given, GError **error)
{
    static const char doing[] = "write the question";
    g_return_val_if_fail(given->question, false);
    struct memory_question q = *given;
    gint64 row = 0;
    if (!q.asked_us)
        q.asked_us = store_now(m);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_question_add(m, &q, &row, doing, error) && bind(m, q.run, q.step, row, "model", q.asked_us, error) &&
              rows_text_put(m, "question", "text", row, q.run, q.step, q.question, error);
    return store_end(m, ok, doing, error);
}

bool memory_question_end(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *answer,
                         GError **error)
{
    static const char doing[] = "write the answer";
    g_return_val_if_fail(verdict && by, false);
    if (!store_begin(m, doing, error))
        return false;
    gint64 now = store_now(m);
    g_autoptr(GArray) found = rows_question_waiting(m, run, id, doing, error);
    bool ok = found && found->len;
    if (found && !found->len)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "run %" G_GINT64_FORMAT " has no question %" G_GINT64_FORMAT " that waits", run, id);
    if (ok) {
        gint64 row = g_array_index(found, gint64, 0), step = g_array_index(found, gint64, 1);
        ok = rows_question_end(m, row, now, verdict, by, answer, doing, error) && bind(m, run, step, row, by, now, error) &&
             rows_text_put(m, "question", "answer", row, run, step, answer, error);
    }
    return store_end(m, ok, doing, error);
}

bool memory_questions_used(memory *m, gint64 run, bool useful, GError **error)
{
    static const char doing[] = "write of what use an answer was";
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(GArray) found = rows_questions_unused(m, run, doing, error);
    bool ok = found != NULL;
    for (guint i = 0; ok && i < found->len; i += 2) {
        gint64 row = g_array_index(found, gint64, i), step = g_array_index(found, gint64, i + 1);
        ok = rows_question_set_useful(m, row, useful, doing, error) && bind(m, run, step, row, "engine", store_now(m), error);
    }
    return store_end(m, ok, doing, error);
}
