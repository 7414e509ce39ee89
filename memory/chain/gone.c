/* Pictures that went: their removal is in the chain of each run that had some. */

#include "memory/chain/gone.h"

#include "memory/chain/bound.h"
#include "memory/port/upkeep.h"

bool gone_bind(memory *m, gint64 at_us, const char *by, GError **error)
{
    g_autoptr(GArray) runs = upkeep_runs_that_lost(m, at_us, "write which pictures went", error);
    for (guint i = 0; runs && i < runs->len; i++) {
        const struct memory_entry entry = {
            .run = g_array_index(runs, gint64, i), .at_us = at_us, .stage = (char *)"frames_gone", .by = (char *)by};
        if (!bound_append(m, &entry, at_us, error))
            return false;
    }
    return runs != NULL;
}
