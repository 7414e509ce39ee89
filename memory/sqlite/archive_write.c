/* Writing an archive: into a file beside the one that is wanted, which gets its name when it is whole and on the disk. */

#include "memory/port/places.h"
#include "memory/port/watch.h"
#include "memory/sqlite/archive_rows.h"
#include "memory/sqlite/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char doing[] = "export the run";

struct writing {
    memory *m;     /* borrowed */
    sqlite3 *to;   /* owned */
    char *partial; /* owned: the file under its first name; removed unless it was given its own */
    const struct memory_watch *watch;
    gint64 done, total;
    memory_archived *told; /* borrowed */
};

static void writing_clear(struct writing *w)
{
    sqlite3_close(w->to);
    if (w->partial)
        unlink(w->partial);
    g_free(w->partial);
}

/* ---- the file ---- */

static bool file_error(const char *file, int code, GError **error)
{
    g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                "cannot write %s: %s (choose another place with --out)", file, g_strerror(code));
    return false;
}

static bool open_partial(struct writing *w, const char *file, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(file), *name = g_path_get_basename(file);
    struct stat info;
    if (stat(file, &info) == 0 && !S_ISREG(info.st_mode))
        return file_error(file, S_ISDIR(info.st_mode) ? EISDIR : EINVAL, error);
    w->partial = g_strdup_printf("%s/.%.100s.XXXXXX", folder, name);
    int fd = mkostemp(w->partial, O_CLOEXEC); /* 0600 */
    if (fd < 0) {
        g_clear_pointer(&w->partial, g_free);
        return file_error(file, errno, error);
    }
    close(fd);
    int rc = sqlite3_open_v2(w->partial, &w->to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK) {
        store_set_error(w->to, rc, doing, error);
        return false;
    }
    sqlite3_extended_result_codes(w->to, 1);
    /* nobody else knows the file; what is half is thrown away */
    return archive_sql(w->to, doing, error,
                       "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;");
}

static bool give_name(struct writing *w, const char *file, GError **error)
{
    int fd = open(w->partial, O_RDWR | O_CLOEXEC);
    struct stat info = {0};
    bool ok = fd >= 0 && fsync(fd) == 0 && fstat(fd, &info) == 0 && rename(w->partial, file) == 0;
    int code = errno;
    if (fd >= 0)
        close(fd);
    if (!ok)
        return file_error(file, code, error);
    g_clear_pointer(&w->partial, g_free);
    w->told->bytes = info.st_size;
    g_autofree char *folder = g_path_get_dirname(file);
    int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0) {
        fsync(dir);
        close(dir);
    }
    return true;
}

/* ---- what is in it ---- */

static bool make_tables(struct writing *w, GError **error)
{
    g_autofree char *head =
        g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d; BEGIN; " ARCHIVE_HEAD ";" ARCHIVE_FRAMES ";",
                        ARCHIVE_APPLICATION_ID, SCHEMA_VERSION);
    if (!archive_sql(w->to, doing, error, head))
        return false;
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        g_autofree char *sql = archive_create(w->m->db, t->name, error);
        if (!sql || !archive_sql(w->to, doing, error, sql))
            return false;
    }
    return true;
}

static bool count_rows(struct writing *w, GError **error)
{
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s)", t->name, t->where);
        gint64 n = 0;
        if (!archive_number(w->m->db, doing, sql, w->told->run, &n, error))
            return false;
        w->total += n;
        if (g_str_equal(t->name, "steps"))
            w->told->steps = n;
    }
    return archive_number(w->m->db, doing, "SELECT count(DISTINCT hash) FROM frames WHERE run = ? AND gone_us = 0", w->told->run,
                          &w->told->frames, error);
}

static bool write_rows(struct writing *w, GError **error)
{
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        struct row_copy copy = {.from = w->m->db,
                                .to = w->to,
                                .table = t,
                                .doing = doing,
                                .run = w->told->run,
                                .watch = w->watch,
                                .done = &w->done,
                                .total = w->total + w->told->frames};
        if (!row_copy_all(&copy, error))
            return false;
    }
    w->told->rows = w->done;
    return true;
}

static bool put_value(sqlite3 *db, const char *key, const char *value, GError **error)
{
    char *sql = sqlite3_mprintf("INSERT INTO archive VALUES (%Q, %Q)", key, value);
    bool ok = archive_sql(db, doing, error, sql);
    sqlite3_free(sql);
    return ok;
}

