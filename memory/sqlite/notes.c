/* Rows of notes, pins and tags. */

#include "memory/notes.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

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

GPtrArray *memory_notes(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the notes";
    g_autoptr(store_query) query =
        step >= 0 ? store_prepare(m, doing, error, NOTE_COLUMNS "run = ? AND step = ? ORDER BY id", "ii", run, step)
                  : store_prepare(m, doing, error, NOTE_COLUMNS "run = ? ORDER BY step, id", "i", run);
    return store_list(m, query, doing, read_note, (GDestroyNotify)memory_note_free, error);
}

bool rows_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO notes(run, step, at_us, kind, author, text) VALUES (?,?,?,?,?,?)", "iiittt",
                        note->run, note->step, note->at_us, note->kind, note->by, note->text);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_note_find(memory *m, const struct memory_note *note, gint64 *ret_id, const char *doing, GError **error)
{
    return store_integer(m, doing, 0, ret_id, error,
                         "SELECT id FROM notes WHERE run = ? AND step = ? AND kind = ? AND (kind = 'pin' OR text = ?)"
                         " AND withdrawn_us = 0",
                         "iitt", note->run, note->step, note->kind, note->text);
}

struct memory_note *rows_note_get(memory *m, gint64 id, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, NOTE_COLUMNS "id = ?", "i", id);
    GError *local = NULL;
    if (query && store_next(m, query, doing, &local))
        return read_note(m, query);
    if (query && !local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no note %" G_GINT64_FORMAT " in memory", id);
    if (local)
        g_propagate_error(error, local);
    return NULL;
}

bool rows_note_withdraw(memory *m, gint64 id, gint64 at_us, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE notes SET withdrawn_us = ? WHERE id = ?", "ii", at_us, id);
}
