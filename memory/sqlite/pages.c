/* Lists by the page, counts and jumps. Every statement here reads an index from one end and stops at its limit. */

#include "memory/sqlite/run_words.h"
#include "memory/pages.h"

static void *read_row(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_run_row *row = g_new0(struct memory_run_row, 1);
    char **const texts[] = {&row->status,  &row->outcome, &row->task,  &row->app,
                            &row->profile, &row->agent,   &row->brain, &row->display};
    gint64 *const numbers[] = {&row->id,      &row->started_us, &row->ended_us,   &row->steps,
                               &row->calls,   &row->tokens_in,  &row->tokens_out, &row->ms,
                               &row->touched, &row->parent,     &row->parent_step};
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = sqlite3_column_int64(query, (int)i);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, (int)(i + G_N_ELEMENTS(numbers)));
    const int rest = (int)(G_N_ELEMENTS(numbers) + G_N_ELEMENTS(texts));
    row->cost = sqlite3_column_double(query, rest);
    row->imported = sqlite3_column_int(query, rest + 1);
    row->unpriced = sqlite3_column_int64(query, rest + 2);
    return row;
}

/* ?1 … ?8; a profile's or a command's name may go on after what was asked for ("xcalc -rpn") */
#define FILTER                                                                                                                   \
    " (?1 IS NULL OR substr(r.profile, 1, length(?1)) = ?1 OR substr(r.app, 1, length(?1)) = ?1 OR substr(r.display, 1, "        \
    "length(?1)) = ?1)"                                                                                                          \
    " AND (?2 IS NULL OR EXISTS (SELECT 1 FROM outcomes o WHERE o.skill = ?2 AND o.run = r.id))"                                 \
    " AND (?3 IS NULL OR r.outcome = ?3 OR (?3 = 'running' AND r.status <> 'ended'))"                                            \
    " AND (?4 IS NULL OR EXISTS (SELECT 1 FROM notes n WHERE n.kind = 'tag' AND n.text = ?4 AND n.run = r.id"                    \
    "  AND n.withdrawn_us = 0))"                                                                                                 \
    " AND (?5 = 0 OR r.started_us >= ?5) AND (?6 = 0 OR r.started_us < ?6)" RUN_WORDS_FILTER

#define RUN_ROWS                                                                                                                 \
    "SELECT r.id, r.started_us, r.ended_us, t.steps, t.calls, t.tokens_in, t.tokens_out, t.ms, t.touched, r.parent,"             \
    " r.parent_step, r.status, r.outcome, r.task, r.app, r.profile, r.agent, r.brain, r.display, t.cost, r.origin IS NOT NULL, " \
    "t.unpriced"                                                                                                                 \
    " FROM runs r JOIN run_totals t ON t.run = r.id WHERE" FILTER

#define TASKS "r.agent IS NOT 'do'"

/* Nothing but words: then as many runs as are asked for are enough. */
static bool only_words(const struct memory_filter *f)
{
    return !f->tasks && !f->app && !f->skill && !f->outcome && !f->tag && !f->from_us && !f->to_us;
}

GPtrArray *memory_runs_page(memory *m, const struct memory_filter *given, gint64 before, gint64 limit, GError **error)
{
    static const char doing[] = "list the runs";
    const struct memory_filter all = {0}, *f = given ? given : &all;
    g_auto(run_words) with = {0};
    if (before <= 0)
        before = G_MAXINT64;
    if (!run_words_look(m, f->words, before, only_words(f) ? limit : 0, &with, doing, error))
        return NULL;
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 f->tasks ? RUN_ROWS " AND " TASKS " AND r.id < ?9 ORDER BY r.id DESC LIMIT ?10"
                                                          : RUN_ROWS " AND r.id < ?9 ORDER BY r.id DESC LIMIT ?10",
                                                 "ttttiittii", f->app, f->skill, f->outcome, f->tag, f->from_us, f->to_us,
                                                 with.runs, with.quoted, before, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_row, (GDestroyNotify)memory_run_row_free, error);
}

GPtrArray *memory_runs_page_up(memory *m, const struct memory_filter *given, gint64 after, gint64 limit, GError **error)
{
    static const char doing[] = "list the runs";
    const struct memory_filter all = {0}, *f = given ? given : &all;
    g_auto(run_words) with = {0};
    if (!run_words_look(m, f->words, G_MAXINT64, 0, &with, doing, error))
        return NULL;
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 f->tasks ? RUN_ROWS " AND " TASKS " AND r.id > ?9 ORDER BY r.id LIMIT ?10"
                                                          : RUN_ROWS " AND r.id > ?9 ORDER BY r.id LIMIT ?10",
                                                 "ttttiittii", f->app, f->skill, f->outcome, f->tag, f->from_us, f->to_us,
                                                 with.runs, with.quoted, after, limit > 0 ? limit : (gint64)-1);
    GPtrArray *rows = store_list(m, query, doing, read_row, (GDestroyNotify)memory_run_row_free, error);
    for (guint i = 0; rows && i < rows->len / 2; i++) { /* newest first, as everywhere */
        gpointer row = rows->pdata[i];
        rows->pdata[i] = rows->pdata[rows->len - 1 - i];
        rows->pdata[rows->len - 1 - i] = row;
    }
    return rows;
}

