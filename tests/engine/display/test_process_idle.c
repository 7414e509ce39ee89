#include "engine/display/process_idle.h"

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

#define LOOKS_MAX 2000

/* A child of ours, at work or at rest, under that name; NULL = ours. Returns once it has it. */
static pid_t child(bool works, const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (name)
            prctl(PR_SET_NAME, name);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        for (volatile guint64 n = 0;;)
            works ? (void)n++ : (void)pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* The program that has the window: sleeps, but for its children. */
static pid_t program(bool works, const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        child(works, name);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

/* Looks as often as the text does. How many times it was found at work; LOOKS_MAX = always. */
static int works_for(pid_t pid, int looks_max)
{
    struct process_idle f = {.pid = pid};
    int looks = 0;
    while (looks < looks_max && process_idle_works(&f, g_get_monotonic_time())) {
        poll(NULL, 0, PROCESS_IDLE_LOOK_US / 1000);
        looks++;
    }
    return looks;
}

static void family__child_of_its_name_works__works(void **state)
{
    (void)state;
    pid_t pid = program(true, NULL);
    assert_int_equal(works_for(pid, 20), 20);
    end(pid);
}

static void family__all_rest__is_seen_after_some_looks(void **state)
{
    (void)state;
    pid_t pid = program(false, NULL);
    assert_in_range(works_for(pid, LOOKS_MAX), PROCESS_IDLE_RESTS, LOOKS_MAX - 1);
    end(pid);
}

/* A shell in a terminal is no part of it. */
static void family__child_of_another_name__is_none(void **state)
{
    (void)state;
    pid_t pid = program(true, "another");
    assert_int_equal(works_for(pid, 1), 0);
    end(pid);
}

/* The processes of an input method did not start each other. */
static void assert_two_that_work(pid_t server)
{
    struct process_idle f = {.pid = server, .scattered = true};
    for (int i = 0; i < 10; i++) {
        process_idle_look(&f, g_get_monotonic_time());
        poll(NULL, 0, PROCESS_IDLE_LOOK_US / 1000);
    }
    assert_int_equal(f.processes, 2);
    assert_int_equal(f.rests, 0);
}

static void family__scattered__is_all_of_its_name(void **state)
{
    (void)state;
    pid_t server = child(false, "reinsfam-x11"), daemon = child(true, "reinsfam-daemon");
    assert_two_that_work(server);
    end(daemon);
    end(server);
}

/* It uses no time, and what it was at is not done. */
static void family__stopped__works(void **state)
{
    (void)state;
    int status;
    pid_t server = child(false, "reinsfam-x11"), daemon = child(false, "reinsfam-daemon");
    assert_int_equal(kill(daemon, SIGSTOP), 0);
    assert_int_equal(waitpid(daemon, &status, WUNTRACED), daemon);
    assert_two_that_work(server);
    end(daemon);
    end(server);
}

static void family__one_process_that_works__is_none(void **state)
{
    (void)state;
    pid_t pid = child(true, NULL);
    assert_int_equal(works_for(pid, 1), 0);
    end(pid);
}

static void family__unknown_or_gone__is_none(void **state)
{
    (void)state;
    pid_t pid = child(false, NULL);
    end(pid);
    assert_int_equal(works_for(pid, 1), 0);
    assert_int_equal(works_for(0, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(family__child_of_its_name_works__works),
        cmocka_unit_test(family__all_rest__is_seen_after_some_looks),
        cmocka_unit_test(family__child_of_another_name__is_none),
        cmocka_unit_test(family__scattered__is_all_of_its_name),
        cmocka_unit_test(family__stopped__works),
        cmocka_unit_test(family__one_process_that_works__is_none),
        cmocka_unit_test(family__unknown_or_gone__is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
