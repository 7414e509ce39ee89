/* Warm parents: one that has prepared once, a child a request, and what becomes of the others when one goes wrong. The parent of
 * the test is this very program. */

#include "skills/timeline/action.h"
#include "skills/worker/worker.h"
#include "tests/helper/xvfb.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct worker_limits small = {64 * 1024 * 1024, 1, 60000, 1024 * 1024, "work"};
static const struct worker_limits brief = {64 * 1024 * 1024, 1, 300, 1024 * 1024, "work"};

/* ---- the parent and its children ---- */

static int prepared;

/* Not where the file is. */
static bool prepare(GError **error)
{
    g_autofree char *path = g_build_filename(g_get_home_dir(), "unready", NULL);
    prepared++;
    if (access(path, F_OK) != 0)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "not ready, try %d", prepared);
    return false;
}

static void attempt(GString *reply, const char *what, int result)
{
    if (result >= 0 || errno != EPERM)
        g_string_append_printf(reply, "%s (%s) ", what, result >= 0 ? "done" : g_strerror(errno));
}

static void escape(GString *reply)
{
    struct rlimit limit;
    attempt(reply, "reading", open("/proc/self/status", O_RDONLY | O_CLOEXEC));
    attempt(reply, "writing", open("/tmp/reins-new", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    attempt(reply, "socket", socket(AF_UNIX, SOCK_STREAM, 0));
    attempt(reply, "fork", (int)fork());
    attempt(reply, "exec", execl("/bin/true", "true", NULL));
    attempt(reply, "kill", kill(getppid(), 0));
    attempt(reply, "dup2", dup2(0, 9));
    attempt(reply, "send", (int)send(1, "x", 1, 0));
    for (int i = 3; i < 100; i++)
        if (fcntl(i, F_GETFD) >= 0)
            g_string_append_printf(reply, "descriptor %d ", i);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_max == RLIM_INFINITY)
        g_string_append(reply, "memory ");
    if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur != 1)
        g_string_append(reply, "time ");
}

static bool work(const char *request, gsize length, GString *reply, GError **error)
{
    if (g_str_equal(request, "who"))
        g_string_printf(reply, "%d %d %d", prepared, (int)getppid(), (int)getpid());
    else if (g_str_equal(request, "escape"))
        escape(reply);
    else if (g_str_equal(request, "crash"))
        raise(SIGKILL);
    else if (g_str_equal(request, "exit"))
        _exit(3);
    else if (g_str_equal(request, "spin"))
        for (volatile guint n = 0;; n++)
            ;
    else if (g_str_equal(request, "block"))
        for (;;)
            pause();
    else if (g_str_equal(request, "memory"))
        for (;;)
            g_string_append(reply, "0123456789012345678901234567890123456789");
    else if (g_str_equal(request, "error")) {
        g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "not this");
        return false;
    } else
        g_string_append_len(reply, request, (gssize)length);
    return true;
}

static bool parrot(const char *request, gsize length, GString *reply, GError **error)
{
    (void)error;
    g_string_append_printf(reply, "%d %.*s", (int)getppid(), (int)length, request);
    return true;
}

static const struct worker_kind kinds[] = {
    {"work", work, false, prepare}, {"parrot", parrot, false, prepare}, {"unready", parrot, false, NULL}};

/* ---- the one who asks ---- */

static worker *begin(const char *request, const struct worker_limits *limits)
{
    g_autoptr(GError) error = NULL;
    worker *w = worker_start("work", request, strlen(request), limits, &error);
    if (!w)
        fail_msg("%s: %s", request, error->message);
    return w;
}

static char *ask(const char *request, const struct worker_limits *limits, GError **error)
{
    g_autoptr(worker) w = begin(request, limits);
    worker_wait(w);
    return worker_finish(w, NULL, error);
}

static void who(int *ret_prepared, pid_t *ret_parent, pid_t *ret_child)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = ask("who", &small, &error);
    if (!reply)
        fail_msg("%s", error->message);
    assert_int_equal(sscanf(reply, "%d %d %d", ret_prepared, ret_parent, ret_child), 3);
}

static void requests__are_answered_by_children_of_one_that_prepared_once(void **state)
{
    (void)state;
    pid_t parents[3], children[3];
    for (int i = 0; i < 3; i++) {
        int times;
        who(&times, &parents[i], &children[i]);
        assert_int_equal(times, 1);
        assert_int_equal(parents[i], parents[0]);
        assert_true(i == 0 || children[i] != children[i - 1]);
    }
    g_autofree char *text = g_strnfill(3000000, 'x'), *reply = NULL;
    const struct worker_limits large = {64 * 1024 * 1024, 9, 60000, 4 * 1024 * 1024, "work"};
    reply = ask(text, &large, NULL);
    assert_string_equal(reply, text);
}

