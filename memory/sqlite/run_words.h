#ifndef MEMORY_SQLITE_RUN_WORDS_H
#define MEMORY_SQLITE_RUN_WORDS_H

/* Finds the runs that have some text with all words of a filter, inside memory/ only. Three ways: when few texts match, all are
 * read; when many match, each run in question is asked for one of its own texts (one look into the index between its first and
 * last text); for a word prefix, whose matches FTS5 must merge for each query, the matches are walked from the newest until
 * enough runs are found, without reading a text when its position alone tells the run. */

#include "memory/sqlite/store.h"

typedef struct run_words {
    char *runs;   /* JSON array of run ids; NULL = this way is not used */
    char *quoted; /* query to ask each run (texts_to_fts()); NULL = this way is not used */
} run_words;
/* Chooses the way. Both members NULL: no words to search. `enough` runs with an id below `before` suffice; 0 = all are needed. */
bool run_words_look(memory *m, const char *words, gint64 before, gint64 enough, struct run_words *ret_words, const char *doing,
                    GError **error);
void run_words_clear(struct run_words *f);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(run_words, run_words_clear)

/* The condition on runs r: ?7 = runs, ?8 = quoted. */
#define RUN_WORDS_FILTER                                                                                                         \
    " AND (?7 IS NULL OR r.id IN (SELECT value FROM json_each(?7)))"                                                             \
    " AND (?8 IS NULL OR EXISTS (SELECT 1 FROM search JOIN texts x ON x.id = search.rowid WHERE search MATCH ?8"                 \
    "  AND search.rowid >= (SELECT min(id) FROM texts WHERE run = r.id)"                                                         \
    "  AND search.rowid <= (SELECT max(id) FROM texts WHERE run = r.id) AND x.run = r.id))"

#endif
