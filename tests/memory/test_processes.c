/* Several processes on one store: locks, writers side by side, readers beside writers, kill -9 at any moment. */

#include "tests/memory/common.h"

#include "memory/sqlite/store.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits for one byte; a peer that died or says nothing for 20 s is a failure. */
static void await_byte(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char byte = 0;
    assert_int_equal(poll(&p, 1, 20000), 1);
    assert_int_equal(read(fd, &byte, 1), 1);
}

static void reap(pid_t pid, int want)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (want >= 0) {
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), want);
    }
}

static int hold_lock(const char *dir, gint64 run, int ready)
{
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    if (!m || memory_run_lock(m, run, NULL) < 0 || write(ready, "x", 1) != 1)
        return 1;
    for (;;)
        pause();
}

static void lock__run__says_who_and_dies_with_its_holder(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t"), other = add_run(m, "other");
    assert_int_equal(memory_run_holder(m, run), 0);
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(hold_lock(dir, run, ready[1]));
    await_byte(ready[0]);
    assert_int_equal(memory_run_holder(m, run), pid);
    assert_int_equal(memory_run_holder(m, other), 0);
    g_autoptr(GError) error = NULL;
    assert_int_equal(memory_run_lock(m, run, &error), -1);
    assert_error(error, MEMORY_ERROR_BUSY);
    g_autofree char *number = g_strdup_printf("process %d (", (int)pid);
    assert_non_null(strstr(error->message, number));
    assert_non_null(strstr(error->message, "test_processes"));
    int own = memory_run_lock(m, other, NULL); /* another run is free */
    assert_true(own >= 0);
    assert_int_equal(kill(pid, SIGKILL), 0);
    reap(pid, -1);
    assert_int_equal(memory_run_holder(m, run), 0);
    int fd = memory_run_lock(m, run, NULL);
    assert_true(fd >= 0);
    assert_int_equal(memory_run_holder(m, run), getpid());
    close(fd);
    assert_int_equal(memory_run_holder(m, run), 0);
    close(own);
    close(ready[0]);
    close(ready[1]);
}

static void lock__twice_in_one_process__is_busy_too(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    int fd = memory_run_lock(m, run, NULL);
    g_autoptr(GError) error = NULL;
    assert_int_equal(memory_run_lock(m, run, &error), -1);
    assert_error(error, MEMORY_ERROR_BUSY);
    close(fd);
    fd = memory_run_lock(m, run, NULL);
    assert_true(fd >= 0);
    close(fd);
}

static void lock__exec__lets_go(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    int fd = memory_run_lock(m, run, NULL);
    int feed[2], out[2];
    assert_int_equal(pipe2(feed, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) { /* a child as the eye or the hand is one: it must not keep the lock when the engine dies */
        dup2(feed[0], 0);
        dup2(out[1], 1);
        execlp("sh", "sh", "-c", "printf x; read line", (char *)NULL);
        _exit(127);
    }
    await_byte(out[0]);
    close(fd);
    assert_int_equal(memory_run_holder(m, run), 0);
    close(feed[1]);
    close(feed[0]);
    reap(pid, -1);
    close(out[0]);
    close(out[1]);
}

/* ---- writers side by side ---- */

static int write_rows(const char *dir, gint64 run, int rows)
{
    g_autoptr(memory) m = memory_open(dir, true, NULL);
    if (!m)
        return 1;
    for (int i = 0; i < rows; i++) {
        if (!memory_journal_add(m, run, 1, 0, "note", "child", NULL, NULL, NULL) ||
            !memory_summary_add(m, run, 1, "some words", NULL))
            return 2;
    }
    return 0;
}

static void processes__four_writers__lose_nothing(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    memory *first = open_store(dir);
    gint64 run = add_run(first, "t");
    memory_close(first);
    pid_t pids[4];
    for (int i = 0; i < 4; i++) {
        pids[i] = fork();
        if (pids[i] == 0)
            _exit(write_rows(dir, run, 100));
    }
    for (int i = 0; i < 4; i++)
        reap(pids[i], 0);
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GPtrArray) journal = memory_journal(m, run, &error);
    assert_int_equal(journal->len, 2 + 800); /* begun, display; each frame is bound */
    assert_clean(m);
}

static int open_and_add(const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(dir, true, &error);
    const struct memory_run run = {.task = (char *)"t"};
    gint64 id = 0;
    if (m && memory_run_add(m, &run, &id, &error))
        return 0;
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

static void processes__open_a_new_store_together(void **state)
{
    (void)state;
    const char *more = g_getenv("REINS_ROUNDS");
    int rounds = more ? (int)g_ascii_strtoll(more, NULL, 10) : 5;
    for (int round = 0; round < rounds; round++) {
        g_autofree char *dir = new_dir();
        pid_t pids[6];
        for (int i = 0; i < 6; i++) {
            pids[i] = fork();
            if (pids[i] == 0)
                _exit(open_and_add(dir));
        }
        for (int i = 0; i < 6; i++)
            reap(pids[i], 0);
        g_autoptr(GError) error = NULL;
        g_autoptr(memory) m = open_store(dir);
        g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, &error);
        assert_int_equal(runs->len, 6);
    }
}

