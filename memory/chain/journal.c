/* The journal: one hash chain a run (journal.h says of what). */

#include "memory/chain/journal.h"

#include "memory/chain/canonical.h"
#include "memory/port/rows.h"

static const char writing[] = "write the journal";

char *journal_entry_hash(const char *previous, const struct memory_entry *entry)
{
    g_autoptr(GString) text = g_string_new(previous);
    canonical_text(text, "journal");
    canonical_int(text, entry->run);
    canonical_int(text, entry->seq);
    canonical_int(text, entry->step);
    canonical_int(text, entry->proposal);
    canonical_int(text, entry->at_us);
    canonical_text(text, entry->stage);
    canonical_text(text, entry->by);
    canonical_text(text, entry->digest);
    canonical_text(text, entry->data);
    return canonical_hash(text);
}

bool journal_append(memory *m, const struct memory_entry *given, GError **error)
{
    struct memory_entry entry = *given;
    g_autofree char *previous = NULL;
    if (!rows_journal_end(m, entry.run, &entry.seq, &previous, writing, error))
        return false;
    entry.seq++;
    g_autofree char *hash = journal_entry_hash(previous, &entry);
    entry.hash = hash;
    return rows_journal_add(m, &entry, writing, error);
}

bool memory_journal_add(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage, const char *by,
                        const char *digest, const char *data, GError **error)
{
    g_return_val_if_fail(stage && *stage, false);
    const struct memory_entry entry = {
        .run = run,
        .step = step,
        .proposal = proposal,
        .at_us = store_now(m),
        .stage = (char *)stage,
        .by = (char *)by,
        .digest = (char *)digest,
        .data = (char *)data,
    };
    bool begun = g_str_equal(stage, "granted") ? store_begin_sure(m, writing, error) : store_begin(m, writing, error);
    return begun && store_end(m, journal_append(m, &entry, error), writing, error);
}

bool memory_help_add(memory *m, gint64 run, gint64 step, const char *data, GError **error)
{
    const struct memory_entry entry = {
        .run = run, .step = step, .at_us = store_now(m), .stage = (char *)"note", .by = (char *)"human", .data = (char *)data};
    return store_begin(m, writing, error) &&
           store_end(m, journal_append(m, &entry, error) && rows_mark(m, run, step, "human", writing, error), writing, error);
}

bool memory_stale_add(memory *m, gint64 run, gint64 step, GError **error)
{
    return rows_mark(m, run, step, "stale", writing, error);
}
