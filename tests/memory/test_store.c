/* Opening: places, modes, versions, damage. */

#include "tests/memory/common.h"

#include "memory/sqlite/schema.h"
#include "memory/sqlite/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int mode_of(const char *dir, const char *name)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    struct stat info;
    if (stat(path, &info) != 0)
        return -1;
    return info.st_mode & 07777;
}

static void store__open__without_create_makes_nothing(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(GError) error = NULL;
    assert_null(memory_open(dir, false, &error));
    assert_null(error);
    assert_int_equal(mode_of(dir, ""), -1);
    /* nor in a folder that is there */
    assert_int_equal(g_mkdir(dir, 0700), 0);
    assert_null(memory_open(dir, false, &error));
    assert_null(error);
    g_autoptr(GDir) list = g_dir_open(dir, 0, NULL);
    assert_null(g_dir_read_name(list));
}

static void store__open__modes_are_private(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    mode_t before = umask(0);
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    int lock = memory_run_lock(m, run, NULL);
    assert_true(lock >= 0);
    umask(before);
    assert_int_equal(mode_of(dir, ""), 0700);
    assert_int_equal(mode_of(dir, "frames"), 0700);
    assert_int_equal(mode_of(dir, "locks"), 0700);
    assert_int_equal(mode_of(dir, "locks/run-1.lock"), 0600);
    assert_int_equal(mode_of(dir, "memory.sqlite"), 0600);
    assert_int_equal(mode_of(dir, "memory.sqlite-wal"), 0600);
    assert_int_equal(mode_of(dir, "memory.sqlite-shm"), 0600);
    close(lock);
}

static void store__open__closes_what_was_open_to_others(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    memory_close(open_store(dir));
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    assert_int_equal(chmod(file, 0644), 0);
    assert_int_equal(chmod(dir, 0755), 0);
    memory_close(open_store(dir));
    assert_int_equal(mode_of(dir, "memory.sqlite"), 0600);
    assert_int_equal(mode_of(dir, ""), 0700);
}

static void store__open__descriptors_are_cloexec(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    int lock = memory_run_lock(m, run, NULL);
    int seen = 0;
    for (int fd = 3; fd < 64; fd++) {
        g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", fd);
        char target[512] = "";
        if (readlink(link, target, sizeof target - 1) > 0 && strstr(target, dir)) {
            seen++;
            if (!(fcntl(fd, F_GETFD) & FD_CLOEXEC))
                fail_msg("descriptor %d (%s) is inherited", fd, target);
        }
    }
    assert_true(seen >= 3);
    close(lock);
}

static void store__open__pragmas_hold(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    for (int again = 0; again < 2; again++) {
        g_autoptr(memory) m = open_store(dir);
        gint64 value = 0;
        assert_true(store_integer(m, "look", 0, &value, NULL, "PRAGMA synchronous", ""));
        assert_int_equal(value, 2);
        assert_true(store_integer(m, "look", 0, &value, NULL, "PRAGMA foreign_keys", ""));
        assert_int_equal(value, 1);
        g_autoptr(store_query) query = store_prepare(m, "look", NULL, "PRAGMA journal_mode", "");
        assert_true(store_next(m, query, "look", NULL));
        assert_string_equal((const char *)sqlite3_column_text(query, 0), "wal");
    }
}

/* A store of another version: refused with each of these words, and not a byte of it is changed. */
static void assert_refused_and_left_alone(int version, const char *const *words)
{
    g_autofree char *dir = new_dir();
    memory_close(open_store(dir));
    g_autofree char *sql = g_strdup_printf("PRAGMA user_version = %d", version);
    tamper(dir, sql);
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    g_autofree char *before = NULL, *after = NULL;
    gsize before_length = 0, after_length = 0;
    assert_true(g_file_get_contents(file, &before, &before_length, NULL));
    for (int create = 0; create < 2; create++) {
        g_autoptr(GError) error = NULL;
        assert_null(memory_open(dir, create, &error));
        assert_error(error, MEMORY_ERROR_NEWER);
        assert_true(g_str_has_prefix(error->message, file));
        for (guint i = 0; words[i]; i++)
            if (!strstr(error->message, words[i]))
                fail_msg("no \"%s\" in: %s", words[i], error->message);
    }
    assert_true(g_file_get_contents(file, &after, &after_length, NULL));
    assert_int_equal(before_length, after_length);
    assert_memory_equal(before, after, before_length);
}

