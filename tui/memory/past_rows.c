/* The memory screen: one row of each list, for any width. */

#include "tui/memory/past_screen.h"
#include "config/money.h"
#include "engine/recall/recall.h"
#include "tui/console/state.h"
#include "tui/past/past_actions.h"
#include "tui/term/text.h"

#include <string.h>

/* Paints one column and gives the place of the next. */
static int column(const struct rect *line, int x, int width, const char *text, enum style style)
{
    int room = MIN(width, line->x + line->width - x);
    if (room > 1)
        paint_text(line->y, x, room - 1, text, style);
    return x + width;
}

/* A style of its own only where the row is not selected. */
static enum style tone(enum style row, enum style own)
{
    return row == STYLE_SELECTED ? row : own;
}

/* ---- runs ---- */

static const char *run_glyph(const struct memory_run_row *row, enum style *ret_style)
{
    static const struct {
        const char *outcome, *glyph;
        enum style style;
    } table[] = {{"success", "✓", STYLE_GOOD},
                 {"failed", "✗", STYLE_BAD},
                 {"stopped", "■", STYLE_WARN},
                 {"budget", "$", STYLE_WARN},
                 {"error", "!", STYLE_BAD}};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        if (!g_strcmp0(row->outcome, table[i].outcome)) {
            *ret_style = table[i].style;
            return table[i].glyph;
        }
    }
    *ret_style = STYLE_ACCENT;
    return "●";
}

/* Which columns there is room for; the task gets the rest. */
struct run_columns {
    int id, glyph, when, app, steps, cost, you;
};

static struct run_columns run_columns(int width)
{
    return (struct run_columns){.id = 6,
                                .glyph = 2,
                                .when = width >= 74 ? 13 : 0,
                                .app = width >= 74   ? 12
                                       : width >= 44 ? 9
                                                     : 0,
                                .steps = 7,
                                .cost = width >= 44 ? 9 : 0,
                                .you = 5};
}

void past_run_head_draw(const struct rect *line)
{
    const struct run_columns w = run_columns(line->width);
    int x = column(line, line->x, w.id + w.glyph, "  run", STYLE_DIM);
    x = column(line, x, w.when, "begun", STYLE_DIM);
    x = column(line, x, w.app, "program", STYLE_DIM);
    x = column(line, x, w.steps, " steps", STYLE_DIM);
    x = column(line, x, w.cost, "    cost", STYLE_DIM);
    x = column(line, x, w.you, " you", STYLE_DIM);
    paint_text(line->y, x, line->x + line->width - x, "task", STYLE_DIM);
}

/* "world:bakery": all of them have one profile. */
static char *program_of(const struct memory_run_row *row)
{
    return row->display && g_str_has_prefix(row->display, "world:") ? g_strndup(row->display, strcspn(row->display, "?"))
                                                                    : recall_app(row->profile, row->app);
}

void past_run_row_draw(const struct rect *line, const struct memory_run_row *row, enum style style)
{
    const struct run_columns w = run_columns(line->width);
    enum style own;
    const char *glyph = run_glyph(row, &own);
    g_autofree char *app = program_of(row);
    g_autofree char *id = g_strdup_printf("%5" G_GINT64_FORMAT, row->id), *when = text_when(row->started_us, "%m-%d %H:%M");
    g_autofree char *steps = g_strdup_printf("%6" G_GINT64_FORMAT, row->steps), *cost = money_brief(row->cost, row->unpriced > 0);
    g_autofree char *cost_right = g_strdup_printf("%8s", cost);
    g_autofree char *you = g_strdup_printf("%3d%%", row->steps ? (int)(100 * row->touched / row->steps) : 0);
    if (style == STYLE_SELECTED)
        paint_fill(line, style);
    int x = column(line, line->x, w.id, id, style);
    x = column(line, x, w.glyph, glyph, tone(style, own));
    x = column(line, x, w.when, when, tone(style, STYLE_DIM));
    x = column(line, x, w.app, app ? app : "", tone(style, STYLE_DIM));
    x = column(line, x, w.steps, steps, style);
    x = column(line, x, w.cost, cost_right, style);
    x = column(line, x, w.you, you, tone(style, row->touched ? STYLE_ACCENT : STYLE_DIM));
    if (row->parent)
        x += paint_format(line->y, x, line->x + line->width - x, tone(style, STYLE_ACCENT),
                          "fork of %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " · ", row->parent, row->parent_step);
    paint_text(line->y, x, line->x + line->width - x, row->task, style);
}

/* ---- steps ---- */

struct mark_look {
    const char *what, *glyph, *word;
    enum style style;
};

/* The first that a step has says most about it. */
static const struct mark_look looks[] = {
    {"forgotten", "∅", "forgotten", STYLE_DIM},
    {"rejected", "✗", "rejected", STYLE_BAD},
    {"error", "!", "error", STYLE_BAD},
    {"stale", "≈", "stale", STYLE_WARN},
    {"voided", "×", "voided", STYLE_WARN},
    {"expired", "…", "expired", STYLE_WARN},
    {"no_effect", "○", "no effect", STYLE_WARN},
    {"unexpected", "≠", "unexpected", STYLE_WARN},
    {"failed", "✗", "failed", STYLE_BAD},
    {"edited", "▸", "edited", STYLE_ACCENT},
    {"corrected", "▸", "corrected", STYLE_ACCENT},
    {"human", "▸", "by you", STYLE_ACCENT},
};

static bool has_mark(const GPtrArray *marks, gint64 step, const char *what)
{
    for (guint i = 0; marks && i < marks->len; i++) {
        const struct memory_mark *m = marks->pdata[i];
        if (m->step == step && g_str_equal(m->what, what))
            return true;
    }
    return false;
}

/* A proposal became that, and the step went on to another one, which was fired. */
static bool is_past(const struct memory_step *step, const char *what)
{
    static const char *const undecided[] = {"stale", "voided", "expired", NULL};
    return step && step->effect && g_strv_contains(undecided, what) && g_strcmp0(step->verdict, what) != 0;
}

static const struct mark_look *look_of(const GPtrArray *marks, gint64 number, const struct memory_step *step)
{
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++) {
        if (has_mark(marks, number, looks[i].what) && !is_past(step, looks[i].what))
            return &looks[i];
    }
    return NULL;
}

