/* Reading an archive: what it is, whether it is whole, its rows into a database of our own. */

#include "memory/port/places.h"
#include "memory/port/watch.h"
#include "memory/sqlite/archive_rows.h"
#include "memory/sqlite/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char doing[] = "read the archive";

/* ---- what it is ---- */

/* SQLite's header: the magic, and at 68 the application_id. */
bool memory_archive_is(const char *file)
{
    guint8 head[100] = {0};
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool read_it = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head;
    if (fd >= 0)
        close(fd);
    guint32 id = (guint32)head[68] << 24 | (guint32)head[69] << 16 | (guint32)head[70] << 8 | head[71];
    return read_it && memcmp(head, "SQLite format 3", 16) == 0 && id == ARCHIVE_APPLICATION_ID;
}

static bool not_one(const char *file, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                "%s is not a run that was exported by reins (reins memory export RUN --format run --out FILE)", file);
    return false;
}

static bool open_outside(struct staging *s, const char *file, GError **error)
{
    struct stat info;
    if (stat(file, &info) != 0) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "cannot read %s: %s", file, g_strerror(errno));
        return false;
    }
    if (!S_ISREG(info.st_mode) || !memory_archive_is(file))
        return not_one(file, error);
    s->bytes = info.st_size;
    g_autofree char *path = g_canonicalize_filename(file, NULL), *escaped = g_uri_escape_string(path, "/", FALSE);
    g_autofree char *uri = g_strconcat("file:", escaped, "?mode=ro&immutable=1", NULL);
    int rc = sqlite3_open_v2(uri, &s->m->pictures, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK) {
        store_set_error(s->m->pictures, rc, doing, error);
        return false;
    }
    sqlite3_extended_result_codes(s->m->pictures, 1);
    sqlite3_limit(s->m->pictures, SQLITE_LIMIT_LENGTH, STORE_MAX_VALUE);
    sqlite3_db_config(s->m->pictures, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->m->pictures, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s->m->pictures, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(s->m->pictures, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    return archive_sql(s->m->pictures, doing, error,
                       "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
                       "PRAGMA temp_store = MEMORY;");
}

/* ---- is it whole ---- */

/* How long SQLite's check takes, nobody knows before. */
static int ask_on(void *watch)
{
    return !watch_go_on(watch, 0, 0, NULL);
}

static bool check_whole(struct staging *s, const char *file, const struct memory_watch *watch, GError **error)
{
    sqlite3_stmt *query = NULL;
    g_autofree char *said = NULL;
    sqlite3_progress_handler(s->m->pictures, 100000, ask_on, (void *)watch);
    int rc = sqlite3_prepare_v2(s->m->pictures, "PRAGMA integrity_check(1)", -1, &query, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW)
        said = g_strdup((const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    sqlite3_progress_handler(s->m->pictures, 0, NULL, NULL);
    if (rc == SQLITE_INTERRUPT)
        return watch_go_on(watch, 0, 0, error);
    if (rc == SQLITE_ROW && g_strcmp0(said, "ok") == 0)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "%s is damaged: %s (export the run again)", file,
                said ? said : sqlite3_errmsg(s->m->pictures));
    return false;
}

/* Every object of the file is one of our tables, word for word as export makes it: so it has no view, trigger, index, default or
 * generated column, which SQLite would run. */
static bool check_object(const struct staging *s, const char *name, const char *sql, GError **error)
{
    g_autofree char *ours = g_str_equal(name, "archive")       ? g_strdup(ARCHIVE_HEAD)
                            : g_str_equal(name, "frame_files") ? g_strdup(ARCHIVE_FRAMES)
                            : archive_table_find(name)         ? archive_create(s->m->db, name, error)
                                                               : NULL;
    return ours && g_strcmp0(sql, ours) == 0;
}

static bool check_objects(const struct staging *s, const char *file, GError **error)
{
    sqlite3_stmt *query = NULL;
    guint tables = 2, found = 0;
    for (const struct archive_table *t = archive_tables; t->name; t++)
        tables++;
    int rc = sqlite3_prepare_v2(s->m->pictures, "SELECT type, name, sql FROM sqlite_schema LIMIT 100", -1, &query, NULL);
    bool ok = rc == SQLITE_OK;
    while (ok && (rc = sqlite3_step(query)) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(query, 0), *name = (const char *)sqlite3_column_text(query, 1);
        bool index = g_strcmp0(name, "sqlite_autoindex_frame_files_1") == 0 && sqlite3_column_type(query, 2) == SQLITE_NULL;
        ok = index ||
             (g_strcmp0(type, "table") == 0 && name && check_object(s, name, (const char *)sqlite3_column_text(query, 2), error));
        found += !index;
    }
    if (ok && rc != SQLITE_DONE) {
        store_set_error(s->m->pictures, rc, doing, error);
        ok = false;
    }
    sqlite3_finalize(query);
    if (ok && found == tables)
        return true;
    if (error && !*error)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "%s holds other tables than an exported run (it was not written by reins, or was changed)", file);
    return false;
}

/* ---- a place of our own ---- */

static void remove_files(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        unlink(file);
    }
}

