#ifndef MEMORY_SQLITE_RUN_WORDS_H
#define MEMORY_SQLITE_RUN_WORDS_H

/* Which runs have some text with all words of a filter, inside memory/ only. Three ways: few texts are all read; of very many,
 * each run in question is asked for one of its own (a look into the index between its first text and its last); for the
 * beginning of a word, whose places FTS5 puts together anew for each question, the places are gone through from the newest on,
 * until there are runs enough, and no text is read where the place alone tells the run. */

#include "memory/sqlite/store.h"

typedef struct run_words {
    char *runs;   /* JSON array of their ids; NULL = not by this way */
    char *quoted; /* to be asked of each run (texts_quote()); NULL = not by this way */
} run_words;
/* Neither: there are no words to look for. `enough` runs with an id below `before` will do; 0 = all are needed. */
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
