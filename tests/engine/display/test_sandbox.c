#include "engine/display/display.h"
#include "engine/eye/eye.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <X11/Xlib.h>
#include <cmocka.h>

#include "tests/helper/xvfb.h"

static sandbox *started(void)
{
    g_autofree char *dir = g_dir_make_tmp("sandbox-XXXXXX", NULL);
    g_autofree char *inner = g_build_filename(dir, "made", NULL);
    g_autoptr(GError) error = NULL;
    sandbox *s = sandbox_start(inner, 640, 480, &error);
    if (!s)
        fail_msg("%s", error->message);
    return s;
}

static void finish(sandbox *s)
{
    sandbox_end(s);
    sandbox_free(s);
}

static bool opens(const char *display, const char *xauthority)
{
    struct display_probe p;
    if (xauthority)
        g_setenv("XAUTHORITY", xauthority, TRUE);
    else
        g_setenv("XAUTHORITY", "/nonexistent", TRUE);
    display_probe(display, &p);
    bool opened = p.opened;
    if (!opened)
        assert_non_null(p.problem);
    display_probe_clear(&p);
    g_unsetenv("XAUTHORITY");
    return opened;
}

/* Whether somebody of that uid gets in without the cookie. */
static bool uid_opens(const char *display, uid_t uid)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (setuid(uid) != 0)
            _exit(2);
        _exit(opens(display, NULL) ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 2);
    return WEXITSTATUS(status) == 0;
}

static void sandbox__started__answers_its_cookie_and_its_user_only(void **state)
{
    (void)state;
    sandbox *s = started();
    assert_true(sandbox_alive(s));
    struct stat st;
    assert_int_equal(stat(s->xauthority, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_true(opens(s->display, s->xauthority));
    assert_true(opens(s->display, NULL));
    if (getuid() == 0)
        assert_false(uid_opens(s->display, 65534));
    finish(s);
}

static void sandbox__started__in_a_session_of_its_own(void **state)
{
    (void)state;
    sandbox *s = started();
    assert_int_equal(getsid(s->server.pid), s->server.pid);
    assert_null(g_getenv("DISPLAY"));
    finish(s);
}

static void sandbox__several__each_its_display(void **state)
{
    (void)state;
    sandbox *a = started(), *b = started();
    assert_string_not_equal(a->display, b->display);
    finish(a);
    assert_true(sandbox_alive(b));
    finish(b);
}

static void sandbox__ended__nothing_left(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    assert_true(sandbox_start_app(s, "xcalc", &error));
    struct process_id server = s->server, app = s->app;
    assert_true(process_id_alive(&app));
    g_autofree char *cookie = g_strdup(s->xauthority);
    finish(s);
    assert_false(process_id_alive(&server));
    assert_false(process_id_alive(&app));
    assert_int_equal(access(cookie, F_OK), -1);
}

static bool has_a_line(void *file)
{
    g_autofree char *text = NULL;
    return g_file_get_contents(file, &text, NULL, NULL) && strchr(text, '\n');
}

static bool is_gone(void *process)
{
    return !process_id_alive(process);
}

static void sandbox__program_that_ignores_sigterm_and_its_child__ended(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autofree char *file = g_strconcat(s->app_log, ".pid", NULL);
    g_autofree char *command =
        g_strdup_printf("sh -c 'trap \"\" TERM; sleep 1000 & echo $! > %s; while :; do wait; sleep 1000; done'", file);
    assert_true(sandbox_start_app(s, command, NULL));
    assert_true(helper_await(has_a_line, file, 20000));
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    struct process_id child = process_id_of((pid_t)g_ascii_strtoll(text, NULL, 10)), app = s->app;
    assert_true(process_id_alive(&child));
    finish(s);
    assert_false(process_id_alive(&app));
    assert_true(helper_await(is_gone, &child, 20000)); /* killed, and nobody waits for it */
}

static bool wants_7(gint64 run, void *data)
{
    *(int *)data += 1;
    return run == 7;
}

/* Left by an engine that was killed before it had stored the pid: known by the cookie's path, ended unless it is wanted. */
static void orphans__not_wanted__ended(void **state)
{
    (void)state;
    g_autofree char *root = g_dir_make_tmp("sandboxes-XXXXXX", NULL);
    g_autofree char *seven = g_build_filename(root, "run-7", NULL), *eight = g_build_filename(root, "run-8", NULL);
    sandbox *wanted = sandbox_start(seven, 640, 480, NULL), *orphan = sandbox_start(eight, 640, 480, NULL), *other = started();
    int asked = 0;
    sandbox_end_orphans(root, wants_7, &asked);
    assert_int_equal(asked, 2);
    assert_true(sandbox_alive(wanted));
    assert_true(sandbox_alive(other));
    assert_false(sandbox_alive(orphan));
    finish(wanted);
    finish(orphan);
    finish(other);
}

static void sandbox__size_out_of_range__refused(void **state)
{
    (void)state;
    const int sizes[][2] = {{0, 480}, {640, -1}, {100000, 100000}};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(sandbox_start("/tmp", sizes[i][0], sizes[i][1], &error));
        assert_non_null(strstr(error->message, "sandbox"));
    }
}

static void sandbox__no_xvfb__says_which_package(void **state)
{
    (void)state;
    g_autofree char *path = g_strdup(g_getenv("PATH"));
    g_autofree char *dir = g_dir_make_tmp("sandbox-XXXXXX", NULL);
    g_setenv("PATH", "/nonexistent", TRUE);
    g_autoptr(GError) error = NULL;
    assert_null(sandbox_start(dir, 640, 480, &error));
    g_setenv("PATH", path, TRUE);
    assert_true(g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT));
    assert_non_null(strstr(error->message, "xvfb"));
}

