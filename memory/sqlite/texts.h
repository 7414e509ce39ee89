#ifndef MEMORY_SQLITE_TEXTS_H
#define MEMORY_SQLITE_TEXTS_H

/* Queries for the full-text index, inside memory/sqlite/ only. */

#include "memory/sqlite/store.h"

/* Converts what a person typed into an FTS5 query: words and "phrases" that must all occur; word* = prefix. Never a syntax
 * error. NULL: no words in it. Caller frees. */
char *texts_to_fts(const char *query);
/* True when the query from texts_to_fts() has a prefix. FTS5 merges the matches of a prefix anew for each query. */
bool texts_has_prefix(const char *quoted);

#endif