static void each_bad_end__has_its_reason__and_the_next_is_answered(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        enum skills_error code;
        const char *why;
    } rows[] = {
        {"error", SKILLS_ERROR_SYNTAX, "not this"},
        {"crash", SKILLS_ERROR_FAILED, "died of signal 9"},
        {"exit", SKILLS_ERROR_FAILED, "ended with code 3 and without an answer"},
        {"spin", SKILLS_ERROR_LIMIT, "more than 1 s of processor time"},
        {"block", SKILLS_ERROR_LIMIT, "took longer than 300 ms (on a busy machine: try again)"},
#ifndef __SANITIZE_ADDRESS__ /* it has room of its own, and reports by itself */
        {"memory", SKILLS_ERROR_FAILED, "memory limit of 64 MiB"},
#endif
    };
    int times;
    pid_t first, parent, child;
    who(&times, &first, &child);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *reply = ask(rows[i].request, g_str_equal(rows[i].request, "block") ? &brief : &small, &error);
        if (reply || error->code != (int)rows[i].code || !strstr(error->message, rows[i].why))
            fail_msg("%s: %s", rows[i].request, reply ? reply : error->message);
        who(&times, &parent, &child);
        assert_int_equal(parent, first);
    }
}

static bool is_alone(void *data)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/children", *(pid_t *)data, *(pid_t *)data), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && !*g_strstrip(text);
}

static bool has_child(void *data)
{
    return !is_alone(data);
}

static bool is_gone(void *data)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", *(pid_t *)data), *text = NULL;
    return !g_file_get_contents(path, &text, NULL, NULL) || strstr(text, ") Z ");
}

/* One that hangs beside the others, and is dropped. */
static void a_child_that_nobody_waits_for__is_killed(void **state)
{
    (void)state;
    int times;
    pid_t parent, again, child;
    who(&times, &parent, &child);
    worker *hung = begin("block", &small);
    who(&times, &again, &child);
    assert_int_equal(again, parent);
    assert_false(is_alone(&parent));
    worker_free(hung);
    assert_true(helper_await(is_alone, &parent, 5000));
}

static void inside__nothing_gets_out(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = ask("escape", &small, &error);
    assert_string_equal(reply ? reply : error->message, "");
}

/* With the child that works on it. */
static void a_parent_that_is_killed_meanwhile__leaves_an_error(void **state)
{
    (void)state;
    int times;
    pid_t first, second, child;
    who(&times, &first, &child);
    g_autoptr(worker) hung = begin("block", &small);
    assert_true(helper_await(has_child, &first, 5000));
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/children", (int)first, (int)first), *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    child = (pid_t)g_ascii_strtoll(text, NULL, 10);
    kill(first, SIGKILL);
    worker_wait(hung);
    g_autoptr(GError) error = NULL;
    assert_null(worker_finish(hung, NULL, &error));
    assert_string_equal(error->message, "the work worker's parent process ended without an answer "
                                        "(try again: another one starts)");
    assert_true(helper_await(is_gone, &child, 5000));
    pid_t none;
    who(&times, &second, &none);
    assert_int_not_equal(second, first);
}

static void a_parent_that_died__has_a_successor(void **state)
{
    (void)state;
    int times;
    pid_t first, second, child;
    who(&times, &first, &child);
    kill(first, SIGKILL);
    siginfo_t info;
    waitid(P_PID, (id_t)first, &info, WEXITED | WNOWAIT);
    who(&times, &second, &child);
    assert_int_not_equal(second, first);
    assert_int_equal(times, 1);
}

/* A process that was forked has a parent of its own, which ends with it, with the child that still works. */
static void the_parent__ends_with_who_started_it(void **state)
{
    (void)state;
    int fds[2], times;
    pid_t ours, theirs = 0, child;
    who(&times, &ours, &child);
    assert_int_equal(pipe(fds), 0);
    pid_t asker = fork();
    if (asker == 0) {
        who(&times, &theirs, &child);
        worker *hung = begin("block", &small);
        if (write(fds[1], &theirs, sizeof theirs) == sizeof theirs && hung)
            pause();
        _exit(0);
    }
    assert_int_equal(read(fds[0], &theirs, sizeof theirs), sizeof theirs);
    assert_int_not_equal(theirs, ours);
    kill(asker, SIGKILL);
    waitpid(asker, NULL, 0);
    assert_true(helper_await(is_gone, &theirs, 5000));
    close(fds[0]);
    close(fds[1]);
}

