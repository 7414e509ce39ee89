/* Questions to the person: a row each, written over twice, bound into the run's chain each time. */

#include "memory/questions.h"
#include "memory/bound.h"
#include "memory/search.h"

void memory_question_free(struct memory_question *q)
{
    if (!q)
        return;
    g_free(q->question);
    g_free(q->choices);
    g_free(q->verdict);
    g_free(q->answer);
    g_free(q->by);
    g_free(q);
}

#define QUESTION_COLUMNS                                                                                                         \
    "SELECT row, run, step, id, question, choices, asked_us, verdict, answer, author, answered_us, useful FROM questions "

static void *read_question(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_question *q = g_new0(struct memory_question, 1);
    q->run = sqlite3_column_int64(query, 1);
    q->step = sqlite3_column_int64(query, 2);
    q->id = sqlite3_column_int64(query, 3);
    q->question = store_text(query, 4);
    q->choices = store_text(query, 5);
    q->asked_us = sqlite3_column_int64(query, 6);
    q->verdict = store_text(query, 7);
    q->answer = store_text(query, 8);
    q->by = store_text(query, 9);
    q->answered_us = sqlite3_column_int64(query, 10);
    q->useful = sqlite3_column_type(query, 11) == SQLITE_NULL ? -1 : sqlite3_column_int(query, 11);
    return q;
}

char *bound_question(memory *m, gint64 run, gint64 row, GError **error)
{
    static const char doing[] = "verify memory";
    g_autoptr(store_query) query = store_prepare(m, doing, error, QUESTION_COLUMNS "WHERE row = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    struct memory_question *q = read_question(m, query);
    g_autofree char *hash = journal_question_hash(row, q);
    memory_question_free(q);
    return bound_data(hash, row);
}

/* The row as it is now, into the chain. */
static bool bind_row(memory *m, gint64 run, gint64 step, gint64 row, const char *by, gint64 at_us, GError **error)
{
    g_autofree char *data = bound_question(m, run, row, error);
    const struct memory_entry entry = {
        .run = run, .step = step, .at_us = at_us, .stage = (char *)"question", .by = (char *)by, .data = data};
    return data && journal_append(m, &entry, error);
}

bool memory_question_add(memory *m, const struct memory_question *q, GError **error)
{
    static const char doing[] = "write the question";
    g_return_val_if_fail(q->question, false);
    if (!store_begin(m, doing, error))
        return false;
    gint64 now = q->asked_us ? q->asked_us : store_now(m);
    bool ok = store_run(m, doing, error, "INSERT INTO questions(run, step, id, asked_us, choices, question) VALUES (?,?,?,?,?,?)",
                        "iiiitt", q->run, q->step, q->id, now, q->choices, q->question);
    if (ok) {
        gint64 row = sqlite3_last_insert_rowid(m->db);
        ok = bind_row(m, q->run, q->step, row, "model", now, error) &&
             search_put(m, "question", "text", row, q->run, q->step, q->question, error);
    }
    return store_end(m, ok, doing, error);
}

struct place {
    gint64 row, step;
};

/* The rows that a condition on the run and one number chooses. */
static GArray *places(memory *m, const char *sql, gint64 run, gint64 id, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, sql, "ii", run, id);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct place));
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local)) {
        const struct place p = {sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1)};
        g_array_append_val(found, p);
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local ? g_steal_pointer(&found) : NULL;
}

static bool end_row(memory *m, gint64 run, const struct place *p, const char *verdict, const char *by, const char *answer,
                    const char *doing, GError **error)
{
    gint64 now = store_now(m);
    return store_run(m, doing, error, "UPDATE questions SET verdict = ?, author = ?, answer = ?, answered_us = ? WHERE row = ?",
                     "tttii", verdict, by, answer, now, p->row) &&
           bind_row(m, run, p->step, p->row, by, now, error) &&
           search_put(m, "question", "answer", p->row, run, p->step, answer, error);
}

bool memory_question_end(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *answer,
                         GError **error)
{
    static const char doing[] = "write the answer";
    g_return_val_if_fail(verdict && by, false);
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(GArray) rows =
        places(m, "SELECT row, step FROM questions WHERE run = ? AND id = ? AND verdict IS NULL", run, id, doing, error);
    if (rows && rows->len == 0)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "run %" G_GINT64_FORMAT " has no question %" G_GINT64_FORMAT " that waits", run, id);
    bool ok = rows && rows->len && end_row(m, run, &g_array_index(rows, struct place, 0), verdict, by, answer, doing, error);
    return store_end(m, ok, doing, error);
}

bool memory_questions_used(memory *m, gint64 run, bool useful, GError **error)
{
    static const char doing[] = "write of what use an answer was";
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(GArray) rows = places(
        m, "SELECT row, step FROM questions WHERE run = ? AND useful IS NULL AND ?2 = 0 AND verdict = 'answered' ORDER BY id",
        run, 0, doing, error);
    bool ok = rows != NULL;
    for (guint i = 0; ok && i < rows->len; i++) {
        const struct place *p = &g_array_index(rows, struct place, i);
        ok = store_run(m, doing, error, "UPDATE questions SET useful = ? WHERE row = ?", "ii", (gint64)useful, p->row) &&
             bind_row(m, run, p->step, p->row, "engine", store_now(m), error);
    }
    return store_end(m, ok, doing, error);
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
