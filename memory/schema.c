/* The schema. Small columns stand before long texts: a row's tail lies in overflow pages, and what lists need is in its head. */

#include "memory/schema.h"

static const char version_1[] =
    "CREATE TABLE runs ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT," /* never used twice, not even after prune */
    "  status TEXT NOT NULL, outcome TEXT, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0,"
    /* the chain's length and end: without them rows cut off its end would not be missed */
    "  journal_seq INTEGER NOT NULL DEFAULT 0, journal_hash TEXT NOT NULL,"
    "  agent TEXT, brain TEXT, profile TEXT, display TEXT, mode TEXT, app TEXT, reason TEXT, task TEXT, sandbox TEXT, options "
    "TEXT"
    ") STRICT;"
    "CREATE INDEX runs_by_status ON runs(status, id);"
    "CREATE TABLE steps ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0,"
    "  verdict TEXT, effect TEXT, success TEXT, task TEXT, action TEXT, UNIQUE (run, step)"
    ") STRICT;"
    "CREATE TABLE states ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL, state TEXT NOT NULL, UNIQUE (run, step)"
    ") STRICT;"
    "CREATE TABLE frames ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  hash TEXT NOT NULL, role TEXT, width INTEGER NOT NULL, height INTEGER NOT NULL, at_us INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX frames_by_run ON frames(run, step);"
    "CREATE INDEX frames_by_hash ON frames(hash);"
    "CREATE TABLE calls ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  module TEXT NOT NULL, brain TEXT, status TEXT NOT NULL, attempt INTEGER NOT NULL, started_us INTEGER NOT NULL,"
    "  ms INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,"
    "  cost REAL NOT NULL DEFAULT 0, error TEXT, output TEXT, correction TEXT, reply TEXT, prompt TEXT"
    ") STRICT;"
    "CREATE INDEX calls_by_run ON calls(run, step, id, cost);" /* covers the sum of a run's cost */
    "CREATE TABLE proposals ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, id INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL, tier INTEGER NOT NULL, edited_from INTEGER NOT NULL, author TEXT,"
    "  digest TEXT, rule TEXT, target TEXT, action TEXT, timeline TEXT, UNIQUE (run, id)"
    ") STRICT;"
    "CREATE INDEX proposals_by_step ON proposals(run, step, id);"
    "CREATE TABLE decisions (" /* several are possible (approved, then stale): the newest counts, none is overwritten */
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL,"
    "  verdict TEXT NOT NULL, author TEXT, reason TEXT,"
    "  FOREIGN KEY (run, proposal) REFERENCES proposals(run, id) ON DELETE CASCADE"
    ") STRICT;"
    "CREATE INDEX decisions_by_proposal ON decisions(run, proposal);"
    "CREATE TABLE fired ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL, events TEXT NOT NULL,"
    "  FOREIGN KEY (run, proposal) REFERENCES proposals(run, id) ON DELETE CASCADE"
    ") STRICT;"
    "CREATE INDEX fired_by_proposal ON fired(run, proposal);"
    "CREATE TABLE journal ("
    "  row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, seq INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, proposal INTEGER NOT NULL, at_us INTEGER NOT NULL, stage TEXT NOT NULL, author TEXT, digest TEXT,"
    "  data TEXT, hash TEXT NOT NULL, UNIQUE (run, seq)"
    ") STRICT;"
    "CREATE INDEX journal_by_proposal ON journal(run, proposal, seq, stage);"
    "CREATE TABLE summaries ("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL,"
    "  at_us INTEGER NOT NULL, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX summaries_by_run ON summaries(run, step);"
    "CREATE TABLE outcomes (" /* of skills: no cascade, they count after the run is pruned */
    "  id INTEGER PRIMARY KEY, skill TEXT NOT NULL, sha256 TEXT NOT NULL, what TEXT NOT NULL, run INTEGER NOT NULL,"
    "  step INTEGER NOT NULL, at_us INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX outcomes_by_skill ON outcomes(skill, sha256, what);"
    "CREATE TABLE tombstones (" /* what stays of a pruned run */
    "  run INTEGER PRIMARY KEY, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL, outcome TEXT, steps INTEGER NOT NULL,"
    "  journal_seq INTEGER NOT NULL, journal_hash TEXT NOT NULL, pruned_us INTEGER NOT NULL"
    ") STRICT;"
    /* Search: one row for each text (search.c), the index beside it kept by triggers. */
    "CREATE TABLE texts ("
    "  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, part TEXT NOT NULL, ref INTEGER NOT NULL,"
    "  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL, text TEXT NOT NULL,"
    "  UNIQUE (kind, ref, part)"
    ") STRICT;"
    "CREATE INDEX texts_by_run ON texts(run);"
    "CREATE VIRTUAL TABLE search USING fts5(text, content='texts', content_rowid='id', tokenize='unicode61 remove_diacritics 2');"
    "CREATE TRIGGER texts_insert AFTER INSERT ON texts BEGIN"
    "  INSERT INTO search(rowid, text) VALUES (new.id, new.text); END;"
    "CREATE TRIGGER texts_delete AFTER DELETE ON texts BEGIN"
    "  INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text); END;"
    "CREATE TRIGGER texts_update AFTER UPDATE ON texts BEGIN"
    "  INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text);"
    "  INSERT INTO search(rowid, text) VALUES (new.id, new.text); END;";

/* The same tables. Since then steps and displays are in the chain (journal.h): an older program would write some that are not,
 * and verify would take them for a stranger's. */
static const char version_2[] = "";

/* Skills: versions, stages, changes of files, vectors (skills.h). No reference to runs: a skill outlives the run it came from. */
static const char version_3[] =
    "CREATE TABLE skill_versions ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, sha256 TEXT NOT NULL, at_us INTEGER NOT NULL,"
    "  run INTEGER NOT NULL DEFAULT 0, step INTEGER NOT NULL DEFAULT 0, author TEXT NOT NULL, parent TEXT, file TEXT, note TEXT,"
    "  code TEXT NOT NULL, UNIQUE (name, sha256)"
    ") STRICT;"
    "CREATE TABLE skill_stages ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL REFERENCES skill_versions(id) ON DELETE CASCADE,"
    "  at_us INTEGER NOT NULL, stage TEXT NOT NULL, author TEXT, reason TEXT"
    ") STRICT;"
    "CREATE INDEX skill_stages_by_version ON skill_stages(version, id);"
    "CREATE TABLE skill_changes ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, at_us INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0,"
    "  batch INTEGER NOT NULL, what TEXT NOT NULL, path TEXT NOT NULL, before TEXT, after TEXT"
    ") STRICT;"
    "CREATE TABLE vectors ("
    "  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (kind, key)"
    ") STRICT;"
    "CREATE INDEX outcomes_by_time ON outcomes(skill, sha256, at_us);";

static const char *const steps[] = {version_1, version_2, version_3};

const struct schema schema_memory = {steps, G_N_ELEMENTS(steps)};

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