/* The run's identity goes along from import to import. */
static bool find_identity(struct writing *w, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        w->m, doing, error,
        "SELECT " STORE_RUN_IDENTITY ", r.journal_seq FROM runs r JOIN journal j ON j.run = r.id AND j.seq = 1 WHERE r.id = ?",
        "i", w->told->run);
    GError *local = NULL;
    if (query && store_next(w->m, query, doing, &local)) {
        w->told->identity = store_text(query, 0);
        w->told->journal_rows = sqlite3_column_int64(query, 1);
    } else if (query && !local) {
        store_no_run(w->told->run, &local);
    }
    if (local)
        g_propagate_error(error, local);
    return w->told->identity != NULL;
}

static bool write_head(struct writing *w, GError **error)
{
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, w->told->run);
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *at = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
    return put_value(w->to, "what", "a run of reins; see reins(1), MEMORY", error) && put_value(w->to, "run", run, error) &&
           put_value(w->to, "identity", w->told->identity, error) && put_value(w->to, "exported", at, error);
}

/* The rows as they are at one moment: a read transaction, which stops no writer. */
static bool write_snapshot(struct writing *w, GError **error)
{
    if (!store_read_begin(w->m, doing, error))
        return false;
    bool ok = find_identity(w, error) && count_rows(w, error) && write_head(w, error) && write_rows(w, error);
    store_read_end(w->m, doing);
    return ok;
}

/* ---- pictures ---- */

static bool frame_error(const struct writing *w, const char *hash, const char *what, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                "cannot export the run: frame %.12s… %s (run `reins memory verify`; restore a copy of %s, or forget the step)",
                hash, what, w->m->frames);
    return false;
}

static bool write_frame(struct writing *w, sqlite3_stmt *write, const char *hash, GError **error)
{
    g_autofree char *path = memory_frame_path(w->m, hash), *bytes = NULL;
    gsize length = 0;
    struct stat info;
    if (!path || lstat(path, &info) != 0 || !S_ISREG(info.st_mode) || !g_file_get_contents(path, &bytes, &length, NULL))
        return frame_error(w, hash, "is missing", error);
    g_autofree char *now = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
    if (length > COPY_MAX_FRAME || !g_str_equal(now, hash))
        return frame_error(w, hash, "has other bytes than its name says", error);
    int rc = sqlite3_bind_text(write, 1, hash, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_blob64(write, 2, bytes, length, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(write);
    if (rc != SQLITE_DONE)
        store_set_error(w->to, rc, doing, error);
    sqlite3_reset(write);
    sqlite3_clear_bindings(write);
    return rc == SQLITE_DONE;
}

/* Their names are taken from what was written: a frame that the run gets meanwhile is not of that moment. */
static bool write_frames(struct writing *w, GError **error)
{
    sqlite3_stmt *read = NULL, *write = NULL;
    int rc = sqlite3_prepare_v2(w->to, "SELECT DISTINCT hash FROM frames WHERE gone_us = 0 ORDER BY hash", -1, &read, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(w->to, "INSERT INTO frame_files VALUES (?, ?)", -1, &write, NULL);
    bool ok = rc == SQLITE_OK;
    while (ok && (rc = sqlite3_step(read)) == SQLITE_ROW)
        ok = watch_go_on(w->watch, ++w->done, w->total + w->told->frames, error) &&
             write_frame(w, write, (const char *)sqlite3_column_text(read, 0), error);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE && rc != SQLITE_OK) {
        store_set_error(w->to, rc, doing, error);
        ok = false;
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
    return ok;
}

bool memory_archive_write(memory *m, gint64 run, const char *file, const struct memory_watch *watch,
                          memory_archived *ret_archived, GError **error)
{
    *ret_archived = (memory_archived){.run = run, .source = run};
    __attribute__((cleanup(writing_clear))) struct writing w = {.m = m, .watch = watch, .told = ret_archived};
    if (!open_partial(&w, file, error) || !make_tables(&w, error) || !write_snapshot(&w, error) || !write_frames(&w, error) ||
        !archive_sql(w.to, doing, error, "COMMIT"))
        return false;
    sqlite3_close(w.to);
    w.to = NULL;
    return give_name(&w, file, error);
}
