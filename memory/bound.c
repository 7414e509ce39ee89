/* What the chain would say of a row as it is now. */

#include "memory/bound.h"

#include <string.h>

static const char doing[] = "verify memory";

char *bound_data(const char *hash, gint64 row)
{
    return row ? g_strdup_printf("{\"sha256\":\"%s\",\"row\":%" G_GINT64_FORMAT "}", hash, row)
               : g_strdup_printf("{\"sha256\":\"%s\"}", hash);
}

static char *proposal_data(memory *m, gint64 run, gint64 id, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT step, action, timeline, digest, rule, target, tier, edited_from, author, at_us FROM proposals"
                      " WHERE run = ? AND id = ?",
                      "ii", run, id);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct memory_proposal p = {
        .run = run,
        .id = id,
        .step = sqlite3_column_int64(query, 0),
        .action = (char *)sqlite3_column_text(query, 1), /* borrowed: until the query moves on */
        .timeline = (char *)sqlite3_column_text(query, 2),
        .digest = (char *)sqlite3_column_text(query, 3),
        .rule = (char *)sqlite3_column_text(query, 4),
        .target = (char *)sqlite3_column_text(query, 5),
        .tier = sqlite3_column_int(query, 6),
        .edited_from = sqlite3_column_int64(query, 7),
        .by = (char *)sqlite3_column_text(query, 8),
        .at_us = sqlite3_column_int64(query, 9),
    };
    g_autofree char *hash = journal_proposal_hash(&p);
    return bound_data(hash, 0);
}

static char *decision_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT proposal, verdict, author, reason, at_us FROM decisions WHERE row = ? AND run = ?",
                      "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    g_autofree char *hash = journal_decision_hash(
        row, run, sqlite3_column_int64(query, 0), (const char *)sqlite3_column_text(query, 1),
        (const char *)sqlite3_column_text(query, 2), (const char *)sqlite3_column_text(query, 3), sqlite3_column_int64(query, 4));
    return bound_data(hash, row);
}

static char *fired_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT proposal, events, at_us FROM fired WHERE row = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    g_autofree char *hash = journal_fired_hash(row, run, sqlite3_column_int64(query, 0),
                                               (const char *)sqlite3_column_text(query, 1), sqlite3_column_int64(query, 2));
    return bound_data(hash, row);
}

static char *note_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, kind, author, text, at_us FROM notes WHERE id = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct memory_note note = {.run = run,
                                     .step = sqlite3_column_int64(query, 0),
                                     .kind = (char *)sqlite3_column_text(query, 1),
                                     .by = (char *)sqlite3_column_text(query, 2),
                                     .text = (char *)sqlite3_column_text(query, 3)};
    g_autofree char *hash = journal_note_hash(row, &note, sqlite3_column_int64(query, 4));
    return bound_data(hash, row);
}

static char *stone_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT step, at_us, author, frames, bytes, reason, emptied, everywhere FROM forgotten WHERE id = ? AND run = ?", "ii",
        row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct tombstone stone = {.row = row,
                                    .run = run,
                                    .step = sqlite3_column_int64(query, 0),
                                    .at_us = sqlite3_column_int64(query, 1),
                                    .by = (const char *)sqlite3_column_text(query, 2),
                                    .frames = sqlite3_column_int64(query, 3),
                                    .bytes = sqlite3_column_int64(query, 4),
                                    .everywhere = sqlite3_column_int(query, 7),
                                    .reason = (const char *)sqlite3_column_text(query, 5),
                                    .emptied = (const char *)sqlite3_column_text(query, 6)};
    g_autofree char *hash = journal_tombstone_hash(&stone);
    return bound_data(hash, row);
}

static char *begun_data(memory *m, gint64 run, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    g_autofree char *hash = journal_run_hash(row);
    memory_run_free(row);
    return bound_data(hash, 0);
}

