/* Notes, pins and tags: a row each, bound into the run's chain. */

#include "memory/notes.h"
#include "memory/journal.h"
#include "memory/search.h"

#include <string.h>

void memory_note_free(struct memory_note *note)
{
    if (!note)
        return;
    g_free(note->kind);
    g_free(note->by);
    g_free(note->text);
    g_free(note);
}

static bool place_is_there(memory *m, const struct memory_note *note, const char *doing, GError **error)
{
    gint64 there = 0;
    if (!store_integer(
            m, doing, 0, &there, error,
            "SELECT 1 FROM runs WHERE id = ?1 AND (?2 = 0 OR EXISTS (SELECT 1 FROM steps WHERE run = ?1 AND step = ?2))", "ii",
            note->run, note->step))
        return false;
    if (!there)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no run %" G_GINT64_FORMAT " with step %" G_GINT64_FORMAT
                    " in memory (`reins memory steps %" G_GINT64_FORMAT "` lists them)",
                    note->run, note->step, note->run);
    return there != 0;
}

static bool note_put(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error)
{
    gint64 now = note->at_us ? note->at_us : store_now(m);
    if (!store_run(m, doing, error, "INSERT INTO notes(run, step, at_us, kind, author, text) VALUES (?,?,?,?,?,?)", "iiittt",
                   note->run, note->step, now, note->kind, note->by, note->text))
        return false;
    *ret_id = sqlite3_last_insert_rowid(m->db);
    g_autofree char *hash = journal_note_hash(*ret_id, note, now);
    return journal_bind(m, note->run, note->step, 0, "note_added", note->by, NULL, hash, *ret_id, now, error) &&
           search_put(m, "note", "text", *ret_id, note->run, note->step, note->text, error);
}

bool memory_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the note";
    g_return_val_if_fail(note->kind && note->by && note->text, false);
    gint64 id = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = place_is_there(m, note, doing, error);
    if (ok && !g_str_equal(note->kind, "note")) /* a pin or a tag is there or not */
        ok = store_integer(m, doing, 0, &id, error,
                           "SELECT id FROM notes WHERE run = ? AND step = ? AND kind = ? AND (kind = 'pin' OR text = ?)"
                           " AND withdrawn_us = 0",
                           "iitt", note->run, note->step, note->kind, note->text);
    ok = ok && (id || note_put(m, note, &id, doing, error));
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_id)
        *ret_id = id;
    return true;
}

static void *read_note(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_note *note = g_new0(struct memory_note, 1);
    note->id = sqlite3_column_int64(query, 0);
    note->run = sqlite3_column_int64(query, 1);
    note->step = sqlite3_column_int64(query, 2);
    note->at_us = sqlite3_column_int64(query, 3);
    note->kind = store_text(query, 4);
    note->by = store_text(query, 5);
    note->text = store_text(query, 6);
    return note;
}

#define NOTE_COLUMNS "SELECT id, run, step, at_us, kind, author, text FROM notes WHERE withdrawn_us = 0 AND "

bool memory_note_withdraw(memory *m, gint64 id, const char *by, GError **error)
{
    static const char doing[] = "take back the note";
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(store_query) query = store_prepare(m, doing, error, NOTE_COLUMNS "id = ?", "i", id);
    GError *local = NULL;
    struct memory_note *note = query && store_next(m, query, doing, &local) ? read_note(m, query) : NULL;
    if (!note && query && !local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no note %" G_GINT64_FORMAT " in memory", id);
    if (local)
        g_propagate_error(error, local);
    gint64 now = store_now(m);
    bool ok = note && store_run(m, doing, error, "UPDATE notes SET withdrawn_us = ? WHERE id = ?", "ii", now, id) &&
              search_put(m, "note", "text", id, note->run, note->step, NULL, error);
    if (ok) {
        g_autofree char *data = g_strdup_printf("{\"note\":%" G_GINT64_FORMAT "}", id);
        const struct memory_entry entry = {.run = note->run,
                                           .step = note->step,
                                           .at_us = now,
                                           .stage = (char *)"note_withdrawn",
                                           .by = (char *)by,
                                           .data = data};
        ok = journal_append(m, &entry, error);
    }
    memory_note_free(note);
    return store_end(m, ok, doing, error);
}

GPtrArray *memory_notes(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the notes";
    g_autoptr(store_query) query =
        step >= 0 ? store_prepare(m, doing, error, NOTE_COLUMNS "run = ? AND step = ? ORDER BY id", "ii", run, step)
                  : store_prepare(m, doing, error, NOTE_COLUMNS "run = ? ORDER BY step, id", "i", run);
    return store_list(m, query, doing, read_note, (GDestroyNotify)memory_note_free, error);
}
