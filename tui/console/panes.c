/* The panes: one for each reasoning module, with its state, its time and what it said; one for each board. */

#include "tui/console/panes.h"
#include "tui/console/state.h"
#include "config/money.h"
#include "tui/term/text.h"

#include <string.h>

#define SILENT_MS 2000

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

int panes_count(const console *c)
{
    return (int)(console_step(c)->modules->len + c->model->about.boards->len);
}

/* "  about 5.2k tokens, about $0.02", and afterwards "  5.4k tokens, $0.0213"; "" = it is not known. Caller frees. */
static char *spent_text(const struct module_view *m)
{
    bool before = m->status == MODULE_STATUS_RUNNING;
    gint64 tokens = before ? m->about_tokens : m->tokens_in + m->tokens_out;
    double cost = before ? m->about_cost : m->cost;
    g_autofree char *count = text_count(tokens), *about = g_strdup(before ? "about " : "");
    bool unpriced = !before && m->unpriced;
    g_autofree char *amount = before && cost >= 0.01 ? money_brief(cost, false) : money_text(cost, unpriced);
    g_autofree char *price = cost > 0 || unpriced ? g_strconcat(", ", about, amount, NULL) : g_strdup("");
    return m->about_tokens > 0 && tokens > 0 ? g_strdup_printf("  %s%s tokens%s", about, count, price) : g_strdup("");
}

/* How fast it comes, or for how long nothing has; a pause between two words is no silence. */
static void append_stream(GString *text, const console *c, const struct module_view *m)
{
    gint64 silent_ms = console_live(c) && m->heard_us > 0 ? (c->now_us - m->heard_us) / 1000 : 0;
    if (silent_ms >= SILENT_MS) {
        g_string_append_printf(text, "  silent for %" G_GINT64_FORMAT " s", silent_ms / 1000);
        if (silent_ms < m->silence_ms)
            g_string_append_printf(text, ", given up at %" G_GINT64_FORMAT " s", m->silence_ms / 1000);
        return;
    }
    g_string_append(text, "  streaming");
    if (m->ms > 0)
        g_string_append_printf(text, " %" G_GINT64_FORMAT " tokens/s", m->tokens_out * 1000 / m->ms);
}

/* "5 plan ● 2.4 s  streaming" */
static char *module_heading(const console *c, guint index)
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
    else if (m->retry.n) {
        g_autofree char *retry = text_retry(m->retry.n, m->retry.of, m->retry.at_us - c->now_us, m->retry.why);
        g_string_append_printf(text, "  %s%s%s", m->retry.brain ? m->retry.brain : "", m->retry.brain ? ": " : "", retry);
    } else if (m->status == MODULE_STATUS_RUNNING && m->text->len) {
        append_stream(text, c, m);
    } else if (m->status == MODULE_STATUS_SKIPPED || m->status == MODULE_STATUS_FAILED) {
        gsize line = m->status == MODULE_STATUS_SKIPPED ? strcspn(m->text->str, "\n") : m->text->len;
        g_autofree char *first = g_strndup(m->text->str, line), *why = text_fit(first, 200);
        g_string_append_printf(text, " %s", why);
    } else {
        g_autofree char *spent = spent_text(m);
        g_string_append(text, spent);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Of the pane at that place the board; -1 = it is a module's. */
static int board_at(const console *c, int pane)
{
    return MAX(-1, pane - (int)console_step(c)->modules->len);
}

static char *heading(const console *c, int pane)
{
    int board = board_at(c, pane);
    g_autofree char *text = board >= 0 ? board_pane_heading(c, board) : NULL;
    return text ? g_strdup_printf("%d %s", pane + 1, text) : module_heading(c, (guint)pane);
}

static enum style pane_style(const console *c, int pane)
{
    return board_at(c, pane) >= 0 ? STYLE_NORMAL : style_of(at(console_step(c), (guint)pane));
}

const struct module_view *panes_open(const console *c)
{
    const struct step_view *step = console_step(c);
    return (guint)c->view.pane < step->modules->len ? at(step, (guint)c->view.pane) : NULL;
}

const struct module_view *panes_edited(const console *c)
{
    const struct module_view *open = panes_open(c), *needy = model_needy(c->model), *last = NULL;
    bool says_so = open && (module_needs(open) || (open->status == MODULE_STATUS_SKIPPED && open->output));
    if (needy && !says_so)
        return needy;
    const GPtrArray *modules = model_live(c->model)->modules;
    for (guint i = 0; !open && model_paused(c->model) && i < modules->len; i++) {
        const struct module_view *m = g_ptr_array_index(modules, i);
        last = m->status == MODULE_STATUS_DONE && m->output ? m : last;
    }
    return open ? open : last;
}

char *panes_given(const struct module_view *m)
{
    bool recalled = m->recalled && *m->recalled, skills = m->skills && *m->skills;
    return g_strconcat(recalled ? "Recalled from memory:\n" : "", recalled ? m->recalled : "", recalled && skills ? "\n" : "",
                       skills ? "Skills to choose from:\n" : "", skills ? m->skills : "", NULL);
}

/* What stands behind its first line; NULL = nothing. */
static const char *behind(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : NULL;
}

/* A skipped one has said why in its heading: left is what it repeats, or what had come before it was broken off. */
static GPtrArray *said(const struct module_view *m, int width)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    bool skipped = m->status == MODULE_STATUS_SKIPPED;
    const char *text = m->retry.n ? m->retry.why : !skipped ? m->text->str : m->repeats ? m->repeats : behind(m->text->str);
    if (text && *text)
        text_wrap(lines, text, width);
    return lines;
}

