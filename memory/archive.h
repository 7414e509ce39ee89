#ifndef MEMORY_ARCHIVE_H
#define MEMORY_ARCHIVE_H

/* A run as one file: an SQLite database of its own (application_id "reia") that any SQLite client opens, with the run's rows in
 * plain tables that are named as the store's, its frames as BLOBs (table frame_files: hash, png), and a table `archive` of keys
 * and values (run, identity, …). user_version is the version of the store's schema that the rows are of. It holds no index,
 * view or trigger: what a file brings along of these is never run (archive_open.c), and the full-text index is made anew.
 *
 * What a run is: numbers of runs and rows differ from store to store, and the chain binds them. The archive keeps the numbers and
 * the chain that it was written with, and is verified with them. Import gives new numbers and writes the chain anew, row for row,
 * with each bound row's hash made of the new numbers; behind it a row "imported" holds the run's identity and the end of the
 * chain that it had. The identity is the hash of a run's first journal row where it was begun: it goes along through every export
 * and import, and by it a run that is here already is known.
 *
 * What comes from outside is kept apart: sandbox and screen of another machine are forgotten (their process numbers mean others
 * here), a run that had not ended is ended, skill versions have the stage "imported" (which loads nothing) and no file. No plan
 * is told of it: its lessons come withdrawn, and its steps are not among those that are recalled (gists.h), unless whoever
 * imports it says that it is to be trusted. runs.origin says where the run came from. */

#include "memory/memory.h"

/* Asked now and then; done of total rows and frames, total 0 = not known yet. False: give up (MEMORY_ERROR_STOPPED; nothing is
 * left behind). */
struct memory_watch {
    bool (*go_on)(void *user, gint64 done, gint64 total);
    void *user;
};

typedef struct memory_archived {
    gint64 run;    /* its number: export: of the run; import: here; verify: in the file */
    gint64 source; /* its number in the store that the file was written from */
    gint64 steps, rows, frames;
    gint64 bytes;        /* of the file (export, verify), of the frames that are new here (import) */
    gint64 journal_rows; /* length of the chain */
    gint64 lessons;      /* import: that came withdrawn */
    bool known;          /* import: the run was here already, nothing was written … */
    bool longer;         /* … and the file has more of it */
    char *identity;
} memory_archived;
void memory_archived_clear(memory_archived *archived);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(memory_archived, memory_archived_clear)

/* True: the file is one of these (its first bytes say so). */
bool memory_archive_is(const char *file);
/* Writes FILE (0600): whole under its name or not at all; what was there before is replaced only then. Works while the run is
 * being written: it is as it was at one moment. watch may be NULL. */
bool memory_archive_write(memory *m, gint64 run, const char *file, const struct memory_watch *watch,
                          memory_archived *ret_archived, GError **error);
/* Everything that memory_verify() looks at, of the file alone. The rows are read into DIR/incoming (0700, removed again); the
 * file is only read. Findings as sentences; NULL with error: it is no archive, of another version, or holds what none can hold.
 */
GPtrArray *memory_archive_verify(const char *dir, const char *file, const struct memory_watch *watch,
                                 memory_archived *ret_archived, GError **error);
/* Into the store, in one transaction, frames first; on failure nothing stays. A run that is here already is not doubled
 * (ret_archived->known). trusted: later plans may be told of it. Refused when verify finds anything. BUSY: another import is
 * under way. */
bool memory_archive_import(memory *m, const char *file, bool trusted, const struct memory_watch *watch,
                           memory_archived *ret_archived, GError **error);

#endif
