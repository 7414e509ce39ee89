/* Whether a program has done what it is at, with processes of our own. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "engine/eye/readiness.h"

static pid_t start(bool works)
{
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (volatile guint64 n = 0;;)
            works ? (void)n++ : (void)pause();
    }
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* Looks until it is ready, at most for so long. How long that took, µs; `most_us` = it never was. */
static gint64 ready_after(struct readiness *r, gint64 most_us)
{
    gint64 begun = g_get_monotonic_time(), now = begun;
    while (now < begun + most_us && !readiness_look(r, READINESS_REST_US, now)) {
        poll(NULL, 0, 5);
        now = g_get_monotonic_time();
    }
    return MIN(now - begun, most_us);
}

static void rests__ready_after_its_time(void **state)
{
    (void)state;
    struct readiness r = {0};
    pid_t pid = start(false);
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_true(ready_after(&r, 10 * G_USEC_PER_SEC) >= READINESS_REST_US);
    assert_false(readiness_works(&r));
    end(pid);
}

static void works__not_ready__waited_for_once(void **state)
{
    (void)state;
    struct readiness r = {0};
    pid_t pid = start(true);
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), G_USEC_PER_SEC);
    readiness_end(&r);
    assert_false(readiness_tireless(&r));
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), 0);
    assert_true(readiness_works(&r));
    readiness_end(&r);
    assert_true(readiness_tireless(&r));
    end(pid); /* it rests: the next work is waited for */
    assert_true(ready_after(&r, G_USEC_PER_SEC) == 0);
    readiness_look(&r, READINESS_REST_US, g_get_monotonic_time() + READINESS_LOOK_US);
    assert_false(readiness_works(&r));
    assert_false(readiness_tireless(&r));
    assert_int_equal(r.tireless, 0);
}

/* A script that has started the program, which has another name: the whole of it counts only at the start. */
static void child_works__counts_for_the_whole(void **state)
{
    (void)state;
    struct readiness r = {0};
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_NAME, "script");
        pid_t child = start(true);
        if (child <= 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        prctl(PR_SET_NAME, "another");
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    readiness_begin(&r, pid, true, g_get_monotonic_time());
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), G_USEC_PER_SEC);
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_true(ready_after(&r, 10 * G_USEC_PER_SEC) < 10 * G_USEC_PER_SEC);
    end(pid);
    close(ready[0]);
    close(ready[1]);
}

/* The program sleeps because it waits for the display. */
static void server_has_work__not_ready(void **state)
{
    (void)state;
    pid_t pid = start(false), server = start(true);
    struct readiness r = {.server = server};
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), G_USEC_PER_SEC);
    end(server);
    assert_true(ready_after(&r, 10 * G_USEC_PER_SEC) < 10 * G_USEC_PER_SEC);
    end(pid);
}

static void unknown_or_gone__ready_at_once(void **state)
{
    (void)state;
    struct readiness r = {0};
    assert_false(readiness_works(&r));
    readiness_begin(&r, 0, false, g_get_monotonic_time());
    assert_true(r.next_us == G_MAXINT64); /* who sleeps until then does not turn round and round */
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), 0);
    assert_false(readiness_works(&r));
    pid_t pid = start(false);
    end(pid);
    readiness_begin(&r, pid, false, g_get_monotonic_time());
    assert_int_equal(ready_after(&r, G_USEC_PER_SEC), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rests__ready_after_its_time),       cmocka_unit_test(works__not_ready__waited_for_once),
        cmocka_unit_test(child_works__counts_for_the_whole), cmocka_unit_test(server_has_work__not_ready),
        cmocka_unit_test(unknown_or_gone__ready_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
