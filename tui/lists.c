/* The other screens, plain lists for now: memory (F4), log and meters (F5). */

#include "tui/state.h"
#include "tui/text.h"

#include "config/config.h"
#include "memory/memory.h"

#include <string.h>

void list_clear(struct list *list)
{
    if (list->rows)
        g_ptr_array_unref(list->rows);
    *list = (struct list){0};
}

static void list_start(struct list *list)
{
    list_clear(list);
    list->rows = g_ptr_array_new_with_free_func(g_free);
}

bool list_keypress(struct list *list, int key, int page)
{
    int last = list->rows ? MAX(0, (int)list->rows->len - 1) : 0, by = 0;
    if (key == K_UP || key == 'k')
        by = -1;
    else if (key == K_DOWN || key == 'j')
        by = 1;
    else if (key == K_PAGE_UP || key == K_PAGE_DOWN)
        by = key == K_PAGE_UP ? -page : page;
    else if (key == K_HOME || key == K_END)
        by = key == K_HOME ? -last : last;
    else
        return false;
    list->selected = CLAMP(list->selected + by, 0, last);
    return true;
}

void list_draw(const struct rect *r, struct list *list)
{
    int n = list->rows ? (int)list->rows->len : 0;
    list->top = CLAMP(list->top, MAX(0, list->selected - r->height + 1), list->selected);
    for (int i = 0; i < r->height && list->top + i < n; i++) {
        enum style style = list->top + i == list->selected ? STYLE_SELECTED : STYLE_NORMAL;
        struct rect line = {r->x, r->y + i, r->width, 1};
        paint_fill(&line, style);
        paint_text(line.y, r->x + 1, r->width - 2, g_ptr_array_index(list->rows, (guint)(list->top + i)), style);
    }
}

static struct rect frame_draw(const console *c, const char *title, const char *foot)
{
    struct rect box = {0, 1, c->layout.width, c->layout.height - 2};
    paint_box(&box, title, STYLE_BORDER);
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
    return (struct rect){1, 2, box.width - 2, box.height - 2};
}

/* ---- memory ---- */

static char *date_text(gint64 us)
{
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(us / 1000000);
    g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
    return local ? g_date_time_format(local, "%Y-%m-%d %H:%M") : g_strdup("?");
}

static const char *or_none(const char *text)
{
    return text ? text : "-"; /* one byte: the columns are padded by printf */
}

static memory *open_store(console *c)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    memory *m = dir ? memory_open(dir, false, &error) : NULL;
    if (error)
        console_say(c, STYLE_BAD, "memory cannot be read: %s", error->message);
    return m;
}

void memory_screen_open(console *c)
{
    list_start(&c->list);
    c->memory_run = 0;
    if (!c->memory_ids)
        c->memory_ids = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_set_size(c->memory_ids, 0);
    g_autoptr(memory) m = open_store(c);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) runs = m ? memory_runs(m, NULL, 500, &error) : NULL;
    if (error)
        console_say(c, STYLE_BAD, "memory cannot be read: %s", error->message);
    for (guint i = 0; runs && i < runs->len; i++) {
        const struct memory_run *run = g_ptr_array_index(runs, i);
        g_autofree char *date = date_text(run->started_us);
        g_ptr_array_add(c->list.rows,
                        g_strdup_printf("%5" G_GINT64_FORMAT "  %s  %-9s %4" G_GINT64_FORMAT " steps  %s", run->id, date,
                                        or_none(run->outcome ? run->outcome : run->status), run->steps, or_none(run->task)));
        g_array_append_val(c->memory_ids, run->id);
    }
}

static void open_steps(console *c, gint64 id)
{
    g_autoptr(memory) m = open_store(c);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) steps = m ? memory_steps(m, id, &error) : NULL;
    if (error)
        console_say(c, STYLE_BAD, "memory cannot be read: %s", error->message);
    list_start(&c->list);
    c->memory_run = id;
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *step = g_ptr_array_index(steps, i);
        g_autoptr(action) a = step->action ? action_from_json(step->action, strlen(step->action), NULL) : NULL;
        g_autofree char *what = a ? action_describe(a) : g_strdup(or_none(step->action));
        g_ptr_array_add(c->list.rows, g_strdup_printf("%5" G_GINT64_FORMAT "  %-9s %-10s %-40s %s", step->step,
                                                      or_none(step->verdict), or_none(step->effect), what, or_none(step->task)));
    }
}

void memory_screen_open_step(console *c, gint64 run, gint64 step)
{
    act_show_screen(c, SCREEN_MEMORY);
    open_steps(c, run);
    c->list.selected = (int)CLAMP(step - 1, 0, MAX(0, (gint64)c->list.rows->len - 1));
}

bool memory_screen_keypress(console *c, int key)
{
    if (key != K_ENTER || c->memory_run || !c->memory_ids || (guint)c->list.selected >= c->memory_ids->len)
        return false;
    open_steps(c, g_array_index(c->memory_ids, gint64, c->list.selected));
    return true;
}

void memory_screen_draw(console *c)
{
    g_autofree char *title = c->memory_run ? g_strdup_printf("memory: run %" G_GINT64_FORMAT ", step by step", c->memory_run)
                                           : g_strdup("memory: runs");
    struct rect r = frame_draw(c, title, c->memory_run ? "up, down  esc runs  F2 run" : "up, down  enter steps  F2 run");
    if (!c->list.rows || !c->list.rows->len)
        paint_text(r.y, r.x + 1, r.width - 2, c->memory_run ? "no step was recorded" : "no run was recorded yet", STYLE_DIM);
    list_draw(&r, &c->list);
}

/* ---- log and meters ---- */

static int meters_draw(const console *c, const struct rect *r)
{
    const struct model *m = c->model;
    g_autofree char *in = text_count(m->tokens_in), *out = text_count(m->tokens_out);
    paint_format(r->y, r->x + 1, r->width - 2, STYLE_NORMAL, "run %s · display %s · agent %s · brain %s", or_none(m->run),
                 or_none(m->display), or_none(m->agent), or_none(m->brain));
    paint_format(r->y + 1, r->x + 1, r->width - 2, STYLE_NORMAL,
                 "tokens in %s, out %s · cost $%.4f%s · own time of the last step %" G_GINT64_FORMAT " ms", in, out, m->cost,
                 m->max_cost > 0 ? " (limited)" : "", m->own_ms);
    return 3;
}

void log_screen_draw(console *c)
{
    struct rect r = frame_draw(c, "log and meters", "F2 run");
    int used = meters_draw(c, &r), rows = r.height - used;
    const GPtrArray *notices = c->model->notices;
    int n = (int)notices->len, first = MAX(0, n - rows);
    for (int i = first; i < n; i++) {
        const struct notice *notice = g_ptr_array_index(notices, (guint)i);
        bool bad = g_str_equal(notice->level, "error"), warning = g_str_equal(notice->level, "warning");
        paint_format(r.y + used + i - first, r.x + 1, r.width - 2,
                     bad       ? STYLE_BAD
                     : warning ? STYLE_WARN
                               : STYLE_NORMAL,
                     "%8.1f s  %-7s  %s", (double)(notice->at_us - c->model->start_us) / 1e6, notice->level, notice->text);
    }
    if (!n)
        paint_text(r.y + used, r.x + 1, r.width - 2, "no notices yet", STYLE_DIM);
}