static void store__open__newer_is_refused_and_left_alone(void **state)
{
    (void)state;
    static const char *const words[] = {"newer version", "store version 999", "update reins", "XDG_DATA_HOME", NULL};
    assert_refused_and_left_alone(999, words);
}

static void store__open__earlier_is_refused_and_left_alone(void **state)
{
    (void)state;
    static const char *const words[] = {
        "was written by an earlier version of reins (store version ",
        "), which this one does not read: move it away, or set XDG_DATA_HOME to start another store",
        "reins memory export RUN --format run", NULL};
    for (int version = 1; version <= 11; version++)
        assert_refused_and_left_alone(version, words);
    assert_refused_and_left_alone(SCHEMA_VERSION - 1, words);
}

/* A column that is added without another version makes every store of before fail with "no such column". */
static void store__schema__changes_with_its_version(void **state)
{
    (void)state;
    g_autoptr(GString) all = g_string_new(NULL);
    for (const char *const *sql = schema_tables; *sql; sql++)
        g_string_append(all, *sql);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, all->str, -1);
    if (SCHEMA_VERSION != 110 || !g_str_has_prefix(hash, "cc44163fd4853051"))
        fail_msg("the tables changed: give SCHEMA_VERSION another number, and write it here with %.16s", hash);
}

static void assert_damaged(const char *dir)
{
    for (int create = 0; create < 2; create++) {
        g_autoptr(GError) error = NULL;
        assert_null(memory_open(dir, create, &error));
        assert_error(error, MEMORY_ERROR_DAMAGED);
    }
}

static void store__open__not_a_database_is_damaged(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    assert_int_equal(g_mkdir(dir, 0700), 0);
    g_autofree char *junk = g_strnfill(9000, 'x');
    assert_true(g_file_set_contents(file, junk, 9000, NULL));
    assert_damaged(dir);
    g_autofree char *kept = NULL;
    assert_true(g_file_get_contents(file, &kept, NULL, NULL));
    assert_string_equal(kept, junk);
    assert_int_equal(g_unlink(file), 0);
    assert_int_equal(g_mkdir(file, 0700), 0);
    assert_damaged(dir);
}

static void store__open__foreign_database_is_refused(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    assert_int_equal(g_mkdir(dir, 0700), 0);
    tamper(dir, "CREATE TABLE bookmarks(url TEXT)");
    assert_damaged(dir);
    tamper(dir, "PRAGMA user_version = 1");
    assert_damaged(dir);
}

static void store__open__truncated_file_is_damaged(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    memory *first = open_store(dir);
    add_story(first);
    memory_close(first);
    struct stat info;
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(truncate(file, info.st_size / 2 / 4096 * 4096), 0);
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(dir, false, &error);
    if (!m) {
        assert_error(error, MEMORY_ERROR_DAMAGED);
        return;
    }
    g_autoptr(GPtrArray) findings = memory_verify(m, &error);
    assert_no_error(error);
    assert_true(findings->len > 0);
}

static void store__open__empty_file_becomes_a_store(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    assert_int_equal(g_mkdir(dir, 0700), 0);
    assert_true(g_file_set_contents(file, "", 0, NULL)); /* died between the file and its tables */
    g_autoptr(GError) error = NULL;
    assert_null(memory_open(dir, false, &error)); /* nothing to read, and nothing is written for that */
    assert_no_error(error);
    assert_int_equal(mode_of(dir, "locks"), -1);
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, &error);
    assert_int_equal(runs->len, 0);
}

