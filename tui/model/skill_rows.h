#ifndef TUI_MODEL_SKILL_ROWS_H
#define TUI_MODEL_SKILL_ROWS_H

/* The rows of the skills screen and of `reins skills list`: what the catalog has, with what a list shows of it; which of them fit
 * a filter, in which order. Pure. */

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
    char *folded; /* what the filter looks at; NULL = not looked at yet */
    guint rank;   /* when last chosen from: skill_rank() */
    guint match;  /* and skill_match() */
    bool changed; /* by somebody else, while this screen was open */
};

/* Of struct catalog_row*, which stay the catalog's. Array of struct skill_row* that owns them. */
GPtrArray *skill_rows_new(const GPtrArray *from);
/* Those that hold every word of the filter, borrowed: first the one whose name is typed out; by name and by run then those that
 * skill_match() puts first; of these drafts, then by `sort`. `offered`, NULL = not known: what the plan could choose from, for
 * SORT_RUN. Caller unrefs. */
GPtrArray *skill_rows_choose(const GPtrArray *rows, const char *filter, enum skill_sort sort, const char *const *offered);
/* As people read it ("last used"), and as an option's word ("used"). */
const char *skill_sort_name(enum skill_sort sort);
const char *skill_sort_word(enum skill_sort sort);
/* False: there is no such word. */
bool skill_sort_parse(const char *word, enum skill_sort *ret_sort);
/* Share of verified among those with a result, 0..1; -1 = none has one yet. */
double skill_success(const struct memory_counts *counts);
/* How a name fits a filter of words, case aside, best first: it is the name; the name begins with it; each of its words is one of
 * the name's; each is somewhere in the name; else it fits in other ways (documentation), if at all. */
enum skill_match { MATCH_NAME, MATCH_BEGINS, MATCH_WORD, MATCH_WITHIN, MATCH_ELSEWHERE };
enum skill_match skill_match(const char *name, const char *filter);
/* The order to choose in, of those that match alike: what the plan could choose in its order, the rest of those libraries, other
 * ones; last the action sets of other tools. Each skill is noted before the first is ranked. */
struct skill_ranking {
    const char *const *offered; /* NULL = not known */
    GHashTable *libraries;      /* of what is offered: a set of borrowed strings */
};
void skill_ranking_note(struct skill_ranking *r, const char *name, const char *library);
guint skill_rank(const struct skill_ranking *r, const char *name, const char *library);
/* The index of that version, else of the name's first row, else -1. */
int skill_rows_index(const GPtrArray *rows, const char *name, const char *sha256);

#endif
