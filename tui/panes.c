/* The module panes: one for each reasoning module, with its state, its time and what it said. */

#include "tui/state.h"
#include "tui/text.h"

static const char *glyph(const struct module_view *m)
{
    static const char *const glyphs[] = {
        [MODULE_STATUS_NONE] = "·",   [MODULE_STATUS_RUNNING] = "●", [MODULE_STATUS_DONE] = "✓",
        [MODULE_STATUS_FAILED] = "✗", [MODULE_STATUS_SKIPPED] = "–",
    };
    return m->form ? "?" : glyphs[m->status];
}

static enum style style_of(const struct module_view *m)
{
    if (m->form)
        return STYLE_WARN;
    return m->status == MODULE_STATUS_FAILED    ? STYLE_BAD
           : m->status == MODULE_STATUS_RUNNING ? STYLE_ACCENT
           : m->status == MODULE_STATUS_DONE    ? STYLE_GOOD
                                                : STYLE_DIM;
}

static const struct module_view *at(const struct step_view *step, guint index)
{
    return g_ptr_array_index(step->modules, index);
}

/* "5 plan ● 2.4 s  streaming" */
static char *heading(const console *c, guint index)
{
    const struct module_view *m = at(console_step(c), index);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text, "%u %s %s", index + 1, m->name, glyph(m));
    gint64 ms = m->status == MODULE_STATUS_RUNNING && console_live(c) ? (c->now_us - m->started_us) / 1000 : m->ms;
    if (!m->form && (m->status == MODULE_STATUS_RUNNING || m->ms > 0)) {
        g_autofree char *duration = text_duration(m->status == MODULE_STATUS_RUNNING ? ms / 100 * 100 : ms);
        g_string_append_printf(text, " %s", duration);
    }
    if (m->form)
        g_string_append(text, "  asks you: m");
    else if (m->status == MODULE_STATUS_RUNNING && m->text->len)
        g_string_append(text, "  streaming");
    else if (m->status == MODULE_STATUS_SKIPPED || m->status == MODULE_STATUS_FAILED) {
        g_autofree char *why = text_fit(m->text->str, 200);
        g_string_append_printf(text, " %s", why);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

const struct module_view *panes_open(const console *c)
{
    const struct step_view *step = console_step(c);
    return (guint)c->pane < step->modules->len ? at(step, (guint)c->pane) : NULL;
}

char *panes_given(const struct module_view *m)
{
    bool recalled = m->recalled && *m->recalled, skills = m->skills && *m->skills;
    return g_strconcat(recalled ? "Recalled from memory:\n" : "", recalled ? m->recalled : "", recalled && skills ? "\n" : "",
                       skills ? "Skills to choose from:\n" : "", skills ? m->skills : "", NULL);
}

/* A skipped one has said all in its heading, but for what it repeats. */
static GPtrArray *said(const struct module_view *m, int width)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *text = m->status == MODULE_STATUS_SKIPPED ? m->repeats : m->text->str;
    if (text && *text)
        text_wrap(lines, text, width);
    return lines;
}

/* … and what it was given. */
static GPtrArray *body(const struct module_view *m, int width)
{
    GPtrArray *lines = said(m, width);
    g_autofree char *given = m->status != MODULE_STATUS_SKIPPED ? panes_given(m) : NULL;
    if (given && *given)
        text_wrap(lines, given, width);
    return lines;
}

void panes_follow(console *c)
{
    const struct step_view *step = console_step(c);
    if (!c->pane_fixed) {
        for (guint i = 0; i < step->modules->len; i++) {
            if (at(step, i)->status == MODULE_STATUS_RUNNING || at(step, i)->status == MODULE_STATUS_DONE ||
                at(step, i)->status == MODULE_STATUS_FAILED)
                c->pane = (int)i;
        }
        const struct module_view *acting = model_acting(c->model, step);
        if (acting && acting->status != MODULE_STATUS_NONE && acting->status != MODULE_STATUS_RUNNING &&
            model_waiting(c->model)) {
            for (guint i = 0; i < step->modules->len; i++)
                c->pane = at(step, i) == acting ? (int)i : c->pane;
        }
    }
    c->pane = CLAMP(c->pane, 0, MAX((int)step->modules->len - 1, 0));
}

