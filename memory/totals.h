#ifndef MEMORY_TOTALS_H
#define MEMORY_TOTALS_H

/* What run_totals says of a run, inside memory/ only: lists show it and a resumed run counts its budgets from it, without adding
 * up the rows. Triggers keep it (schema_tables.c); here it is held against the rows. */

#include "memory/store.h"

/* False with error; *ret_fit: they are what the run's steps, calls and marks add up to. `doing` is for errors. */
bool totals_check(memory *m, gint64 run, const char *doing, bool *ret_fit, GError **error);
/* Writes them anew from the rows. */
bool totals_make(memory *m, gint64 run, const char *doing, GError **error);

#endif
