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
