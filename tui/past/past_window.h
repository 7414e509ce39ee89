#ifndef TUI_PAST_PAST_WINDOW_H
#define TUI_PAST_PAST_WINDOW_H

/* The window of runs on the memory screen: some pages of rows that fit the filter, newest first. When pages are added at one
 * end, as many are dropped at the other. Pure: the owner reads the rows (past_runs.c). */

#include "memory/pages.h"

#define PAST_RUNS_PAGE 200                  /* rows read at once */
#define PAST_RUNS_KEPT (3 * PAST_RUNS_PAGE) /* rows in the window, at most */

/* Which rows to read: from the top again, the window again, more at either end, the oldest. */
enum past_runs_where { PAST_RUNS_TOP, PAST_RUNS_SAME, PAST_RUNS_OLDER, PAST_RUNS_NEWER, PAST_RUNS_END };

struct past_runs {
    GPtrArray *rows; /* struct memory_run_row*, newest first; NULL = not read yet */
    bool all;        /* there are no older rows */
    bool newer;      /* there are rows newer than the first */
    char *unread;    /* owned: why the store could not be read (the rows are unchanged), NULL */
    gint64 count;    /* number of runs without a filter */
    int selected, top;
};

/* The id of row i, 0 = none. */
gint64 past_runs_id(const struct past_runs *w, guint i);
/* Ids of the window's ends between which to read; 0 = from the end of all rows. */
void past_runs_ends(const struct past_runs *w, enum past_runs_where where, gint64 *ret_first, gint64 *ret_last);
/* Puts the rows that were read into the window. Borrows `rows` and takes its elements. */
void past_runs_take(struct past_runs *w, enum past_runs_where where, GPtrArray *rows);

#endif
