/* The screen F5: log and meters. */

#include "tui/console/screen.h"
#include "config/money.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

static const char *or_none(const char *text)
{
    return text ? text : "-"; /* one byte: the columns are padded by printf */
}

static int meters_draw(const struct model *m, const struct rect *r)
{
    g_autofree char *in = text_count(m->spent.tokens_in), *out = text_count(m->spent.tokens_out);
    g_autofree char *of = text_of_tokens(m->spent.tokens_cached, m->spent.pictures);
    g_autofree char *cost = money_text(m->spent.cost, m->spent.unpriced), *day = money_text(m->spent.cost_day, false);
    paint_format(r->y, r->x + 1, r->width - 2, STYLE_NORMAL, "run %s · display %s · agent %s%s%s", or_none(m->about.run),
                 or_none(m->about.display), or_none(m->about.agent), m->about.brain ? " · brain " : "",
                 m->about.brain ? m->about.brain : "");
    paint_format(r->y + 1, r->x + 1, r->width - 2, STYLE_NORMAL,
                 "tokens in %s%s, out %s · cost %s%s · own time of the last step %" G_GINT64_FORMAT " ms", in, of, out, cost,
                 m->spent.max_cost > 0 ? " (limited)" : "", m->spent.own_ms);
    if (m->spent.cost_day <= 0 && m->spent.max_cost_day <= 0)
        return 3;
    g_autofree char *limit =
        m->spent.max_cost_day > 0 ? g_strdup_printf(" (max_cost_day $%.4f)", m->spent.max_cost_day) : g_strdup("");
    paint_format(r->y + 2, r->x + 1, r->width - 2, STYLE_NORMAL, "all runs today, reins ask and embeddings %s%s", day, limit);
    return 4;
}

#define NOTICE_INDENT 21 /* columns of the time and the level */

struct log_line {
    const struct notice *notice; /* NULL: the line before goes on */
    enum style style;
    char *text;
};

static void line_clear(gpointer data)
{
    g_free(((struct log_line *)data)->text);
}

/* All notices, wrapped: what is cut off cannot be read anywhere else. */
static GArray *lines_of(const GPtrArray *notices, int width)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct log_line));
    g_array_set_clear_func(lines, line_clear);
    for (guint i = 0; i < notices->len; i++) {
        const struct notice *notice = g_ptr_array_index(notices, i);
        g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
        bool bad = g_str_equal(notice->level, "error"), warning = g_str_equal(notice->level, "warning");
        text_wrap(parts, notice->text, MAX(width - NOTICE_INDENT, 1));
        for (guint k = 0; k < MAX(parts->len, 1); k++) {
            const struct log_line line = {.notice = k ? NULL : notice,
                                          .style = bad       ? STYLE_BAD
                                                   : warning ? STYLE_WARN
                                                             : STYLE_NORMAL,
                                          .text = g_strdup(k < parts->len ? parts->pdata[k] : "")};
            g_array_append_val(lines, line);
        }
    }
    return lines;
}

/* Since this console came; of what was told before, the time of the day. */
static char *when_text(const struct notice *notice, gint64 start_us)
{
    return notice->before_us ? text_when(notice->before_us, "%H:%M:%S")
                             : g_strdup_printf("%.1f s", (double)(notice->at_us - start_us) / 1e6);
}

static void scroll(struct log_view *v, int by)
{
    v->below = CLAMP(v->below - by, 0, MAX(0, v->total - v->page));
}

static void log_keypress(console *c, int key, bool burst)
{
    (void)burst;
    int by = viewer_scrolls(key, c->log.page, c->log.total);
    scroll(&c->log, by);
    if (key == K_ESC || key == 'q')
        act_show_screen(c, SCREEN_RUN);
    else if (!by)
        act_unknown_key(c, key);
}

static void log_draw(console *c)
{
    struct log_view *v = &c->log;
    struct rect box = {0, 1, c->layout.width, c->layout.height - 2}, r = {1, 2, box.width - 2, box.height - 2};
    paint_box(&box, "log and meters", STYLE_BORDER);
    int used = meters_draw(c->model, &r), rows = r.height - used;
    g_autoptr(GArray) lines = lines_of(c->model->notices, r.width - 2);
    int n = (int)lines->len;
    if (v->below > 0) /* what is read stays where it is while others come */
        v->below += n - v->total;
    v->total = n;
    v->page = rows;
    scroll(v, 0);
    int first = MAX(0, n - rows - v->below), end = n - v->below;
    for (int i = first; i < end; i++) {
        const struct log_line *line = &g_array_index(lines, struct log_line, i);
        int y = r.y + used + i - first;
        if (line->notice) {
            g_autofree char *when = when_text(line->notice, c->model->start_us);
            paint_format(y, r.x + 1, NOTICE_INDENT, line->style, "%10s  %-7s", when, line->notice->level);
        }
        paint_text(y, r.x + 1 + NOTICE_INDENT, r.width - 2 - NOTICE_INDENT, line->text, line->style);
    }
    if (!n)
        paint_text(r.y + used, r.x + 1, r.width - 2, "no notices yet", STYLE_DIM);
    g_autofree char *above = first > 0 ? g_strdup_printf("%d above: up, page-up · ", first) : NULL;
    g_autofree char *below = v->below > 0 ? g_strdup_printf("%d below: down, end · ", v->below) : NULL;
    g_autofree char *foot = g_strconcat(above ? above : "", below ? below : "", "F2 run", NULL);
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
}

const struct screen_ops log_screen_ops = {.draw = log_draw, .keypress = log_keypress};
