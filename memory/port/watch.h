#ifndef MEMORY_PORT_WATCH_H
#define MEMORY_PORT_WATCH_H

#include "memory/archive.h"

/* Reports progress to `watch` (NULL = none). Returns false with STOPPED when the caller gives up. */
bool watch_go_on(const struct memory_watch *watch, gint64 done, gint64 total, GError **error);

#endif
