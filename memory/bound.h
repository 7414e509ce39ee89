#ifndef MEMORY_BOUND_H
#define MEMORY_BOUND_H

/* Rows of other tables that the chain binds (journal.h), inside memory/ only: what a journal row's data would be if it were
 * written now. For verify. */

#include "memory/journal.h"

struct bound_kind {
    const char *stage; /* of the journal row */
    const char *what;  /* in words; a proposal's or a step's number follows */
    /* From the row as it is now; NULL with error unset: that row is gone. Caller frees. */
    char *(*now)(memory *m, const struct memory_entry *entry, GError **error);
    bool newest; /* the row is written more than once: only the newest entry says what it must be */
};
/* NULL: rows of this stage bind nothing that is looked up here. */
const struct bound_kind *bound_find(const char *stage);
/* The row's number in the data of such an entry, 0 = none. */
gint64 bound_row(const char *data);
/* Binds the pictures that went at that moment (frames.gone_us), in each run that had some; within the open transaction. */
bool bound_gone(memory *m, gint64 at_us, const char *by, GError **error);
/* What an "imported" row says of runs.origin; caller frees. */
char *bound_origin(memory *m, gint64 run, GError **error);
/* What a "question" row says; caller frees. NULL with error unset: there is none. (questions.c) */
char *bound_question(memory *m, gint64 run, gint64 row, GError **error);
/* {"sha256":"H"[,"row":N]}; caller frees. */
char *bound_data(const char *hash, gint64 row);

#endif