/* A server that ends as one whose socket another took, the first time; then the real one. */
static void sandbox__socket_lost_to_another_server__starts_anew(void **state)
{
    (void)state;
    g_autofree char *path = g_strdup(g_getenv("PATH"));
    g_autofree char *bin = g_dir_make_tmp("sandbox-XXXXXX", NULL), *dir = g_build_filename(bin, "run", NULL);
    g_autofree char *script = g_build_filename(bin, "Xvfb", NULL), *first = g_build_filename(bin, "first", NULL);
    g_autofree char *words = g_strdup_printf("#!/bin/sh\n[ -e '%s' ] && PATH='%s' exec Xvfb \"$@\"\n: >'%s'\n"
                                             "echo 'Cannot establish any listening sockets - Make sure' >&2\nexit 1\n",
                                             first, path, first);
    assert_true(g_file_set_contents(script, words, -1, NULL));
    assert_int_equal(chmod(script, 0700), 0);
    g_autofree char *before = g_strconcat(bin, ":", path, NULL);
    g_setenv("PATH", before, TRUE);
    g_autoptr(GError) error = NULL;
    sandbox *s = sandbox_start(dir, 640, 480, &error);
    g_setenv("PATH", path, TRUE);
    assert_non_null(s);
    assert_true(g_file_test(first, G_FILE_TEST_EXISTS));
    finish(s);
}

static void app__not_there__says_so(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    assert_false(sandbox_start_app(s, "no-such-program --x", &error));
    assert_true(g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM));
    assert_non_null(strstr(error->message, "no-such-program"));
    g_clear_error(&error);
    assert_false(sandbox_start_app(s, "xcalc 'unclosed", &error));
    assert_true(g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM));
    finish(s);
}

static bool app_has_failed(void *data)
{
    g_autofree char *text = sandbox_app_failed(data);
    return text != NULL;
}

/* What is said of a program that ends at once: by its start, or a moment later when the machine is too busy for it to have ended
 * by then. Caller frees. */
static char *why_it_ended(sandbox *s, const char *command)
{
    g_autoptr(GError) error = NULL;
    if (sandbox_start_app(s, command, &error)) {
        assert_true(helper_await(app_has_failed, s, 20000));
        return sandbox_app_failed(s);
    }
    assert_true(g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM));
    return g_strdup(error->message);
}

static void app__ends_at_once__status_and_last_words(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autofree char *text = why_it_ended(s, "sh -c 'seq 1001 1009; echo the end >&2; exit 7'");
    assert_non_null(strstr(text, "status 7"));
    assert_non_null(strstr(text, "the end"));
    assert_non_null(strstr(text, "1008"));
    assert_null(strstr(text, "1002"));
    finish(s);
}

static void app__killed_later__known_and_said(void **state)
{
    (void)state;
    sandbox *s = started();
    assert_true(sandbox_start_app(s, "xcalc", NULL));
    assert_null(sandbox_app_failed(s));
    kill(s->app.pid, SIGKILL);
    assert_true(helper_await(app_has_failed, s, 30000));
    g_autofree char *text = sandbox_app_failed(s);
    assert_non_null(strstr(text, "signal 9"));
    finish(s);
}

static void app__environment__display_and_cookie_but_no_wayland(void **state)
{
    (void)state;
    g_setenv("WAYLAND_DISPLAY", "wayland-0", TRUE);
    sandbox *s = started();
    g_autofree char *text = why_it_ended(s, "sh -c 'echo \"$DISPLAY $XAUTHORITY [$WAYLAND_DISPLAY]\"; exit 1'");
    g_unsetenv("WAYLAND_DISPLAY");
    g_autofree char *wanted = g_strdup_printf("%s %s []", s->display, s->xauthority);
    assert_non_null(strstr(text, wanted));
    finish(s);
}

