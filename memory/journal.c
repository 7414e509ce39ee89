/* The journal: one hash chain a run (journal.h says of what), and the events as fired. */

#include "memory/journal.h"
#include "memory/pages.h"

#include <string.h>

void canonical_text(GString *text, const char *field)
{
    if (field)
        g_string_append_printf(text, "%zu:", strlen(field));
    else
        g_string_append_c(text, '-');
    g_string_append(text, field ? field : "");
    g_string_append_c(text, ',');
}

void canonical_int(GString *text, gint64 field)
{
    char digits[24];
    g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, field);
    canonical_text(text, digits);
}

char *canonical_hash(const GString *text)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text->str, text->len);
}

/* What every canonical text begins with; g_string_free() by the caller's autoptr. */
static GString *canonical_begin(const char *kind)
{
    GString *text = g_string_sized_new(256);
    canonical_text(text, kind);
    return text;
}

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

char *journal_run_hash(const struct memory_run *run)
{
    g_autoptr(GString) text = canonical_begin("run");
    canonical_int(text, run->id);
    canonical_text(text, run->task);
    canonical_text(text, run->agent);
    canonical_text(text, run->brain);
    canonical_text(text, run->profile);
    canonical_text(text, run->app);
    canonical_text(text, run->mode);
    canonical_text(text, run->options);
    canonical_int(text, run->started_us);
    return canonical_hash(text);
}

char *journal_display_hash(gint64 run, const char *display, const char *sandbox)
{
    g_autoptr(GString) text = canonical_begin("display");
    canonical_int(text, run);
    canonical_text(text, display);
    canonical_text(text, sandbox);
    return canonical_hash(text);
}

char *journal_fork_hash(gint64 run, gint64 parent, gint64 parent_step)
{
    g_autoptr(GString) text = canonical_begin("fork");
    canonical_int(text, run);
    canonical_int(text, parent);
    canonical_int(text, parent_step);
    return canonical_hash(text);
}

char *journal_step_hash(const struct memory_step *step)
{
    g_autoptr(GString) text = canonical_begin("step");
    canonical_int(text, step->run);
    canonical_int(text, step->step);
    canonical_int(text, step->started_us);
    canonical_int(text, step->ended_us);
    canonical_text(text, step->task);
    canonical_text(text, step->action);
    canonical_text(text, step->verdict);
    canonical_text(text, step->effect);
    canonical_text(text, step->success);
    return canonical_hash(text);
}

char *journal_end_hash(gint64 run, const char *outcome, const char *reason, gint64 ended_us)
{
    g_autoptr(GString) text = canonical_begin("end");
    canonical_int(text, run);
    canonical_text(text, outcome);
    canonical_text(text, reason);
    canonical_int(text, ended_us);
    return canonical_hash(text);
}

char *journal_proposal_hash(const struct memory_proposal *p)
{
    g_autoptr(GString) text = canonical_begin("proposal");
    canonical_int(text, p->run);
    canonical_int(text, p->step);
    canonical_int(text, p->id);
    canonical_text(text, p->action);
    canonical_text(text, p->timeline);
    canonical_text(text, p->digest);
    canonical_text(text, p->rule);
    canonical_text(text, p->target);
    canonical_int(text, p->tier);
    canonical_int(text, p->edited_from);
    canonical_text(text, p->by);
    canonical_int(text, p->at_us);
    return canonical_hash(text);
}

char *journal_decision_hash(gint64 row, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                            gint64 at_us)
{
    g_autoptr(GString) text = canonical_begin("decision");
    canonical_int(text, row);
    canonical_int(text, run);
    canonical_int(text, proposal);
    canonical_text(text, verdict);
    canonical_text(text, by);
    canonical_text(text, reason);
    canonical_int(text, at_us);
    return canonical_hash(text);
}

