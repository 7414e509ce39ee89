#ifndef TUI_MODEL_SKILL_ROWS_H
#define TUI_MODEL_SKILL_ROWS_H

/* The rows of the skills screen and of `reins skills list`: entries of the catalog with display texts, filtered and sorted.
 * Pure. */

#include "engine/curation/catalog.h"

enum skill_sort {
    SORT_NAME,
    SORT_STAGE,
    SORT_USED,
    SORT_SUCCESS,
    SORT_NEWEST,
    SORT_N,
    SORT_RUN = SORT_N /* what the run can use; only with a run */
};

struct skill_row {
    const struct catalog_row *row;
    char *call;   /* name(x, y?) */
    char *folded; /* text that the filter searches; NULL = not made yet */
    guint rank;   /* skill_rank() at the last choice */
    guint match;  /* skill_match() at the last choice */
    bool changed; /* changed by someone else while this screen was open */
};

/* Rows for struct catalog_row*, which stay the catalog's. Caller unrefs; the array owns struct skill_row*. */
GPtrArray *skill_rows_new(const GPtrArray *from);
/* The rows that contain every word of the filter, borrowed. An exact name comes first; with SORT_NAME and SORT_RUN then the
 * better skill_match(); within these drafts first, then by `sort`. offered: what the plan could choose from, loaded: the run's
 * libraries, both for SORT_RUN; NULL = unknown. Caller unrefs. */
GPtrArray *skill_rows_choose(const GPtrArray *rows, const char *filter, enum skill_sort sort, const char *const *offered,
                             const char *const *loaded);
/* The name of an order for people ("last used"), and as an option's value ("used"). */
const char *skill_sort_name(enum skill_sort sort);
const char *skill_sort_word(enum skill_sort sort);
/* False: no such value. */
bool skill_sort_parse(const char *word, enum skill_sort *ret_sort);
/* Share of verified outcomes among those with a result, 0..1; -1 = none. */
double skill_success(const struct memory_counts *counts);
/* How a name fits the words of a filter, ignoring case, best first: it is the filter; it begins with it; each word is a word of
 * the name; each occurs in the name; otherwise (documentation), if at all. */
enum skill_match { MATCH_NAME, MATCH_BEGINS, MATCH_WORD, MATCH_WITHIN, MATCH_ELSEWHERE };
enum skill_match skill_match(const char *name, const char *filter);
/* Rank for choosing among equal matches: the offered skills in their order, other skills of those and of the loaded libraries,
 * other skills, and last the action sets of other tools. Note every skill before the first call of skill_rank(). */
struct skill_ranking {
    const char *const *offered; /* NULL = unknown */
    const char *const *loaded;  /* libraries that the run has loaded; NULL = unknown */
    GHashTable *libraries;      /* libraries of the offered skills: a set of borrowed strings, made by skill_ranking_note() */
};
void skill_ranking_note(struct skill_ranking *r, const char *name, const char *library);
guint skill_rank(const struct skill_ranking *r, const char *name, const char *library);
/* The index of that version, else of the first row with this name, else -1. */
int skill_rows_index(const GPtrArray *rows, const char *name, const char *sha256);

#endif
