#include "tui/term/text_edit.h"

#include "skills/lua/lua_tokens.h"
#include "tui/term/input.h"
#include "tui/term/key_code.h"
#include "tui/term/rich.h"
#include "tui/term/text.h"

#include <string.h>

struct text_edit {
    struct input in; /* the whole text, with newlines */
    char *before;
    int top, left, page; /* as last drawn: first line, first column, lines */
    GPtrArray *messages;
};

text_edit *text_edit_new(const char *text)
{
    text_edit *e = g_new0(text_edit, 1);
    input_init(&e->in, text);
    e->in.cursor = 0;
    e->before = g_strdup(text);
    e->messages = g_ptr_array_new_with_free_func(g_free);
    return e;
}

void text_edit_free(text_edit *e)
{
    if (!e)
        return;
    input_clear(&e->in);
    g_free(e->before);
    g_ptr_array_unref(e->messages);
    g_free(e);
}

const char *text_edit_text(const text_edit *e)
{
    return e->in.text->str;
}

bool text_edit_changed(const text_edit *e)
{
    return !g_str_equal(e->in.text->str, e->before);
}

/* ---- places ---- */

static gsize line_start(const text_edit *e, gsize at)
{
    while (at > 0 && e->in.text->str[at - 1] != '\n')
        at--;
    return at;
}

static gsize line_end(const text_edit *e, gsize at)
{
    return at + strcspn(e->in.text->str + at, "\n");
}

static int line_of(const text_edit *e, gsize at)
{
    int line = 0;
    for (gsize i = 0; i < at; i++)
        line += e->in.text->str[i] == '\n';
    return line;
}

static gsize start_of_line(const text_edit *e, int line)
{
    gsize at = 0;
    while (line-- > 0 && line_end(e, at) < e->in.text->len)
        at = line_end(e, at) + 1;
    return at;
}

static void move_lines(text_edit *e, int by)
{
    gsize start = line_start(e, e->in.cursor);
    glong column = g_utf8_pointer_to_offset(e->in.text->str + start, e->in.text->str + e->in.cursor);
    gsize to = start_of_line(e, MAX(0, line_of(e, e->in.cursor) + by)), end = line_end(e, to);
    while (to < end && column-- > 0)
        to = (gsize)(g_utf8_next_char(e->in.text->str + to) - e->in.text->str);
    e->in.cursor = to;
}

void text_edit_set_messages(text_edit *e, const GPtrArray *messages)
{
    g_ptr_array_set_size(e->messages, 0);
    for (guint i = 0; messages && i < messages->len; i++)
        g_ptr_array_add(e->messages, g_strdup(g_ptr_array_index(messages, i)));
    int line = e->messages->len ? rich_message_line(g_ptr_array_index(e->messages, 0), NULL) : 0;
    if (line > 0)
        e->in.cursor = start_of_line(e, line - 1);
}

/* ---- keys ---- */

/* A new line begins as far in as the one before. */
static void new_line(text_edit *e)
{
    gsize start = line_start(e, e->in.cursor);
    gsize blank = MIN(strspn(e->in.text->str + start, " "), e->in.cursor - start);
    input_insert(&e->in, '\n');
    while (blank--)
        input_insert(&e->in, ' ');
}

bool text_edit_key(text_edit *e, int key)
{
    if (key == K_UP || key == K_DOWN)
        move_lines(e, key == K_UP ? -1 : 1);
    else if (key == K_PAGE_UP || key == K_PAGE_DOWN)
        move_lines(e, key == K_PAGE_UP ? -e->page : e->page);
    else if (key == K_HOME || key == K_CTRL('a'))
        e->in.cursor = line_start(e, e->in.cursor);
    else if (key == K_END)
        e->in.cursor = line_end(e, e->in.cursor);
    else if (key == K_ENTER)
        new_line(e);
    else if (key == K_TAB)
        for (int i = 0; i < 4; i++)
            input_insert(&e->in, ' ');
    else if (key == K_LEFT || key == K_RIGHT || key == K_BACKSPACE || key == K_DELETE || key_is_text(key))
        return input_key(&e->in, key);
    else
        return false;
    return true;
}

/* ---- drawing ---- */

/* Columns that the bytes from `start` to `at` take on the screen, where hidden characters are shown. */
static int column_of(const text_edit *e, gsize start, gsize at)
{
    g_autofree char *part = g_strndup(e->in.text->str + start, at - start), *shown = text_line(part);
    return text_width(shown);
}

/* Without the first `left` columns. */
static const char *skip_columns(const char *text, int left)
{
    for (; *text && left > 0; text = g_utf8_next_char(text))
        left -= text_char_width(g_utf8_get_char(text));
    return text;
}

static void piece_draw(const text_edit *e, const struct rect *r, int y, int *column, const char *text, gsize n, enum style style)
{
    g_autofree char *part = g_strndup(text, n), *shown = text_line(part);
    int width = text_width(shown), from = MAX(0, e->left - *column);
    if (from < width && *column - e->left < r->width) {
        int x = MAX(0, *column - e->left);
        paint_text(y, r->x + x, r->width - x, skip_columns(shown, from), style);
    }
    *column += width;
}

static void line_draw(const text_edit *e, const struct rect *r, int y, gsize start, gsize end, const GArray *tokens)
{
    const char *text = e->in.text->str;
    int column = 0;
    gsize at = start;
    for (guint i = 0; i < tokens->len && at < end; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (t->start + t->length <= at)
            continue;
        if (t->start >= end)
            break;
        if (t->start > at)
            piece_draw(e, r, y, &column, text + at, t->start - at, STYLE_NORMAL);
        at = MAX(at, t->start);
        gsize to = MIN(end, t->start + t->length);
        piece_draw(e, r, y, &column, text + at, to - at, rich_token_style(t->kind));
        at = to;
    }
    if (at < end)
        piece_draw(e, r, y, &column, text + at, end - at, STYLE_NORMAL);
}

static int messages_draw(const text_edit *e, const struct rect *r, int y, int line)
{
    int rows = 0;
    for (guint i = 0; i < e->messages->len; i++) {
        const char *what;
        int at = rich_message_line(g_ptr_array_index(e->messages, i), &what);
        if (MAX(at, 1) != line || y + rows >= r->y + r->height)
            continue;
        paint_format(y + rows, r->x + 2, r->width - 2, STYLE_BAD, "▲ %s", what);
        rows++;
    }
    return rows;
}

void text_edit_draw(text_edit *e, const struct rect *r)
{
    int line = line_of(e, e->in.cursor), column = column_of(e, line_start(e, e->in.cursor), e->in.cursor);
    int room = MAX(1, r->height - (int)MIN(e->messages->len, (guint)r->height / 2));
    e->page = room;
    e->top = CLAMP(e->top, MAX(0, line - room + 1), line);
    e->left = CLAMP(e->left, MAX(0, column - r->width + 1), column);
    g_autoptr(GArray) tokens = lua_tokens(e->in.text->str, e->in.text->len);
    gsize at = start_of_line(e, e->top);
    for (int y = r->y, number = e->top + 1; y < r->y + r->height; number++) {
        gsize end = line_end(e, at);
        line_draw(e, r, y, at, end, tokens);
        if (number - 1 == line)
            paint_cursor(y, r->x + column - e->left);
        y++;
        y += messages_draw(e, r, y, number);
        if (end >= e->in.text->len)
            break;
        at = end + 1;
    }
}
