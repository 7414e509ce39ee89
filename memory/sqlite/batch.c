/* What comes from elsewhere: many calls as one transaction. */

#include "memory/batch.h"

#include "memory/sqlite/store.h"

static const char doing[] = "store the run";

bool memory_batch_begin(memory *m, GError **error)
{
    g_return_val_if_fail(!m->batch, false);
    if (!store_begin_sure(m, doing, error))
        return false;
    m->batch = true;
    m->batch_bad = false;
    return true;
}

void memory_batch_at(memory *m, gint64 us)
{
    m->now_us = us;
}

bool memory_batch_end(memory *m, bool ok, GError **error)
{
    g_return_val_if_fail(m->batch, false);
    bool bad = m->batch_bad;
    m->batch = m->batch_bad = false;
    m->now_us = 0;
    if (ok && bad) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: a part of it could not be written", doing);
        ok = false;
    }
    return store_end(m, ok, doing, error);
}
