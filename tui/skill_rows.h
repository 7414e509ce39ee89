#ifndef TUI_SKILL_ROWS_H
#define TUI_SKILL_ROWS_H

/* The rows of the skills screen: what the catalog has, with what a list shows of it; which of them fit a filter, in which order.
 * Pure. */

#include "engine/curation/catalog.h"

enum skill_sort { SORT_NAME, SORT_STAGE, SORT_USED, SORT_SUCCESS, SORT_NEWEST, SORT_N };

struct skill_row {
    const struct catalog_row *row;
    char *call;   /* name(x, y?) */
    char *folded; /* what the filter looks at */
    bool changed; /* by somebody else, while this screen was open */
};

/* Borrows from the catalog. Array of struct skill_row* that owns them. */
GPtrArray *skill_rows_new(const catalog *c);
/* Those that hold every word of the filter, drafts first, borrowed. Caller unrefs. */
GPtrArray *skill_rows_choose(const GPtrArray *rows, const char *filter, enum skill_sort sort);
const char *skill_sort_name(enum skill_sort sort);
/* Share of verified among those with a result, 0..1; -1 = none has one yet. */
double skill_success(const struct memory_counts *counts);
/* The index of that version, else of the name's first row, else -1. */
int skill_rows_index(const GPtrArray *rows, const char *name, const char *sha256);

#endif