static void store__open__folder_that_cannot_be(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    assert_true(g_file_set_contents(dir, "a file", -1, NULL));
    g_autoptr(GError) error = NULL;
    assert_null(memory_open(dir, true, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    assert_null(memory_open(dir, false, &error)); /* no store there */
    assert_null(error);
}

/* ---- a disk that has no room ---- */

static void store__write__full_store_keeps_nothing_half(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    g_autoptr(GError) error = NULL;
    gint64 pages = 0;
    assert_true(store_integer(m, "look", 0, &pages, &error, "PRAGMA page_count", ""));
    g_autofree char *sql = g_strdup_printf("PRAGMA max_page_count = %d", (int)pages + 4);
    assert_int_equal(sqlite3_exec(m->db, sql, NULL, NULL, NULL), SQLITE_OK);
    g_autofree char *big = g_strnfill(200000, 'b');
    struct memory_proposal p = {.run = run, .step = 2, .id = 9, .action = big, .by = (char *)"model"};
    assert_false(memory_proposal_add(m, &p, &error));
    assert_error(error, MEMORY_ERROR_FULL);
    assert_non_null(strstr(error->message, "full"));
    g_clear_error(&error);
    assert_false(memory_summary_add(m, run, 2, big, &error));
    assert_error(error, MEMORY_ERROR_FULL);
    g_clear_error(&error);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, 0, &error);
    assert_int_equal(proposals->len, 3);
    assert_clean(m);
    assert_int_equal(sqlite3_exec(m->db, "PRAGMA max_page_count = 1000000", NULL, NULL, NULL), SQLITE_OK);
    assert_true(memory_proposal_add(m, &p, &error)); /* room again: it goes on */
    assert_clean(m);
}

/* In a child whose files may not grow any more (EFBIG): the same mapping that ENOSPC takes. Exit code 0 = as it should be. */
static int write_until_full(const char *dir)
{
    signal(SIGXFSZ, SIG_IGN);
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(dir, true, &error);
    if (!m)
        return 10;
    const struct rlimit limit = {400000, 400000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 11;
    g_autofree char *text = g_strnfill(5000, 't');
    int written = 0;
    while (written < 1000 && memory_summary_add(m, 1, 1, text, &error))
        written++;
    if (written == 1000 || !g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_FULL))
        return fprintf(stderr, "after %d: %s\n", written, error ? error->message : "-"), 12;
    g_clear_error(&error);
    g_autoptr(GPtrArray) rows = memory_summaries(m, 1, 0, &error);
    return rows && (int)rows->len == written + 1 ? 0 : 13; /* reading goes on; one is add_story's */
}

static void store__write__file_that_may_not_grow(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    memory *first = open_store(dir);
    add_story(first);
    memory_close(first);
    pid_t pid = fork();
    if (pid == 0)
        _exit(write_until_full(dir));
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    g_autoptr(memory) m = open_store(dir);
    assert_clean(m);
}

/* No room for anything new at all: no -shm, no -wal. */
static int read_with_no_room(const char *dir)
{
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {0, 0};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 11;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(dir, false, &error);
    if (!m)
        return fprintf(stderr, "%s\n", error ? error->message : "-"), 12;
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, &error);
    g_autoptr(GPtrArray) findings = memory_verify(m, &error);
    if (!runs || runs->len != 1 || !findings || findings->len != 0)
        return 13;
    if (memory_summary_add(m, 1, 1, "no", &error) || !error)
        return 14;
    g_clear_error(&error);
    g_autoptr(memory) writer = memory_open(dir, true, &error);
    if (writer && memory_summary_add(writer, 1, 1, "no", &error))
        return 15;
    return error && error->message ? 0 : 16;
}