static char *fork_data(memory *m, gint64 run, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    g_autofree char *hash = journal_fork_hash(run, row->parent, row->parent_step);
    memory_run_free(row);
    return bound_data(hash, 0);
}

static char *frame_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, hash, role, width, height, at_us FROM frames WHERE id = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct memory_frame frame = {.run = run,
                                       .step = sqlite3_column_int64(query, 0),
                                       .hash = (char *)sqlite3_column_text(query, 1),
                                       .role = (char *)sqlite3_column_text(query, 2),
                                       .width = sqlite3_column_int(query, 3),
                                       .height = sqlite3_column_int(query, 4),
                                       .at_us = sqlite3_column_int64(query, 5)};
    g_autofree char *hash = journal_frame_hash(row, &frame);
    return bound_data(hash, row);
}

static void *read_gone(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_frame *frame = g_new0(struct memory_frame, 1);
    frame->step = sqlite3_column_int64(query, 0);
    frame->hash = store_text(query, 1);
    frame->role = store_text(query, 2);
    return frame;
}

/* The pictures of a run that went at one moment. */
static char *gone_data(memory *m, gint64 run, gint64 at_us, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT step, hash, role FROM frames WHERE run = ? AND gone_us = ? ORDER BY run, step, id",
                      "ii", run, at_us);
    g_autoptr(GPtrArray) frames = query ? store_list(m, query, doing, read_gone, (GDestroyNotify)memory_frame_free, error) : NULL;
    g_autofree char *hash = frames && frames->len ? journal_gone_hash(run, at_us, frames) : NULL;
    return hash ? bound_data(hash, at_us) : NULL;
}

bool bound_gone(memory *m, gint64 at_us, const char *by, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT DISTINCT run FROM frames WHERE gone_us = ? ORDER BY run", "i", at_us);
    g_autoptr(GArray) runs = store_integers(m, query, doing, error);
    GError *local = NULL;
    for (guint i = 0; runs && !local && i < runs->len; i++) {
        gint64 run = g_array_index(runs, gint64, i);
        g_autofree char *data = gone_data(m, run, at_us, &local);
        const struct memory_entry entry = {
            .run = run, .at_us = at_us, .stage = (char *)"frames_gone", .by = (char *)by, .data = data};
        if (data)
            journal_append(m, &entry, &local);
    }
    if (local)
        g_propagate_error(error, local);
    return runs && !local;
}

static char *summary_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, parent, first_step, text, at_us FROM summaries WHERE id = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct memory_summary_row summary = {.id = row,
                                               .run = run,
                                               .step = sqlite3_column_int64(query, 0),
                                               .parent = sqlite3_column_int64(query, 1),
                                               .first_step = sqlite3_column_int64(query, 2),
                                               .text = (char *)sqlite3_column_text(query, 3),
                                               .at_us = sqlite3_column_int64(query, 4)};
    g_autofree char *hash = journal_summary_hash(&summary);
    return bound_data(hash, row);
}

static char *call_data(memory *m, gint64 run, gint64 row, GError **error)
{
    struct memory_call *call = call_row(m, row, doing, error);
    g_autofree char *hash = call && call->run == run ? journal_call_hash(call) : NULL;
    memory_call_free(call);
    return hash ? bound_data(hash, row) : NULL;
}

static char *state_data(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT state FROM states WHERE run = ? AND step = ?", "ii", run, step);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    g_autofree char *hash = journal_state_hash(run, step, (const char *)sqlite3_column_text(query, 0));
    return bound_data(hash, 0);
}

static char *outcome_data(memory *m, gint64 run, gint64 row, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT step, skill, sha256, what, at_us FROM outcomes WHERE id = ? AND run = ?", "ii", row, run);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    const struct outcome_row outcome = {.id = row,
                                        .run = run,
                                        .step = sqlite3_column_int64(query, 0),
                                        .skill = (const char *)sqlite3_column_text(query, 1),
                                        .sha256 = (const char *)sqlite3_column_text(query, 2),
                                        .what = (const char *)sqlite3_column_text(query, 3),
                                        .at_us = sqlite3_column_int64(query, 4)};
    g_autofree char *hash = journal_outcome_hash(&outcome);
    return bound_data(hash, row);
}

