/* Module calls: what was asked, what came back, what it was taken for, what the person made of it. */

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

/* The output has what a reply in JSON says; a reply in prose says more. */
static bool index_answer(memory *m, gint64 id, gint64 run, gint64 step, const char *reply, const char *output, GError **error)
{
    bool json = reply && *reply == '{';
    return rows_text_put(m, "call", "reply", id, run, step, output && json ? NULL : reply, error) &&
           rows_text_put(m, "call", "output", id, run, step, output, error);
}

/* Puts the call as it now is into the chain. */
static bool bind(memory *m, gint64 call, gint64 run, gint64 step, GError **error)
{
    const struct memory_entry entry = {.run = run, .step = step, .at_us = store_now(m), .stage = (char *)"call"};
    return bound_append(m, &entry, call, error);
}

bool memory_call_begin(memory *m, const struct memory_call *call, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the module call";
    gint64 id = 0, run = call->run, step = call->step;
    if (!store_begin(m, doing, error))
        return false;
    bool over = call->status && !g_str_equal(call->status, "started");
    bool ok = rows_call_add(m, call, &id, doing, error) && index_answer(m, id, run, step, call->reply, call->output, error) &&
              rows_text_put(m, "call", "correction", id, run, step, call->correction, error) &&
              (!over || bind(m, id, run, step, error));
    if (!store_end(m, ok, doing, error))
        return false;
    *ret_id = id;
    return true;
}

bool memory_call_merged(const struct memory_call *call)
{
    return g_strcmp0(call->status, "done") == 0 && call->error && g_str_has_prefix(call->error, MEMORY_CALL_MERGED);
}

bool memory_call_end(memory *m, const struct memory_call *call, GError **error)
{
    static const char doing[] = "write the module's answer";
    gint64 run = 0, step = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_call_place(m, call->id, &run, &step, doing, error) && rows_call_set_answer(m, call, doing, error) &&
              index_answer(m, call->id, run, step, call->reply, call->output, error) && bind(m, call->id, run, step, error);
    return store_end(m, ok, doing, error);
}

bool memory_call_correct(memory *m, gint64 call, const char *correction_json, GError **error)
{
    static const char doing[] = "write the correction";
    gint64 run = 0, step = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_call_place(m, call, &run, &step, doing, error) &&
              rows_call_set_correction(m, call, correction_json, doing, error) &&
              rows_text_put(m, "call", "correction", call, run, step, correction_json, error) && bind(m, call, run, step, error);
    return store_end(m, ok, doing, error);
}
