/* Bringing a store up to date: which version it has, one step after the other. What the steps are: schema_steps.c. */

#include "memory/schema.h"

/* One integer that SQLite knows about the file: user_version, application_id, the number of tables. */
static int look(sqlite3 *db, const char *sql, gint64 *ret_value)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(stmt);
        if (rc == SQLITE_ROW)
            *ret_value = sqlite3_column_int64(stmt, 0);
        int end = sqlite3_finalize(stmt);
        rc = rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : end;
    }
    return rc;
}

bool schema_is_current(sqlite3 *db, const struct schema *schema, const char *file, GError **error)
{
    gint64 version = 0, application = 0, tables = 0;
    /* one snapshot: between two looks another process may have committed the first tables */
    int rc = sqlite3_exec(db, "SAVEPOINT look", NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = look(db, "PRAGMA user_version", &version);
    if (rc == SQLITE_OK)
        rc = look(db, "PRAGMA application_id", &application);
    if (rc == SQLITE_OK)
        rc = look(db, "SELECT count(*) FROM sqlite_schema", &tables);
    if (rc != SQLITE_OK)
        store_set_error(db, rc, "read the memory store", error);
    sqlite3_exec(db, "RELEASE look", NULL, NULL, NULL); /* also called within a transaction: a savepoint serves both */
    if (rc != SQLITE_OK) {
        g_prefix_error(error, "%s: ", file);
        return false;
    }
    bool ours = application == STORE_APPLICATION_ID || (version == 0 && tables == 0);
    if (!ours) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "%s is the database of another program, not a memory store (move it away, or set XDG_DATA_HOME)", file);
        return false;
    }
    if (version > schema->count) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NEWER,
                    "%s was written by a newer version of reins (store version %" G_GINT64_FORMAT
                    ", this program knows up to %d): update reins, or set XDG_DATA_HOME to start another store",
                    file, version, schema->count);
        return false;
    }
    return version == schema->count;
}

static bool migrate_one(sqlite3 *db, const struct schema *schema, int version, GError **error)
{
    g_autofree char *tail =
        g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;", STORE_APPLICATION_ID, version + 1);
    const char *const parts[] = {schema->steps[version], tail};
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        int rc = sqlite3_exec(db, parts[i], NULL, NULL, NULL);
        if (rc != SQLITE_OK) {
            store_set_error(db, rc, "bring the memory store up to date", error);
            return false;
        }
    }
    gint64 broken = 0;
    int rc = look(db, "SELECT count(*) FROM pragma_foreign_key_check", &broken);
    if (rc != SQLITE_OK) {
        store_set_error(db, rc, "check the memory store", error);
        return false;
    }
    if (broken != 0) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "the memory store has %" G_GINT64_FORMAT " rows that refer to nothing; it was left as it is (restore a copy)",
                    broken);
        return false;
    }
    return true;
}

bool schema_migrate(sqlite3 *db, const struct schema *schema, const char *file, GError **error)
{
    for (;;) {
        int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (rc != SQLITE_OK) {
            store_set_error(db, rc, "bring the memory store up to date", error);
            g_prefix_error(error, "%s: ", file);
            return false;
        }
        /* read again inside the transaction: another process may have been here */
        GError *local = NULL;
        bool current = schema_is_current(db, schema, file, &local);
        gint64 version = 0;
        if (!current && !local) {
            if (look(db, "PRAGMA user_version", &version) != SQLITE_OK || version < 0)
                g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "%s: its version cannot be read (restore a copy)", file);
            else if (migrate_one(db, schema, (int)version, &local))
                rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
            if (!local && rc != SQLITE_OK)
                store_set_error(db, rc, "bring the memory store up to date", &local);
        }
        if (!sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
        if (current)
            return true;
    }
}
