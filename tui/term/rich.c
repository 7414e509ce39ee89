#include "tui/term/rich.h"

#include "engine/curation/text_diff.h"
#include "tui/term/text.h"

#include <stdarg.h>
#include <string.h>

#define BESIDE_MIN 116
#define NUMBER_WIDTH 5 /* "123  " */

static void clear_piece(gpointer data)
{
    g_free(((struct piece *)data)->text);
}

GPtrArray *rich_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
}

static GArray *new_line(GPtrArray *lines)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(struct piece));
    g_array_set_clear_func(line, clear_piece);
    g_ptr_array_add(lines, line);
    return line;
}

static void put(GArray *line, enum style style, char *text)
{
    struct piece p = {text, style};
    g_array_append_val(line, p);
}

void rich_text(GPtrArray *lines, int width, enum style style, const char *text)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
    text_wrap(rows, text, width);
    for (guint i = 0; i < rows->len; i++)
        put(new_line(lines), style, g_strdup(g_ptr_array_index(rows, i)));
}

void rich_format(GPtrArray *lines, int width, enum style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    rich_text(lines, width, style, text);
}

void rich_field(GPtrArray *lines, int width, const char *label, const char *text)
{
    if (!text || !*text)
        return;
    guint from = lines->len;
    g_autofree char *whole = g_strdup_printf("%s: %s", label, text);
    rich_text(lines, width, STYLE_NORMAL, whole);
    GArray *line = g_ptr_array_index(lines, from);
    struct piece *first = &g_array_index(line, struct piece, 0);
    gsize n = MIN(strlen(label) + 1, strlen(first->text));
    char *rest = g_strdup(first->text + n);
    first->text[n] = '\0';
    first->style = STYLE_ACCENT;
    put(line, STYLE_NORMAL, rest);
}

/* ---- code ---- */

/* One logical line being filled with pieces; goes on in further lines when it is full. */
struct filling {
    GPtrArray *lines;
    GArray *line;
    int width, used, indent;
};

static void fill_gap(struct filling *f, const char *text, enum style style)
{
    put(f->line, style, g_strdup(text));
    f->used += text_width(text);
}

static void fill(struct filling *f, const char *text, gsize length, enum style style)
{
    g_autofree char *raw = g_strndup(text, length);
    g_auto(GStrv) parts = g_strsplit(raw, "\t", -1);
    g_autofree char *spaced = g_strjoinv("    ", parts), *shown = text_line(spaced);
    for (const char *p = shown; *p;) {
        const char *end = p;
        int w = 0, room = f->width - f->used;
        while (*end && w + text_char_width(g_utf8_get_char(end)) <= room) {
            w += text_char_width(g_utf8_get_char(end));
            end = g_utf8_next_char(end);
        }
        if (end > p) {
            put(f->line, style, g_strndup(p, (gsize)(end - p)));
            f->used += w;
        } else if (f->used <= f->indent) { /* no room for one character: never endless */
            return;
        }
        p = end;
        if (*p) {
            f->line = new_line(f->lines);
            f->used = 0;
            g_autofree char *blank = g_strnfill((gsize)f->indent, ' ');
            fill_gap(f, blank, STYLE_DIM);
        }
    }
}

int rich_message_line(const char *message, const char **ret_what)
{
    for (const char *p = strchr(message, ':'); p; p = strchr(p + 1, ':')) {
        char *end;
        gint64 line = g_ascii_strtoll(p + 1, &end, 10);
        if (end == p + 1 || *end != ':' || line < 1 || line > G_MAXINT)
            continue;
        if (ret_what)
            *ret_what = end + 1 + strspn(end + 1, " ");
        return (int)line;
    }
    if (ret_what)
        *ret_what = message;
    return 0;
}

static void add_messages(GPtrArray *lines, int width, int line, int indent, const GPtrArray *messages)
{
    for (guint i = 0; messages && i < messages->len; i++) {
        const char *what;
        if (rich_message_line(g_ptr_array_index(messages, i), &what) != line)
            continue;
        g_autofree char *blank = g_strnfill((gsize)indent, ' ');
        g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
        g_autofree char *marked = g_strconcat("▲ ", what, NULL);
        text_wrap(rows, marked, MAX(10, width - indent));
        for (guint k = 0; k < rows->len; k++) {
            GArray *row = new_line(lines);
            put(row, STYLE_NORMAL, g_strdup(blank));
            put(row, STYLE_BAD, g_strdup(g_ptr_array_index(rows, k)));
        }
    }
}

enum style rich_token_style(enum lua_token_kind kind)
{
    static const enum style styles[] = {
        [TOKEN_COMMENT] = STYLE_CODE_COMMENT,
        [TOKEN_STRING] = STYLE_CODE_STRING,
        [TOKEN_NUMBER] = STYLE_CODE_NUMBER,
        [TOKEN_KEYWORD] = STYLE_CODE_KEYWORD,
        [TOKEN_NAME] = STYLE_NORMAL,
        [TOKEN_OPERATOR] = STYLE_CODE_OPERATOR,
        [TOKEN_OTHER] = STYLE_BAD,
    };
    return styles[kind];
}

static void begin_code_line(struct filling *f, int number, bool numbered)
{
    f->line = new_line(f->lines);
    f->used = 0;
    g_autofree char *label = numbered ? g_strdup_printf("%3d  ", number) : g_strdup("");
    fill_gap(f, label, STYLE_DIM);
}

