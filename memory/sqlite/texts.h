#ifndef MEMORY_SQLITE_TEXTS_H
#define MEMORY_SQLITE_TEXTS_H

/* What is asked of the full-text index, inside memory/sqlite/ only. */

#include "memory/sqlite/store.h"

/* What a person typed as an FTS5 query: words and "phrases", all of which must occur; word* = beginning of a word. Never a syntax
 * error. NULL: nothing in it to look for. Caller frees. */
char *texts_quote(const char *query);
/* Of what texts_quote() made: is one of its words only a beginning? FTS5 puts the places of those together anew, each time. */
bool texts_has_beginning(const char *quoted);

#endif
