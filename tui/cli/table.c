/* Aligned tables for people. */

#include "tui/cli/table.h"

#include "tui/text.h"

#include <stdbool.h>
#include <string.h>

void table_begin(struct table *t, const char *right, ...)
{
    t->cells = g_ptr_array_new_with_free_func(g_free);
    t->columns = (guint)strlen(right);
    t->right = right;
    va_list args;
    va_start(args, right);
    for (guint i = 0; i < t->columns; i++)
        g_ptr_array_add(t->cells, g_strdup(va_arg(args, const char *)));
    va_end(args);
}

void table_text(struct table *t, const char *text)
{
    g_ptr_array_add(t->cells, text && *text ? text_line(text) : g_strdup("–"));
}

void table_format(struct table *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    table_text(t, text);
}

void table_time(struct table *t, gint64 us)
{
    g_autoptr(GDateTime) utc = us ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
    g_autofree char *text = local ? g_date_time_format(local, "%Y-%m-%d %H:%M:%S") : NULL;
    table_text(t, text);
}

static void append_blanks(GString *out, int n)
{
    for (int i = 0; i < n; i++)
        g_string_append_c(out, ' ');
}

char *table_end(struct table *t, int width)
{
    guint rows = t->cells->len / t->columns;
    g_autofree int *widths = g_new0(int, t->columns);
    for (guint i = 0; i < rows * t->columns; i++)
        widths[i % t->columns] = MAX(widths[i % t->columns], text_width(t->cells->pdata[i]));
    GString *out = g_string_new(NULL);
    for (guint row = 0; row < rows; row++) {
        int used = 0;
        for (guint column = 0; column < t->columns; column++) {
            const char *cell = t->cells->pdata[row * t->columns + column];
            bool last = column == t->columns - 1;
            g_autofree char *cut =
                last && width > 0 && used + text_width(cell) > width ? text_fit(cell, MAX(width - used, 8)) : NULL;
            int fill = widths[column] - text_width(cell);
            if (t->right[column] == 'r')
                append_blanks(out, fill);
            g_string_append(out, cut ? cut : cell);
            if (!last) {
                append_blanks(out, (t->right[column] == 'r' ? 0 : fill) + 2);
                used += widths[column] + 2;
            }
        }
        g_string_append_c(out, '\n');
    }
    g_ptr_array_unref(t->cells);
    return g_string_free(out, FALSE);
}