static void server__killed__not_alive(void **state)
{
    (void)state;
    sandbox *s = started();
    kill(s->server.pid, SIGKILL);
    gint64 until = g_get_monotonic_time() + 5 * G_USEC_PER_SEC;
    while (sandbox_alive(s) && g_get_monotonic_time() < until)
        poll(NULL, 0, 2);
    assert_false(sandbox_alive(s));
    finish(s);
}

static void json__round_trip__same_sandbox(void **state)
{
    (void)state;
    sandbox s = {
        .display = (char *)":7", .xauthority = (char *)"/tmp/x", .width = 640, .height = 480, .app_log = (char *)"/tmp/log"};
    s.server = (struct process_id){123, G_GUINT64_CONSTANT(9007199254740991)};
    s.app = (struct process_id){4, 5};
    s.maker = (struct process_id){6, 7};
    s.window = 0x1400003;
    g_autofree char *text = sandbox_to_json(&s);
    g_autoptr(GError) error = NULL;
    g_autoptr(sandbox) back = sandbox_from_json(text, &error);
    if (!back)
        fail_msg("%s", error->message);
    assert_string_equal(back->display, ":7");
    assert_string_equal(back->app_log, "/tmp/log");
    assert_int_equal(back->server.pid, 123);
    assert_true(back->server.start_time == s.server.start_time);
    assert_int_equal(back->app.start_time, 5);
    assert_int_equal(back->maker.pid, 6);
    assert_int_equal(back->maker.start_time, 7);
    assert_int_equal(back->window, 0x1400003);
}

static void json__unfit__refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "[]",
        "{}",
        "{\"display\":7,\"width\":1,\"height\":1}",
        "{\"display\":\":7\",\"width\":1,\"height\":1,\"server\":{\"pid\":-1,\"start_time\":0},\"wm\":{},\"app\":{}}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(sandbox_from_json(texts[i], &error));
        assert_non_null(error);
    }
}

static void process__same_pid_other_start__not_ours_and_not_touched(void **state)
{
    (void)state;
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        for (;;)
            pause();
    }
    struct process_id p = process_id_of(pid), other = p;
    other.start_time++;
    assert_true(process_id_alive(&p));
    assert_false(process_id_alive(&other));
    process_id_end(&other, 100);
    assert_true(process_id_alive(&p));
    const struct process_id nobody[] = {{0, 0}, {1, 1}, {-1, 5}};
    for (gsize i = 0; i < G_N_ELEMENTS(nobody); i++) {
        assert_false(process_id_alive(&nobody[i]));
        process_id_end(&nobody[i], 10); /* kill(-1) would be the end of everything */
    }
    process_id_end(&p, 1000);
    assert_false(process_id_alive(&p));
}

static void probe__plain_server__has_all(void **state)
{
    (void)state;
    struct xvfb x = {0};
    xvfb_start(&x, 320, 240, NULL);
    struct display_probe p;
    display_probe(NULL, &p); /* $DISPLAY */
    assert_true(p.opened && p.xtest && p.shm && p.xinput2 && p.xfixes && p.randr && p.damage && p.xkb);
    assert_int_equal(p.width, 320);
    assert_int_equal(p.depth, 24);
    assert_null(p.window_manager);
    assert_null(p.problem);
    display_probe_clear(&p);
    xvfb_stop(&x);
}

static void probe__server_without__named_with_the_fix(void **state)
{
    (void)state;
    const char *arguments[] = {"-extension", "XTEST", "-extension", "MIT-SHM", "-extension", "RANDR", NULL};
    struct xvfb x = {0};
    xvfb_start(&x, 320, 240, arguments);
    struct display_probe p;
    display_probe(x.display, &p);
    assert_true(p.opened && !p.xtest && !p.shm && !p.randr && p.xkb);
    assert_non_null(strstr(p.problem, "XTEST"));
    assert_non_null(strstr(p.problem, x.display));
    display_probe_clear(&p);
    xvfb_stop(&x);
}

static void probe__shallow_display__named_with_the_fix(void **state)
{
    (void)state;
    const char *arguments[] = {"-screen", "0", "320x240x16", NULL};
    struct xvfb x = {0};
    xvfb_start(&x, 320, 240, arguments);
    struct display_probe p;
    display_probe(x.display, &p);
    assert_true(p.opened);
    assert_int_equal(p.depth, 16);
    assert_non_null(strstr(p.problem, "24"));
    display_probe_clear(&p);
    xvfb_stop(&x);
}

