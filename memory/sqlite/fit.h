#ifndef MEMORY_SQLITE_FIT_H
#define MEMORY_SQLITE_FIT_H

/* How well a text fits what is looked for, inside memory/ only: an SQL function fit(search) beside FTS5's own bm25(). bm25 counts
 * in how many of all texts each word is, which for a common word takes a second among five million; fit looks at the one text
 * only: how often each word is in it, and how long it is. All words must occur anyway, so that little is lost. */

#include "memory/sqlite/store.h"

/* Makes fit() known to the open store; nothing where it is known already. */
bool fit_register(memory *m, const char *doing, GError **error);

/* FTS5's own interface, which it hands out through a pointer (fts5.html, "Custom Auxiliary Functions"); borrowed, NULL where
 * SQLite has none. */
fts5_api *fit_api(sqlite3 *db);

#endif
