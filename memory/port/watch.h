#ifndef MEMORY_PORT_WATCH_H
#define MEMORY_PORT_WATCH_H

#include "memory/archive.h"

/* False with STOPPED: whoever watches gives up. watch NULL: nobody does. */
bool watch_go_on(const struct memory_watch *watch, gint64 done, gint64 total, GError **error);

#endif
