/* Workers: what they may not do, how they end, what the parent hears. The child's side of the test is this very program. */

#include "skills/timeline/action.h"
#include "skills/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Processor time is what ends a spinning one, however long that takes on a busy machine; the clock ends one that waits. */
static const struct worker_limits small = {64 * 1024 * 1024, 1, 60000, 1024 * 1024, NULL};
static const struct worker_limits brief = {64 * 1024 * 1024, 1, 200, 1024 * 1024, NULL};

/* ---- the child: one kind per behaviour ---- */

static bool kind_echo(const char *request, gsize length, GString *reply, GError **error)
{
    (void)error;
    g_string_append_len(reply, request, (gssize)length);
    return true;
}

static bool kind_error(const char *request, gsize length, GString *reply, GError **error)
{
    (void)length;
    (void)reply;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "not \"%s\"", request);
    return false;
}

static bool kind_spin(const char *request, gsize length, GString *reply, GError **error)
{
    (void)length;
    (void)error;
    volatile guint n = 0;
    if (g_str_equal(request, "late")) {
        g_autoptr(GString) late = g_string_new("late but told");
        worker_time_limit(100, late, NULL);
    }
    for (;;)
        n++;
    g_string_append(reply, "never");
    return true;
}

static bool kind_block(const char *request, gsize length, GString *reply, GError **error)
{
    (void)request;
    (void)length;
    (void)reply;
    (void)error;
    for (;;)
        pause();
    return true;
}

static bool kind_memory(const char *request, gsize length, GString *reply, GError **error)
{
    (void)request;
    (void)length;
    (void)error;
    for (;;)
        g_string_append(reply, "0123456789012345678901234567890123456789");
    return true;
}

static bool kind_crash(const char *request, gsize length, GString *reply, GError **error)
{
    (void)length;
    (void)reply;
    (void)error;
    raise((int)g_ascii_strtoll(request, NULL, 10));
    _exit(3);
}

static bool kind_long(const char *request, gsize length, GString *reply, GError **error)
{
    (void)request;
    (void)length;
    (void)error;
    for (int i = 0; i < 200000; i++)
        g_string_append(reply, "0123456789");
    return true;
}

static void attempt(GString *reply, const char *what, int result)
{
    if (result >= 0)
        g_string_append_printf(reply, "%s ", what);
}

