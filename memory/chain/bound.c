/* What the chain says of a row as it is now. */

#include "memory/chain/bound.h"

#include "memory/chain/canonical.h"
#include "memory/port/rows.h"

#include <string.h>

static const char doing[] = "look at what the journal binds";

static const struct bound_kind kinds[] = {
    {"begun", "run", "the run's own row", BOUND_RUN, false},
    {"ended", "end", "its outcome", BOUND_RUN, true},
    {"display", "display", "its display", BOUND_RUN, true},
    {"forked", "fork", "the run that it was forked from", BOUND_RUN, false},
    {"imported", NULL, "where it came from", BOUND_RUN, true},
    {"step", "step", "step", BOUND_STEP, true},
    {"state", "state", "the working memory", BOUND_STEP, true},
    {"proposed", "proposal", "the proposal", BOUND_PROPOSAL, false},
    {"decided", "decision", "the decision on proposal", BOUND_ROW, false},
    {"events", "fired", "the fired events of proposal", BOUND_ROW, false},
    {"call", "call", "a module's call", BOUND_ROW, true},
    {"question", "question", "a question", BOUND_ROW, true, false},
    {"frame", "frame", "a frame's row", BOUND_ROW, false},
    {"frames_gone", "gone", "the removal of pictures", BOUND_ROW, false, true},
    {"summary", "summary", "a summary", BOUND_ROW, false},
    {"note_added", "note", "a note", BOUND_ROW, false},
    {"outcome", "outcome", "a skill's outcome", BOUND_ROW, true},
    {"forgotten", "tombstone", "the tombstone of step", BOUND_ROW, false},
};

const struct bound_kind *bound_find(const char *stage)
{
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(stage, kinds[i].stage))
            return &kinds[i];
    return NULL;
}

gint64 bound_row(const char *data)
{
    const char *found = data ? strstr(data, "\"row\":") : NULL;
    return found ? g_ascii_strtoll(found + strlen("\"row\":"), NULL, 10) : 0;
}

/* NULL with error unset: the row is gone. */
static char *data_of(memory *m, const struct bound_kind *kind, const struct memory_entry *entry, gint64 row, GError **error)
{
    if (!kind->hashed)
        return rows_origin_told(m, entry->run, doing, error);
    gint64 ref = kind->by == BOUND_ROW        ? row
                 : kind->by == BOUND_PROPOSAL ? entry->proposal
                 : kind->by == BOUND_STEP     ? entry->step
                                              : entry->run;
    g_autoptr(GPtrArray) fields = rows_bound(m, kind->stage, entry->run, ref, doing, error);
    if (!fields || !fields->len)
        return NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    canonical_text(text, kind->hashed);
    if (kind->many) {
        canonical_int(text, entry->run);
        canonical_int(text, ref);
    }
    canonical_fields(text, fields);
    g_autofree char *hash = canonical_hash(text);
    return kind->by == BOUND_ROW ? g_strdup_printf("{\"sha256\":\"%s\",\"row\":%" G_GINT64_FORMAT "}", hash, row)
                                 : g_strdup_printf("{\"sha256\":\"%s\"}", hash);
}

char *bound_now(memory *m, const struct memory_entry *entry, GError **error)
{
    const struct bound_kind *kind = bound_find(entry->stage);
    return kind ? data_of(m, kind, entry, bound_row(entry->data), error) : NULL;
}

bool bound_append(memory *m, const struct memory_entry *entry, gint64 row, GError **error)
{
    const struct bound_kind *kind = bound_find(entry->stage);
    g_return_val_if_fail(kind, false);
    GError *local = NULL;
    g_autofree char *data = data_of(m, kind, entry, row, &local);
    if (!data && !local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot write the journal: %s is not there", kind->what);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    struct memory_entry bound = *entry;
    bound.data = data;
    return journal_append(m, &bound, error);
}