void archive_staging_clear(struct staging *s)
{
    if (s->m)
        sqlite3_close(s->m->pictures);
    memory_close(s->m);
    if (s->dir) {
        remove_files(s->dir);
        rmdir(s->dir);
        close(s->lock);
    }
    g_free(s->dir);
    g_free(s->identity);
}

/* DIR/incoming, held by this process: what another left there when it died goes. */
static bool make_place(struct staging *s, const char *dir, GError **error)
{
    g_autofree char *locks = g_build_filename(dir, "locks", NULL), *lock = g_build_filename(locks, "incoming.lock", NULL);
    g_autofree char *path = g_build_filename(dir, "incoming", NULL);
    if (!places_make_folder(dir, error) || !places_make_folder(locks, error))
        return false;
    s->lock = places_lock_file(lock, false);
    if (s->lock < 0 && errno == EAGAIN) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY, "another process is importing a run (try again when it is through)");
        return false;
    }
    if (s->lock < 0) {
        g_set_error(error, MEMORY_ERROR, places_errno_is_full(errno) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                    "cannot lock %s: %s (check the folder's permissions)", lock, g_strerror(errno));
        return false;
    }
    s->dir = g_steal_pointer(&path);
    remove_files(s->dir);
    return places_make_folder(s->dir, error);
}

static bool open_own(struct staging *s, GError **error)
{
    s->m->dir = g_strdup(s->dir);
    s->m->frames = g_strdup(s->dir);
    s->m->file = g_build_filename(s->dir, "rows.sqlite", NULL);
    int fd = open(s->m->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        int code = errno;
        g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                    "cannot %s: cannot make %s: %s", doing, s->m->file, g_strerror(code));
        return false;
    }
    close(fd);
    int rc = sqlite3_open_v2(s->m->file, &s->m->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK) {
        store_set_error(s->m->db, rc, doing, error);
        return false;
    }
    sqlite3_extended_result_codes(s->m->db, 1);
    sqlite3_limit(s->m->db, SQLITE_LIMIT_LENGTH, STORE_MAX_VALUE);
    /* thrown away when it is through, and nobody else looks: nothing waits for the disk */
    return archive_sql(
               s->m->db, doing, error,
               "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store "
               "= MEMORY;") &&
           schema_make(s->m->db, s->m->file, error) && archive_sql(s->m->db, doing, error, "PRAGMA foreign_keys = ON");
}

/* ---- its rows ---- */

