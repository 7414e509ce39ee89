#ifndef MEMORY_NOTES_H
#define MEMORY_NOTES_H

/* Notes, pins and tags that people add to a run (step 0) or a step. They are searchable and part of the run's chain (journal
 * stages "note_added", "note_withdrawn"). A withdrawn one stays in the store and is not shown. */

#include "memory/memory.h"

/* Begins the note beside a step whose reply the person has replaced by what they did themselves: nothing of it was proposed. */
#define MEMORY_NOTE_BY_HAND "done by the person: "

struct memory_note {
    gint64 id, run, step, at_us;
    char *kind; /* note | pin | tag */
    char *by;   /* author: the user's name */
    char *text; /* may be "" for a pin */
};
void memory_note_free(struct memory_note *note);
/* Adds a note and commits; *ret_id optional. A pin or tag that exists already is not added again, which is no error. NOT_FOUND:
 * no such run or step. */
bool memory_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, GError **error);
/* Withdraws a note. NOT_FOUND: no such note, or already withdrawn. */
bool memory_note_withdraw(memory *m, gint64 id, const char *by, GError **error);
/* Notes in order: of a step, of the run itself (step 0), or of the run and all its steps (-1). Caller unrefs; the array owns
 * its rows. */
GPtrArray *memory_notes(memory *m, gint64 run, gint64 step, GError **error);

#endif