/* Shares the rows: the open pane gets what it wants up to a half, then row by row to all that have more to show. */
static void share(const console *c, GPtrArray **bodies, int *rows, int n, int room)
{
    for (int i = 0; i < n; i++)
        rows[i] = 0;
    rows[c->pane] = MIN((int)bodies[c->pane]->len, (room + 1) / 2);
    room -= rows[c->pane];
    for (bool gave = true; gave && room > 0;) {
        gave = false;
        for (int i = 0; i < n && room > 0; i++) {
            if (rows[i] < (int)bodies[i]->len) {
                rows[i]++;
                room--;
                gave = true;
            }
        }
    }
}

/* Shows `rows` lines: the first ones, of a running module the last ones. */
static void body_draw(const struct module_view *m, const GPtrArray *lines, int y, int x, int width, int rows)
{
    int n = (int)lines->len, first = m->status == MODULE_STATUS_RUNNING ? MAX(0, n - rows) : 0;
    for (int i = 0; i < rows && first + i < n; i++) {
        bool more = i == rows - 1 && first + i + 1 < n;
        int used = paint_text(y + i, x, more ? width - 2 : width, g_ptr_array_index(lines, (guint)(first + i)), STYLE_NORMAL);
        if (more)
            paint_text(y + i, x + used, 2, " …", STYLE_DIM);
    }
}

static void wide_draw(console *c)
{
    const struct rect *r = &c->layout.modules;
    const struct step_view *step = console_step(c);
    int n = MIN((int)step->modules->len, MAX(1, r->height - 1)), rows[16], y = r->y;
    GPtrArray *bodies[16];
    paint_box(r, NULL, STYLE_BORDER);
    for (int i = 0; i < n; i++)
        bodies[i] = body(at(step, (guint)i), r->width - 4);
    share(c, bodies, rows, n, r->height - 1 - n);
    for (int i = 0; i < n; i++) {
        g_autofree char *title = heading(c, (guint)i);
        c->pane_rows[c->n_panes++] = y;
        if (i > 0)
            paint_divider(r, y, NULL, STYLE_BORDER);
        enum style style = style_of(at(step, (guint)i));
        g_autofree char *marked = g_strconcat(i == c->pane ? "▸" : "", title, NULL);
        paint_edge_title(r, y, marked, style);
        body_draw(at(step, (guint)i), bodies[i], y + 1, r->x + 2, r->width - 4, rows[i]);
        y += 1 + rows[i];
        g_ptr_array_unref(bodies[i]);
    }
}

/* One line each, the open one with its text. */
static void narrow_draw(console *c)
{
    const struct rect *r = &c->layout.modules;
    const struct step_view *step = console_step(c);
    int n = (int)step->modules->len, room = r->height - n, y = r->y;
    g_autoptr(GPtrArray) lines = body(at(step, (guint)c->pane), r->width - 5);
    bool each = r->height >= n + (lines->len > 0);
    if (!each) { /* not even that: all states in one line, and the open one */
        int x = r->x + 1;
        for (int i = 0; i < n; i++)
            x += paint_format(y, x, r->width - x - 1, i == c->pane ? STYLE_SELECTED : style_of(at(step, (guint)i)), "%d %s %s",
                              i + 1, at(step, (guint)i)->name, glyph(at(step, (guint)i))) +
                 2;
        room = r->height - 1;
        y++;
    }
    for (int i = 0; i < n && each; i++) {
        g_autofree char *title = heading(c, (guint)i);
        c->pane_rows[c->n_panes++] = y;
        paint_text(y, r->x, 1, i == c->pane ? "▸" : " ", STYLE_ACCENT);
        paint_text(y++, r->x + 1, r->width - 2, title, style_of(at(step, (guint)i)));
        if (i == c->pane) {
            body_draw(at(step, (guint)i), lines, y, r->x + 4, r->width - 5, room);
            y += MIN(room, (int)lines->len);
        }
    }
    if (!each)
        body_draw(at(step, (guint)c->pane), lines, y, r->x + 2, r->width - 5, room);
}

int panes_wanted(int width, bool wide, void *data)
{
    const console *c = data;
    const struct step_view *step = console_step(c);
    int rows = (int)step->modules->len + wide;
    for (guint i = 0; i < step->modules->len; i++) {
        if (!wide && (int)i != c->pane)
            continue;
        g_autoptr(GPtrArray) lines = said(at(step, i), wide ? width - 4 : width - 5);
        rows += (int)lines->len;
    }
    return rows;
}

void panes_draw(console *c)
{
    if (!console_step(c)->modules->len) { /* not told yet */
        if (c->layout.wide)
            paint_box(&c->layout.modules, NULL, STYLE_BORDER);
        return;
    }
    if (c->layout.wide)
        wide_draw(c);
    else
        narrow_draw(c);
}
