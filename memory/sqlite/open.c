/* Opening and closing the store.
 *
 * Who only reads must get in wherever the file can be read. WAL wants to make a -shm file beside it; where that is not to be had
 * (a full disk, a folder that may only be read) a reader without `create` takes a way that needs none: with no WAL left the file
 * is whole by itself and is opened as immutable, else with the WAL's index in this process's memory (exclusive locking). */

#include "memory/port/places.h"
#include "memory/sqlite/schema.h"
#include "memory/sqlite/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum way { WAY_SHARED, WAY_IMMUTABLE, WAY_EXCLUSIVE };

static bool pragma(sqlite3 *db, const char *sql, GError **error)
{
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_set_error(db, rc, "open the memory store", error);
    return rc == SQLITE_OK;
}

static char *uri_of(const char *file, enum way way)
{
    g_autofree char *escaped = g_uri_escape_string(file, "/", FALSE);
    return g_strconcat("file:", escaped, way == WAY_IMMUTABLE ? "?immutable=1" : "", NULL);
}

/* Opens the file and looks at its version: *ret_made false = it has no tables yet. */
static sqlite3 *open_way(const char *file, enum way way, bool *ret_made, GError **error)
{
    g_autofree char *uri = uri_of(file, way);
    int flags = (way == WAY_IMMUTABLE ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    sqlite3 *db = NULL;
    GError *local = NULL;
    int rc = sqlite3_open_v2(uri, &db, flags, NULL);
    if (rc != SQLITE_OK) {
        store_set_error(db, rc, "open the memory store", &local);
        g_prefix_error(&local, "%s: ", file);
    } else {
        sqlite3_extended_result_codes(db, 1);
        sqlite3_busy_timeout(db, way == WAY_SHARED ? STORE_BUSY_MS : 200);
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, STORE_MAX_VALUE);
        /* the locking mode first: it must be known before anything reads */
        if ((way != WAY_EXCLUSIVE || pragma(db, "PRAGMA locking_mode = EXCLUSIVE", &local)) &&
            pragma(db, "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;", &local))
            *ret_made = schema_is_made(db, file, &local);
    }
    if (!local)
        return db;
    g_propagate_error(error, local);
    sqlite3_close_v2(db);
    return NULL;
}

static bool wal_is_empty(const char *file)
{
    g_autofree char *wal = g_strconcat(file, "-wal", NULL);
    struct stat info;
    return stat(wal, &info) != 0 ? errno == ENOENT : info.st_size == 0;
}

static sqlite3 *open_database(const char *file, bool create, bool *ret_made, GError **error)
{
    GError *local = NULL;
    sqlite3 *db = open_way(file, WAY_SHARED, ret_made, &local);
    bool no_room =
        g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_FULL) || g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_FAILED);
    if (!db && no_room && !create)
        db = open_way(file, wal_is_empty(file) ? WAY_IMMUTABLE : WAY_EXCLUSIVE, ret_made, NULL);
    if (db)
        g_clear_error(&local);
    else
        g_propagate_error(error, local);
    return db;
}

/* Makes the file 0600 before SQLite opens it, which gives -wal and -shm the same mode. */
static bool make_file(const char *dir, const char *file, GError **error)
{
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
        int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        bool synced = folder >= 0 && fsync(folder) == 0; /* the name must outlive a power cut, too */
        if (folder >= 0)
            close(folder);
        if (synced)
            return true;
    }
    int code = errno;
    g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                "cannot make the memory store %s: %s (set XDG_DATA_HOME to a folder that can be written)", file,
                g_strerror(code));
    return false;
}

/* Folders and file. With create=false only looks; *ret_missing: there is no store. */
static bool prepare_places(const memory *m, bool create, bool *ret_missing, GError **error)
{
    struct stat info;
    bool there = stat(m->file, &info) == 0;
    if (!there && errno != ENOENT && errno != ENOTDIR) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot look at %s: %s (check its permissions)", m->file,
                    g_strerror(errno));
        return false;
    }
    if (there && !S_ISREG(info.st_mode)) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "%s is not a file, so it cannot be a memory store (move it away)",
                    m->file);
        return false;
    }
    /* an empty file: whoever made it died, or had no room, before the first table */
    *ret_missing = !create && (!there || info.st_size == 0);
    if (!create)
        return true;
    g_autofree char *locks = g_build_filename(m->dir, "locks", NULL);
    if (!places_make_folder(m->dir, error) || !places_make_folder(m->frames, error) || !places_make_folder(locks, error))
        return false;
    if (there && (info.st_mode & 077) && chmod(m->file, 0600) != 0)
        g_debug("%s stays open to others: %s", m->file, g_strerror(errno));
    return there || make_file(m->dir, m->file, error);
}

