#ifndef MEMORY_CHAIN_BOUND_H
#define MEMORY_CHAIN_BOUND_H

/* Rows of other tables that the chain binds (journal.h lists them and the order of their hashed fields). A journal row that
 * binds one has as data the row's hash when it was written: {"sha256":"H"[,"row":N]}. */

#include "memory/chain/journal.h"

struct bound_kind {
    const char *stage;  /* stage of the journal row */
    const char *hashed; /* first field of its canonical text */
    const char *what;   /* name for messages; a proposal's or a step's number follows */
    enum {
        BOUND_ROW,
        BOUND_PROPOSAL,
        BOUND_STEP,
        BOUND_RUN
    } by;        /* how the row is found: by the number in the data, by proposal, step or run */
    bool newest; /* the row is written several times: only the newest entry must match */
    bool many;   /* several rows are hashed together, after the run and the number that they share */
};
/* NULL: rows of this stage bind nothing. */
const struct bound_kind *bound_find(const char *stage);
/* The row number in the entry's data, 0 = none. */
gint64 bound_row(const char *data);
/* The entry's data for the row as it is now. NULL without an error: the row is gone, or the entry binds none. Caller frees. */
char *bound_now(memory *m, const struct memory_entry *entry, GError **error);
/* Appends an entry (without its data) that binds a row as it is now, in the open transaction. row: its number, 0 = found by the
 * entry's step, proposal or run. */
bool bound_append(memory *m, const struct memory_entry *entry, gint64 row, GError **error);

#endif