/* Refused by the filter itself, whatever the arguments: another errno would come from the kernel's own check of them. */
static void attempt_calls(GString *reply, const char *path, int fd)
{
    char buffer[64] = {0};
    const long p = (long)path, b = (long)buffer, parent = (long)getppid();
    const struct {
        const char *name;
        long number, a, b, c, d, e;
    } calls[] = {
        {"clone", SYS_clone, SIGCHLD, 0, 0, 0, 0},
        {"clone3", SYS_clone3, 0, 0, 0, 0, 0},
        {"mknodat", SYS_mknodat, AT_FDCWD, (long)"/tmp/reins-node", S_IFREG | 0600, 0, 0},
        {"setxattr", SYS_setxattr, p, (long)"user.x", b, 1, 0},
        {"lsetxattr", SYS_lsetxattr, p, (long)"user.x", b, 1, 0},
        {"fsetxattr", SYS_fsetxattr, fd, (long)"user.x", b, 1, 0},
        {"removexattr", SYS_removexattr, p, (long)"user.x", 0, 0, 0},
        {"open_by_handle_at", SYS_open_by_handle_at, fd, b, O_RDONLY, 0, 0},
        {"name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, p, b, b, 0},
        {"openat2", SYS_openat2, AT_FDCWD, p, b, 24, 0},
        {"fchmod", SYS_fchmod, fd, 0600, 0, 0, 0},
        {"fchmodat", SYS_fchmodat, AT_FDCWD, p, 0600, 0, 0},
        {"fchown", SYS_fchown, fd, 0, 0, 0, 0},
        {"ftruncate", SYS_ftruncate, fd, 0, 0, 0, 0},
        {"utimensat", SYS_utimensat, AT_FDCWD, p, 0, 0, 0},
        {"flock", SYS_flock, fd, 2, 0, 0, 0},
        {"tgkill", SYS_tgkill, parent, parent, 0, 0, 0},
        {"rt_sigqueueinfo", SYS_rt_sigqueueinfo, parent, 0, b, 0, 0},
        {"pidfd_open", SYS_pidfd_open, parent, 0, 0, 0, 0},
        {"pidfd_getfd", SYS_pidfd_getfd, fd, 0, 0, 0, 0},
        {"prlimit64", SYS_prlimit64, parent, RLIMIT_NOFILE, 0, b, 0},
        {"setpriority", SYS_setpriority, PRIO_PROCESS, parent, 0, 0, 0},
        {"sched_setaffinity", SYS_sched_setaffinity, parent, 8, b, 0, 0},
        {"ptrace", SYS_ptrace, 16, parent, 0, 0, 0},
        {"process_vm_readv", SYS_process_vm_readv, parent, b, 1, b, 1},
        {"ioctl TIOCSTI", SYS_ioctl, 0, TIOCSTI, b, 0, 0},
        {"ioctl FIOSETOWN", SYS_ioctl, 0, FIOSETOWN, b, 0, 0},
        {"fcntl F_SETOWN", SYS_fcntl, 0, F_SETOWN, parent, 0, 0},
        {"fcntl F_SETFL", SYS_fcntl, 0, F_SETFL, O_ASYNC, 0, 0},
        {"sendto", SYS_sendto, 1, b, 0, 0, 0},
        {"memfd_create", SYS_memfd_create, (long)"x", 0, 0, 0, 0},
        {"execveat", SYS_execveat, fd, (long)"", 0, 0, 0x1000},
        {"msgget", SYS_msgget, 0, 0600, 0, 0, 0},
        {"semget", SYS_semget, 0, 1, 0600, 0, 0},
        {"shmget", SYS_shmget, 0, 4096, 0600, 0, 0},
        {"inotify_init1", SYS_inotify_init1, 0, 0, 0, 0, 0},
        {"chdir", SYS_chdir, (long)"/", 0, 0, 0, 0},
        {"mount", SYS_mount, 0, p, 0, 0, 0},
        {"io_uring_setup", SYS_io_uring_setup, 1, b, 0, 0, 0},
        {"seccomp", SYS_seccomp, 0, 0, 0, 0, 0},
        {"prctl", SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0},
        {"a call that does not exist", 4000, 0, 0, 0, 0, 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
        errno = 0;
        long result = syscall(calls[i].number, calls[i].a, calls[i].b, calls[i].c, calls[i].d, calls[i].e);
        if (result == 0 && calls[i].number == SYS_clone)
            _exit(4);
        if (result >= 0 || errno != EPERM)
            g_string_append_printf(reply, "%s (%s) ", calls[i].name, result >= 0 ? "done" : g_strerror(errno));
    }
}

/* Everything that must not work; replies with what did. */
static bool kind_escape(const char *request, gsize length, GString *reply, GError **error)
{
    (void)length;
    (void)error;
    char *argv[] = {(char *)"/bin/true", NULL};
    attempt(reply, "socket", socket(AF_UNIX, SOCK_STREAM, 0));
    attempt(reply, "inet", socket(AF_INET, SOCK_STREAM, 0));
    attempt(reply, "exec", execv("/bin/true", argv));
    attempt(reply, "kill", kill(getppid(), 0));
    attempt(reply, "unlink", unlink(request));
    attempt(reply, "rename", rename(request, "/tmp/x"));
    attempt(reply, "write", open(request, O_WRONLY | O_CLOEXEC));
    attempt(reply, "truncate", open(request, O_RDONLY | O_TRUNC | O_CLOEXEC));
    attempt(reply, "create", open("/tmp/reins-new", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    for (int i = 3; i < 200; i++)
        attempt(reply, "descriptor", fcntl(i, F_GETFD));
    int fd = open(request, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        g_string_append(reply, "reading does not work ");
    attempt_calls(reply, request, fd);
    struct rlimit core;
    getrlimit(RLIMIT_CORE, &core);
    attempt(reply, "core", core.rlim_max ? 1 : -1);
    if (g_getenv("REINS_SECRET") || g_getenv("DISPLAY"))
        g_string_append(reply, "environment ");
    if (g_strcmp0(g_getenv("OMP_THREAD_LIMIT"), "1") != 0)
        g_string_append(reply, "threads ");
    return true;
}

/* Reads one byte behind what it has. */
static bool kind_overrun(const char *request, gsize length, GString *reply, GError **error)
{
    (void)request;
    (void)error;
    volatile char *p = g_malloc0(length);
    g_string_append_c(reply, p[length]);
    return true;
}

/* What the locale is in there. */
static bool kind_locale(const char *request, gsize length, GString *reply, GError **error)
{
    (void)request;
    (void)length;
    (void)error;
    g_string_printf(reply, "%s %s", setlocale(LC_COLLATE, NULL), setlocale(LC_NUMERIC, NULL));
    return true;
}

/* A connection that was made before the worker gave up its rights. */
static int talking[2];

static bool connect_talk(const char *request, gsize length, GError **error)
{
    (void)request;
    (void)length;
    (void)error;
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talking) == 0;
}

static bool connect_fails(const char *request, gsize length, GError **error)
{
    (void)request;
    (void)length;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "nobody is there");
    return false;
}

static bool kind_talk(const char *request, gsize length, GString *reply, GError **error)
{
    (void)error;
    char heard[64];
    attempt(reply, "socket", socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    attempt(reply, "connect", connect(talking[0], NULL, 0));
    attempt(reply, "bind", bind(talking[0], NULL, 0));
    attempt(reply, "open", open("/tmp/worker-talks", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    attempt(reply, "kill", kill(getppid(), 0));
    if (send(talking[0], request, length, 0) != (ssize_t)length || recv(talking[1], heard, sizeof heard, 0) != (ssize_t)length)
        return false;
    g_string_append_len(reply, heard, (gssize)length);
    return true;
}

static const struct worker_kind kinds[] = {
    {"echo", kind_echo, false, NULL},
    {"error", kind_error, false, NULL},
    {"spin", kind_spin, false, NULL},
    {"block", kind_block, false, NULL},
    {"memory", kind_memory, false, NULL},
    {"crash", kind_crash, false, NULL},
    {"long", kind_long, false, NULL},
    {"escape", kind_escape, false, NULL},
    {"locale", kind_locale, false, NULL},
    {"overrun", kind_overrun, false, NULL},
    {"talk", kind_talk, false, NULL, connect_talk},
    {"unanswered", kind_talk, false, NULL, connect_fails},
};

/* ---- the parent ---- */

static void worker_run__echo__gives_back_every_byte(void **state)
{
    (void)state;
    gsize sizes[] = {0, 1, 65536, 900000};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = g_strnfill(sizes[i], 'x');
        g_autoptr(GError) error = NULL;
        gsize length = 7;
        g_autofree char *reply = worker_run("echo", text, sizes[i], &small, &length, &error);
        if (!reply)
            fail_msg("%s", error->message);
        assert_int_equal(length, sizes[i]);
        assert_string_equal(reply, text);
    }
    gsize length;
    g_autofree char *reply = worker_run("echo", "a\0b\n", 4, &small, &length, NULL);
    assert_int_equal(length, 4);
    assert_memory_equal(reply, "a\0b\n", 5);
}

static void worker_run__each_bad_end__has_its_reason(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *request;
        enum skills_error code;
        const char *why;
    } rows[] = {
        {"error", "this", SKILLS_ERROR_SYNTAX, "not \"this\""},
        {"spin", "", SKILLS_ERROR_LIMIT, "more than 1 s of processor time"},
        {"block", "", SKILLS_ERROR_LIMIT, "took longer than 200 ms"},
#ifndef __SANITIZE_ADDRESS__ /* it has room of its own, and reports by itself */
        {"memory", "", SKILLS_ERROR_FAILED, "memory limit of 64 MiB"},
#endif
        {"crash", "9", SKILLS_ERROR_FAILED, "died of signal 9"},
        {"crash", "0", SKILLS_ERROR_FAILED, "ended with code 3 and without an answer"},
        {"long", "", SKILLS_ERROR_LIMIT, "answer is longer than 1048576 bytes"},
        {"none", "", SKILLS_ERROR_FAILED, "ended with code 2"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        const struct worker_limits *limits = g_str_equal(rows[i].kind, "block") ? &brief : &small;
        g_autofree char *reply = worker_run(rows[i].kind, rows[i].request, strlen(rows[i].request), limits, NULL, &error);
        if (reply || error->domain != SKILLS_ERROR || error->code != (int)rows[i].code || !strstr(error->message, rows[i].why))
            fail_msg("%s %s: %s", rows[i].kind, rows[i].request, reply ? reply : error->message);
    }
}

static void worker_run__with_a_connection__talks_over_it_and_makes_no_other(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL, refused = NULL;
    g_autofree char *reply = worker_run("talk", "hello", 5, &small, NULL, &error);
    if (!reply)
        fail_msg("%s", error->message);
    assert_string_equal(reply, "hello");
    assert_null(worker_run("unanswered", "hello", 5, &small, NULL, &refused));
    assert_string_equal(refused->message, "nobody is there");
}

static void worker_time_limit__in_the_middle_of_a_loop__sends_what_was_prepared(void **state)
{
    (void)state;
    g_autofree char *reply = worker_run("spin", "late", 4, &small, NULL, NULL);
    assert_string_equal(reply, "late but told");
}

static void worker__inside__nothing_gets_out(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "victim", NULL);
    assert_true(g_file_set_contents(path, "kept", -1, NULL));
    g_setenv("REINS_SECRET", "key", TRUE);
    g_setenv("DISPLAY", ":99", TRUE);
    int leaked = fcntl(0, F_DUPFD, 50); /* without CLOEXEC: the child must close it itself */
    static const char *const parents[] = {NULL, "echo"}, *const works[] = {"", "reading does not work "};
    for (gsize i = 0; i < G_N_ELEMENTS(parents); i++) {
        struct worker_limits limits = small;
        limits.parent = parents[i];
        g_autoptr(GError) error = NULL;
        g_autofree char *reply = worker_run("escape", path, strlen(path), &limits, NULL, &error);
        assert_string_equal(reply ? reply : error->message, works[i]);
    }
    close(leaked);
    g_unsetenv("DISPLAY");
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "kept");
    unlink(path);
}

/* In a person's locale "B" may be before "a": a skill that sorts would do something else for another person. */
static void worker__inside__no_locale_of_a_person(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_setenv("LC_ALL", "C.UTF-8", TRUE); /* the only one that is everywhere; the child's main() takes it */
    g_autofree char *reply = worker_run("locale", "", 0, &small, NULL, &error);
    assert_string_equal(reply ? reply : error->message, "C C");
}

/* Nothing in there can make the file of a report. */
static void worker__inside_a_sanitizer__its_report_gets_out(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__
    skip();
#endif
    g_autofree char *before = g_strdup(g_getenv("ASAN_OPTIONS")), *path = g_build_filename(g_get_tmp_dir(), "overrun", NULL);
    g_autofree char *options = g_strdup_printf("log_path=%s:detect_leaks=0", path);
    g_autofree char *report = g_strdup_printf("%s.worker.%d", path, (int)getpid()), *text = NULL;
    g_autoptr(GError) error = NULL;
    g_setenv("ASAN_OPTIONS", options, TRUE);
    assert_null(worker_run("overrun", "12345678", 8, &small, NULL, &error));
    if (before)
        g_setenv("ASAN_OPTIONS", before, TRUE);
    else
        g_unsetenv("ASAN_OPTIONS");
    assert_true(g_file_get_contents(report, &text, NULL, NULL));
    assert_non_null(strstr(text, "heap-buffer-overflow"));
    assert_non_null(strstr(text, "kind_overrun"));
    unlink(report);
}

static void worker_start__a_program_that_is_none__is_an_error(void **state)
{
    (void)state;
    g_autofree char *before = g_strdup(g_getenv("REINS_BIN"));
    g_autoptr(GError) error = NULL;
    g_setenv("REINS_BIN", "/nonexistent", TRUE);
    assert_null(worker_start("echo", "", 0, &small, &error));
    assert_non_null(strstr(error->message, "cannot start the echo worker"));
    g_setenv("REINS_BIN", before, TRUE);
}

/* A test program that did not know the word `worker` filled a machine with 15,000 of itself. */
static void worker_start__in_a_worker__is_an_error(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_setenv("REINS_WORKER", "1", TRUE);
    worker *w = worker_start("echo", "", 0, &small, &error);
    g_unsetenv("REINS_WORKER");
    assert_null(w);
    assert_non_null(strstr(error->message, "a worker starts none"));
}

/* One that was killed or dropped leaves no process behind, and a signal mask of the parent's does not reach it. */
static void worker_free__while_it_runs__reaps_it(void **state)
{
    (void)state;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    worker *w = worker_start("block", "", 0, &small, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_non_null(w);
    assert_false(worker_poll(w));
    worker_free(w);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* The parent's death: its end of a pipe that only the worker's parent holds is closed once the worker is gone, too. */
static void worker__the_parent_is_killed__dies_with_it(void **state)
{
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    pid_t parent = fork();
    if (parent == 0) {
        worker *w = worker_start("block", "", 0, &small, NULL);
        char byte = w ? 'y' : 'n';
        GArray *polled = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        worker_prepare(w, polled);
        worker_poll(w);
        if (write(fds[1], &byte, 1) == 1)
            pause();
        _exit(0);
    }
    char byte = 0;
    assert_int_equal(read(fds[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/children", parent, parent);
    g_autofree char *children = NULL;
    assert_true(g_file_get_contents(path, &children, NULL, NULL));
    pid_t child = (pid_t)g_ascii_strtoll(children, NULL, 10);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    bool gone = false;
    struct pollfd none = {.fd = -1};
    for (int i = 0; i < 500 && !gone; i++) { /* its new parent reaps it: poll for that, up to 5 s */
        g_autofree char *stat_path = g_strdup_printf("/proc/%d/stat", child);
        g_autofree char *stat = NULL;
        gone = !g_file_get_contents(stat_path, &stat, NULL, NULL) || strstr(stat, ") Z ");
        if (!gone)
            poll(&none, 1, 10);
    }
    assert_true(gone);
    close(fds[0]);
    close(fds[1]);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, ""); /* as reins does */
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc, argv, kinds, G_N_ELEMENTS(kinds));
    g_setenv("REINS_BIN", "/proc/self/exe", TRUE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worker_run__echo__gives_back_every_byte),
        cmocka_unit_test(worker_run__each_bad_end__has_its_reason),
        cmocka_unit_test(worker_run__with_a_connection__talks_over_it_and_makes_no_other),
        cmocka_unit_test(worker_time_limit__in_the_middle_of_a_loop__sends_what_was_prepared),
        cmocka_unit_test(worker__inside__no_locale_of_a_person),
        cmocka_unit_test(worker__inside_a_sanitizer__its_report_gets_out),
        cmocka_unit_test(worker_start__a_program_that_is_none__is_an_error),
        cmocka_unit_test(worker_start__in_a_worker__is_an_error),
        cmocka_unit_test(worker_free__while_it_runs__reaps_it),
        cmocka_unit_test(worker__the_parent_is_killed__dies_with_it),
        cmocka_unit_test(worker__inside__nothing_gets_out), /* its warm parent stays */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
