/* Which version a store has, and making a new one. The tables: schema_tables.c. */

#include "memory/sqlite/schema.h"

static const char doing[] = "make the memory store";

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

bool schema_check_version(gint64 version, const char *file, const char *if_newer, const char *if_earlier, GError **error)
{
    if (version > SCHEMA_VERSION)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NEWER,
                    "%s was written by a newer version of reins (store version %" G_GINT64_FORMAT
                    ", this program reads version %d): update reins%s",
                    file, version, SCHEMA_VERSION, if_newer);
    else if (version < SCHEMA_VERSION)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NEWER,
                    "%s was written by an earlier version of reins (store version %" G_GINT64_FORMAT
                    "), which this one does not read%s",
                    file, version, if_earlier);
    return version == SCHEMA_VERSION;
}

bool schema_is_made(sqlite3 *db, const char *file, GError **error)
{
    gint64 version = 0, application = 0, tables = 0;
    /* one snapshot: between two looks another process may have committed the tables */
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
    if (version == 0 && tables == 0)
        return false;
    if (application != STORE_APPLICATION_ID) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "%s is the database of another program, not a memory store (move it away, or set XDG_DATA_HOME)", file);
        return false;
    }
    return schema_check_version(version, file, ", or set XDG_DATA_HOME to start another store",
                                ": move it away, or set XDG_DATA_HOME to start another store (the version that wrote it exports "
                                "its runs: reins memory export RUN --format run)",
                                error);
}

static bool make_tables(sqlite3 *db, GError **error)
{
    g_autofree char *versions =
        g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;", STORE_APPLICATION_ID, SCHEMA_VERSION);
    int rc = sqlite3_exec(db, versions, NULL, NULL, NULL);
    for (const char *const *sql = schema_tables; *sql && rc == SQLITE_OK; sql++)
        rc = sqlite3_exec(db, *sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_set_error(db, rc, doing, error);
    return rc == SQLITE_OK;
}

bool schema_make(sqlite3 *db, const char *file, GError **error)
{
    int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc != SQLITE_OK) {
        store_set_error(db, rc, doing, error);
        g_prefix_error(error, "%s: ", file);
        return false;
    }
    /* read again inside the transaction: another process may have been here */
    GError *local = NULL;
    bool made = schema_is_made(db, file, &local) || (!local && make_tables(db, &local));
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    if (local)
        g_propagate_error(error, local);
    return made;
}
