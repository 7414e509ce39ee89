/* The memory screen's lists: a window of rows around what is on the screen is all that is read. */

#include "tui/past_screen.h"

/* ---- steps ---- */

/* The window that has `step` in it. */
static void read_steps(console *c, gint64 step)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    g_clear_pointer(&s->steps, g_ptr_array_unref);
    g_clear_pointer(&s->marks, g_ptr_array_unref);
    s->steps_first = MAX(1, step - PAST_STEPS_PAGE / 2);
    if (m)
        s->steps = memory_steps_page(m, s->run, s->steps_first, PAST_STEPS_PAGE, &error);
    if (s->steps)
        s->marks = memory_marks(m, s->run, s->steps_first, PAST_STEPS_PAGE, &error);
    past_say(c, error);
}

void past_steps_load(console *c)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    gint64 last = m ? memory_last_step(m, s->run, &error) : -1;
    g_autoptr(GPtrArray) first = last > 0 ? memory_steps_page(m, s->run, 1, 1, &error) : NULL;
    past_say(c, error);
    g_clear_pointer(&m, memory_close);
    s->steps_unread = last < 0 || error;
    if (s->steps_unread)
        return; /* they stay as they were: none that is selected is not the same as none that can be read */
    s->last_step = last;
    s->first_step = first && first->len ? ((const struct memory_step *)first->pdata[0])->step : 1;
    s->step = s->last_step ? CLAMP(s->step, s->first_step, s->last_step) : 0;
    read_steps(c, s->step);
}

void past_open_run(console *c, gint64 run, gint64 step)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    struct memory_run *row = m ? memory_run_get(m, run, &error) : NULL;
    if (!row) {
        if (error)
            console_say(c, STYLE_WARN, "run %" G_GINT64_FORMAT " is not there any more: %s", run, error->message);
        return;
    }
    g_clear_pointer(&m, memory_close);
    g_free(s->run_task);
    s->run_task = g_strdup(row->task);
    memory_run_free(row);
    s->last_step = 0; /* of another run */
    g_clear_pointer(&s->steps, g_ptr_array_unref);
    s->from_hits = s->level == PAST_HITS;
    s->level = PAST_STEPS;
    s->run = run;
    s->step = MAX(1, step);
    s->step_top = 0;
    s->in_detail = false;
    s->detail_top = 0;
    s->call = PAST_CALL_FIRST;
    s->frame = 0;
    s->page = PAST_STORY;
    past_changed(s);
    past_steps_load(c);
}

