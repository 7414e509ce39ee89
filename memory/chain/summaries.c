/* Summaries of a run: each folds in the one before it. */

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

bool memory_summary_add(memory *m, gint64 run, gint64 step, const char *text, GError **error)
{
    static const char doing[] = "write the summary";
    g_return_val_if_fail(text, false);
    struct memory_summary_row row = {.run = run, .step = step, .at_us = store_now(m), .text = (char *)text};
    const struct memory_entry entry = {.run = run, .step = step, .at_us = row.at_us, .stage = (char *)"summary"};
    gint64 last = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_summary_last(m, run, &row.parent, &last, doing, error);
    row.first_step = MIN(last + 1, step);
    ok = ok && rows_summary_add(m, &row, &row.id, doing, error) &&
         rows_text_put(m, "summary", "text", row.id, run, step, text, error) && bound_append(m, &entry, row.id, error);
    return store_end(m, ok, doing, error);
}