char *journal_fired_hash(gint64 row, gint64 run, gint64 proposal, const char *events, gint64 at_us)
{
    g_autoptr(GString) text = canonical_begin("fired");
    canonical_int(text, row);
    canonical_int(text, run);
    canonical_int(text, proposal);
    canonical_text(text, events);
    canonical_int(text, at_us);
    return canonical_hash(text);
}

char *journal_call_hash(const struct memory_call *call)
{
    g_autoptr(GString) text = canonical_begin("call");
    const gint64 numbers[] = {call->attempt, call->ms, call->tokens_in, call->tokens_out};
    const char *const texts[] = {call->prompt, call->reply, call->output, call->correction, call->error};
    canonical_int(text, call->id);
    canonical_int(text, call->run);
    canonical_int(text, call->step);
    canonical_text(text, call->module);
    canonical_text(text, call->brain);
    canonical_text(text, call->status);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        canonical_int(text, numbers[i]);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        canonical_text(text, texts[i]);
    return canonical_hash(text);
}

char *journal_frame_hash(gint64 row, const struct memory_frame *frame)
{
    g_autoptr(GString) text = canonical_begin("frame");
    canonical_int(text, row);
    canonical_int(text, frame->run);
    canonical_int(text, frame->step);
    canonical_text(text, frame->hash);
    canonical_text(text, frame->role);
    canonical_int(text, frame->width);
    canonical_int(text, frame->height);
    canonical_int(text, frame->at_us);
    return canonical_hash(text);
}

char *journal_gone_hash(gint64 run, gint64 at_us, const GPtrArray *frames)
{
    g_autoptr(GString) text = canonical_begin("gone");
    canonical_int(text, run);
    canonical_int(text, at_us);
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *frame = frames->pdata[i];
        canonical_int(text, frame->step);
        canonical_text(text, frame->hash);
        canonical_text(text, frame->role);
    }
    return canonical_hash(text);
}

char *journal_summary_hash(const struct memory_summary_row *summary)
{
    g_autoptr(GString) text = canonical_begin("summary");
    canonical_int(text, summary->id);
    canonical_int(text, summary->run);
    canonical_int(text, summary->step);
    canonical_int(text, summary->parent);
    canonical_int(text, summary->first_step);
    canonical_text(text, summary->text);
    canonical_int(text, summary->at_us);
    return canonical_hash(text);
}

char *journal_state_hash(gint64 run, gint64 step, const char *state)
{
    g_autoptr(GString) text = canonical_begin("state");
    canonical_int(text, run);
    canonical_int(text, step);
    canonical_text(text, state);
    return canonical_hash(text);
}

char *journal_note_hash(gint64 row, const struct memory_note *note, gint64 at_us)
{
    g_autoptr(GString) text = canonical_begin("note");
    canonical_int(text, row);
    canonical_int(text, note->run);
    canonical_int(text, note->step);
    canonical_text(text, note->kind);
    canonical_text(text, note->by);
    canonical_text(text, note->text);
    canonical_int(text, at_us);
    return canonical_hash(text);
}

char *journal_question_hash(gint64 row, const struct memory_question *q)
{
    g_autoptr(GString) text = canonical_begin("question");
    canonical_int(text, row);
    canonical_int(text, q->run);
    canonical_int(text, q->step);
    canonical_int(text, q->id);
    canonical_text(text, q->question);
    canonical_text(text, q->choices);
    canonical_int(text, q->asked_us);
    canonical_text(text, q->verdict);
    canonical_text(text, q->answer);
    canonical_text(text, q->by);
    canonical_int(text, q->answered_us);
    canonical_int(text, q->useful);
    return canonical_hash(text);
}

char *journal_outcome_hash(const struct outcome_row *row)
{
    g_autoptr(GString) text = canonical_begin("outcome");
    canonical_int(text, row->id);
    canonical_int(text, row->run);
    canonical_int(text, row->step);
    canonical_text(text, row->skill);
    canonical_text(text, row->sha256);
    canonical_text(text, row->what);
    canonical_int(text, row->at_us);
    return canonical_hash(text);
}