char *bound_origin(memory *m, gint64 run, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT json_object('sha256', json_extract(origin, '$.identity'), 'run', json_extract(origin, '$.run'),"
                      " 'seq', json_extract(origin, '$.rows'), 'end', json_extract(origin, '$.end'),"
                      " 'trusted', json(iif(json_extract(origin, '$.trusted'), 'true', 'false'))) FROM runs WHERE id = ?",
                      "i", run);
    return query && store_next(m, query, doing, error) ? store_text(query, 0) : NULL;
}

gint64 bound_row(const char *data)
{
    const char *found = data ? strstr(data, "\"row\":") : NULL;
    return found ? g_ascii_strtoll(found + strlen("\"row\":"), NULL, 10) : 0;
}

static char *proposed(memory *m, const struct memory_entry *e, GError **error)
{
    return proposal_data(m, e->run, e->proposal, error);
}

static char *decided(memory *m, const struct memory_entry *e, GError **error)
{
    return decision_data(m, e->run, bound_row(e->data), error);
}

static char *events(memory *m, const struct memory_entry *e, GError **error)
{
    return fired_data(m, e->run, bound_row(e->data), error);
}

static char *note_added(memory *m, const struct memory_entry *e, GError **error)
{
    return note_data(m, e->run, bound_row(e->data), error);
}

static char *forgotten(memory *m, const struct memory_entry *e, GError **error)
{
    return stone_data(m, e->run, bound_row(e->data), error);
}

static char *begun(memory *m, const struct memory_entry *e, GError **error)
{
    return begun_data(m, e->run, error);
}

static char *forked(memory *m, const struct memory_entry *e, GError **error)
{
    return fork_data(m, e->run, error);
}

static char *frame(memory *m, const struct memory_entry *e, GError **error)
{
    return frame_data(m, e->run, bound_row(e->data), error);
}

static char *gone(memory *m, const struct memory_entry *e, GError **error)
{
    return gone_data(m, e->run, bound_row(e->data), error);
}

static char *summary(memory *m, const struct memory_entry *e, GError **error)
{
    return summary_data(m, e->run, bound_row(e->data), error);
}

static char *call(memory *m, const struct memory_entry *e, GError **error)
{
    return call_data(m, e->run, bound_row(e->data), error);
}

static char *state(memory *m, const struct memory_entry *e, GError **error)
{
    return state_data(m, e->run, e->step, error);
}

static char *outcome(memory *m, const struct memory_entry *e, GError **error)
{
    return outcome_data(m, e->run, bound_row(e->data), error);
}

static char *question(memory *m, const struct memory_entry *e, GError **error)
{
    return bound_question(m, e->run, bound_row(e->data), error);
}

static char *imported(memory *m, const struct memory_entry *e, GError **error)
{
    return bound_origin(m, e->run, error);
}

static const struct bound_kind kinds[] = {
    {"proposed", "the proposal", proposed, false},
    {"decided", "the decision on proposal", decided, false},
    {"events", "the fired events of proposal", events, false},
    {"note_added", "a note", note_added, false},
    {"forgotten", "the tombstone of step", forgotten, false},
    {"begun", "the run's own row", begun, false},
    {"forked", "the run that it was forked from", forked, false},
    {"frame", "a frame's row", frame, false},
    {"frames_gone", "the removal of pictures", gone, false},
    {"summary", "a summary", summary, false},
    {"outcome", "a skill's outcome", outcome, false},
    {"call", "a module's call", call, true},
    {"question", "a question", question, true},
    {"imported", "where it came from", imported, true},
    {"state", "the working memory", state, true},
};

const struct bound_kind *bound_find(const char *stage)
{
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(stage, kinds[i].stage))
            return &kinds[i];
    return NULL;
}
