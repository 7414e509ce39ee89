#ifndef MEMORY_REPAIR_H
#define MEMORY_REPAIR_H

/* What is kept beside the rows made right again from them: the full-text index, each run's totals. */

#include "memory/archive.h"

typedef struct memory_repaired {
    gint64 runs, texts; /* whose texts were written anew, and how many were wrong or left over */
    gint64 totals;      /* of so many runs they were others than their rows' */
    bool anew;          /* an index was written anew */
} memory_repaired;
/* Texts run by run, each in a transaction of its own, which a run that is under way waits for; an index whose words are wrong is
 * written anew in one piece: BUSY when a process drives a run. watch may be NULL. */
bool memory_repair_index(memory *m, const struct memory_watch *watch, memory_repaired *ret_repaired, GError **error);

#endif
