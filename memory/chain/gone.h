#ifndef MEMORY_CHAIN_GONE_H
#define MEMORY_CHAIN_GONE_H

#include "memory/memory.h"

/* Binds the pictures that went at that moment (frames.gone_us), in each run that had some; within the transaction that is open.
 */
bool gone_bind(memory *m, gint64 at_us, const char *by, GError **error);

#endif
