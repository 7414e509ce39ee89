/* The memory screen's lists: a window of rows around what is on the screen is all that is read. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

/* ---- steps ---- */

/* The window that has `step` in it. */
static void read_steps(console *c, gint64 step)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    g_clear_pointer(&s->steps.rows, g_ptr_array_unref);
    g_clear_pointer(&s->steps.marks, g_ptr_array_unref);
    g_clear_pointer(&s->steps.proposals, g_ptr_array_unref);
    s->steps.rows_first = MAX(1, step - PAST_STEPS_PAGE / 2);
    if (m)
        s->steps.rows = memory_steps_page(m, s->steps.run, s->steps.rows_first, PAST_STEPS_PAGE, &error);
    if (s->steps.rows)
        s->steps.marks = memory_marks(m, s->steps.run, s->steps.rows_first, PAST_STEPS_PAGE, &error);
    if (s->steps.marks)
        s->steps.proposals = memory_proposals_page(m, s->steps.run, s->steps.rows_first, PAST_STEPS_PAGE, &error);
    past_say(c, error);
}

void past_steps_load(console *c)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    gint64 last = m ? memory_last_step(m, s->steps.run, &error) : -1;
    g_autoptr(GPtrArray) first = last > 0 ? memory_steps_page(m, s->steps.run, 1, 1, &error) : NULL;
    past_say(c, error);
    g_clear_pointer(&m, memory_close);
    s->steps.unread = last < 0 || error;
    if (s->steps.unread)
        return; /* they stay as they were: none that is selected is not the same as none that can be read */
    s->steps.last = last;
    s->steps.first = first && first->len ? ((const struct memory_step *)first->pdata[0])->step : 1;
    s->steps.selected = s->steps.last ? CLAMP(s->steps.selected, s->steps.first, s->steps.last) : 0;
    read_steps(c, s->steps.selected);
}

void past_open_run(console *c, gint64 run, gint64 step)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    struct memory_run *row = m ? memory_run_get(m, run, &error) : NULL;
    if (!row) {
        if (error)
            console_say(c, STYLE_WARN, "run %" G_GINT64_FORMAT " no longer exists: %s", run, error->message);
        return;
    }
    g_clear_pointer(&m, memory_close);
    g_free(s->steps.task);
    s->steps.task = g_strdup(row->task);
    memory_run_free(row);
    s->steps.last = 0; /* of another run */
    g_clear_pointer(&s->steps.rows, g_ptr_array_unref);
    s->found.opened = s->level == PAST_HITS;
    s->level = PAST_STEPS;
    s->steps.run = run;
    s->steps.selected = MAX(1, step);
    s->steps.top = 0;
    s->in_detail = false;
    s->page = PAST_STORY;
    past_changed_place(s);
    past_steps_load(c);
}

static const struct memory_step *step_at(const struct past_screen *s, gint64 number)
{
    for (guint i = 0; s->steps.rows && i < s->steps.rows->len; i++) {
        const struct memory_step *step = s->steps.rows->pdata[i];
        if (step->step == number)
            return step;
    }
    return NULL;
}

/* ---- both ---- */

void past_list_move(console *c, gint64 by)
{
    struct past_screen *s = c->past;
    if (s->level == PAST_RUNS)
        past_runs_move(c, by);
    else if (s->level == PAST_STEPS)
        s->steps.selected = s->steps.last ? CLAMP(s->steps.selected + by, s->steps.first, s->steps.last) : 0;
    else
        s->found.selected = (int)CLAMP(s->found.selected + by, 0, MAX(0, (gint64)s->found.hits->len - 1));
    past_changed_place(s);
}

static char *title_text(const struct past_screen *s)
{
    if (s->level == PAST_HITS && s->found.what == PAST_FOUND_LESSONS)
        return g_strdup_printf("memory: %u lesson%s", s->found.hits->len, s->found.hits->len == 1 ? "" : "s");
    if (s->level == PAST_HITS && s->found.what == PAST_FOUND_RECALLED)
        return g_strdup_printf("memory: %u recalled for: %s", s->found.hits->len, s->found.asked);
    if (s->level == PAST_HITS)
        return g_strdup_printf("memory: %u found for: %s", s->found.hits->len, s->find.text->str);
    if (s->level == PAST_STEPS)
        return g_strdup_printf("memory: run %" G_GINT64_FORMAT ", step by step: %s", s->steps.run,
                               s->steps.task ? s->steps.task : "");
    const char *filter = s->filter.text->str;
    bool whole = s->runs.all && !s->runs.newer;
    gint64 n = *filter ? (gint64)s->runs.rows->len : s->runs.count;
    return g_strdup_printf("memory: %" G_GINT64_FORMAT "%s run%s%s%s", n, whole || !*filter ? "" : " or more", n == 1 ? "" : "s",
                           *filter ? " · filter: " : "", filter);
}

