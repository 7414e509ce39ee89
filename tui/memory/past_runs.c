/* The memory screen's runs: a window of rows, newest first, of which further ones are read at either end and dropped at the
 * other. All runs are read here, from an index; those of a filter are looked for by a child (past_search.c). */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

bool past_runs_filtered(struct past_screen *s, bool *ret_words)
{
    struct past_query query;
    past_query_read(&query, s->filter.text->str);
    const struct memory_filter *f = &query.filter;
    bool fields = !f->tasks || f->app || f->skill || f->outcome || f->tag || f->from_us || f->to_us;
    *ret_words = f->words != NULL;
    g_free(s->filter_trouble);
    s->filter_trouble = g_steal_pointer(&query.trouble);
    past_query_clear(&query);
    return fields || *ret_words;
}

GPtrArray *past_runs_read(memory *m, enum past_runs_where where, gint64 first, gint64 last, const struct memory_filter *filter,
                          GError **error)
{
    switch (where) {
    case PAST_RUNS_OLDER:
        return memory_runs_page(m, filter, last, PAST_RUNS_PAGE, error);
    case PAST_RUNS_NEWER:
        return memory_runs_page_up(m, filter, first, PAST_RUNS_PAGE, error);
    case PAST_RUNS_END:
        return memory_runs_page_up(m, filter, 0, PAST_RUNS_PAGE, error);
    case PAST_RUNS_SAME:
    case PAST_RUNS_TOP:
        break;
    }
    return memory_runs_page(m, filter, first ? first + 1 : 0, PAST_RUNS_PAGE, error);
}

/* Read at once where there is no filter, else looked for. */
static void fetch(console *c, enum past_runs_where where)
{
    struct past_screen *s = c->past;
    bool words;
    gint64 first, last;
    if (past_runs_filtered(s, &words)) {
        past_search_start(c, PAST_SEARCH_RUNS, where);
        return;
    }
    if (s->search.child && s->search.kind == PAST_SEARCH_RUNS) /* by a filter that is not asked for any more */
        g_clear_pointer(&s->search.child, task_free);
    past_runs_ends(&s->runs, where, &first, &last);
    static const struct memory_filter tasks = {.tasks = true};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_open_store(&error);
    g_autoptr(GPtrArray) rows = m ? past_runs_read(m, where, first, last, &tasks, &error) : NULL;
    gint64 count = rows ? memory_runs_count(m, &tasks, &error) : 0;
    past_say(c, error);
    past_set_unread(s, error);
    if (error)
        return;
    s->runs.count = count;
    if (!rows) /* no store */
        rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    past_runs_take(&s->runs, where, rows);
}

void past_runs_load(console *c, bool follow)
{
    struct past_screen *s = c->past;
    if (!s->runs.rows)
        s->runs.rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    fetch(c, follow ? PAST_RUNS_SAME : PAST_RUNS_TOP);
}

/* How many rows before an end of the window further ones are looked for: those of a filter take their time. */
#define AHEAD 60

void past_runs_move(console *c, gint64 by)
{
    struct past_screen *s = c->past;
    bool words, filtered = past_runs_filtered(s, &words);
    gint64 to = s->runs.selected + by, ahead = filtered ? AHEAD : 0, was = past_runs_id(&s->runs, (guint)s->runs.selected);
    bool far = by <= -SCROLL_ALL || by >= SCROLL_ALL, older = by > 0 && to + ahead >= (gint64)s->runs.rows->len && !s->runs.all,
         newer = by < 0 && to - ahead < 0 && s->runs.newer;
    if ((older || newer) && !(filtered && s->search.child)) /* one under way comes first */
        fetch(c, older ? far ? PAST_RUNS_END : PAST_RUNS_OLDER : far ? PAST_RUNS_TOP : PAST_RUNS_NEWER);
    if (far && (older || newer))
        return; /* the end that came is selected */
    for (guint i = 0; i < s->runs.rows->len; i++) {
        if (past_runs_id(&s->runs, i) == was)
            to = (gint64)i + by;
    }
    s->runs.selected = (int)CLAMP(to, 0, MAX(0, (gint64)s->runs.rows->len - 1));
}