/* … and what it was given; while an answer comes, that alone, so that its end can be read along. */
static GPtrArray *body(const struct module_view *m, int width)
{
    GPtrArray *lines = said(m, width);
    bool streaming = m->status == MODULE_STATUS_RUNNING && m->text->len > 0 && !m->form;
    g_autofree char *given = m->status != MODULE_STATUS_SKIPPED && !streaming ? panes_given(m) : NULL;
    if (given && *given)
        text_wrap(lines, given, width);
    return lines;
}

void panes_follow(console *c)
{
    const struct step_view *step = console_step(c);
    if (!c->view.pane_fixed) {
        for (guint i = 0; i < step->modules->len; i++) {
            if (at(step, i)->status == MODULE_STATUS_RUNNING || at(step, i)->status == MODULE_STATUS_DONE ||
                at(step, i)->status == MODULE_STATUS_FAILED)
                c->view.pane = (int)i;
        }
        const struct module_view *acting = model_acting(c->model, step);
        if (acting && acting->status != MODULE_STATUS_NONE && acting->status != MODULE_STATUS_RUNNING &&
            model_waiting(c->model)) {
            for (guint i = 0; i < step->modules->len; i++)
                c->view.pane = at(step, i) == acting ? (int)i : c->view.pane;
        }
    }
    c->view.pane = CLAMP(c->view.pane, 0, MAX(panes_count(c) - 1, 0));
}

/* What a pane has to show. */
struct content {
    GPtrArray *lines; /* of a module; NULL = a board's rows */
    int board, wanted;
};

static struct content content_of(const console *c, int pane, int width)
{
    int board = board_at(c, pane);
    struct content content = {.board = board};
    if (board < 0)
        content.lines = body(at(console_step(c), (guint)pane), width);
    content.wanted = (int)(board < 0 ? content.lines : board_pane_rows(console_step(c), board))->len;
    return content;
}

static void content_clear(struct content *content)
{
    g_clear_pointer(&content->lines, g_ptr_array_unref);
}

/* Shares the rows: the open pane gets what it wants up to a half, then row by row to all that have more to show. */
static void share(const struct view *v, const struct content *contents, int *rows, int n, int room)
{
    for (int i = 0; i < n; i++)
        rows[i] = 0;
    if (v->pane < n)
        rows[v->pane] = MIN(contents[v->pane].wanted, (room + 1) / 2);
    room -= v->pane < n ? rows[v->pane] : 0;
    for (bool gave = true; gave && room > 0;) {
        gave = false;
        for (int i = 0; i < n && room > 0; i++) {
            if (rows[i] < contents[i].wanted) {
                rows[i]++;
                room--;
                gave = true;
            }
        }
    }
}

/* Shows `rows` lines: the first ones, of a running module the last ones. */
static void body_draw(const struct module_view *m, const GPtrArray *lines, const struct rect *r)
{
    int n = (int)lines->len, first = m->status == MODULE_STATUS_RUNNING ? MAX(0, n - r->height) : 0;
    for (int i = 0; i < r->height && first + i < n; i++) {
        bool more = i == r->height - 1 && first + i + 1 < n;
        int used = paint_text(r->y + i, r->x, more ? r->width - 2 : r->width, g_ptr_array_index(lines, (guint)(first + i)),
                              STYLE_NORMAL);
        if (more)
            paint_text(r->y + i, r->x + used, 2, " …", STYLE_DIM);
    }
}

static void content_draw(const console *c, int pane, const struct content *content, const struct rect *r)
{
    if (content->board >= 0)
        board_pane_draw(c, content->board, r);
    else
        body_draw(at(console_step(c), (guint)pane), content->lines, r);
}