static void processes__reader_in_the_middle__does_not_stop_a_writer(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    g_autoptr(memory) reader = memory_open(dir, false, NULL);
    sqlite3_busy_timeout(m->db, 0); /* a writer that had to wait would fail at once */
    g_autoptr(store_query) query = store_prepare(reader, "read", NULL, "SELECT seq FROM journal ORDER BY seq", "");
    assert_true(store_next(reader, query, "read", NULL));
    for (int i = 0; i < 50; i++)
        add_entry(m, run, 2, 3, "note");
    int rows = 1;
    while (store_next(reader, query, "read", NULL))
        rows++;
    assert_int_equal(rows, 22); /* its own snapshot */
    store_query_done(g_steal_pointer(&query));
    /* and the other way round: a transaction that is open does not stop a reader */
    sqlite3_busy_timeout(reader->db, 0);
    assert_true(store_begin(m, "write", NULL));
    assert_true(store_run(m, "write", NULL, "UPDATE runs SET task = 'x'", ""));
    g_autoptr(GPtrArray) runs = memory_runs(reader, NULL, 0, NULL);
    assert_int_equal(runs->len, 1);
    assert_string_equal(((struct memory_run *)runs->pdata[0])->task, "compute 12 × 34");
    store_end(m, false, "write", NULL);
    assert_clean(reader);
}

/* ---- kill -9 ---- */

/* Writes steps as an engine does and says each committed one. Never ends by itself. */
static int write_for_ever(const char *dir, gint64 run, int said)
{
    g_autoptr(memory) m = memory_open(dir, true, NULL);
    if (!m)
        return 1;
    for (gint64 id = 1;; id++) {
        struct memory_proposal p = {
            .run = run, .step = id, .id = id, .action = (char *)"{\"skill\":\"x\",\"reason\":\"words to index\"}"};
        if (!memory_step_begin(m, run, id, NULL) || !memory_proposal_add(m, &p, NULL) ||
            !memory_decision_add(m, run, id, "approved", "human", "because", NULL) ||
            !memory_journal_add(m, run, id, id, "fired", "engine", NULL, NULL, NULL) ||
            !memory_fired_add(m, run, id, "[1]", NULL))
            return 2;
        if (write(said, &id, sizeof id) != sizeof id)
            return 3;
    }
}

static void kill_once(const char *dir, GRand *rand)
{
    g_autoptr(GError) error = NULL;
    memory *before = open_store(dir);
    gint64 run = add_run(before, "killed");
    memory_close(before);
    int said[2];
    assert_int_equal(pipe(said), 0);
    pid_t pid = fork();
    if (pid == 0)
        _exit(write_for_ever(dir, run, said[1]));
    close(said[1]);
    /* after so many committed rounds, and then at some point within one */
    gint64 rounds = g_rand_int_range(rand, 1, 12), last = 0, id = 0;
    while (last < rounds && read(said[0], &id, sizeof id) == sizeof id)
        last = id;
    assert_int_equal(last, rounds);
    g_usleep((gulong)g_rand_int_range(rand, 0, 1500)); /* lint: the moment of death, not a wait */
    assert_int_equal(kill(pid, SIGKILL), 0);
    reap(pid, -1);
    while (read(said[0], &id, sizeof id) == sizeof id)
        last = id;
    close(said[0]);
    g_autoptr(memory) m = open_store(dir);
    assert_clean(m);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, 0, &error);
    assert_true((gint64)proposals->len >= last);
    for (gint64 i = 0; i < last; i++) { /* what was said to be committed is there, whole */
        struct memory_proposal *p = proposals->pdata[i];
        assert_string_equal(p->verdict, "approved");
        assert_string_equal(p->stage, "fired");
        g_autofree char *events = memory_fired(m, run, p->id, &error);
        assert_string_equal(events, "[1]");
    }
    assert_int_equal(memory_run_holder(m, run), 0);
}

/* A sample of the campaign in `make soak`: REINS_KILLS rounds, seed SEED. */
static void processes__kill_9__keeps_what_was_committed(void **state)
{
    (void)state;
    const char *seed_text = g_getenv("SEED"), *rounds_text = g_getenv("REINS_KILLS");
    guint32 seed = seed_text ? (guint32)g_ascii_strtoull(seed_text, NULL, 10) : 20260727;
    int rounds = rounds_text ? (int)g_ascii_strtoll(rounds_text, NULL, 10) : 25;
    print_message("SEED=%u, %d kills\n", seed, rounds);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    g_autofree char *dir = new_dir();
    for (int i = 0; i < rounds; i++)
        kill_once(dir, rand);
    tamper(dir, "INSERT INTO search(search, rank) VALUES ('integrity-check', 1)");
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lock__run__says_who_and_dies_with_its_holder),
        cmocka_unit_test(lock__twice_in_one_process__is_busy_too),
        cmocka_unit_test(lock__exec__lets_go),
        cmocka_unit_test(processes__four_writers__lose_nothing),
        cmocka_unit_test(processes__open_a_new_store_together),
        cmocka_unit_test(processes__reader_in_the_middle__does_not_stop_a_writer),
        cmocka_unit_test(processes__kill_9__keeps_what_was_committed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
