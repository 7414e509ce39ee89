#ifndef TUI_SKILL_ROWS_H
#define TUI_SKILL_ROWS_H

/* The rows of the skills screen and of `reins skills list`: what the catalog has, with what a list shows of it; which of them fit
 * a filter, in which order. Pure. */

#include "engine/curation/catalog.h"

enum skill_sort { SORT_NAME, SORT_STAGE, SORT_USED, SORT_SUCCESS, SORT_NEWEST, SORT_N };

struct skill_row {
    const struct catalog_row *row;
    char *call;   /* name(x, y?) */
    char *folded; /* what the filter looks at; NULL = not looked at yet */
    bool changed; /* by somebody else, while this screen was open */
};

/* Of struct catalog_row*, which stay the catalog's. Array of struct skill_row* that owns them. */
GPtrArray *skill_rows_new(const GPtrArray *from);
/* Those that hold every word of the filter, drafts first, borrowed. Caller unrefs. */
GPtrArray *skill_rows_choose(const GPtrArray *rows, const char *filter, enum skill_sort sort);
/* As people read it ("last used"), and as an option's word ("used"). */
const char *skill_sort_name(enum skill_sort sort);
const char *skill_sort_word(enum skill_sort sort);
/* False: there is no such word. */
bool skill_sort_parse(const char *word, enum skill_sort *ret_sort);
/* Share of verified among those with a result, 0..1; -1 = none has one yet. */
double skill_success(const struct memory_counts *counts);
/* The index of that version, else of the name's first row, else -1. */
int skill_rows_index(const GPtrArray *rows, const char *name, const char *sha256);

#endif
