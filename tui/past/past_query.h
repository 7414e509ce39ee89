#ifndef TUI_PAST_PAST_QUERY_H
#define TUI_PAST_PAST_QUERY_H

/* Which runs: a line as a person types it, "app:xcalc outcome:failed since:2026-11-01 button". Pure. */

#include "memory/pages.h"

struct past_query {
    struct memory_filter filter; /* points into words */
    GPtrArray *words;            /* char*, owned */
    char *trouble;               /* what could not be understood, in words; NULL = nothing */
};

/* Never fails: what is not understood is in `trouble` and filters nothing. The last of the words may be the beginning of one. */
void past_query_read(struct past_query *q, const char *line);
void past_query_clear(struct past_query *q);
/* A day of the person's own calendar, "2026-11-21", as its first moment, or that of the day after. */
bool past_query_day(const char *word, bool after, gint64 *ret_us, GError **error);

#endif