static char *foot_text(const struct past_screen *s)
{
    if (s->work.child)
        return g_strdup(s->work.doing);
    if (past_search_shown(s) && s->search.seconds > 0)
        return g_strdup_printf("looking … %d s (esc stops)", s->search.seconds);
    if (past_search_shown(s))
        return g_strdup("looking …");
    if (s->level == PAST_HITS && s->found.more)
        return g_strdup_printf("of very many: the best of the newest %d", MEMORY_SEARCH_NEWEST);
    if (s->level == PAST_HITS && s->found.hits->len == PAST_HITS_MAX)
        return g_strdup_printf("the best %d; more words find fewer", PAST_HITS_MAX);
    if (s->level == PAST_RUNS)
        return g_strdup(s->filter_trouble ? s->filter_trouble : "");
    if (s->level == PAST_STEPS && s->steps.last)
        return g_strdup_printf("step %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " · n: next %s", s->steps.selected, s->steps.last,
                               past_jump_name(&s->steps));
    return g_strdup("");
}

static enum style row_style(bool selected, bool focused)
{
    return !selected ? STYLE_NORMAL : focused ? STYLE_SELECTED : STYLE_ACCENT;
}

static void runs_draw(struct past_screen *s, const struct rect *all, bool focused)
{
    int n = (int)s->runs.rows->len;
    const struct rect head = {all->x, all->y, all->width, 1}, r = {all->x, all->y + 1, all->width, all->height - 1};
    if (!n) {
        paint_text(all->y, all->x + 1, all->width - 2,
                   past_search_shown(s)  ? "looking …"
                   : s->runs.unread      ? "memory cannot be read"
                   : s->filter.text->len ? "no run fits the filter"
                                         : "no run was recorded yet",
                   STYLE_DIM);
        return;
    }
    past_run_head_draw(&head);
    s->list_rows = MAX(1, r.height);
    s->runs.top = CLAMP(s->runs.top, MAX(0, s->runs.selected - r.height + 1), s->runs.selected);
    for (int i = 0; i < r.height && s->runs.top + i < n; i++) {
        struct rect line = {r.x, r.y + i, r.width, 1};
        past_run_row_draw(&line, s->runs.rows->pdata[s->runs.top + i], row_style(s->runs.top + i == s->runs.selected, focused));
    }
}

static void steps_draw(console *c, const struct rect *r, bool focused)
{
    struct past_screen *s = c->past;
    if (!s->steps.last) {
        paint_text(r->y, r->x + 1, r->width - 2, s->steps.unread ? "memory cannot be read" : "no step was recorded", STYLE_DIM);
        return;
    }
    s->steps.top = CLAMP(s->steps.top, MAX(s->steps.first, s->steps.selected - r->height + 1), s->steps.selected);
    gint64 bottom = MIN(s->steps.top + r->height - 1, s->steps.last);
    if (s->steps.top < s->steps.rows_first || bottom >= s->steps.rows_first + PAST_STEPS_PAGE)
        read_steps(c, s->steps.selected);
    for (gint64 at = s->steps.top; at <= bottom; at++) {
        struct rect line = {r->x, r->y + (int)(at - s->steps.top), r->width, 1};
        past_step_row_draw(&line, at, step_at(s, at), &s->steps, row_style(at == s->steps.selected, focused));
    }
}

static void hits_draw(struct past_screen *s, const struct rect *r, bool focused)
{
    int n = (int)s->found.hits->len, rows = MAX(1, r->height / 2);
    s->found.top = CLAMP(s->found.top, MAX(0, s->found.selected - rows + 1), s->found.selected);
    for (int i = 0; i < rows && s->found.top + i < n; i++) {
        struct rect two = {r->x, r->y + 2 * i, r->width, 2};
        past_hit_row_draw(&two, s->found.hits->pdata[s->found.top + i],
                          row_style(s->found.top + i == s->found.selected, focused));
    }
    if (!n)
        paint_text(r->y, r->x + 1, r->width - 2,
                   s->search.child                        ? "looking …"
                   : s->found.unread                      ? "memory cannot be read"
                   : s->found.what == PAST_FOUND_LESSONS  ? "no lesson is kept"
                   : s->found.what == PAST_FOUND_RECALLED ? "nothing similar is in memory"
                                                          : "nothing found (all words must occur; word* is the beginning of one)",
                   STYLE_DIM);
}

void past_list_draw(console *c, const struct rect *r)
{
    struct past_screen *s = c->past;
    bool focused = !s->in_detail;
    g_autofree char *title = title_text(s), *foot = foot_text(s);
    struct rect inside = {r->x + 1, r->y + 1, r->width - 2, r->height - 2};
    paint_box(r, title, focused ? STYLE_BORDER_ALERT : STYLE_BORDER);
    s->list_rows = s->level == PAST_HITS ? MAX(1, inside.height / 2) : inside.height;
    if (s->level == PAST_RUNS)
        runs_draw(s, &inside, focused);
    else if (s->level == PAST_STEPS)
        steps_draw(c, &inside, focused);
    else
        hits_draw(s, &inside, focused);
    paint_edge_title(r, r->y + r->height - 1, foot, s->work.child || s->filter_trouble ? STYLE_WARN : STYLE_NORMAL);
}
