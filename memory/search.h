#ifndef MEMORY_SEARCH_H
#define MEMORY_SEARCH_H

/* The full-text index, inside memory/ only. */

#include "memory/store.h"

/* Makes `text` findable as PART of the KIND with number `ref`, in place of what was there; NULL takes it out. Of a JSON text the
 * values are indexed, unescaped, without the keys. Within the transaction that is open. */
bool search_put(memory *m, const char *kind, const char *part, gint64 ref, gint64 run, gint64 step, const char *text,
                GError **error);
/* What a person typed as an FTS5 query: words and "phrases", all of which must occur; word* = beginning of a word. Never a syntax
 * error. NULL: nothing in it to look for. Caller frees. */
char *search_quote(const char *query);
/* Of what search_quote() made: is one of its words only a beginning? FTS5 puts the places of those together anew, each time. */
bool search_has_beginning(const char *quoted);

#endif
