/* Rows of questions to the person. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

#define QUESTION_COLUMNS                                                                                                         \
    "SELECT run, step, id, question, choices, asked_us, verdict, answer, author, answered_us, useful FROM questions "

static void *read_question(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_question *q = g_new0(struct memory_question, 1);
    q->run = sqlite3_column_int64(query, 0);
    q->step = sqlite3_column_int64(query, 1);
    q->id = sqlite3_column_int64(query, 2);
    q->question = store_text(query, 3);
    q->choices = store_text(query, 4);
    q->asked_us = sqlite3_column_int64(query, 5);
    q->verdict = store_text(query, 6);
    q->answer = store_text(query, 7);
    q->by = store_text(query, 8);
    q->answered_us = sqlite3_column_int64(query, 9);
    q->useful = sqlite3_column_type(query, 10) == SQLITE_NULL ? -1 : sqlite3_column_int(query, 10);
    return q;
}

GPtrArray *memory_questions(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the questions";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, QUESTION_COLUMNS "WHERE run = ?1 AND (?2 = 0 OR step = ?2) ORDER BY id", "ii", run, step);
    return store_list(m, query, doing, read_question, (GDestroyNotify)memory_question_free, error);
}

bool memory_questions_count(memory *m, gint64 run, struct memory_asked *ret_asked, GError **error)
{
    static const char doing[] = "count the questions";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT count(*), count(CASE WHEN verdict = 'answered' THEN 1 END), count(CASE WHEN useful THEN 1 END)"
                      " FROM questions WHERE run = ?",
                      "i", run);
    GError *local = NULL;
    *ret_asked = (struct memory_asked){0};
    if (query && store_next(m, query, doing, &local))
        *ret_asked =
            (struct memory_asked){sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1), sqlite3_column_int64(query, 2)};
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool rows_question_add(memory *m, const struct memory_question *q, gint64 *ret_row, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO questions(run, step, id, asked_us, choices, question) VALUES (?,?,?,?,?,?)",
                        "iiiitt", q->run, q->step, q->id, q->asked_us, q->choices, q->question);
    *ret_row = sqlite3_last_insert_rowid(m->db);
    return ok;
}

GArray *rows_question_waiting(memory *m, gint64 run, gint64 id, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT row, step FROM questions WHERE run = ? AND id = ? AND verdict IS NULL", "ii", run, id);
    return store_pairs(m, query, doing, error);
}

GArray *rows_questions_unused(memory *m, gint64 run, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT row, step FROM questions WHERE run = ? AND useful IS NULL AND verdict = 'answered' ORDER BY id",
        "i", run);
    return store_pairs(m, query, doing, error);
}

bool rows_question_end(memory *m, gint64 row, gint64 at_us, const char *verdict, const char *by, const char *answer,
                       const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE questions SET verdict = ?, author = ?, answer = ?, answered_us = ? WHERE row = ?",
                     "tttii", verdict, by, answer, at_us, row);
}

bool rows_question_set_useful(memory *m, gint64 row, bool useful, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE questions SET useful = ? WHERE row = ?", "ii", (gint64)useful, row);
}