void rich_code(GPtrArray *lines, int width, const char *code, int first, const GPtrArray *messages)
{
    gsize length = strlen(code), at = 0;
    g_autoptr(GArray) tokens = lua_tokens(code, length);
    struct filling f = {.lines = lines, .width = width, .indent = first ? NUMBER_WIDTH : 0};
    guint token = 0;
    int number = MAX(first, 1);
    while (at < length) {
        const char *newline = strchr(code + at, '\n');
        gsize end = newline ? (gsize)(newline - code) : length;
        begin_code_line(&f, number, first > 0);
        while (at < end) { /* pieces of this line: white space, or (a part of) a token */
            while (token < tokens->len &&
                   g_array_index(tokens, struct lua_token, token).start + g_array_index(tokens, struct lua_token, token).length <=
                       at)
                token++;
            const struct lua_token *t = token < tokens->len ? &g_array_index(tokens, struct lua_token, token) : NULL;
            bool inside = t && t->start <= at;
            gsize to = MIN(end, inside ? t->start + t->length : t ? t->start : end);
            fill(&f, code + at, to - at, inside ? rich_token_style(t->kind) : STYLE_NORMAL);
            at = to;
        }
        add_messages(lines, width, number, f.indent, messages);
        at = end + 1;
        number++;
    }
}

/* ---- differences ---- */

static enum style diff_style(char kind)
{
    return kind == '-' ? STYLE_REMOVED : kind == '+' ? STYLE_ADDED : STYLE_NORMAL;
}

void rich_diff(GPtrArray *lines, int width, const char *left, const char *right)
{
    g_autoptr(text_diff) diff = text_diff_new(left, right);
    for (guint i = 0; i < diff->lines->len; i++) {
        const struct text_diff_line *d = &g_array_index(diff->lines, struct text_diff_line, i);
        struct filling f = {.lines = lines, .line = new_line(lines), .width = width, .indent = 2};
        fill_gap(&f, (char[]){d->kind, ' ', '\0'}, diff_style(d->kind));
        fill(&f, d->text, strlen(d->text), diff_style(d->kind));
    }
}

bool rich_fits_beside(int width)
{
    return width >= BESIDE_MIN;
}

/* Lines of one side, wrapped to its width. */
static GPtrArray *side(const struct text_diff_line *d, int width)
{
    GPtrArray *rows = rich_new();
    struct filling f = {.lines = rows, .line = new_line(rows), .width = width};
    if (d)
        fill(&f, d->text, strlen(d->text), diff_style(d->kind));
    return rows;
}

static void put_side(GArray *line, const GPtrArray *rows, guint at, int width)
{
    int used = 0;
    const GArray *from = at < rows->len ? g_ptr_array_index(rows, at) : NULL;
    for (guint i = 0; from && i < from->len; i++) {
        const struct piece *p = &g_array_index(from, struct piece, i);
        put(line, p->style, g_strdup(p->text));
        used += text_width(p->text);
    }
    put(line, STYLE_NORMAL, g_strnfill((gsize)MAX(0, width - used), ' '));
}

static void pair(GPtrArray *lines, const struct text_diff_line *left, const struct text_diff_line *right, int width)
{
    g_autoptr(GPtrArray) a = side(left, width), b = side(right, width);
    for (guint i = 0; i < MAX(a->len, b->len); i++) {
        GArray *line = new_line(lines);
        put_side(line, a, i, width);
        put(line, STYLE_BORDER, g_strdup(" │ "));
        put_side(line, b, i, width);
    }
}

static void heading(GPtrArray *lines, const char *left, const char *right, int width)
{
    g_autofree char *l = text_fit(left, width), *r = text_fit(right, width);
    GArray *line = new_line(lines);
    put(line, STYLE_ACCENT, g_strdup(l));
    put(line, STYLE_NORMAL, g_strnfill((gsize)MAX(0, width - text_width(l)), ' '));
    put(line, STYLE_BORDER, g_strdup(" │ "));
    put(line, STYLE_ACCENT, g_strdup(r));
}

void rich_beside(GPtrArray *lines, int width, const char *left_title, const char *left, const char *right_title,
                 const char *right)
{
    int half = (width - 3) / 2;
    g_autoptr(text_diff) diff = text_diff_new(left, right);
    const struct text_diff_line *d = (const struct text_diff_line *)(void *)diff->lines->data;
    guint n = diff->lines->len;
    heading(lines, left_title, right_title, half);
    for (guint i = 0; i < n;) {
        if (d[i].kind == ' ') {
            pair(lines, &d[i], &d[i], half);
            i++;
            continue;
        }
        guint out = i, in;
        while (out < n && d[out].kind == '-')
            out++;
        for (in = out; in < n && d[in].kind == '+'; in++)
            ;
        for (guint k = 0; k < MAX(out - i, in - out); k++)
            pair(lines, i + k < out ? &d[i + k] : NULL, out + k < in ? &d[out + k] : NULL, half);
        i = in;
    }
}

const char *rich_board_look(enum board_state state, enum style *ret_style)
{
    static const struct {
        const char *glyph;
        enum style style;
    } looks[BOARD_STATE_COUNT] = {
        [BOARD_OPEN] = {"·", STYLE_NORMAL}, [BOARD_DOING] = {"●", STYLE_ACCENT}, [BOARD_DONE] = {"✓", STYLE_GOOD},
        [BOARD_FAILED] = {"✗", STYLE_BAD},  [BOARD_LEFT_OUT] = {"–", STYLE_DIM},
    };
    *ret_style = looks[state].style;
    return looks[state].glyph;
}

void rich_draw(const struct rect *r, const GPtrArray *lines, int top)
{
    for (int i = 0; i < r->height && top + i < (int)lines->len; i++) {
        const GArray *line = g_ptr_array_index(lines, (guint)(top + i));
        int used = 0;
        for (guint k = 0; k < line->len && used < r->width; k++) {
            const struct piece *p = &g_array_index(line, struct piece, k);
            used += paint_text(r->y + i, r->x + used, r->width - used, p->text, p->style);
        }
    }
}