static void store__read__on_a_disk_with_no_room(void **state)
{
    (void)state;
    for (int with_wal = 0; with_wal < 2; with_wal++) {
        g_autofree char *dir = new_dir();
        memory *first = open_store(dir);
        add_story(first);
        g_autofree char *copy = g_strconcat(dir, "-copy", NULL);
        g_autofree char *command = g_strdup_printf("cp -a '%s' '%s' && rm -f '%s'/*-shm", dir, copy, copy);
        if (with_wal) { /* as a power cut leaves it: a WAL, no -shm */
            const char *argv[] = {"/bin/sh", "-c", command, NULL};
            assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, NULL, NULL));
        }
        memory_close(first);
        pid_t pid = fork();
        if (pid == 0)
            _exit(read_with_no_room(with_wal ? copy : dir));
        int status = 0;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

static int syncs;

/* SQLite's waits for the disk come by here. */
int fdatasync(int fd)
{
    syncs++;
    return (int)syscall(SYS_fdatasync, fd);
}

static void journal_in(memory *m, gint64 run, const char *stage, int at_least, int at_most)
{
    g_autoptr(GError) error = NULL;
    syncs = 0;
    assert_true(memory_journal_add(m, run, 1, 0, stage, "human", "d", NULL, &error));
    assert_no_error(error);
    assert_in_range(syncs, at_least, at_most);
}

static void store__lazy__waits_for_the_disk_at_grant_and_end_only(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(GError) error = NULL;
    memory *m = open_store(dir);
    gint64 before = add_run(m, "not lazy");
    journal_in(m, before, "prepared", 1, 9);
    assert_true(memory_lazy(m, &error));
    gint64 run = add_run(m, "lazy");
    journal_in(m, run, "prepared", 0, 0);
    journal_in(m, run, "granted", 1, 9);
    journal_in(m, run, "fired", 0, 0);
    assert_true(memory_run_end(m, run, "success", "fired", &error));
    assert_in_range(syncs, 1, 9);
    syncs = 0;
    memory_close(m);
    assert_int_equal(syncs, 0);
    /* whoever comes next finds all of it */
    g_autoptr(memory) next = open_store(dir);
    g_autoptr(GPtrArray) rows = memory_journal(next, run, &error);
    assert_no_error(error);
    assert_int_equal(rows->len, 6); /* begun, display, prepared, granted, fired, ended */
}

struct other {
    memory *m;
    int calls;
};

static void let_go_after_three(void *data)
{
    struct other *other = data;
    if (++other->calls == 3)
        assert_true(store_end(other->m, true, "lock", NULL));
}

static void store__locked__whoever_waits_is_told_meanwhile(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    struct other other = {.m = open_store(dir)};
    memory_on_wait(m, let_go_after_three, &other);
    add_run(m, "nobody else is there");
    assert_int_equal(other.calls, 0);
    assert_true(store_begin(other.m, "lock", NULL));
    add_run(m, "after the other");
    assert_int_equal(other.calls, 3);
    memory_close(other.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(store__open__without_create_makes_nothing),
        cmocka_unit_test(store__open__modes_are_private),
        cmocka_unit_test(store__open__closes_what_was_open_to_others),
        cmocka_unit_test(store__open__descriptors_are_cloexec),
        cmocka_unit_test(store__open__pragmas_hold),
        cmocka_unit_test(store__open__newer_is_refused_and_left_alone),
        cmocka_unit_test(store__open__earlier_is_refused_and_left_alone),
        cmocka_unit_test(store__schema__changes_with_its_version),
        cmocka_unit_test(store__open__not_a_database_is_damaged),
        cmocka_unit_test(store__open__foreign_database_is_refused),
        cmocka_unit_test(store__open__truncated_file_is_damaged),
        cmocka_unit_test(store__open__empty_file_becomes_a_store),
        cmocka_unit_test(store__open__folder_that_cannot_be),
        cmocka_unit_test(store__write__full_store_keeps_nothing_half),
        cmocka_unit_test(store__write__file_that_may_not_grow),
        cmocka_unit_test(store__read__on_a_disk_with_no_room),
        cmocka_unit_test(store__locked__whoever_waits_is_told_meanwhile),
        cmocka_unit_test(store__lazy__waits_for_the_disk_at_grant_and_end_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
