#ifndef MEMORY_SCHEMA_H
#define MEMORY_SCHEMA_H

/* The store's schema as numbered steps: step N (counted from 1) brings user_version N-1 to N, in one transaction of its own.
 * A step that was released is never changed; a change is a new step. */

#include "memory/store.h"

struct schema {
    const char *const *steps; /* static SQL; may hold several statements */
    int count;                /* also the user_version that this program writes */
};

extern const struct schema schema_memory;

/* Brings the database to schema->count. What is there stays as it is on any error.
 * Errors: NEWER (the store is of a later version), DAMAGED (another program's database), FULL, FAILED. */
bool schema_migrate(sqlite3 *db, const struct schema *schema, const char *file, GError **error);
/* True when nothing is to be done; else false with error unset (to be migrated) or set (as above). */
bool schema_is_current(sqlite3 *db, const struct schema *schema, const char *file, GError **error);

#endif