static const struct memory_step *step_at(const struct past_screen *s, gint64 number)
{
    for (guint i = 0; s->steps && i < s->steps->len; i++) {
        const struct memory_step *step = s->steps->pdata[i];
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
        s->step = s->last_step ? CLAMP(s->step + by, s->first_step, s->last_step) : 0;
    else
        s->hit_selected = (int)CLAMP(s->hit_selected + by, 0, MAX(0, (gint64)s->hits->len - 1));
    s->detail_top = 0;
    s->call = PAST_CALL_FIRST;
    s->frame = 0;
    past_changed(s);
}

static char *title_text(const struct past_screen *s)
{
    if (s->level == PAST_HITS && s->found == PAST_FOUND_LESSONS)
        return g_strdup_printf("memory: %u lesson%s", s->hits->len, s->hits->len == 1 ? "" : "s");
    if (s->level == PAST_HITS && s->found == PAST_FOUND_RECALLED)
        return g_strdup_printf("memory: %u recalled for: %s", s->hits->len, s->found_for);
    if (s->level == PAST_HITS)
        return g_strdup_printf("memory: %u found for: %s", s->hits->len, s->find.text->str);
    if (s->level == PAST_STEPS)
        return g_strdup_printf("memory: run %" G_GINT64_FORMAT ", step by step: %s", s->run, s->run_task ? s->run_task : "");
    const char *filter = s->filter.text->str;
    bool whole = s->runs_all && !s->runs_newer;
    gint64 n = *filter ? (gint64)s->runs->len : s->runs_count;
    return g_strdup_printf("memory: %" G_GINT64_FORMAT "%s run%s%s%s", n, whole || !*filter ? "" : " or more", n == 1 ? "" : "s",
                           *filter ? " · filter: " : "", filter);
}

static char *foot_text(const struct past_screen *s)
{
    if (s->work)
        return g_strdup(s->working);
    if (past_search_shown(s) && s->search_seconds > 0)
        return g_strdup_printf("looking … %d s (esc stops)", s->search_seconds);
    if (past_search_shown(s))
        return g_strdup("looking …");
    if (s->level == PAST_HITS && s->hits_more)
        return g_strdup_printf("of very many: the best of the newest %d", MEMORY_SEARCH_NEWEST);
    if (s->level == PAST_HITS && s->hits->len == PAST_HITS_MAX)
        return g_strdup_printf("the best %d; more words find fewer", PAST_HITS_MAX);
    if (s->level == PAST_RUNS)
        return g_strdup(s->filter_trouble ? s->filter_trouble : "");
    if (s->level == PAST_STEPS && s->last_step)
        return g_strdup_printf("step %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " · n: next %s", s->step, s->last_step,
                               past_jump_name(s));
    return g_strdup("");
}

static enum style row_style(bool selected, bool focused)
{
    return !selected ? STYLE_NORMAL : focused ? STYLE_SELECTED : STYLE_ACCENT;
}

static void runs_draw(struct past_screen *s, const struct rect *all, bool focused)
{
    int n = (int)s->runs->len;
    const struct rect head = {all->x, all->y, all->width, 1}, r = {all->x, all->y + 1, all->width, all->height - 1};
    if (!n) {
        paint_text(all->y, all->x + 1, all->width - 2,
                   past_search_shown(s)  ? "looking …"
                   : s->runs_unread      ? "memory cannot be read"
                   : s->filter.text->len ? "no run fits the filter"
                                         : "no run was recorded yet",
                   STYLE_DIM);
        return;
    }
    past_run_head_draw(&head);
    s->list_rows = MAX(1, r.height);
    s->run_top = CLAMP(s->run_top, MAX(0, s->run_selected - r.height + 1), s->run_selected);
    for (int i = 0; i < r.height && s->run_top + i < n; i++) {
        struct rect line = {r.x, r.y + i, r.width, 1};
        past_run_row_draw(&line, s->runs->pdata[s->run_top + i], row_style(s->run_top + i == s->run_selected, focused));
    }
}

static void steps_draw(console *c, const struct rect *r, bool focused)
{
    struct past_screen *s = c->past;
    if (!s->last_step) {
        paint_text(r->y, r->x + 1, r->width - 2, s->steps_unread ? "memory cannot be read" : "no step was recorded", STYLE_DIM);
        return;
    }
    s->step_top = CLAMP(s->step_top, MAX(s->first_step, s->step - r->height + 1), s->step);
    gint64 bottom = MIN(s->step_top + r->height - 1, s->last_step);
    if (s->step_top < s->steps_first || bottom >= s->steps_first + PAST_STEPS_PAGE)
        read_steps(c, s->step);
    for (gint64 at = s->step_top; at <= bottom; at++) {
        struct rect line = {r->x, r->y + (int)(at - s->step_top), r->width, 1};
        past_step_row_draw(&line, at, step_at(s, at), s->marks, row_style(at == s->step, focused));
    }
}

static void hits_draw(struct past_screen *s, const struct rect *r, bool focused)
{
    int n = (int)s->hits->len, rows = MAX(1, r->height / 2);
    s->hit_top = CLAMP(s->hit_top, MAX(0, s->hit_selected - rows + 1), s->hit_selected);
    for (int i = 0; i < rows && s->hit_top + i < n; i++) {
        struct rect two = {r->x, r->y + 2 * i, r->width, 2};
        past_hit_row_draw(&two, s->hits->pdata[s->hit_top + i], row_style(s->hit_top + i == s->hit_selected, focused));
    }
    if (!n)
        paint_text(r->y, r->x + 1, r->width - 2,
                   s->search                         ? "looking …"
                   : s->hits_unread                  ? "memory cannot be read"
                   : s->found == PAST_FOUND_LESSONS  ? "no lesson is kept"
                   : s->found == PAST_FOUND_RECALLED ? "nothing in memory is like that"
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
    paint_edge_title(r, r->y + r->height - 1, foot, s->work || s->filter_trouble ? STYLE_WARN : STYLE_NORMAL);
}
