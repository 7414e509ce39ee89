#ifndef MEMORY_OWN_H
#define MEMORY_OWN_H

/* What reins itself took in a step, beside the models, the person and the program. It is in the working memory that the step
 * left. */

#include "memory/memory.h"

struct memory_own {
    gint64 look_ms, ask_ms, propose_ms, fire_ms;
};
/* False: the step left none, because it did not end or was imported. */
bool memory_step_own(memory *m, gint64 run, gint64 step, struct memory_own *ret_own);
/* "reins 57 ms (look 31, ask 4, propose 12, fire 10)". Caller frees. */
char *memory_own_text(const struct memory_own *own);

#endif
