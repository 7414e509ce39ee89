/* A task: what the console's child says comes back whole, what goes wrong with it is told, and giving it up leaves nothing. */

#include "config/config.h"
#include "tui/term/task.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define LARGE (3 * 1024 * 1024)
#define DEADLINE_MS 20000

static char *work; /* a folder for this test */

static bool say_large(void *data, GString *reply, GError **error)
{
    (void)error;
    for (int i = 0; i < LARGE; i++)
        g_string_append_c(reply, *(const char *)data);
    return true;
}

static bool say_bytes(void *data, GString *reply, GError **error)
{
    (void)data;
    (void)error;
    g_string_append_len(reply, "a\0-\n\xff", 5);
    return true;
}

static bool fail_loudly(void *data, GString *reply, GError **error)
{
    g_string_append(reply, "half of it");
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "line one\nline two: %s", (const char *)data);
    return false;
}

static bool fail_silently(void *data, GString *reply, GError **error)
{
    (void)data;
    (void)reply;
    (void)error;
    return false;
}

static bool die(void *data, GString *reply, GError **error)
{
    (void)error;
    g_string_append(reply, "half of it");
    if (data)
        raise(*(const int *)data);
    _exit(7);
}

/* The numbers of the descriptors that are open there, and where the first three lead. */
static bool list_descriptors(void *data, GString *reply, GError **error)
{
    (void)data;
    (void)error;
    char place[64];
    for (int fd = 0; fd < 256; fd++) {
        g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", fd);
        gssize n = readlink(link, place, sizeof place - 1);
        if (n > 0)
            g_string_append_printf(reply, "%d %.*s\n", fd, (int)n, place);
    }
    return true;
}

/* Blocks until somebody writes into the pipe, then leaves a sign. */
static bool wait_for_word(void *data, GString *reply, GError **error)
{
    g_autofree char *done = g_strconcat(data, ".done", NULL);
    char c;
    (void)error;
    int fd = open(data, O_RDONLY);
    if (fd < 0 || read(fd, &c, 1) != 1)
        _exit(1);
    g_string_append(reply, "heard");
    return g_file_set_contents(done, "x", -1, NULL);
}

static char *pipe_new(const char *name)
{
    char *path = g_build_filename(work, name, NULL);
    assert_int_equal(mkfifo(path, 0600), 0);
    return path;
}

static void tell(const char *path)
{
    int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
}

static GBytes *run(task_function function, void *data, GError **error)
{
    task *t = task_start(function, data, false, error);
    assert_non_null(t);
    task_wait(t);
    assert_true(task_poll(t)); /* stays finished */
    GBytes *reply = task_finish(t, error);
    task_free(t);
    return reply;
}

static void task__a_large_reply__comes_whole(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = run(say_large, (void *)"z", &error);
    assert_null(error);
    gsize length;
    const char *text = g_bytes_get_data(reply, &length);
    assert_int_equal(length, LARGE);
    assert_true(text[0] == 'z' && text[LARGE / 2] == 'z' && text[LARGE - 1] == 'z');
}

static void task__any_bytes__come_as_they_are(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = run(say_bytes, NULL, &error);
    gsize length;
    assert_null(error);
    assert_memory_equal(g_bytes_get_data(reply, &length), "a\0-\n\xff", 5);
    assert_int_equal(length, 5);
}

static void task__an_error__comes_with_its_domain_code_and_every_line(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = run(fail_loudly, (void *)"why", &error);
    assert_null(reply);
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_USAGE));
    assert_string_equal(error->message, "line one\nline two: why");
}

static void task__a_failure_without_a_word__is_an_error(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = run(fail_silently, NULL, &error);
    assert_null(reply);
    assert_non_null(error);
}

static void task__a_child_that_dies__says_how_and_gives_no_half_reply(void **state)
{
    (void)state;
    g_autoptr(GError) killed = NULL, left = NULL;
    int number = SIGKILL;
    g_autoptr(GBytes) one = run(die, &number, &killed), two = run(die, NULL, &left);
    assert_null(one);
    assert_null(two);
    assert_non_null(strstr(killed->message, "signal 9"));
    assert_non_null(strstr(left->message, "exit code 7"));
}

static void task__the_child__has_no_terminal_and_no_descriptor_of_ours(void **state)
{
    (void)state;
    int ours = open("/dev/zero", O_RDONLY); /* not closed on exec: a fork has it */
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = run(list_descriptors, NULL, &error);
    close(ours);
    assert_null(error);
    gsize length;
    const char *data = g_bytes_get_data(reply, &length);
    g_autofree char *text = g_strndup(data, length);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    assert_int_equal(g_strv_length(lines), 4);
    for (int i = 0; i < 3; i++) {
        g_autofree char *wanted = g_strdup_printf("%d /dev/null", i);
        assert_string_equal(lines[i], wanted);
    }
    assert_non_null(strstr(lines[3], " pipe:["));
}

static void task__poll__never_blocks_and_wakes_a_poll_set(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = pipe_new("poll");
    g_autoptr(task) t = task_start(wait_for_word, path, false, &error);
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    assert_false(task_poll(t)); /* nobody has written: it still waits */
    tell(path);
    task_prepare(t, fds);
    assert_int_equal(fds->len, 1);
    while (!task_poll(t))
        assert_true(g_poll((GPollFD *)(void *)fds->data, fds->len, DEADLINE_MS) > 0);
    g_autoptr(GBytes) reply = task_finish(t, &error);
    assert_null(error);
    assert_int_equal(g_bytes_get_size(reply), strlen("heard"));
    g_array_set_size(fds, 0);
    task_prepare(t, fds);
    assert_int_equal(fds->len, 0);
}

static void task__given_up__is_ended_and_reaped(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = pipe_new("given-up");
    task *t = task_start(wait_for_word, path, false, &error);
    assert_non_null(t);
    task_free(t);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void task__given_up__ends_what_it_changes(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = pipe_new("finishes"), *done = g_strconcat(path, ".done", NULL);
    task *t = task_start(wait_for_word, path, true, &error);
    int status;
    assert_non_null(t);
    task_free(t);
    tell(path);
    assert_true(waitpid(-1, &status, 0) > 0); /* it was not killed: it goes on to its end */
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(g_file_test(done, G_FILE_TEST_EXISTS));
}

static int make_work(void **state)
{
    (void)state;
    work = g_dir_make_tmp("reins-task-XXXXXX", NULL);
    return work ? 0 : -1;
}

static int remove_work(void **state)
{
    (void)state;
    static const char *const names[] = {"poll", "poll.done", "given-up", "finishes", "finishes.done"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(work, names[i], NULL);
        g_unlink(path);
    }
    int failed = g_rmdir(work);
    g_free(work);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(task__a_large_reply__comes_whole),
        cmocka_unit_test(task__any_bytes__come_as_they_are),
        cmocka_unit_test(task__an_error__comes_with_its_domain_code_and_every_line),
        cmocka_unit_test(task__a_failure_without_a_word__is_an_error),
        cmocka_unit_test(task__a_child_that_dies__says_how_and_gives_no_half_reply),
        cmocka_unit_test(task__the_child__has_no_terminal_and_no_descriptor_of_ours),
        cmocka_unit_test(task__poll__never_blocks_and_wakes_a_poll_set),
        cmocka_unit_test(task__given_up__is_ended_and_reaped),
        cmocka_unit_test(task__given_up__ends_what_it_changes),
    };
    return cmocka_run_group_tests(tests, make_work, remove_work);
}
