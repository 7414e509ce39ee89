/* Lessons: rows that are only added; an edit withdraws the one whose place it takes. */

#include "memory/lessons.h"
#include "memory/sqlite/store.h"

static bool lesson_put(memory *m, const struct memory_lesson *lesson, gint64 *ret_id, const char *doing, GError **error)
{
    if (!store_run(
            m, doing, error,
            "INSERT INTO lessons(run, step, at_us, edited_from, author, app, skill, task, text) VALUES (?,?,?,?,?,?,?,?,?)",
            "iiiittttt", lesson->run, lesson->step, lesson->at_us ? lesson->at_us : g_get_real_time(), lesson->edited_from,
            lesson->by, lesson->app, lesson->skill, lesson->task, lesson->text))
        return false;
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return true;
}

bool memory_lesson_add(memory *m, const struct memory_lesson *lesson, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the lesson";
    g_return_val_if_fail(lesson->by && lesson->text, false);
    gint64 id = 0;
    if (!store_begin(m, doing, error))
        return false;
    /* one that a person took back is not learnt again in the same words */
    bool ok = store_integer(m, doing, 0, &id, error,
                            "SELECT id FROM lessons WHERE text = ? AND app IS ? AND skill IS ? ORDER BY id DESC LIMIT 1", "ttt",
                            lesson->text, lesson->app, lesson->skill) &&
              (id || lesson_put(m, lesson, &id, doing, error));
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_id)
        *ret_id = id;
    return true;
}

static void *read_lesson(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_lesson *lesson = g_new0(struct memory_lesson, 1);
    char **const texts[] = {&lesson->by, &lesson->app, &lesson->skill, &lesson->task, &lesson->text, &lesson->reason};
    lesson->id = sqlite3_column_int64(query, 0);
    lesson->run = sqlite3_column_int64(query, 1);
    lesson->step = sqlite3_column_int64(query, 2);
    lesson->at_us = sqlite3_column_int64(query, 3);
    lesson->edited_from = sqlite3_column_int64(query, 4);
    lesson->withdrawn = sqlite3_column_int64(query, 5) != 0;
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, (int)i + 6);
    return lesson;
}

#define LESSON_COLUMNS                                                                                                           \
    "SELECT id, run, step, at_us, edited_from, withdrawn_us, author, app, skill, task, text, reason FROM lessons WHERE "

struct memory_lesson *memory_lesson_get(memory *m, gint64 id, GError **error)
{
    static const char doing[] = "read the lesson";
    g_autoptr(store_query) query = store_prepare(m, doing, error, LESSON_COLUMNS "id = ?", "i", id);
    GError *local = NULL;
    if (!query)
        return NULL;
    if (store_next(m, query, doing, &local))
        return read_lesson(m, query);
    if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no lesson %" G_GINT64_FORMAT " (`reins memory lessons` lists them)", id);
    g_propagate_error(error, local);
    return NULL;
}

/* One that holds; withdrawn ones are found by nobody who wants to change them. */
static struct memory_lesson *standing(memory *m, gint64 id, GError **error)
{
    struct memory_lesson *lesson = memory_lesson_get(m, id, error);
    if (!lesson || !lesson->withdrawn)
        return lesson;
    memory_lesson_free(lesson);
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "lesson %" G_GINT64_FORMAT " was withdrawn already", id);
    return NULL;
}

static bool withdraw(memory *m, gint64 id, const char *reason, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE lessons SET withdrawn_us = ?, reason = ? WHERE id = ?", "iti", g_get_real_time(),
                     reason, id);
}

bool memory_lesson_edit(memory *m, gint64 id, const char *text, const char *by, gint64 *ret_id, GError **error)
{
    static const char doing[] = "change the lesson";
    gint64 put = 0;
    if (!store_begin(m, doing, error))
        return false;
    struct memory_lesson *old = standing(m, id, error);
    bool ok = old != NULL;
    if (ok) {
        struct memory_lesson lesson = *old;
        lesson.edited_from = id;
        lesson.at_us = 0;
        lesson.by = (char *)by;
        lesson.text = (char *)text;
        ok = withdraw(m, id, "edited", doing, error) && lesson_put(m, &lesson, &put, doing, error);
    }
    memory_lesson_free(old);
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_id)
        *ret_id = put;
    return true;
}

bool memory_lesson_withdraw(memory *m, gint64 id, const char *reason, GError **error)
{
    static const char doing[] = "withdraw the lesson";
    if (!store_begin(m, doing, error))
        return false;
    struct memory_lesson *old = standing(m, id, error);
    bool ok = old && withdraw(m, id, reason, doing, error);
    memory_lesson_free(old);
    return store_end(m, ok, doing, error);
}

/* All wordings of one lesson, by its number: what it came from, and what came of it. */
#define WORDINGS                                                                                                                 \
    "WITH RECURSIVE back(id) AS (SELECT ?1 UNION SELECT edited_from FROM lessons JOIN back USING (id) WHERE edited_from > 0),"   \
    " wordings(id) AS (SELECT id FROM back UNION SELECT l.id FROM lessons l JOIN wordings w ON l.edited_from = w.id) "

static bool forget_words(memory *m, gint64 id, gint64 *ret_prompts, const char *doing, GError **error)
{
    struct memory_lesson *lesson = memory_lesson_get(m, id, error);
    bool ok = lesson != NULL;
    memory_lesson_free(lesson);
    return ok &&
           store_integer(m, doing, 0, ret_prompts, error,
                         WORDINGS "SELECT count(*) FROM recalls WHERE lesson IN (SELECT id FROM wordings) AND in_prompt", "i",
                         id) &&
           store_run(m, doing, error, WORDINGS "UPDATE recalls SET why = NULL WHERE lesson IN (SELECT id FROM wordings)", "i",
                     id) &&
           store_run(m, doing, error,
                     WORDINGS
                     "UPDATE lessons SET text = '', task = NULL, reason = 'forgotten', withdrawn_us = max(withdrawn_us, 1)"
                     " WHERE id IN (SELECT id FROM wordings)",
                     "i", id);
}

bool memory_lesson_forget(memory *m, gint64 id, gint64 *ret_prompts, GError **error)
{
    static const char doing[] = "forget the lesson";
    return store_begin(m, doing, error) && store_end(m, forget_words(m, id, ret_prompts, doing, error), doing, error) &&
           store_scrub(m, error);
}

GPtrArray *memory_lessons_page(memory *m, const char *app, bool withdrawn, gint64 before, gint64 limit, GError **error)
{
    static const char doing[] = "list the lessons";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        LESSON_COLUMNS
        "id < ?3 AND (?1 IS NULL OR app IS NULL OR app = ?1) AND (?2 OR withdrawn_us = 0) ORDER BY id DESC LIMIT ?4",
        "tiii", app, (gint64)withdrawn, before > 0 ? before : G_MAXINT64, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_lesson, (GDestroyNotify)memory_lesson_free, error);
}

GPtrArray *memory_lessons(memory *m, const char *app, bool withdrawn, GError **error)
{
    return memory_lessons_page(m, app, withdrawn, 0, 0, error);
}

GPtrArray *memory_lessons_of_step(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "read what was learnt in the step";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, LESSON_COLUMNS "run = ? AND step = ? ORDER BY id", "ii", run, step);
    return store_list(m, query, doing, read_lesson, (GDestroyNotify)memory_lesson_free, error);
}