/* Xlib's own words must not reach the terminal. */
static void probe__not_to_be_opened__one_sentence_and_silence(void **state)
{
    (void)state;
    const char *arguments[] = {"-auth", "auth", NULL};
    g_autofree char *auth = g_build_filename(g_get_tmp_dir(), "auth", NULL);
    /* any cookie will do: it is not the one that is shown */
    static const char cookie[] = "\xff\xff\0\0\0\0\0\x12MIT-MAGIC-COOKIE-1\0\x10"
                                 "0123456789abcdef";
    assert_true(g_file_set_contents(auth, cookie, sizeof cookie - 1, NULL));
    arguments[1] = auth;
    struct xvfb x = {0};
    xvfb_start(&x, 320, 240, arguments);
    g_unsetenv("DISPLAY");
    const struct {
        const char *display, *said;
    } cases[] = {{"", "$DISPLAY is not set"},
                 {":4713", ":4713"},
                 {"no.such.host.invalid:0", "no.such.host"},
                 {":x", ":x"},
                 {x.display, "XAUTHORITY"}};
    g_setenv("XAUTHORITY", "/nonexistent", TRUE);
    fflush(stderr);
    g_autofree char *stderr_file = g_build_filename(g_get_tmp_dir(), "stderr.txt", NULL);
    int saved = dup(2), file = open(stderr_file, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    dup2(file, 2);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct display_probe p;
        display_probe(cases[i].display, &p);
        assert_false(p.opened);
        assert_non_null(strstr(p.problem, cases[i].said));
        assert_null(strchr(p.problem, '\n'));
        display_probe_clear(&p);
    }
    dup2(saved, 2);
    close(saved);
    assert_int_equal(lseek(file, 0, SEEK_END), 0);
    close(file);
    unlink(stderr_file);
    g_unsetenv("XAUTHORITY");
    xvfb_stop(&x);
}

static void assert_silent(const char *display)
{
    struct display_probe p;
    display_probe(display, &p);
    assert_false(p.opened);
    assert_non_null(strstr(p.problem, "does not answer"));
    assert_non_null(strstr(p.problem, display));
    display_probe_clear(&p);
}

/* Somebody listens where display N would be, takes the connection and never says a word. */
static int listen_silently(int *ret_number)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un a = {.sun_family = AF_UNIX}; /* in the abstract space, where Xlib looks first */
    for (int number = 3000; number < 4000; number++) {
        int length = g_snprintf(a.sun_path + 1, sizeof a.sun_path - 1, "/tmp/.X11-unix/X%d", number);
        socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (gsize)length);
        if (bind(fd, (struct sockaddr *)&a, size) == 0 && listen(fd, 4) == 0) {
            *ret_number = number;
            return fd;
        }
    }
    fail_msg("no number for a display is free");
    return -1;
}

static void probe__server_that_never_answers__said_within_the_limit(void **state)
{
    (void)state;
    int number = 0, fd = listen_silently(&number);
    g_autofree char *display = g_strdup_printf(":%d", number);
    assert_silent(display);
    close(fd);
    struct xvfb x = {0};
    xvfb_start(&x, 320, 240, NULL);
    assert_int_equal(kill(x.pid, SIGSTOP), 0);
    assert_silent(x.display);
    assert_int_equal(kill(x.pid, SIGCONT), 0);
    assert_true(opens(x.display, NULL));
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sandbox__started__answers_its_cookie_and_its_user_only),
        cmocka_unit_test(sandbox__started__in_a_session_of_its_own),
        cmocka_unit_test(sandbox__several__each_its_display),
        cmocka_unit_test(sandbox__ended__nothing_left),
        cmocka_unit_test(sandbox__program_that_ignores_sigterm_and_its_child__ended),
        cmocka_unit_test(orphans__not_wanted__ended),
        cmocka_unit_test(sandbox__size_out_of_range__refused),
        cmocka_unit_test(sandbox__no_xvfb__says_which_package),
        cmocka_unit_test(sandbox__socket_lost_to_another_server__starts_anew),
        cmocka_unit_test(app__not_there__says_so),
        cmocka_unit_test(app__ends_at_once__status_and_last_words),
        cmocka_unit_test(app__killed_later__known_and_said),
        cmocka_unit_test(app__environment__display_and_cookie_but_no_wayland),
        cmocka_unit_test(server__killed__not_alive),
        cmocka_unit_test(json__round_trip__same_sandbox),
        cmocka_unit_test(json__unfit__refused),
        cmocka_unit_test(process__same_pid_other_start__not_ours_and_not_touched),
        cmocka_unit_test(probe__plain_server__has_all),
        cmocka_unit_test(probe__server_without__named_with_the_fix),
        cmocka_unit_test(probe__shallow_display__named_with_the_fix),
        cmocka_unit_test(probe__not_to_be_opened__one_sentence_and_silence),
        cmocka_unit_test(probe__server_that_never_answers__said_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
