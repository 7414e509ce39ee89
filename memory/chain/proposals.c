/* Proposals, what was decided about them, what was fired. Nothing is overwritten: an edit is a new proposal, a second decision a
 * new row. */

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

bool memory_proposal_add(memory *m, const struct memory_proposal *given, GError **error)
{
    static const char doing[] = "write the proposal";
    struct memory_proposal p = *given;
    gint64 row = 0;
    if (p.at_us == 0)
        p.at_us = store_now(m);
    if (!store_begin(m, doing, error))
        return false;
    const struct memory_entry entry = {.run = p.run,
                                       .step = p.step,
                                       .proposal = p.id,
                                       .at_us = p.at_us,
                                       .stage = (char *)"proposed",
                                       .by = p.by,
                                       .digest = p.digest};
    bool ok = rows_proposal_add(m, &p, &row, doing, error) && bound_append(m, &entry, 0, error) &&
              rows_text_put(m, "proposal", "action", row, p.run, p.step, p.action, error);
    return store_end(m, ok, doing, error);
}

bool memory_decision_add(memory *m, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                         GError **error)
{
    static const char doing[] = "write the decision";
    g_return_val_if_fail(verdict, false);
    g_autofree char *digest = NULL;
    struct memory_entry entry = {
        .run = run, .proposal = proposal, .at_us = store_now(m), .stage = (char *)"decided", .by = (char *)by};
    gint64 row = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_proposal_place(m, run, proposal, &entry.step, &digest, doing, error) &&
              rows_decision_add(m, run, proposal, entry.at_us, verdict, by, reason, &row, doing, error);
    entry.digest = digest;
    ok = ok && bound_append(m, &entry, row, error) && rows_text_put(m, "decision", "reason", row, run, entry.step, reason, error);
    return store_end(m, ok, doing, error);
}

bool memory_fired_add(memory *m, gint64 run, gint64 proposal, const char *events_json, GError **error)
{
    static const char doing[] = "write the fired events";
    g_return_val_if_fail(events_json, false);
    g_autofree char *digest = NULL;
    struct memory_entry entry = {
        .run = run, .proposal = proposal, .at_us = store_now(m), .stage = (char *)"events", .by = (char *)"hand"};
    gint64 row = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_proposal_place(m, run, proposal, &entry.step, &digest, doing, error) &&
              rows_fired_add(m, run, proposal, entry.at_us, events_json, &row, doing, error) &&
              bound_append(m, &entry, row, error);
    return store_end(m, ok, doing, error);
}