static void wide_draw(console *c)
{
    const struct rect *r = &c->layout.modules;
    int n = MIN(panes_count(c), MAX(1, r->height - 1)), rows[PANES_MAX], y = r->y;
    struct content contents[PANES_MAX];
    paint_box(r, NULL, STYLE_BORDER);
    for (int i = 0; i < n; i++)
        contents[i] = content_of(c, i, r->width - 4);
    share(&c->view, contents, rows, n, r->height - 1 - n);
    for (int i = 0; i < n; i++) {
        g_autofree char *title = heading(c, i);
        c->drawn.pane_rows[c->drawn.n_panes++] = y;
        if (i > 0)
            paint_divider(r, y, NULL, STYLE_BORDER);
        g_autofree char *marked = g_strconcat(i == c->view.pane ? "▸" : "", title, NULL);
        paint_edge_title(r, y, marked, pane_style(c, i));
        const struct rect inside = {r->x + 2, y + 1, r->width - 4, rows[i]};
        content_draw(c, i, &contents[i], &inside);
        y += 1 + rows[i];
        content_clear(&contents[i]);
    }
    if (board_pane_open(c) >= 0)
        board_pane_keys_draw(c, board_pane_open(c), r->y + r->height - 1, r->x + 2, r->width - 4);
}

/* Its place and its state, and its name where there is room, or it is the open one. */
static char *short_title(const console *c, int pane, bool named)
{
    int board = board_at(c, pane);
    const struct module_view *m = board < 0 ? at(console_step(c), (guint)pane) : NULL;
    bool name = named || pane == c->view.pane;
    g_autofree char *text = m ? NULL : board_pane_heading(c, board);
    if (m)
        return g_strdup_printf("%d %s%s%s", pane + 1, name ? m->name : "", name ? " " : "", glyph(m));
    return name ? g_strdup_printf("%d %s", pane + 1, text) : g_strdup_printf("%d", pane + 1);
}

/* All states in one line. */
static void states_draw(const console *c, const struct rect *r)
{
    int n = panes_count(c), wanted = 0, x = r->x + 1;
    for (int i = 0; i <= c->view.pane; i++) { /* the open one is to be seen */
        g_autofree char *title = short_title(c, i, true);
        wanted += text_width(title) + 2;
    }
    for (int i = 0; i < n; i++) {
        g_autofree char *title = short_title(c, i, wanted - 2 <= r->width - 2);
        x += paint_text(r->y, x, r->width - x - 1, title, i == c->view.pane ? STYLE_SELECTED : pane_style(c, i)) + 2;
    }
}

/* The open one's text; of a board its keys below. */
static void open_draw(const console *c, const struct content *content, const struct rect *r)
{
    struct rect inside = *r;
    bool keys = content->board >= 0 && r->height > 1;
    inside.height = MIN(content->wanted, r->height - keys);
    content_draw(c, c->view.pane, content, &inside);
    if (keys)
        board_pane_keys_draw(c, content->board, r->y + inside.height, r->x, r->width);
}

/* One line each, the open one with its text. */
static void narrow_draw(console *c)
{
    const struct rect *r = &c->layout.modules;
    int n = panes_count(c), room = r->height - n, y = r->y;
    struct content content = content_of(c, c->view.pane, r->width - 5);
    int least = content.board >= 0 ? 2 : content.wanted > 0; /* a row and the keys */
    if (r->height < n + least) {                             /* not even that: all states in one line, and the open one */
        const struct rect below = {r->x + 2, y + 1, r->width - 5, r->height - 1};
        states_draw(c, r);
        open_draw(c, &content, &below);
        content_clear(&content);
        return;
    }
    for (int i = 0; i < n; i++) {
        g_autofree char *title = heading(c, i);
        c->drawn.pane_rows[c->drawn.n_panes++] = y;
        paint_text(y, r->x, 1, i == c->view.pane ? "▸" : " ", STYLE_ACCENT);
        paint_text(y++, r->x + 1, r->width - 2, title, pane_style(c, i));
        const struct rect below = {r->x + 4, y, r->width - 5, room};
        if (i == c->view.pane) {
            open_draw(c, &content, &below);
            y += MIN(room, content.wanted + (content.board >= 0));
        }
    }
    content_clear(&content);
}

#define BOARD_ROWS_WANTED 8 /* more of them do not make the picture smaller */

int panes_wanted(int width, bool wide, void *data)
{
    const console *c = data;
    const struct step_view *step = console_step(c);
    int n = panes_count(c), rows = n + wide, form = form_wanted(c, wide);
    if (form) /* it lies over them: what it leaves is the picture's */
        return form;
    for (int i = 0; i < n; i++) {
        int board = board_at(c, i);
        if (!wide && i != c->view.pane)
            continue;
        if (board >= 0) {
            rows += MIN((int)board_pane_rows(step, board)->len, BOARD_ROWS_WANTED) + !wide;
            continue;
        }
        g_autoptr(GPtrArray) lines = said(at(step, (guint)i), wide ? width - 4 : width - 5);
        rows += (int)lines->len;
    }
    return rows;
}

void panes_draw(console *c)
{
    if (!panes_count(c)) { /* not told yet */
        if (c->layout.wide)
            paint_box(&c->layout.modules, NULL, STYLE_BORDER);
        return;
    }
    if (c->layout.wide)
        wide_draw(c);
    else
        narrow_draw(c);
}
