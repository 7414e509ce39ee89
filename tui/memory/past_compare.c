#include "tui/memory/past_compare.h"

#include "engine/session/compare.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define LABEL 9 /* columns before what the runs did */

/* One line of the screen: both sides, or (right NULL) one text over the whole width. */
struct row {
    char *label, *left, *right;
    enum style style;
    guint step; /* index into the comparison's rows + 1; 0 = none begins here */
};

struct past_compared {
    comparison *c;
    GArray *rows; /* struct row, for this width */
    int width, top, seen;
    bool beside;
};

static void row_clear(void *data)
{
    struct row *row = data;
    g_free(row->label);
    g_free(row->left);
    g_free(row->right);
}

void past_compare_close(struct past_screen *s)
{
    if (!s->compared)
        return;
    comparison_free(s->compared->c);
    if (s->compared->rows)
        g_array_unref(s->compared->rows);
    g_clear_pointer(&s->compared, g_free);
}

void past_compare_open(console *c, gint64 one, gint64 other)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    comparison *both = m ? compare_runs(m, one, other, &error) : NULL;
    g_clear_pointer(&m, memory_close);
    past_say(c, error);
    if (!both)
        return;
    past_compare_close(c->past);
    c->past->compared = g_new0(struct past_compared, 1);
    c->past->compared->c = both;
    c->past->compared->top = -1; /* the first departure, once lines are made */
    c->dirty = true;
}

/* ---- lines ---- */

static void add(struct past_compared *p, const char *label, const char *left, const char *right, enum style style)
{
    struct row row = {g_strdup(label), text_line(left), right ? text_line(right) : NULL, style, 0};
    g_array_append_val(p->rows, row);
}

/* What both say alike stands once where there is no room for two sides. */
static void add_both(struct past_compared *p, const char *label, const char *left, const char *right)
{
    bool same = g_strcmp0(left, right) == 0;
    const char *a = left ? left : "–", *b = right ? right : "–";
    if (!left && !right)
        return;
    if (p->beside) {
        add(p, label, a, b, same ? STYLE_NORMAL : STYLE_WARN);
        return;
    }
    add(p, label, a, NULL, same ? STYLE_NORMAL : STYLE_WARN);
    if (!same) {
        g_autofree char *other = g_strdup_printf("▸ %s", b);
        add(p, "", other, NULL, STYLE_WARN);
    }
}

static char *decision_text(const compared_step *row, int i)
{
    if (!row->verdict[i])
        return row->there[i] ? g_strdup("none") : NULL;
    return row->by[i] && *row->by[i] ? g_strdup_printf("%s by %s", row->verdict[i], row->by[i]) : g_strdup(row->verdict[i]);
}

static char *cost_text(const compared_step *row, int i)
{
    return row->there[i] ? g_strdup_printf("$%.4f", row->cost[i]) : NULL;
}

static void add_step(struct past_compared *p, guint index)
{
    const compared_step *row = p->c->rows->pdata[index];
    g_autofree char *how = compared_step_words(row), *visible = text_line(how);
    g_autofree char *head = g_strdup_printf("── step %" G_GINT64_FORMAT " ── %s%s", row->step, row->again ? "fired again, " : "",
                                            row->first ? visible : "the same");
    struct row line = {g_strdup(""), g_steal_pointer(&head), NULL, row->first ? STYLE_BAD : STYLE_DIM, index + 1};
    g_array_append_val(p->rows, line);
    g_autofree char *decided = decision_text(row, 0), *decided_other = decision_text(row, 1);
    g_autofree char *cost = cost_text(row, 0), *cost_other = cost_text(row, 1);
    bool edited = g_strcmp0(row->planned[0], row->acted[0]) != 0 || g_strcmp0(row->planned[1], row->acted[1]) != 0;
    add_both(p, "planned", row->planned[0], row->planned[1]);
    if (edited)
        add_both(p, "done", row->acted[0], row->acted[1]);
    add_both(p, "decided", decided, decided_other);
    add_both(p, "effect", row->effect[0], row->effect[1]);
    if (row->cost[0] > 0 || row->cost[1] > 0)
        add_both(p, "cost", cost, cost_other);
    if (!row->same_screen && row->there[0] && row->there[1])
        add(p, "screen", "other pixels at the end of the step", NULL, STYLE_DIM);
}

static int departure_row(const struct past_compared *p)
{
    const compared_step *first = comparison_departure(p->c);
    for (guint i = 0; first && i < p->rows->len; i++) {
        guint step = g_array_index(p->rows, struct row, i).step;
        if (step && p->c->rows->pdata[step - 1] == first)
            return (int)i;
    }
    return 0;
}

