/* The skills screen's list: only the rows that are on the screen are looked at. */

#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

static enum style row_style(const struct skill_row *row)
{
    switch (row->row->stage) {
    case STAGE_DRAFT:
        return STYLE_WARN;
    case STAGE_DEMOTED:
        return STYLE_BAD;
    case STAGE_REFUSED:
    case STAGE_RETIRED:
        return STYLE_DIM;
    case STAGE_TRIAL:
    case STAGE_TRUSTED:
    case STAGE_COUNT:
        break;
    }
    return row->changed ? STYLE_ACCENT : STYLE_NORMAL;
}

static char *place_text(const struct skill_row *row)
{
    const skill *s = row->row->skill;
    if (!s)
        return g_strdup("draft");
    const char *library = s->library && *s->library ? s->library : "all";
    return s->layer == LAYER_SHIPPED ? g_strdup(library) : g_strdup_printf("%s/%s", skill_layer_name(s->layer), library);
}

/* "4✓ 1✗": verified, and what had no or another effect */
static char *counts_text(const struct memory_counts *n)
{
    gint64 bad = n->no_effect + n->unexpected;
    if (!n->verified && !bad)
        return n->fired ? g_strdup_printf("%" G_GINT64_FORMAT " fired", n->fired) : g_strdup("");
    return g_strdup_printf("%" G_GINT64_FORMAT "✓ %" G_GINT64_FORMAT "✗", n->verified, bad);
}

static void row_draw(const struct rect *line, const struct skill_row *row, bool selected, bool focused, int counts)
{
    enum style style = selected && focused ? STYLE_SELECTED : row_style(row);
    int place = line->width >= 64 ? 18 : line->width >= 44 ? 11 : 0, author = line->width >= 72 ? 8 : 0;
    int name = line->width - 4 - place - counts - author, x = line->x;
    g_autofree char *where = place_text(row), *how = counts_text(&row->row->counts);
    if (selected)
        paint_fill(line, style == STYLE_SELECTED ? style : STYLE_NORMAL);
    paint_text(line->y, x, 1, selected && !focused ? "▸" : " ", STYLE_ACCENT);
    paint_text(line->y, x + 1, 1, stage_glyph(row->row->stage), style);
    paint_text(line->y, x + 3, name - 1, row->call, style);
    x += 3 + name;
    if (row->changed)
        paint_text(line->y, x - 1, 1, "≠", STYLE_WARN);
    if (place)
        paint_text(line->y, x, place - 1, where, selected && focused ? style : STYLE_DIM);
    paint_text(line->y, x + place, counts, how, style);
    if (author)
        paint_text(line->y, x + place + counts, author, row->row->author, selected && focused ? style : STYLE_DIM);
}

static char *title_text(const struct skills_screen *s)
{
    g_autofree char *filter =
        s->filter.text->len || s->ask == ASK_FILTER ? g_strdup_printf(" · filter: %s", s->filter.text->str) : g_strdup("");
    guint all = s->list.rows ? s->list.rows->len : 0;
    if (*filter)
        return g_strdup_printf("skills: %u found · by %s%s", s->list.shown->len, skill_sort_name(s->list.sort), filter);
    return g_strdup_printf("skills: %u · by %s", all, skill_sort_name(s->list.sort));
}

static char *foot_text(const struct skills_screen *s)
{
    if (s->jobs.work)
        return job_text(s->jobs.work);
    if (s->jobs.load || s->jobs.look)
        return job_text(s->jobs.load ? s->jobs.load : s->jobs.look);
    guint drafts = 0;
    for (guint i = 0; i < s->list.shown->len; i++)
        drafts += ((const struct skill_row *)g_ptr_array_index(s->list.shown, i))->row->stage == STAGE_DRAFT;
    return drafts ? g_strdup_printf("%u draft%s waiting", drafts, drafts == 1 ? "" : "s") : g_strdup("");
}

void skills_list_draw(const console *c, const struct rect *r)
{
    struct skills_screen *s = c->shelf;
    bool focused = !s->in_detail && !s->edit.editor && !s->tester.open;
    g_autofree char *title = title_text(s), *foot = foot_text(s);
    int rows = s->list.page_rows = r->height - 2, n = (int)s->list.shown->len;
    paint_box(r, title, focused ? STYLE_BORDER_ALERT : STYLE_BORDER);
    paint_edge_title(r, r->y + r->height - 1, foot, s->jobs.work || s->jobs.load || s->jobs.look ? STYLE_WARN : STYLE_NORMAL);
    s->list.top = CLAMP(s->list.top, MAX(0, s->list.selected - rows + 1), s->list.selected);
    s->list.top = CLAMP(s->list.top, 0, MAX(0, n - rows));
    int counts = 0; /* columns, where any row to be seen has some */
    for (int i = 0; i < rows && s->list.top + i < n && !counts; i++) {
        const struct memory_counts *used =
            &((const struct skill_row *)g_ptr_array_index(s->list.shown, (guint)(s->list.top + i)))->row->counts;
        counts = used->fired || used->verified || used->no_effect || used->unexpected ? 9 : 0;
    }
    for (int i = 0; i < rows && s->list.top + i < n; i++) {
        struct rect line = {r->x + 1, r->y + 1 + i, r->width - 2, 1};
        row_draw(&line, g_ptr_array_index(s->list.shown, (guint)(s->list.top + i)), s->list.top + i == s->list.selected, focused,
                 counts);
    }
    if (!n)
        paint_text(r->y + 1, r->x + 2, r->width - 4,
                   !s->list.rows       ? "the library is being read"
                   : s->list.rows->len ? "nothing fits the filter"
                                       : "there are no skills",
                   STYLE_DIM);
}