/* Somebody who is just looking at the version holds the file for a moment, and SQLite's busy handler is not asked about the
 * journal. */
static bool switch_to_wal(sqlite3 *db, GError **error)
{
    gint64 until = g_get_monotonic_time() + STORE_BUSY_MS * 1000;
    int rc;
    while ((rc = sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL)) != SQLITE_OK) {
        bool busy = (rc & 0xff) == SQLITE_BUSY || (rc & 0xff) == SQLITE_LOCKED;
        if (!busy || g_get_monotonic_time() >= until) {
            store_set_error(db, rc, "open the memory store", error);
            return false;
        }
        sqlite3_sleep(2);
    }
    return true;
}

/* One process at a time: switching to WAL and the first tables do not go through SQLite's busy handler in every case. */
static bool make_store(memory *m, GError **error)
{
    g_autofree char *locks = g_build_filename(m->dir, "locks", NULL);
    g_autofree char *path = g_build_filename(locks, "store.lock", NULL);
    if (!places_make_folder(locks, error))
        return false;
    int fd = places_lock_file(path, true);
    if (fd < 0) {
        int code = errno;
        g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                    "cannot lock %s to make the memory store: %s (check the folder's permissions)", path, g_strerror(code));
        return false;
    }
    bool ok = switch_to_wal(m->db, error) && schema_make(m->db, m->file, error);
    close(fd);
    return ok;
}

memory *memory_open(const char *dir, bool create, GError **error)
{
    g_return_val_if_fail(dir && *dir, NULL);
    g_autoptr(memory) m = g_new0(memory, 1);
    m->dir = g_canonicalize_filename(dir, NULL);
    m->file = g_build_filename(m->dir, "memory.sqlite", NULL);
    m->frames = g_build_filename(m->dir, "frames", NULL);
    m->statements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)(void (*)(void))sqlite3_finalize);
    bool missing = false, made = false;
    if (!prepare_places(m, create, &missing, error) || missing)
        return NULL;
    m->db = open_database(m->file, create, &made, error);
    if (!m->db || (!made && !make_store(m, error)) ||
        !pragma(m->db, "PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 16777216; PRAGMA secure_delete = ON;", error))
        return NULL;
    return g_steal_pointer(&m);
}

bool memory_lazy(memory *m, GError **error)
{
    /* a last one out that empties the WAL would wait for the disk three times: whoever comes next does it, or SQLite at 4 MiB */
    m->lazy = pragma(m->db, "PRAGMA synchronous = NORMAL", error);
    sqlite3_db_config(m->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return m->lazy;
}

/* What sqlite3_busy_timeout() does, with a call in between. False: it has waited long enough. */
static int wait_on(void *data, int times)
{
    memory *m = data;
    gint64 now_us = g_get_monotonic_time();
    if (times == 0)
        m->waits_since_us = now_us;
    m->waiting(m->waiting_data);
    return now_us < m->waits_since_us + STORE_BUSY_MS * 1000 && sqlite3_sleep(times < 10 ? 2 : 25) >= 0;
}

void memory_on_wait(memory *m, void (*waiting)(void *data), void *data)
{
    m->waiting = waiting;
    m->waiting_data = data;
    sqlite3_busy_handler(m->db, wait_on, m);
}

void memory_close(memory *m)
{
    if (!m)
        return;
    g_hash_table_unref(m->statements);
    sqlite3_close(m->db); /* the last one out empties the WAL */
    g_free(m->dir);
    g_free(m->file);
    g_free(m->frames);
    g_free(m);
}

const char *memory_frames_dir(const memory *m)
{
    return m->frames;
}

char *memory_frame_path(const memory *m, const char *hash)
{
    return places_is_hash(hash) ? g_strdup_printf("%s/%s.png", m->frames, hash) : NULL;
}