static void make_lines(struct past_compared *p, int width)
{
    if (p->rows && p->width == width)
        return;
    if (p->rows)
        g_array_unref(p->rows);
    p->rows = g_array_new(FALSE, TRUE, sizeof(struct row));
    g_array_set_clear_func(p->rows, row_clear);
    p->width = width;
    p->beside = rich_fits_beside(width);
    for (guint i = 0; i < p->c->rows->len; i++)
        add_step(p, i);
    if (p->top < 0)
        p->top = MAX(0, departure_row(p));
}

/* ---- keys ---- */

/* To the next step that differs. */
static void jump(console *c, bool forward)
{
    struct past_compared *p = c->past->compared;
    int by = forward ? 1 : -1;
    for (int i = p->top + by; i >= 0 && i < (int)p->rows->len; i += by) {
        guint step = g_array_index(p->rows, struct row, i).step;
        if (!step || !((const compared_step *)p->c->rows->pdata[step - 1])->first)
            continue;
        p->top = i;
        return;
    }
    console_say(c, STYLE_NORMAL, "no %s step differs", forward ? "later" : "earlier");
}

void past_compare_keypress(console *c, int key)
{
    struct past_compared *p = c->past->compared;
    int last = MAX(0, (int)p->rows->len - p->seen), by = viewer_scrolls(key, MAX(1, p->seen - 1), SCROLL_ALL);
    if (key == K_ESC || key == 'q' || key == 'C')
        past_compare_close(c->past);
    else if (key == 'n' || key == 'N')
        jump(c, key == 'n');
    else if (by)
        p->top = CLAMP(p->top + by, 0, last);
    else
        console_say(c, STYLE_DIM, "n N: to what differs, up and down, esc: back");
}

/* ---- drawing ---- */

static void row_draw(const struct past_compared *p, const struct row *row, int y, const struct rect *r)
{
    int x = r->x + 1, label = LABEL, width = r->width - 2;
    if (row->step || !*row->label) {
        int indent = row->step ? 0 : label;
        paint_text(y, x + indent, width - indent, row->left, row->style);
        return;
    }
    paint_text(y, x, label - 1, row->label, STYLE_DIM);
    int half = p->beside && row->right ? (width - label - 3) / 2 : width - label;
    paint_text(y, x + label, half, row->left, row->style);
    if (!row->right)
        return;
    paint_text(y, x + label + half + 1, 1, "│", STYLE_DIM);
    paint_text(y, x + label + half + 3, half, row->right, row->style);
}

static void head_draw(const struct past_compared *p, const struct rect *r)
{
    const compared_step *first = comparison_departure(p->c);
    g_autofree char *where = first ? g_strdup_printf("they differ from step %" G_GINT64_FORMAT " on", first->step)
                                   : g_strdup_printf("the same in all %u steps", p->c->rows->len);
    g_autofree char *common = p->c->common_until
                                  ? g_strdup_printf("steps 1 to %" G_GINT64_FORMAT " are run %" G_GINT64_FORMAT "'s for both · ",
                                                    p->c->common_until, p->c->common_run)
                                  : g_strdup("");
    int half = (r->width - 2 - LABEL - 3) / 2;
    if (!p->beside) {
        paint_format(r->y, r->x + 1, r->width - 2, STYLE_BOLD, "run %" G_GINT64_FORMAT " ▸ run %" G_GINT64_FORMAT ": %s%s",
                     p->c->one, p->c->other, common, where);
        return;
    }
    paint_format(r->y, r->x + 1 + LABEL, half, STYLE_BOLD, "run %" G_GINT64_FORMAT "   %s%s", p->c->one, common, where);
    paint_format(r->y, r->x + 1 + LABEL + half + 3, half, STYLE_BOLD, "run %" G_GINT64_FORMAT, p->c->other);
}

void past_compare_draw(console *c)
{
    struct past_compared *p = c->past->compared;
    const struct rect all = {0, 1, c->layout.width, c->layout.height - 2};
    const struct rect body = {0, 2, all.width, all.height - 2};
    paint_fill(&all, STYLE_NORMAL);
    make_lines(p, all.width);
    head_draw(p, &all);
    p->seen = body.height;
    for (int i = 0; i < body.height && p->top + i < (int)p->rows->len; i++)
        row_draw(p, &g_array_index(p->rows, struct row, p->top + i), body.y + i, &body);
    int y = all.y + all.height - 1;
    int x = 1 + paint_text(y, 1, 4, "n N", STYLE_KEY);
    x += paint_text(y, x, all.width - x, " what differs   ", STYLE_NORMAL);
    x += paint_text(y, x, all.width - x, "esc", STYLE_KEY);
    paint_text(y, x, all.width - x, " back", STYLE_NORMAL);
}
