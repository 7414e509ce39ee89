#ifndef MEMORY_SEARCH_SOURCES_H
#define MEMORY_SEARCH_SOURCES_H

/* Inside memory/ only: what the full-text index should hold, said by the rows that the texts are of. A new caller of search_put()
 * has a row in search_sources.c, too. */

#include "memory/store.h"

/* The texts of one run as they should be: those that are wrong or missing are written, others go. Within the transaction that is
 * open. */
bool search_fill(memory *m, gint64 run, GError **error);
/* How many texts of a run are missing or say something else than their row (ret_wrong), and how many are of no row any more
 * (ret_left: of a forgotten one, or put in from elsewhere). */
bool search_compare(memory *m, gint64 run, gint64 *ret_wrong, gint64 *ret_left, GError **error);

#endif