char *journal_tombstone_hash(const struct tombstone *stone)
{
    g_autoptr(GString) text = canonical_begin("tombstone");
    canonical_int(text, stone->row);
    canonical_int(text, stone->run);
    canonical_int(text, stone->step);
    canonical_text(text, stone->by);
    canonical_text(text, stone->reason);
    canonical_int(text, stone->at_us);
    canonical_int(text, stone->frames);
    canonical_int(text, stone->bytes);
    canonical_int(text, stone->everywhere);
    canonical_text(text, stone->emptied);
    return canonical_hash(text);
}

static const char writing[] = "write the journal";

/* The run's last hash and the number of the next row. */
static bool journal_end_of(memory *m, gint64 run, gint64 *ret_seq, char **ret_hash, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, writing, error, "SELECT journal_seq, journal_hash FROM runs WHERE id = ?", "i", run);
    if (!query)
        return false;
    GError *local = NULL;
    if (store_next(m, query, writing, &local)) {
        *ret_seq = sqlite3_column_int64(query, 0) + 1;
        *ret_hash = store_text(query, 1);
        return true;
    }
    if (!local)
        return store_no_run(run, error);
    g_propagate_error(error, local);
    return false;
}

bool journal_append(memory *m, const struct memory_entry *given, GError **error)
{
    struct memory_entry entry = *given;
    g_autofree char *previous = NULL;
    if (!journal_end_of(m, entry.run, &entry.seq, &previous, error))
        return false;
    g_autofree char *hash = journal_entry_hash(previous, &entry);
    return store_run(m, writing, error,
                     "INSERT INTO journal(run, seq, step, proposal, at_us, stage, author, digest, data, hash) VALUES "
                     "(?,?,?,?,?,?,?,?,?,?)",
                     "iiiiittttt", entry.run, entry.seq, entry.step, entry.proposal, entry.at_us, entry.stage, entry.by,
                     entry.digest, entry.data, hash) &&
           store_run(m, writing, error, "UPDATE runs SET journal_seq = ?, journal_hash = ? WHERE id = ?", "iti", entry.seq, hash,
                     entry.run);
}

