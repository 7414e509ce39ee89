#ifndef TUI_CLI_TABLE_H
#define TUI_CLI_TABLE_H

/* An aligned table on a terminal. Cells are added row by row. Long columns are cut when the table is too wide. Invisible
 * characters are made visible (tui/term/text.h). */

#include <glib.h>

struct table {
    GPtrArray *cells; /* char *, owned; row by row */
    guint columns;
    const char *right; /* one letter per column: r = right-aligned number; l = text; w = text that may be cut, as the last column
                          always may */
};
/* Begins a table with the names of the columns, one for each letter. */
void table_begin(struct table *t, const char *right, ...);
/* Adds a cell; NULL or "" is shown as –. */
void table_text(struct table *t, const char *text);
void table_format(struct table *t, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Adds a time (µs since 1970) in local time. */
void table_time(struct table *t, gint64 us);
/* Returns the text and clears the table. width: columns of the terminal, 0 = no limit. Caller frees. */
char *table_end(struct table *t, int width);

#endif
