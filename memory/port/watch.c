/* Somebody waits, and may give up. */

#include "memory/port/watch.h"

bool watch_go_on(const struct memory_watch *watch, gint64 done, gint64 total, GError **error)
{
    if (!watch || watch->go_on(watch->user, done, total))
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped; nothing of it was kept");
    return false;
}
