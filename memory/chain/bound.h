#ifndef MEMORY_CHAIN_BOUND_H
#define MEMORY_CHAIN_BOUND_H

/* Rows of other tables that the chain binds (journal.h says which, and in which order their fields are hashed). A journal row
 * that binds one has as data what it said when it was written: {"sha256":"H"[,"row":N]}. */

#include "memory/chain/journal.h"

struct bound_kind {
    const char *stage;                                            /* of the journal row */
    const char *hashed;                                           /* what its canonical text begins with */
    const char *what;                                             /* in words; a proposal's or a step's number follows */
    enum { BOUND_ROW, BOUND_PROPOSAL, BOUND_STEP, BOUND_RUN } by; /* how it is found: by the number in its data, … */
    bool newest; /* the row is written more than once: only the newest entry says what it must be */
    bool many;   /* several rows are hashed as one, behind the run and the number that they share */
};
/* NULL: rows of this stage bind nothing. */
const struct bound_kind *bound_find(const char *stage);
/* The row's number in the data of such an entry, 0 = none. */
gint64 bound_row(const char *data);
/* What the entry's data would be if it were written now. NULL with error unset: that row is gone, or it binds none. Caller
 * frees. */
char *bound_now(memory *m, const struct memory_entry *entry, GError **error);
/* Appends an entry (its data aside) that binds a row as it is now: `row` is its number, 0 = it is found by the entry's step,
 * proposal or run. Within the transaction that is open. */
bool bound_append(memory *m, const struct memory_entry *entry, gint64 row, GError **error);

#endif
