#ifndef MEMORY_SQLITE_SCHEMA_H
#define MEMORY_SQLITE_SCHEMA_H

/* The store's schema, and which version of it a file has (user_version). There is one version: nothing was released
 * before it. Whoever changes a table gives it another number: tests/memory/test_store.c knows the hash of the tables of this one.
 */

#include "memory/sqlite/store.h"

#define SCHEMA_VERSION 101 /* earlier ones were written while reins was made, and are refused */

/* Static SQL, several statements each; NULL at the end. (schema_tables.c) */
extern const char *const schema_tables[];

/* Sets NEWER and returns false unless `version`, that of `file`, is SCHEMA_VERSION. The sentence ends with one of the two ways
 * out. */
bool schema_check_version(gint64 version, const char *file, const char *if_newer, const char *if_earlier, GError **error);
/* True: the tables are there. False with error unset: the file is empty. False with error: NEWER (of another version), DAMAGED
 * (another program's database), FULL, FAILED. */
bool schema_is_made(sqlite3 *db, const char *file, GError **error);
/* Makes the tables where the file is empty, in one transaction. Errors as above. */
bool schema_make(sqlite3 *db, const char *file, GError **error);

#endif