static const char *beside_glyph(const GPtrArray *marks, gint64 step)
{
    return has_mark(marks, step, "pin") ? "◆" : has_mark(marks, step, "tag") ? "#" : has_mark(marks, step, "note") ? "\"" : " ";
}

/* How it ended, in a word. */
static const char *ending(const struct memory_step *step, const struct mark_look *look)
{
    if (look)
        return look->word;
    if (step->effect && g_str_equal(step->effect, "changed"))
        return "changed";
    return step->effect ? step->effect : step->verdict ? past_actions_ending(step) : step->ended_us ? "" : "under way";
}

static const char *action_glyph(const struct memory_proposal *p)
{
    const char *verdict = past_actions_verdict(p), *effect = past_actions_effect(p);
    if (!g_strcmp0(effect, "changed"))
        return "✓";
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++)
        if (!g_strcmp0(looks[i].what, effect ? effect : verdict))
            return looks[i].glyph;
    return "·";
}

/* What came of each action of the step, before the text of the first: what does not fit is cut from the texts. */
static char *several_text(const GPtrArray *proposals, const GPtrArray *actions)
{
    g_autoptr(GString) glyphs = g_string_new(NULL), texts = g_string_new(NULL);
    for (guint i = 0; i < actions->len; i++) {
        g_autofree char *text = past_actions_text(proposals, actions->pdata[i]);
        g_string_append(glyphs, action_glyph(actions->pdata[i]));
        g_string_append_printf(texts, "%s%s", i ? "; " : "", text);
    }
    return g_strconcat(glyphs->str, " ", texts->str, NULL);
}

static char *step_text(const struct memory_step *step, const struct past_steps *window)
{
    if (!step)
        return g_strdup("–");
    g_autoptr(GPtrArray) actions = window->proposals ? past_actions(window->proposals, step) : NULL;
    if (actions && actions->len > 1)
        return several_text(window->proposals, actions);
    return step->action ? past_action_text(step->action) : g_strdup(step->task ? step->task : "–");
}

void past_step_row_draw(const struct rect *line, gint64 number, const struct memory_step *step, const struct past_steps *window,
                        enum style style)
{
    const GPtrArray *marks = window->marks;
    const struct mark_look *look = look_of(marks, number, step);
    bool done = step && step->effect && g_str_equal(step->effect, "changed"), wide = line->width >= 74;
    enum style own = look ? look->style : done ? STYLE_GOOD : STYLE_DIM;
    g_autofree char *id = g_strdup_printf("%5" G_GINT64_FORMAT, number);
    g_autofree char *what = step_text(step, window);
    g_autofree char *took = step && step->ended_us ? text_duration((step->ended_us - step->started_us) / 1000) : g_strdup("");
    g_autofree char *when = step ? text_when(step->started_us, "%H:%M:%S") : g_strdup("");
    if (style == STYLE_SELECTED)
        paint_fill(line, style);
    int x = column(line, line->x, 6, id, style), ends = 11, times = wide ? 19 : line->width >= 60 ? 9 : 0;
    x = column(line, x, 2, beside_glyph(marks, number), tone(style, STYLE_ACCENT));
    x = column(line, x, 2, look ? look->glyph : done ? "✓" : "·", tone(style, own));
    x = column(line, x, MAX(2, line->x + line->width - x - ends - times), what, style);
    x = column(line, x, ends, step ? ending(step, look) : "not kept", tone(style, own));
    if (wide)
        x = column(line, x, 10, when, tone(style, STYLE_DIM));
    if (times)
        column(line, x, 10, took, tone(style, STYLE_DIM));
}

/* ---- what a search found ---- */

/* The part of a snippet that has the words found in it, where all of it does not fit. */
static char *around(const char *snippet, int width)
{
    g_autofree char *line = text_line(snippet);
    const char *mark = strstr(line, "«"), *start = mark;
    for (int back = width / 3; start && start > line && back > 0; back--)
        start = g_utf8_prev_char(start);
    return text_width(line) <= width || !start || start == line ? g_strdup(line) : g_strconcat("…", start, NULL);
}

void past_hit_row_draw(const struct rect *two, const struct memory_hit *hit, enum style style)
{
    if (style == STYLE_SELECTED)
        paint_fill(two, style);
    g_autofree char *step = hit->step ? g_strdup_printf(", step %" G_GINT64_FORMAT, hit->step) : g_strdup("");
    g_autofree char *place = hit->run ? g_strdup_printf("run %" G_GINT64_FORMAT "%s · ", hit->run, step) : g_strdup("");
    paint_format(two->y, two->x + 1, two->width - 1, tone(style, STYLE_ACCENT), "%s%s", place, hit->kind ? hit->kind : "");
    g_autofree char *snippet = around(hit->snippet, two->width - 3);
    if (two->height > 1)
        paint_text(two->y + 1, two->x + 3, two->width - 3, snippet, tone(style, STYLE_NORMAL));
}
