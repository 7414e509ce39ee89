/* Notes, pins and tags: a row each, bound into the run's chain. */

#include "memory/notes.h"

#include "memory/chain/bound.h"
#include "memory/port/rows.h"

static bool place_is_there(memory *m, const struct memory_note *note, const char *doing, GError **error)
{
    bool there = false;
    if (!rows_step_is_there(m, note->run, note->step, &there, doing, error))
        return false;
    if (!there)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no run %" G_GINT64_FORMAT " with step %" G_GINT64_FORMAT
                    " in memory (`reins memory steps %" G_GINT64_FORMAT "` lists them)",
                    note->run, note->step, note->run);
    return there;
}

static bool note_put(memory *m, const struct memory_note *given, gint64 *ret_id, const char *doing, GError **error)
{
    struct memory_note note = *given;
    note.at_us = note.at_us ? note.at_us : store_now(m);
    const struct memory_entry entry = {
        .run = note.run, .step = note.step, .at_us = note.at_us, .stage = (char *)"note_added", .by = note.by};
    return rows_note_add(m, &note, ret_id, doing, error) && bound_append(m, &entry, *ret_id, error) &&
           rows_text_put(m, "note", "text", *ret_id, note.run, note.step, note.text, error);
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
        ok = rows_note_find(m, note, &id, doing, error);
    ok = ok && (id || note_put(m, note, &id, doing, error));
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_id)
        *ret_id = id;
    return true;
}

bool memory_note_withdraw(memory *m, gint64 id, const char *by, GError **error)
{
    static const char doing[] = "take back the note";
    if (!store_begin(m, doing, error))
        return false;
    gint64 now = store_now(m);
    struct memory_note *note = rows_note_get(m, id, doing, error);
    bool ok = note && rows_note_withdraw(m, id, now, doing, error) &&
              rows_text_put(m, "note", "text", id, note->run, note->step, NULL, error);
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
