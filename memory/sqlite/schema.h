#ifndef MEMORY_SQLITE_SCHEMA_H
#define MEMORY_SQLITE_SCHEMA_H

/* The schema of the store and its version (user_version). There is one version: nothing was released before it. A change to a
 * table needs a new number: tests/memory/test_store.c knows the hash of the tables of this one. */

#include "memory/sqlite/store.h"

#define SCHEMA_VERSION 110 /* earlier versions existed only during development and are refused */

/* Static SQL, several statements each; ends with NULL. (schema_tables.c) */
extern const char *const schema_tables[];

/* Sets NEWER and returns false unless `version`, that of `file`, is SCHEMA_VERSION. The message ends with if_newer or
 * if_earlier, which say what to do. */
bool schema_check_version(gint64 version, const char *file, const char *if_newer, const char *if_earlier, GError **error);
/* True: the tables exist. False without an error: the file is empty. False with an error: NEWER (another version), DAMAGED
 * (another program's database), FULL, FAILED. */
bool schema_is_made(sqlite3 *db, const char *file, GError **error);
/* Creates the tables in an empty file, in one transaction. Errors as above. */
bool schema_make(sqlite3 *db, const char *file, GError **error);

#endif
