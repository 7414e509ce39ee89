#ifndef TUI_CLI_TABLE_H
#define TUI_CLI_TABLE_H

/* An aligned table on a terminal: rows of cells, filled one after the other; where they do not fit, long columns give way. What
 * goes in is made visible (tui/term/text.h). */

#include <glib.h>

struct table {
    GPtrArray *cells; /* char *, owned; row by row */
    guint columns;
    const char
        *right; /* one letter a column: r = numbers, to the right; l = text; w = text that may be cut, as the last column may */
};
/* With the column's names, one for each letter. */
void table_begin(struct table *t, const char *right, ...);
/* A cell; NULL or "" is shown as –. */
void table_text(struct table *t, const char *text);
void table_format(struct table *t, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* µs since 1970, as local time. */
void table_time(struct table *t, gint64 us);
/* The text; takes the cells. width: columns of the terminal, 0 = no limit. Caller frees. */
char *table_end(struct table *t, int width);

#endif