static pid_t only_child(pid_t parent)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/children", (int)parent, (int)parent), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? (pid_t)g_ascii_strtoll(text, NULL, 10) : 0;
}

static bool has_priority(void *data)
{
    const int *wanted = data; /* the parent, and the priority */
    pid_t child = only_child(wanted[0]);
    return child > 0 && getpriority(PRIO_PROCESS, (id_t)child) == wanted[1];
}

static void what_nobody_waits_for__runs_at_a_lower_priority__and_nothing_else_does(void **state)
{
    (void)state;
    int times, own = getpriority(PRIO_PROCESS, 0);
    pid_t parent, child;
    who(&times, &parent, &child);
    struct worker_limits background = small;
    background.background = true;
    {
        g_autoptr(worker) w = begin("block", &background);
        assert_true(helper_await(has_priority, &(int[]){parent, MIN(own + 10, 19)}, 5000));
    }
    g_autoptr(worker) w = begin("block", &small);
    assert_true(helper_await(has_priority, &(int[]){parent, own}, 5000));
}

static void another_kind__has_the_same_parent__unless_it_prepares_something_else(void **state)
{
    (void)state;
    int times;
    pid_t first, child;
    who(&times, &first, &child);
    g_autofree char *expected = g_strdup_printf("%d hello", (int)first);
    g_autofree char *reply = worker_run("parrot", "hello", 5, &small, NULL, NULL);
    assert_string_equal(reply, expected);
    g_autoptr(GError) error = NULL;
    assert_null(worker_run("unready", "hello", 5, &small, NULL, &error));
    assert_non_null(strstr(error->message, "without an answer"));
    assert_true(helper_await(is_gone, &first, 5000)); /* the next test's request must not meet one that is about to end */
}

/* ---- a long life ---- */

static int descriptors(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/fd", (int)pid);
    DIR *dir = opendir(path);
    int n = 0;
    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n;
}

static gint64 memory_pages(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/statm", (int)pid), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? g_ascii_strtoll(text, NULL, 10) : -1;
}

static void two_hundred_requests__leave_nothing_behind(void **state)
{
    (void)state;
    int times;
    pid_t parent, again, child;
    who(&times, &parent, &child);
    who(&times, &parent, &child);
    assert_true(helper_await(is_alone, &parent, 5000));
    int ours = descriptors(getpid()), theirs = descriptors(parent);
    gint64 pages = memory_pages(parent);
    for (int i = 0; i < 200; i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *reply = ask(i % 4 ? "who" : "exit", &small, &error);
        assert_true((reply != NULL) == (i % 4 != 0));
    }
    who(&times, &again, &child);
    assert_int_equal(again, parent);
    assert_true(helper_await(is_alone, &parent, 5000));
    assert_int_equal(descriptors(getpid()), ours);
    assert_int_equal(descriptors(parent), theirs);
    assert_int_equal(memory_pages(parent), pages);
}

/* Its data may be installed while it runs. */
static void what_cannot_be_prepared__is_tried_again(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_get_home_dir(), "unready", NULL);
    int times;
    pid_t parent, child;
    who(&times, &parent, &child);
    kill(parent, SIGKILL);
    siginfo_t info;
    waitid(P_PID, (id_t)parent, &info, WEXITED | WNOWAIT);
    assert_true(g_file_set_contents(path, "", 0, NULL));
    for (int i = 1; i <= 2; i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *why = g_strdup_printf("not ready, try %d", i);
        assert_null(ask("who", &small, &error));
        assert_string_equal(error->message, why);
    }
    unlink(path);
    who(&times, &parent, &child);
    assert_int_equal(times, 3);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc, argv, kinds, G_N_ELEMENTS(kinds));
    g_setenv("REINS_BIN", "/proc/self/exe", TRUE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests__are_answered_by_children_of_one_that_prepared_once),
        cmocka_unit_test(each_bad_end__has_its_reason__and_the_next_is_answered),
        cmocka_unit_test(a_child_that_nobody_waits_for__is_killed),
        cmocka_unit_test(inside__nothing_gets_out),
        cmocka_unit_test(a_parent_that_died__has_a_successor),
        cmocka_unit_test(a_parent_that_is_killed_meanwhile__leaves_an_error),
        cmocka_unit_test(what_nobody_waits_for__runs_at_a_lower_priority__and_nothing_else_does),
        cmocka_unit_test(another_kind__has_the_same_parent__unless_it_prepares_something_else),
        cmocka_unit_test(the_parent__ends_with_who_started_it),
        cmocka_unit_test(two_hundred_requests__leave_nothing_behind),
        cmocka_unit_test(what_cannot_be_prepared__is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
