#ifndef MEMORY_NOTES_H
#define MEMORY_NOTES_H

/* What people write beside a run (step 0) or a step: notes, pins and tags. Each is searched like any text, and is in the run's
 * chain (journal stage "note_added", "note_withdrawn"). One that is withdrawn stays in the store, and is not shown. */

#include "memory/memory.h"

struct memory_note {
    gint64 id, run, step, at_us;
    char *kind; /* note | pin | tag */
    char *by;   /* who wrote it: the user's name */
    char *text; /* a pin's may be "" */
};
void memory_note_free(struct memory_note *note);
/* Commits; *ret_id optional. A pin or a tag that is there already is no error and no second one. NOT_FOUND: no such run, step. */
bool memory_note_add(memory *m, const struct memory_note *note, gint64 *ret_id, GError **error);
/* NOT_FOUND: no such note, or withdrawn already. */
bool memory_note_withdraw(memory *m, gint64 id, const char *by, GError **error);
/* Of a step (0: of the run as such), -1 = of the run and all its steps; in order; owns its rows. */
GPtrArray *memory_notes(memory *m, gint64 run, gint64 step, GError **error);

#endif
