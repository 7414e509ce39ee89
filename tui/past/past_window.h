#ifndef TUI_PAST_PAST_WINDOW_H
#define TUI_PAST_PAST_WINDOW_H

/* The window of the memory screen's runs: some pages of rows, newest first, of those that fit the filter. Further ones come at
 * either end, and as many are dropped at the other. Pure: whoever owns it reads the rows (past_runs.c). */

#include "memory/pages.h"

#define PAST_RUNS_PAGE 200                  /* rows read at once */
#define PAST_RUNS_KEPT (3 * PAST_RUNS_PAGE) /* rows in the window, at most */

/* Which rows of runs: all anew, those of the window as they are now, further ones at its ends, the oldest. */
enum past_runs_where { PAST_RUNS_TOP, PAST_RUNS_SAME, PAST_RUNS_OLDER, PAST_RUNS_NEWER, PAST_RUNS_END };

struct past_runs {
    GPtrArray *rows; /* struct memory_run_row*, newest first; NULL = not read yet */
    bool all;        /* there are no older ones */
    bool newer;      /* there are newer ones than the first */
    char *unread;    /* owned: why the store could not be read (they are as they were), NULL */
    gint64 count;    /* without a filter: all there are */
    int selected, top;
};

/* The id of row i, 0 = there is none. */
gint64 past_runs_id(const struct past_runs *w, guint i);
/* Ids of the window's ends, for rows that are to be read for that place; 0 = from the end of all. */
void past_runs_ends(const struct past_runs *w, enum past_runs_where where, gint64 *ret_first, gint64 *ret_last);
/* Puts the rows that were read into it; borrows `rows`, takes what is in them. */
void past_runs_take(struct past_runs *w, enum past_runs_where where, GPtrArray *rows);

#endif
