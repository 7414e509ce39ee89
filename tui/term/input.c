#include "tui/term/input.h"

#include "tui/term/key_code.h"
#include "tui/term/text.h"

#include <string.h>

void input_init(struct input *in, const char *text)
{
    in->text = g_string_new(text ? text : "");
    in->cursor = in->text->len;
}

void input_clear(struct input *in)
{
    if (in->text)
        g_string_free(in->text, TRUE);
    *in = (struct input){0};
}

void input_set(struct input *in, const char *text)
{
    g_string_assign(in->text, text);
    in->cursor = in->text->len;
}

bool input_ready_made(struct input *in, const char *const *texts, guint n, int key)
{
    bool replaces = !in->text->len;
    for (guint i = 0; i < n; i++)
        replaces = replaces || g_str_equal(in->text->str, texts[i]);
    if (!replaces || key < '1' || key >= '1' + (int)MIN(n, 9))
        return false;
    input_set(in, texts[key - '1']);
    return true;
}

void input_insert(struct input *in, gunichar c)
{
    if (in->text->len + 6 > INPUT_MAX)
        return;
    g_string_insert_unichar(in->text, (gssize)in->cursor, c);
    in->cursor = (gsize)(g_utf8_next_char(in->text->str + in->cursor) - in->text->str);
}

static void move(struct input *in, int by)
{
    const char *p = in->text->str + in->cursor;
    if (by < 0 && in->cursor > 0)
        in->cursor = (gsize)(g_utf8_prev_char(p) - in->text->str);
    else if (by > 0 && *p)
        in->cursor = (gsize)(g_utf8_next_char(p) - in->text->str);
}

static void erase_back_to(struct input *in, gsize from)
{
    g_string_erase(in->text, (gssize)from, (gssize)(in->cursor - from));
    in->cursor = from;
}

static gsize word_start(const struct input *in)
{
    gsize at = in->cursor;
    while (at > 0 && in->text->str[at - 1] == ' ')
        at--;
    while (at > 0 && in->text->str[at - 1] != ' ')
        at--;
    return at;
}

static void delete_at_cursor(struct input *in)
{
    gsize at = in->cursor;
    move(in, 1);
    erase_back_to(in, at);
}

static void backspace(struct input *in)
{
    gsize end = in->cursor;
    move(in, -1);
    gsize from = in->cursor;
    in->cursor = end;
    erase_back_to(in, from);
}

bool input_key(struct input *in, int key)
{
    if (key == K_LEFT)
        move(in, -1);
    else if (key == K_RIGHT)
        move(in, 1);
    else if (key == K_HOME || key == K_CTRL('a'))
        in->cursor = 0;
    else if (key == K_END)
        in->cursor = in->text->len;
    else if (key == K_BACKSPACE)
        backspace(in);
    else if (key == K_DELETE || key == K_CTRL('d'))
        delete_at_cursor(in);
    else if (key == K_CTRL('u'))
        erase_back_to(in, 0);
    else if (key == K_CTRL('w'))
        erase_back_to(in, word_start(in));
    else if (key == K_CTRL('k'))
        g_string_truncate(in->text, in->cursor);
    else if (key_is_text(key))
        input_insert(in, (gunichar)key);
    else
        return false;
    return true;
}

char *input_window(const struct input *in, int width, int *ret_cursor)
{
    g_autofree char *left_raw = g_strndup(in->text->str, in->cursor);
    g_autofree char *left = text_line(left_raw);
    g_autofree char *right = text_line(in->text->str + in->cursor);
    const char *start = left;
    int used = text_width(left);
    while (*start && used >= width) { /* one column stays for the cursor */
        used -= text_char_width(g_utf8_get_char(start));
        start = g_utf8_next_char(start);
    }
    *ret_cursor = used;
    g_autofree char *rest = text_fit(right, width - used);
    return g_strconcat(start, rest, NULL);
}

/* Where the row that begins there ends: behind a blank if it must be broken. The last column stays for the cursor. */
static const char *row_end(const char *start, int width)
{
    const char *end = start, *blank = NULL;
    for (int used = 0; *end; end = g_utf8_next_char(end)) {
        used += text_char_width(g_utf8_get_char(end));
        if (used >= width && end > start)
            return blank ? blank : end;
        if (*end == ' ')
            blank = end + 1;
    }
    return end;
}

GPtrArray *input_rows(const struct input *in, int width, int *ret_row, int *ret_column)
{
    g_autofree char *left_raw = g_strndup(in->text->str, in->cursor), *left = text_line(left_raw);
    g_autofree char *right = text_line(in->text->str + in->cursor), *all = g_strconcat(left, right, NULL);
    const char *cursor = all + strlen(left), *start = all, *end;
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
    do {
        end = row_end(start, width);
        if (cursor >= start && (cursor < end || !*end)) {
            g_autofree char *before = g_strndup(start, (gsize)(cursor - start));
            *ret_row = (int)rows->len;
            *ret_column = text_width(before);
        }
        g_ptr_array_add(rows, g_strndup(start, (gsize)(end - start)));
        start = end;
    } while (*end);
    return rows;
}

bool input_move_row(struct input *in, int width, int by)
{
    int row, column;
    g_autoptr(GPtrArray) rows = input_rows(in, width, &row, &column);
    int to = row + by;
    if (to < 0 || to >= (int)rows->len)
        return false;
    gsize before = 0, seen = 0;
    for (int i = 0; i < to; i++)
        before += strlen(g_ptr_array_index(rows, (guint)i));
    const char *line = g_ptr_array_index(rows, (guint)to), *end = line;
    bool last = to + 1 == (int)rows->len;
    for (int used = 0; *end; end = g_utf8_next_char(end)) {
        used += text_char_width(g_utf8_get_char(end));
        if (used > column || (!last && !*g_utf8_next_char(end)))
            break;
    }
    gsize wanted = before + (gsize)(end - line);
    in->cursor = 0;
    while (in->text->str[in->cursor]) { /* one character of it is several where it is shown by its name */
        const char *p = in->text->str + in->cursor, *next = g_utf8_next_char(p);
        g_autofree char *one = g_strndup(p, (gsize)(next - p)), *shown = text_line(one);
        if (seen + strlen(shown) > wanted)
            break;
        seen += strlen(shown);
        in->cursor += (gsize)(next - p);
    }
    return true;
}
