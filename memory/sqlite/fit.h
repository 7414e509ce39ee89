#ifndef MEMORY_SQLITE_FIT_H
#define MEMORY_SQLITE_FIT_H

/* Ranks how well a text fits a query, inside memory/ only: an SQL function fit(search) in place of FTS5's bm25(). bm25 counts
 * the texts that have each word, which takes a second for a common word in five million texts. fit looks only at the text
 * itself: how often each word occurs, and how long it is. All words must occur anyway, so little is lost. */

#include "memory/sqlite/store.h"

/* Registers fit() with the open store, once. */
bool fit_register(memory *m, const char *doing, GError **error);

/* FTS5's extension interface (fts5.html, "Custom Auxiliary Functions"). Borrowed; NULL when SQLite has none. */
fts5_api *fit_api(sqlite3 *db);

#endif
