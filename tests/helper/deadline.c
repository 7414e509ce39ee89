/* A test that hangs says where, instead of keeping everybody waiting until all of its program is stopped: each test of a group
 * has TEST_DEADLINE seconds (run.sh sets it), then its program writes the test's name and its stack and ends. This stands in
 * front of cmocka's function of that name, so that no test has to ask for it. */
#include <dlfcn.h>
#include <execinfo.h>
#include <glib.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define FRAMES_MAX 40
#define LATE_CODE 98

static const struct CMUnitTest *all; /* as the test program has them */
static size_t begun;                 /* how many of them */

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(LATE_CODE);
}

/* Only what a signal handler may: run.sh looks the addresses up. */
static void late(int signal)
{
    void *frames[FRAMES_MAX];
    (void)signal;
    say("\nTEST_DEADLINE is over: ");
    say(begun ? all[begun - 1].name : "(no test)");
    say(" hangs at\n");
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES_MAX), STDERR_FILENO);
    _exit(LATE_CODE);
}

static int begin_test(void **state)
{
    const struct CMUnitTest *test = &all[begun++];
    const char *seconds = g_getenv("TEST_DEADLINE");
    alarm(seconds ? (unsigned)g_ascii_strtoull(seconds, NULL, 10) : 0); /* what the test forks has none */
    return test->setup_func ? test->setup_func(state) : 0;
}

int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *const tests, const size_t n, CMFixtureFunction setup,
                            CMFixtureFunction teardown)
{
    int (*run)(const char *, const struct CMUnitTest *, size_t, CMFixtureFunction, CMFixtureFunction) = NULL;
    g_autofree struct CMUnitTest *timed = g_memdup2(tests, n * sizeof *tests);
    void *first[1];
    *(void **)&run = dlsym(RTLD_NEXT, "_cmocka_run_group_tests");
    if (!run)
        exit(99);
    for (size_t i = 0; i < n; i++)
        timed[i].setup_func = begin_test;
    all = tests;
    begun = 0;
    backtrace(first, 1); /* loads what it needs: not in the handler */
    signal(SIGALRM, late);
    int failed = run(name, timed, n, setup, teardown);
    alarm(0);
    return failed;
}