gint64 memory_runs_count(memory *m, const struct memory_filter *given, GError **error)
{
    static const char doing[] = "count the runs";
    const struct memory_filter all = {0}, *f = given ? given : &all;
    g_auto(run_words) with = {0};
    gint64 count = 0;
    bool ok =
        only_words(f) && (!f->words || !*f->words) /* the small table says it at once */
            ? store_integer(m, doing, 0, &count, error, "SELECT count(*) FROM run_totals", "")
            : run_words_look(m, f->words, G_MAXINT64, 0, &with, doing, error) &&
                  store_integer(m, doing, 0, &count, error,
                                f->tasks ? "SELECT count(*) FROM runs r WHERE" FILTER " AND " TASKS
                                         : "SELECT count(*) FROM runs r WHERE" FILTER,
                                "ttttiitt", f->app, f->skill, f->outcome, f->tag, f->from_us, f->to_us, with.runs, with.quoted);
    return ok ? count : -1;
}

gint64 memory_newest_fork(memory *m, gint64 run, GError **error)
{
    gint64 fork = 0;
    return store_integer(m, "look for the forks of a run", 0, &fork, error,
                         "SELECT id FROM runs WHERE parent = ? AND parent > 0 ORDER BY id DESC LIMIT 1", "i", run)
               ? fork
               : -1;
}

static void *read_value(G_GNUC_UNUSED memory *m, store_query *query)
{
    return store_text(query, 0);
}

GPtrArray *memory_filter_values(memory *m, const char *what, GError **error)
{
    static const char doing[] = "list what runs are told apart by";
    static const struct {
        const char *what, *sql;
    } table[] = {
        {"app",
         "SELECT profile FROM runs WHERE profile NOT IN ('', 'default') UNION SELECT app FROM runs WHERE app <> '' ORDER BY 1"},
        {"skill", "SELECT DISTINCT skill FROM outcomes WHERE run > 0 ORDER BY 1"},
        {"outcome", "SELECT DISTINCT outcome FROM runs WHERE outcome IS NOT NULL ORDER BY 1"},
        {"tag", "SELECT DISTINCT text FROM notes WHERE kind = 'tag' AND withdrawn_us = 0 ORDER BY 1"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        if (!g_str_equal(what, table[i].what))
            continue;
        g_autoptr(store_query) query = store_prepare(m, doing, error, table[i].sql, "");
        return store_list(m, query, doing, read_value, g_free, error);
    }
    g_return_val_if_reached(NULL);
}

gint64 memory_last_step(memory *m, gint64 run, GError **error)
{
    gint64 last = 0;
    return store_integer(m, "look for the last step", 0, &last, error,
                         "SELECT step FROM steps WHERE run = ? ORDER BY step DESC LIMIT 1", "i", run)
               ? last
               : -1;
}

static void *read_mark(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_mark *mark = g_new0(struct memory_mark, 1);
    mark->step = sqlite3_column_int64(query, 0);
    mark->what = store_text(query, 1);
    return mark;
}

GPtrArray *memory_marks(memory *m, gint64 run, gint64 first, gint64 limit, GError **error)
{
    static const char doing[] = "list the marks of steps";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, what FROM step_marks WHERE run = ? AND step >= ? AND step < ? ORDER BY step, what", "iii",
        run, first, first + limit);
    return store_list(m, query, doing, read_mark, (GDestroyNotify)memory_mark_free, error);
}

gint64 memory_mark_next(memory *m, gint64 run, gint64 step, const char *const *what, bool forward, GError **error)
{
    static const char doing[] = "look for the next mark";
    gint64 nearest = 0;
    for (; *what; what++) { /* one index look-up for each: they are few */
        gint64 found = 0;
        bool ok = forward ? store_integer(m, doing, 0, &found, error,
                                          "SELECT min(step) FROM step_marks WHERE run = ? AND what = ? AND step > ?", "iti", run,
                                          *what, step)
                          : store_integer(m, doing, 0, &found, error,
                                          "SELECT max(step) FROM step_marks WHERE run = ? AND what = ? AND step < ?", "iti", run,
                                          *what, step);
        if (!ok)
            return -1;
        if (found && (!nearest || (forward ? found < nearest : found > nearest)))
            nearest = found;
    }
    return nearest;
}
