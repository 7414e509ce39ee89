/* The screen F5: log and meters. */

#include "tui/state.h"
#include "tui/text.h"

static const char *or_none(const char *text)
{
    return text ? text : "-"; /* one byte: the columns are padded by printf */
}

static struct rect frame_draw(const console *c, const char *title, const char *foot)
{
    struct rect box = {0, 1, c->layout.width, c->layout.height - 2};
    paint_box(&box, title, STYLE_BORDER);
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
    return (struct rect){1, 2, box.width - 2, box.height - 2};
}

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

void log_screen_draw(console *c)
{
    struct rect r = frame_draw(c, "log and meters", "F2 run");
    int used = meters_draw(c, &r), rows = r.height - used;
    g_autoptr(GArray) lines = lines_of(c->model->notices, r.width - 2);
    int n = (int)lines->len, first = MAX(0, n - rows);
    for (int i = first; i < n; i++) {
        const struct log_line *line = &g_array_index(lines, struct log_line, i);
        int y = r.y + used + i - first;
        if (line->notice)
            paint_format(y, r.x + 1, NOTICE_INDENT, line->style, "%8.1f s  %-7s",
                         (double)(line->notice->at_us - c->model->start_us) / 1e6, line->notice->level);
        paint_text(y, r.x + 1 + NOTICE_INDENT, r.width - 2 - NOTICE_INDENT, line->text, line->style);
    }
    if (!n)
        paint_text(r.y + used, r.x + 1, r.width - 2, "no notices yet", STYLE_DIM);
}
