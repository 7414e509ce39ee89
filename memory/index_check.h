#ifndef MEMORY_INDEX_CHECK_H
#define MEMORY_INDEX_CHECK_H

/* Inside memory/ only: is each word of each text in a full-text index, and nothing else? FTS5's own integrity check writes (it is
 * an INSERT), which would stop a run that is under way for as long as it takes; this one only reads. It takes the words of every
 * text again, with FTS5's tokenizer, and compares their sums with those of what the index holds (fts5vocab). */

#include "memory/store.h"

struct indexed {
    const char *index, *table; /* an FTS5 table, and the one whose column `text` it is of */
    const char *what;          /* in words, of several */
    bool places;               /* it keeps at which place of a text a word is (detail=full) */
};
/* All that the store has; index NULL at the end. */
extern const struct indexed indexed_tables[];

/* wrong: texts of which the index has other words, -1 = it cannot be read; left: that are gone, and of which it still has some.
 */
bool index_check(memory *m, const struct indexed *of, gint64 *ret_wrong, gint64 *ret_left, GError **error);

#endif
