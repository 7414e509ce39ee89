#ifndef MEMORY_REPAIR_H
#define MEMORY_REPAIR_H

/* Rebuilds derived data from the rows: the full-text index and each run's totals. */

#include "memory/archive.h"

typedef struct memory_repaired {
    gint64 runs, texts; /* runs whose texts were indexed again, and the number of texts that were wrong or left over */
    gint64 totals;      /* runs whose totals did not match their rows */
    bool anew;          /* an index was rebuilt completely */
} memory_repaired;
/* Repairs texts run by run, each in its own transaction, so that a running run waits only briefly. An index with wrong words is
 * rebuilt in one piece; BUSY: a process drives a run. watch may be NULL. */
bool memory_repair_index(memory *m, const struct memory_watch *watch, memory_repaired *ret_repaired, GError **error);

#endif
