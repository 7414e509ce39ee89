/* Aligned tables for people. */

#include "tui/cli/table.h"

#include "tui/term/text.h"

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

#define CELL_MIN 8 /* columns that stay of a cell that gives way */

/* The widest of those that may give way does, until a row fits. */
static void narrow(const struct table *t, int *widths, int width)
{
    int used = 2 * ((int)t->columns - 1);
    for (guint i = 0; i < t->columns; i++)
        used += widths[i];
    for (int widest = 0; width > 0 && used > width && widest >= 0; used--) {
        widest = -1;
        for (int i = 0; i < (int)t->columns; i++) {
            bool gives = t->right[i] == 'w' || i == (int)t->columns - 1;
            if (gives && widths[i] > CELL_MIN && (widest < 0 || widths[i] > widths[widest]))
                widest = i;
        }
        if (widest >= 0)
            widths[widest]--;
    }
}

char *table_end(struct table *t, int width)
{
    guint rows = t->cells->len / t->columns;
    g_autofree int *widths = g_new0(int, t->columns);
    for (guint i = 0; i < rows * t->columns; i++)
        widths[i % t->columns] = MAX(widths[i % t->columns], text_width(t->cells->pdata[i]));
    narrow(t, widths, width);
    GString *out = g_string_new(NULL);
    for (guint row = 0; row < rows; row++) {
        for (guint column = 0; column < t->columns; column++) {
            const char *cell = t->cells->pdata[row * t->columns + column];
            bool last = column == t->columns - 1;
            g_autofree char *cut = text_width(cell) > widths[column] ? text_fit(cell, widths[column]) : NULL;
            int fill = widths[column] - text_width(cut ? cut : cell);
            if (t->right[column] == 'r')
                append_blanks(out, fill);
            g_string_append(out, cut ? cut : cell);
            if (!last)
                append_blanks(out, (t->right[column] == 'r' ? 0 : fill) + 2);
        }
        g_string_append_c(out, '\n');
    }
    g_ptr_array_unref(t->cells);
    return g_string_free(out, FALSE);
}
