#ifndef TUI_PAST_PAST_QUERY_H
#define TUI_PAST_PAST_QUERY_H

/* A filter for runs as a person types it, "app:xcalc outcome:failed since:2026-11-01 button". Pure. */

#include "memory/pages.h"

struct past_query {
    struct memory_filter filter; /* points into words */
    GPtrArray *words;            /* char*, owned */
    char *trouble;               /* a sentence about parts that were not understood; NULL = none */
};

/* Never fails: parts that are not understood are described in `trouble` and ignored. The last word may be a prefix. */
void past_query_read(struct past_query *q, const char *line);
void past_query_clear(struct past_query *q);
/* Parses a local date, "2026-11-21". Returns its first moment, or with `after` that of the next day. */
bool past_query_day(const char *word, bool after, gint64 *ret_us, GError **error);

#endif