bool journal_bind(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage, const char *by, const char *digest,
                  const char *sha256, gint64 row, gint64 at_us, GError **error)
{
    g_autofree char *data = row ? g_strdup_printf("{\"sha256\":\"%s\",\"row\":%" G_GINT64_FORMAT "}", sha256, row)
                                : g_strdup_printf("{\"sha256\":\"%s\"}", sha256);
    const struct memory_entry entry = {
        .run = run,
        .step = step,
        .proposal = proposal,
        .at_us = at_us,
        .stage = (char *)stage,
        .by = (char *)by,
        .digest = (char *)digest,
        .data = data,
    };
    return journal_append(m, &entry, error);
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

void memory_entry_free(struct memory_entry *entry)
{
    if (!entry)
        return;
    g_free(entry->stage);
    g_free(entry->by);
    g_free(entry->digest);
    g_free(entry->data);
    g_free(entry->hash);
    g_free(entry);
}

static void *read_entry(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_entry *entry = g_new0(struct memory_entry, 1);
    entry->run = sqlite3_column_int64(query, 0);
    entry->seq = sqlite3_column_int64(query, 1);
    entry->step = sqlite3_column_int64(query, 2);
    entry->proposal = sqlite3_column_int64(query, 3);
    entry->at_us = sqlite3_column_int64(query, 4);
    entry->stage = store_text(query, 5);
    entry->by = store_text(query, 6);
    entry->digest = store_text(query, 7);
    entry->data = store_text(query, 8);
    entry->hash = store_text(query, 9);
    return entry;
}

static const char doing_step[] = "read the step's journal";

/* The step that was begun or ended last up to that row, 0 = none yet. */
static bool step_at(memory *m, gint64 run, gint64 seq, gint64 *ret_step, GError **error)
{
    return store_integer(m, doing_step, 0, ret_step, error,
                         "SELECT step FROM journal WHERE run = ? AND seq <= ? AND stage = 'step' ORDER BY seq DESC LIMIT 1", "ii",
                         run, seq);
}

/* The first row at which the step before has begun: rows come in the order of steps, but for what is said of a step in the next
 * one, and what a person writes beside it later. */
static bool find_before(memory *m, gint64 run, gint64 step, gint64 *ret_seq, GError **error)
{
    gint64 low = 1, high = 0;
    if (!store_integer(m, doing_step, 0, &high, error, "SELECT journal_seq FROM runs WHERE id = ?", "i", run))
        return false;
    while (low < high) {
        gint64 middle = low + (high - low) / 2, at;
        if (!step_at(m, run, middle, &at, error))
            return false;
        if (at >= step - 1)
            high = middle;
        else
            low = middle + 1;
    }
    *ret_seq = low;
    return true;
}

GPtrArray *memory_journal_step(memory *m, gint64 run, gint64 step, GError **error)
{
    gint64 from = 1;
    if (!find_before(m, run, step, &from, error))
        return NULL;
    g_autoptr(store_query) query = store_prepare(m, doing_step, error,
                                                 "SELECT run, seq, step, proposal, at_us, stage, author, digest, data, hash"
                                                 " FROM journal WHERE run = ? AND seq >= ? ORDER BY seq",
                                                 "ii", run, from);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_entry_free);
    GError *local = NULL;
    while (query && store_next(m, query, doing_step, &local)) {
        gint64 at = sqlite3_column_int64(query, 2);
        if (at > step + 1)
            break;
        if (at == step)
            g_ptr_array_add(rows, read_entry(m, query));
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local ? g_steal_pointer(&rows) : NULL;
}

GPtrArray *memory_journal(memory *m, gint64 run, GError **error)
{
    static const char doing[] = "read the journal";
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT run, seq, step, proposal, at_us, stage, author, digest, data, hash"
                                                 " FROM journal WHERE run = ? ORDER BY seq",
                                                 "i", run);
    return store_list(m, query, doing, read_entry, (GDestroyNotify)memory_entry_free, error);
}

bool memory_fired_add(memory *m, gint64 run, gint64 proposal, const char *events_json, GError **error)
{
    static const char doing[] = "write the fired events";
    g_return_val_if_fail(events_json, false);
    gint64 now = store_now(m), step = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_integer(m, doing, 0, &step, error, "SELECT step FROM proposals WHERE run = ? AND id = ?", "ii", run, proposal) &&
        store_run(m, doing, error, "INSERT INTO fired(run, proposal, at_us, events) VALUES (?,?,?,?)", "iiit", run, proposal, now,
                  events_json);
    if (ok) {
        gint64 row = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_fired_hash(row, run, proposal, events_json, now);
        ok = journal_bind(m, run, step, proposal, "events", "hand", NULL, hash, row, now, error);
    }
    return store_end(m, ok, doing, error);
}

char *memory_fired(memory *m, gint64 run, gint64 proposal, GError **error)
{
    static const char doing[] = "read the fired events";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT events FROM fired WHERE run = ? AND proposal = ? ORDER BY row", "ii", run, proposal);
    g_autoptr(GString) all = g_string_new(NULL);
    bool any = false;
    while (query && store_next(m, query, doing, error)) { /* of a closed loop there are several arrays: one after the other */
        g_autofree char *part = store_text(query, 0);
        gsize length = strlen(part);
        any = true;
        if (length <= 2)
            continue;
        g_string_append_c(all, all->len ? ',' : '[');
        g_string_append_len(all, part + 1, (gssize)length - 2);
    }
    if (any)
        g_string_append(all, all->len ? "]" : "[]");
    return any ? g_string_free(g_steal_pointer(&all), FALSE) : NULL;
}
