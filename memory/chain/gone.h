#ifndef MEMORY_CHAIN_GONE_H
#define MEMORY_CHAIN_GONE_H

#include "memory/memory.h"

/* Binds the pictures that were removed at at_us (frames.gone_us), in each run that had some, in the open transaction. */
bool gone_bind(memory *m, gint64 at_us, const char *by, GError **error);

#endif