static char *value_of(sqlite3 *db, const char *key)
{
    sqlite3_stmt *query = NULL;
    char *value = NULL;
    if (sqlite3_prepare_v2(db, "SELECT value FROM archive WHERE key = ? AND typeof(value) = 'text'", -1, &query, NULL) ==
            SQLITE_OK &&
        sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW)
        value = g_strdup((const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return value;
}

static bool read_head(struct staging *s, const char *file, gint64 *ret_total, GError **error)
{
    g_autofree char *run = value_of(s->m->pictures, "run");
    gint64 runs = 0;
    s->identity = value_of(s->m->pictures, "identity");
    if (!run || !g_ascii_string_to_signed(run, 10, 1, G_MAXINT64, &s->run, NULL) || !places_is_hash(s->identity))
        return not_one(file, error);
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        g_autofree char *sql = g_strconcat("SELECT count(*) FROM ", t->name, NULL);
        gint64 n = 0;
        if (!archive_number(s->m->pictures, doing, sql, 0, &n, error))
            return false;
        *ret_total += n;
        runs = t == archive_tables ? n : runs;
    }
    if (runs != 1)
        return not_one(file, error);
    return archive_number(s->m->pictures, doing, "SELECT count(*) FROM frame_files", 0, &s->frames, error);
}

static bool read_rows(struct staging *s, const char *file, const struct memory_watch *watch, GError **error)
{
    gint64 total = 0;
    if (!read_head(s, file, &total, error) || !archive_sql(s->m->db, doing, error, "BEGIN"))
        return false;
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        /* triggers have made some already of the rows before */
        if (g_str_equal(t->name, "step_marks") && !archive_sql(s->m->db, doing, error, "DELETE FROM step_marks"))
            return false;
        struct row_copy copy = {.from = s->m->pictures,
                                .to = s->m->db,
                                .table = t,
                                .doing = doing,
                                .run = s->run,
                                .watch = watch,
                                .done = &s->rows,
                                .total = total + s->frames};
        if (!row_copy_all(&copy, error))
            return false;
    }
    if (s->rows != total) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "%s holds rows that are not of its run (it was changed)", file);
        return false;
    }
    return archive_sql(s->m->db, doing, error, "COMMIT");
}

static bool check_version(struct staging *s, const char *file, GError **error)
{
    gint64 version = 0;
    return archive_number(s->m->pictures, doing, "PRAGMA user_version", 0, &version, error) &&
           schema_check_version(version, file, "", " (import it with the version that wrote it)", error);
}

bool archive_staging_open(struct staging *s, const char *dir, const char *file, const struct memory_watch *watch, GError **error)
{
    s->m = g_new0(memory, 1);
    s->m->statements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)(void (*)(void))sqlite3_finalize);
    return open_outside(s, file, error) && check_version(s, file, error) && make_place(s, dir, error) && open_own(s, error) &&
           check_objects(s, file, error) && check_whole(s, file, watch, error) && read_rows(s, file, watch, error);
}

bool archive_staging_tell(struct staging *s, memory_archived *told, GError **error)
{
    *told = (memory_archived){.run = s->run, .source = s->run, .rows = s->rows, .frames = s->frames, .bytes = s->bytes};
    told->identity = g_strdup(s->identity);
    return archive_number(s->m->db, doing, "SELECT count(*) FROM steps", 0, &told->steps, error) &&
           archive_number(s->m->db, doing, "SELECT journal_seq FROM runs", 0, &told->journal_rows, error);
}

bool archive_staging_look(struct staging *s, bool *ret_same, gint64 *ret_named, gint64 *ret_unnumbered, GError **error)
{
    g_autofree char *known = g_strdup_printf(
        "SELECT " STORE_RUN_IDENTITY " = '%s' FROM runs r JOIN journal j ON j.run = r.id AND j.seq = 1", s->identity);
    gint64 same = 0;
    bool ok = archive_number(s->m->db, doing, known, 0, &same, error) &&
              archive_number(s->m->db, doing, "SELECT count(DISTINCT hash) FROM frames WHERE gone_us = 0", 0, ret_named, error) &&
              archive_number(s->m->db, doing, "SELECT count(*) FROM steps WHERE step < 1", 0, ret_unnumbered, error);
    *ret_same = ok && same;
    return ok;
}

bool archive_staging_pictures_each(struct staging *s,
                                   bool (*each)(void *data, const char *hash, const guint8 *bytes, gsize length, GError **error),
                                   void *data, GError **error)
{
    sqlite3_stmt *query = NULL;
    int rc = sqlite3_prepare_v2(s->m->pictures, "SELECT hash, png FROM frame_files", -1, &query, NULL);
    bool ok = rc == SQLITE_OK;
    while (ok && (rc = sqlite3_step(query)) == SQLITE_ROW)
        ok = each(data, (const char *)sqlite3_column_text(query, 0), sqlite3_column_blob(query, 1),
                  (gsize)sqlite3_column_bytes(query, 1), error);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
        store_set_error(s->m->pictures, rc, doing, error);
        ok = false;
    }
    sqlite3_finalize(query);
    return ok;
}
