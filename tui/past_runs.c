/* The memory screen's runs: a window of rows, newest first, of which further ones are read at either end and dropped at the
 * other. All runs are read here, from an index; those of a filter are looked for by a child (past_search.c). */

#include "tui/past_screen.h"

#define KEPT (3 * PAST_RUNS_PAGE) /* rows in the window, at most */

const struct memory_run_row *past_run_row(const struct past_screen *s)
{
    if (s->level != PAST_RUNS || !s->runs || (guint)s->run_selected >= s->runs->len)
        return NULL;
    return s->runs->pdata[s->run_selected];
}

static gint64 id_at(const struct past_screen *s, guint i)
{
    return i < s->runs->len ? ((const struct memory_run_row *)s->runs->pdata[i])->id : 0;
}

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

/* ---- the window ---- */

static void drop(struct past_screen *s, guint first, guint n)
{
    if (!n)
        return;
    g_ptr_array_remove_range(s->runs, first, n);
    s->runs_newer |= first == 0;
    s->runs_all &= first == 0;
    if (first == 0) {
        s->run_selected -= (int)n;
        s->run_top -= (int)n;
    }
}

static void append(struct past_screen *s, GPtrArray *rows)
{
    s->runs_all = rows->len < PAST_RUNS_PAGE;
    g_ptr_array_extend_and_steal(s->runs, g_ptr_array_ref(rows));
    drop(s, 0, s->runs->len > KEPT ? s->runs->len - KEPT : 0);
}

static void prepend(struct past_screen *s, GPtrArray *rows)
{
    guint n = rows->len;
    s->runs_newer = n == PAST_RUNS_PAGE;
    g_ptr_array_extend_and_steal(rows, s->runs);
    s->runs = g_ptr_array_ref(rows);
    s->run_selected += (int)n;
    s->run_top += (int)n;
    drop(s, MIN(s->runs->len, KEPT), s->runs->len > KEPT ? s->runs->len - KEPT : 0);
}

/* In place of what was there; of the same place the rows behind them stay: they are older, and do not change. */
static void replace(struct past_screen *s, GPtrArray *rows, bool same)
{
    g_autoptr(GPtrArray) was = s->runs;
    bool all = s->runs_all || !same;
    s->runs = g_ptr_array_ref(rows);
    s->runs_all = rows->len < PAST_RUNS_PAGE;
    if (!same || s->runs_all || !was)
        return;
    guint behind = 0;
    gint64 oldest = id_at(s, s->runs->len - 1);
    while (behind < was->len && ((const struct memory_run_row *)was->pdata[behind])->id >= oldest)
        behind++;
    if (!behind) /* so many new ones that there are others between */
        return;
    g_ptr_array_remove_range(was, 0, behind);
    s->runs_all = all && was->len > 0;
    g_ptr_array_extend_and_steal(s->runs, g_steal_pointer(&was));
    if (s->run_selected < KEPT)
        drop(s, MIN(s->runs->len, KEPT), s->runs->len > KEPT ? s->runs->len - KEPT : 0);
}

void past_runs_take(struct past_screen *s, enum past_runs_where where, GPtrArray *rows)
{
    gint64 selected = where == PAST_RUNS_SAME ? id_at(s, (guint)s->run_selected) : 0;
    switch (where) {
    case PAST_RUNS_OLDER:
        append(s, rows);
        break;
    case PAST_RUNS_NEWER:
        prepend(s, rows);
        break;
    case PAST_RUNS_SAME:
        replace(s, rows, true);
        break;
    case PAST_RUNS_TOP:
    case PAST_RUNS_END:
        replace(s, rows, false);
        s->runs_newer = where == PAST_RUNS_END && rows->len == PAST_RUNS_PAGE;
        s->runs_all |= where == PAST_RUNS_END;
        s->run_selected = where == PAST_RUNS_END ? (int)s->runs->len - 1 : 0;
        s->run_top = 0;
    }
    for (guint i = 0; selected && i < s->runs->len; i++) { /* newer ones may have come before it */
        if (id_at(s, i) == selected)
            s->run_selected = (int)i;
    }
    s->run_selected = CLAMP(s->run_selected, 0, MAX(0, (int)s->runs->len - 1));
    s->run_top = MAX(0, s->run_top);
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

void past_runs_ends(const struct past_screen *s, enum past_runs_where where, gint64 *ret_first, gint64 *ret_last)
{
    bool from_top = where == PAST_RUNS_TOP || (where == PAST_RUNS_SAME && !s->runs_newer);
    *ret_first = from_top ? 0 : id_at(s, 0);
    *ret_last = s->runs->len ? id_at(s, s->runs->len - 1) : 0;
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
    if (s->search && s->search_kind == PAST_SEARCH_RUNS) /* by a filter that is not asked for any more */
        g_clear_pointer(&s->search, task_free);
    past_runs_ends(s, where, &first, &last);
    static const struct memory_filter tasks = {.tasks = true};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_open_store(&error);
    g_autoptr(GPtrArray) rows = m ? past_runs_read(m, where, first, last, &tasks, &error) : NULL;
    gint64 count = rows ? memory_runs_count(m, &tasks, &error) : 0;
    past_say(c, error);
    past_set_unread(s, error);
    if (error)
        return;
    s->runs_count = count;
    if (!rows) /* no store */
        rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    past_runs_take(s, where, rows);
}

void past_runs_load(console *c, bool follow)
{
    struct past_screen *s = c->past;
    if (!s->runs)
        s->runs = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    fetch(c, follow ? PAST_RUNS_SAME : PAST_RUNS_TOP);
}

/* How many rows before an end of the window further ones are looked for: those of a filter take their time. */
#define AHEAD 60

void past_runs_move(console *c, gint64 by)
{
    struct past_screen *s = c->past;
    bool words, filtered = past_runs_filtered(s, &words);
    gint64 to = s->run_selected + by, ahead = filtered ? AHEAD : 0, was = id_at(s, (guint)s->run_selected);
    bool far = by <= -(gint64)G_MAXINT || by >= G_MAXINT, older = by > 0 && to + ahead >= (gint64)s->runs->len && !s->runs_all,
         newer = by < 0 && to - ahead < 0 && s->runs_newer;
    if ((older || newer) && !(filtered && s->search)) /* one under way comes first */
        fetch(c, older ? far ? PAST_RUNS_END : PAST_RUNS_OLDER : far ? PAST_RUNS_TOP : PAST_RUNS_NEWER);
    if (far && (older || newer))
        return; /* the end that came is selected */
    for (guint i = 0; i < s->runs->len; i++) {
        if (id_at(s, i) == was)
            to = (gint64)i + by;
    }
    s->run_selected = (int)CLAMP(to, 0, MAX(0, (gint64)s->runs->len - 1));
}
