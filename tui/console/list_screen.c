#include "tui/console/list_screen.h"
#include "tui/console/state.h"
#include "tui/term/rich.h"
#include "tui/term/text.h"

#include <string.h>

void list_keys_press(console *c, const struct list_keys *keys, int key, bool burst)
{
    const struct list_key *row = NULL; /* of two rows of one key, that which fits, else the last one */
    for (gsize i = 0; i < keys->n && !(row && keys->fits(c, row->needs)); i++)
        row = keys->rows[i].key == key ? &keys->rows[i] : row;
    if (!row)
        act_unknown_key(c, key);
    else if (burst && (!keys->careful || strchr(keys->careful, key)))
        console_say_dropped(c);
    else if (keys->fits(c, row->needs))
        row->act(c);
    else
        console_say(c, STYLE_WARN, "%s: %s", row->brief, keys->missing[row->needs]);
}

void list_key_draw(const struct rect *r, int *x, int *y, const char *key, const char *brief)
{
    int end = r->x + r->width, wanted = text_width(key) + 1 + text_width(brief) + 2;
    if (*x + wanted > end && *y + 1 < r->y + r->height) {
        *x = r->x + 1;
        (*y)++;
    }
    if (*x + wanted > end)
        return;
    *x += paint_text(*y, *x, end - *x, key, STYLE_KEY) + 1;
    *x += paint_text(*y, *x, end - *x, brief, STYLE_NORMAL) + 2;
}

void list_keys_help(const struct list_keys *keys, GString *text, const char *title, const char *other)
{
    g_string_append_printf(text, "%s%s\n", text->len ? "\n" : "", title);
    for (gsize i = 0; i < keys->n; i++)
        g_string_append_printf(text, "  %c                   %s\n", keys->rows[i].key, keys->rows[i].help);
    g_string_append(text, other);
}

void list_split(const console *c, const struct list_layout *layout, int flat, struct rect *list, struct rect *detail,
                struct rect *keys)
{
    int width = c->layout.width, key_rows = width >= layout->one_key_row ? 1 : 2, height = c->layout.height - 2 - key_rows;
    int left = CLAMP(width * 42 / 100, layout->narrowest, layout->broadest), top = flat ? flat : CLAMP(height * 2 / 5, 5, 16);
    bool beside = width >= layout->beside;
    *keys = (struct rect){0, 1 + height, width, key_rows};
    *list = beside ? (struct rect){0, 1, left, height} : (struct rect){0, 1, width, top};
    *detail = beside ? (struct rect){left, 1, width - left, height} : (struct rect){0, 1 + top, width, height - top};
}

int list_detail_draw(const struct rect *box, GPtrArray *lines, int *top, bool focused)
{
    struct rect inside = {box->x + 2, box->y + 1, box->width - 4, box->height - 2};
    int n = (int)lines->len;
    *top = CLAMP(*top, 0, MAX(0, n - inside.height));
    rich_draw(&inside, lines, *top);
    int below = n - inside.height - *top;
    if (below > 0) {
        g_autofree char *foot = g_strdup_printf("%d more lines: %s", below, focused ? "page-down" : "tab, page-down");
        paint_edge_title(box, box->y + box->height - 1, foot, STYLE_NORMAL);
    }
    return inside.height - n;
}

void list_line_draw(const struct rect *line, const char *label, enum style style, const struct input *in)
{
    int used = paint_text(line->y, line->x, line->width - 10, label, style), at;
    g_autofree char *window = input_window(in, line->width - used - 1, &at);
    paint_text(line->y, line->x + used, line->width - used, window, STYLE_NORMAL);
    paint_cursor(line->y, line->x + used + at);
}
