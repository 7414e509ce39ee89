#ifndef MEMORY_ARCHIVE_H
#define MEMORY_ARCHIVE_H

/* A run as one file: an SQLite database (application_id "reia") that any SQLite client opens. It holds the run's rows in plain
 * tables named as in the store, its frames as BLOBs (table frame_files: hash, png), and a table `archive` of keys and values
 * (run, identity, …). user_version is the schema version of the rows. The file holds no index, view or trigger; those that a
 * foreign file has are never executed (archive_open.c), and the full-text index is rebuilt.
 *
 * Numbers of runs and rows differ from store to store, and the hash chain covers them. The archive keeps the numbers and the
 * chain of its source, and is verified with them. Import assigns new numbers and rebuilds the chain row by row with the new
 * numbers. It then appends a row "imported" with the run's identity and the end of the source's chain. The identity is the hash
 * of the run's first journal row in the store where the run began. It survives every export and import, and identifies a run
 * that was imported before.
 *
 * Foreign data are kept apart: sandbox and screen of another machine are dropped (their process numbers have no meaning here),
 * a run that had not ended is ended, and skill versions get the stage "imported" (which loads nothing) and no file. No plan
 * uses the run: its lessons are imported as withdrawn, and its steps are not recalled (gists.h), unless the person who imports
 * it declares it trusted. runs.origin says where the run came from. */

#include "memory/memory.h"

/* Progress of a long call. go_on is called now and then with the rows and frames done; total 0 = not known yet. When it returns
 * false, the call stops with MEMORY_ERROR_STOPPED and leaves nothing behind. */
struct memory_watch {
    bool (*go_on)(void *user, gint64 done, gint64 total);
    void *user;
};

typedef struct memory_archived {
    gint64 run;    /* number of the run: in the store (export, import) or in the file (verify) */
    gint64 source; /* number of the run in the store that the file was written from */
    gint64 steps, rows, frames;
    gint64 bytes;        /* size of the file (export, verify); size of the frames that are new here (import) */
    gint64 journal_rows; /* length of the chain */
    gint64 lessons;      /* import: lessons that were added as withdrawn */
    bool known;          /* import: the run was here already, nothing was written … */
    bool longer;         /* … and the file has more rows of it */
    char *identity;
} memory_archived;
void memory_archived_clear(memory_archived *archived);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(memory_archived, memory_archived_clear)

/* True when the file's first bytes are those of an archive. */
bool memory_archive_is(const char *file);
/* Exports a run to `file` (mode 0600). The file appears complete or not at all; an existing file is replaced only then. Works
 * while the run is being written: the file shows one moment of it. watch may be NULL. */
bool memory_archive_write(memory *m, gint64 run, const char *file, const struct memory_watch *watch,
                          memory_archived *ret_archived, GError **error);
/* Checks an archive as memory_verify() checks a store. Reads the rows into DIR/incoming (mode 0700, removed afterwards); the
 * file is only read. Returns findings as sentences (char *), caller unrefs. NULL with an error: not an archive, another
 * version, or impossible content. */
GPtrArray *memory_archive_verify(const char *dir, const char *file, const struct memory_watch *watch,
                                 memory_archived *ret_archived, GError **error);
/* Imports an archive in one transaction, frames first; nothing stays after a failure. A run that is here already is not added
 * again (ret_archived->known). trusted: later plans may use it. Errors: verify finds a fault; BUSY: another import is running. */
bool memory_archive_import(memory *m, const char *file, bool trusted, const struct memory_watch *watch,
                           memory_archived *ret_archived, GError **error);

#endif
