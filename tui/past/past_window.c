#include "tui/past/past_window.h"

gint64 past_runs_id(const struct past_runs *w, guint i)
{
    return i < w->rows->len ? ((const struct memory_run_row *)w->rows->pdata[i])->id : 0;
}

static void drop(struct past_runs *w, guint first, guint n)
{
    if (!n)
        return;
    g_ptr_array_remove_range(w->rows, first, n);
    w->newer |= first == 0;
    w->all &= first == 0;
    if (first == 0) {
        w->selected -= (int)n;
        w->top -= (int)n;
    }
}

static void prepend(struct past_runs *w, GPtrArray *rows)
{
    guint n = rows->len;
    w->newer = n == PAST_RUNS_PAGE;
    g_ptr_array_extend_and_steal(rows, w->rows);
    w->rows = g_ptr_array_ref(rows);
    w->selected += (int)n;
    w->top += (int)n;
    drop(w, MIN(w->rows->len, PAST_RUNS_KEPT), w->rows->len > PAST_RUNS_KEPT ? w->rows->len - PAST_RUNS_KEPT : 0);
}

/* In place of what was there; of the same place the rows behind them stay: they are older, and do not change. */
static void replace(struct past_runs *w, GPtrArray *rows, bool same)
{
    g_autoptr(GPtrArray) was = w->rows;
    bool all = w->all || !same;
    w->rows = g_ptr_array_ref(rows);
    w->all = rows->len < PAST_RUNS_PAGE;
    if (!same || w->all || !was)
        return;
    guint behind = 0;
    gint64 oldest = past_runs_id(w, w->rows->len - 1);
    while (behind < was->len && ((const struct memory_run_row *)was->pdata[behind])->id >= oldest)
        behind++;
    if (!behind) /* so many new ones that there are others between */
        return;
    g_ptr_array_remove_range(was, 0, behind);
    w->all = all && was->len > 0;
    g_ptr_array_extend_and_steal(w->rows, g_steal_pointer(&was));
    if (w->selected < PAST_RUNS_KEPT)
        drop(w, MIN(w->rows->len, PAST_RUNS_KEPT), w->rows->len > PAST_RUNS_KEPT ? w->rows->len - PAST_RUNS_KEPT : 0);
}

void past_runs_take(struct past_runs *w, enum past_runs_where where, GPtrArray *rows)
{
    gint64 selected = where == PAST_RUNS_SAME ? past_runs_id(w, (guint)w->selected) : 0;
    switch (where) {
    case PAST_RUNS_OLDER:
        w->all = rows->len < PAST_RUNS_PAGE;
        g_ptr_array_extend_and_steal(w->rows, g_ptr_array_ref(rows));
        drop(w, 0, w->rows->len > PAST_RUNS_KEPT ? w->rows->len - PAST_RUNS_KEPT : 0);
        break;
    case PAST_RUNS_NEWER:
        prepend(w, rows);
        break;
    case PAST_RUNS_SAME:
        replace(w, rows, true);
        break;
    case PAST_RUNS_TOP:
    case PAST_RUNS_END:
        replace(w, rows, false);
        w->newer = where == PAST_RUNS_END && rows->len == PAST_RUNS_PAGE;
        w->all |= where == PAST_RUNS_END;
        w->selected = where == PAST_RUNS_END ? (int)w->rows->len - 1 : 0;
        w->top = 0;
    }
    for (guint i = 0; selected && i < w->rows->len; i++) { /* newer ones may have come before it */
        if (past_runs_id(w, i) == selected)
            w->selected = (int)i;
    }
    w->selected = CLAMP(w->selected, 0, MAX(0, (int)w->rows->len - 1));
    w->top = MAX(0, w->top);
}

void past_runs_ends(const struct past_runs *w, enum past_runs_where where, gint64 *ret_first, gint64 *ret_last)
{
    bool from_top = where == PAST_RUNS_TOP || (where == PAST_RUNS_SAME && !w->newer);
    *ret_first = from_top ? 0 : past_runs_id(w, 0);
    *ret_last = w->rows->len ? past_runs_id(w, w->rows->len - 1) : 0;
}
