/* The agent outside: a program acts over a socket that can approve nothing. The shipped environment plays a task to its end; what
 * is no request changes nothing; a program that goes leaves nothing waiting and nothing held. */
#include "tests/e2e/driver_outside.h"

#include "config/config.h"
#include "config/strict_json.h"
#include "engine/client/program.h"
#include "engine/run/run.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

static int setup(void **state)
{
    (void)state;
    driver_configure("demo", "[eye]\nsettle_ms=60\n");
    return 0;
}

static void assert_refused(int fd, const char *request, const char *why)
{
    g_autoptr(cJSON) said = outside_ask(fd, request);
    if (!strstr(outside_text_of(said, "error"), why))
        fail_msg("%s: %s", request, outside_text_of(said, "error"));
}

static void assert_looks(int fd)
{
    g_autoptr(cJSON) said = outside_ask(fd, "{\"command\":\"look\"}");
    assert_string_equal(outside_text_of(said, "outcome"), "null");
    assert_true(g_file_test(outside_text_of(said, "frame"), G_FILE_TEST_EXISTS));
}

/* ---- the environment ---- */

/* The next one that connects. */
static int hail(int listener)
{
    struct pollfd p = {.fd = listener, .events = POLLIN};
    assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

#define DENIED "\"the check saved of its task denies it: notes.txt has nothing that fits ^onetwo$: it holds \\\"one\\\"\""

static void env__approved_edited_and_rejected__plays_the_task_to_its_end(void **state)
{
    (void)state;
    outside_write_file("reward.lua", "function reward(before, after, state) return state.step * 0.5 end\n");
    outside_write_file("two.ini",
                       "[task]\ninstruction=write two\napp=" OUTSIDE_MOUSEPAD " notes.txt\nprofile=mousepad\nsandbox=900x600\n"
                       "reward=reward.lua\n[start notes]\nfile=notes.txt\ntext=one\n"
                       "[check saved]\nfile=notes.txt\ntext=^onetwo$\n");
    g_autofree char *task = g_build_filename(g_get_home_dir(), "two.ini", NULL),
                    *set = g_strconcat("socket=", outside_path(), NULL);
    GPid program = outside_play("[{\"skill\": \"press_key\", \"args\": {\"key\": \"End\"}},"
                                " {\"skill\": \"type_text\", \"args\": {\"text\": \"tvo\"}},"
                                " {\"skill\": \"press_key\", \"args\": {\"key\": \"Delete\"}, \"reason\": \"tidy up\"},"
                                " {\"skill\": \"press_keys_combined\", \"args\": {\"keys\": \"ctrl+s\"}}]");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--task", task));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "type_text");
    g_autoptr(action) two = action_new("type_text");
    action_set_string(two, "text", "two");
    driver_edit(d, p, two);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->reason, "tidy up");
    driver_reject(d, p, "there is nothing to tidy");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const event *e = driver_await(d, EVENT_ENDED);
    assert_string_equal(e->end.outcome, "success");
    assert_string_equal(e->reason, "the task is done; the check of its task holds");
    assert_int_equal(driver_exit(d), 0);
    driver ended = {.pid = program};
    int code = driver_exit(&ended);
    g_autofree char *out = g_build_filename(g_get_home_dir(), "told", NULL), *told = NULL;
    assert_true(g_file_get_contents(out, &told, NULL, NULL));
    assert_string_equal(told,
                        "[true, \"write two\", false]\n"
                        "[\"done\", \"changed\", {\"key\": \"End\"}, null, 0.5, false, false, " DENIED "]\n"
                        "[\"edited\", \"changed\", {\"text\": \"two\"}, \"the person changed type_text(text = \\\"tvo\\\") into "
                        "type_text(text = \\\"two\\\")\", 1, false, false, " DENIED "]\n"
                        "[\"rejected\", null, {\"key\": \"Delete\"}, \"the person rejected it: there is "
                        "nothing to tidy\", 1.5, false, false, " DENIED "]\n"
                        "[\"done\", \"changed\", {\"keys\": \"ctrl+s\"}, null, 2, true, false, null]\n");
    assert_int_equal(code, 0);
    driver_free(d);
    assert_verified();
}

/* A run that ends takes a connection and answers no look; the next one is waited for. An episode that is left is not done. */
static void env__that_meets_a_run_that_ends__waits_for_the_next(void **state)
{
    (void)state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_strlcpy(address.sun_path, outside_path(), sizeof address.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 4), 0);
    outside_write_file("frame.png", "\x89PNG");
    g_autofree char *frame = g_build_filename(g_get_home_dir(), "frame.png", NULL),
                    *answer = g_strdup_printf("{\"frame\":\"%s\",\"task\":\"two\",\"done\":false}\n", frame);
    static const char ends[] = "{\"frame\":null,\"done\":true}\n";
    driver program = {.pid = outside_play("[]")};
    close(hail(listener));
    int fd = hail(listener);
    outside_put(fd, ends, strlen(ends));
    close(fd);
    fd = hail(listener);
    g_autoptr(cJSON) look = outside_hear(fd);
    assert_string_equal(outside_text_of(look, "command"), "look");
    outside_put(fd, answer, strlen(answer));
    g_autoptr(cJSON) left = outside_hear(fd);
    assert_string_equal(outside_text_of(left, "command"), "end");
    assert_string_equal(outside_text_of(left, "outcome"), "failed");
    assert_string_equal(outside_text_of(left, "reason"), "the episode was left");
    close(fd);
    close(listener);
    g_unlink(outside_path());
    assert_int_equal(driver_exit(&program), 0);
}

/* Who has heard the end finds nobody there. */
static void socket__of_a_run_that_ends__is_gone_before_its_last_line(void **state)
{
    (void)state;
    struct run run = {.program = run_program_new()};
    assert_true(program_listen(&run, outside_path(), NULL));
    int fd = outside_reach();
    assert_true(program_serve(&run));
    gsize length = 4 * 1024 * 1024; /* more than the socket takes at once: the rest is written while it is read */
    g_autofree char *line = g_malloc0(length + 1);
    char c;
    memset(line, 'x', length);
    const pid_t reader = fork();
    if (reader == 0)
        _exit(read(fd, &c, 1) != 1 || g_file_test(outside_path(), G_FILE_TEST_EXISTS));
    close(fd);
    program_close(run.program, line);
    assert_int_equal(driver_exit(&(driver){.pid = reader}), 0);
    run_program_free(run.program);
}

/* ---- requests ---- */

/* Not even with the digest of what waits. */
static void requests__of_a_person__do_not_exist(void **state)
{
    (void)state;
    static const char *const commands[] = {"approve", "grant",  "mode", "resume",  "handback", "takeover", "pause", "stop",
                                           "reject",  "revoke", "edit", "present", "say",      "hold",     "answer"};
    driver *d = outside_start("--mode", "step");
    int fd = outside_reach();
    struct stat there;
    assert_int_equal(stat(outside_path(), &there), 0);
    assert_int_equal(there.st_mode & 0777, 0600);
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *request = g_strdup_printf("{\"command\":\"%s\"}", commands[i]);
        assert_refused(fd, request, "no such command here: act, look and end are");
    }
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *yes =
        g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\",\"word\":\"\"}", p->id, p->fire.digest);
    assert_refused(fd, yes, "one at a time");
    driver_reject(d, p, "no");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "human");
    outside_assert_told(fd, "rejected", "null");
    assert_refused(fd, yes, "no such command here");
    close(fd);
    outside_stop(d);
}

static void requests__that_are_none__have_one_error_each(void **state)
{
    (void)state;
    driver *d = outside_start("--mode", "step");
    int fd = outside_reach();
    assert_refused(fd, "", "JSON");
    assert_refused(fd, "[1]", "command");
    assert_refused(fd, "{\"command\":1}", "command");
    assert_refused(fd, "{\"command\":\"look\",\"digest\":\"\"}", "no member \"digest\"");
    assert_refused(fd, "{\"command\":\"end\",\"outcome\":\"approved\"}", "success or failed");
    assert_refused(fd, "{\"command\":\"act\",\"skill\":\"shell\",\"args\":{}}", "shell");
    assert_refused(fd, "{\"command\":\"act\",\"skill\":\"press_button\",\"args\":{}}", "label");
    assert_refused(fd, "{\"command\":\"act\",\"skill\":\"press_button\",\"args\":{\"label\":\"7\"},\"approve\":true}", "approve");
    gsize length = 100 * 1024 * 1024;
    g_autofree char *huge = g_malloc(length);
    memset(huge, 'x', length);
    huge[length - 1] = '\n';
    outside_put(fd, huge, length);
    g_autoptr(cJSON) said = outside_hear(fd);
    assert_non_null(strstr(outside_text_of(said, "error"), "was refused"));
    assert_looks(fd);
    for (int i = 0; i < 20000; i++)
        outside_put(fd, "approve\n", 8); /* and its answers are not read */
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    close(fd);
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = outside_reach();
    assert_looks(fd);
    int second = outside_reach();
    g_autoptr(cJSON) other = outside_hear(second);
    assert_non_null(strstr(outside_text_of(other, "error"), "another program acts"));
    assert_null(outside_hear(second));
    close(second);
    outside_put(fd, "{\"command\":\"en", 14); /* half a line, and gone */
    close(fd);
    fd = outside_reach();
    assert_looks(fd);
    close(fd);
    outside_stop(d);
}

/* The run's program and its signals are served all the same. */
static void line_without_an_end__of_the_client__stops_nothing(void **state)
{
    (void)state;
    g_autofree char *set = g_strconcat("socket=", outside_path(), NULL);
    driver *d = driver_start_reading("/dev/zero", WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox",
                                                        "640x480", "--app", "xcalc", "press 7"));
    driver_await_where(d, EVENT_STATE, "thinking");
    int fd = outside_reach();
    assert_looks(fd);
    close(fd);
    kill(d->pid, SIGTERM);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_int_equal(driver_notices(d, "was refused"), 1);
    driver_free(d);
}

/* ---- a program that goes ---- */

static void program__that_dies__leaves_nothing_waiting(void **state)
{
    (void)state;
    driver *d = outside_start("--mode", "step");
    int fd = outside_reach();
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    close(fd);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_await_where(d, EVENT_DECISION, "voided");
    driver_approve(d, p); /* too late */
    driver_await_where(d, EVENT_NOTICE, "error");
    fd = outside_reach();
    outside_put(fd, OUTSIDE_PRESS "\n",
                strlen(OUTSIDE_PRESS) + 1); /* the one that died is not asked for again, and this one waits for the person */
    driver_send(d, "{\"command\":\"resume\"}");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await_where(d, EVENT_FIRED, "done")->effect, "changed");
    outside_assert_told(fd, "done", "null");
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}"); /* what was voided is told once it goes on, with the screen as it is then */
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    outside_assert_told(fd, "voided", "null");
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"stop\"}");
    outside_assert_told(fd, "voided", "stopped");
    assert_null(outside_hear(fd));
    close(fd);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_false(g_file_test(outside_path(), G_FILE_TEST_EXISTS));
    driver_free(d);
    assert_verified();
}

static void program__that_dies__holds_no_key(void **state)
{
    (void)state;
    driver *d = outside_start("--mode", "step");
    int fd = outside_reach();
    const char *hold = "{\"command\":\"act\",\"skill\":\"hold_key\",\"args\":{\"key\":\"w\",\"duration\":50}}\n";
    outside_put(fd, hold, strlen(hold));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await(d, EVENT_HELD)->holds.keys[0], "w");
    driver_await_where(d, EVENT_FIRED, "done");
    g_autoptr(cJSON) said = outside_hear(fd);
    close(fd);
    driver_await_where(d, EVENT_STATE, "paused");
    while (driver_await(d, EVENT_HELD)->holds.keys[0])
        ;
    outside_stop(d);
}

/* The limit, and an engine that dies: its socket is taken over. */
static void last_action__of_the_limit__is_told(void **state)
{
    (void)state;
    driver *d = outside_start("--max-steps", "1");
    int fd = outside_reach();
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    g_autofree char *run = g_strdup(d->run);
    driver_free(d);
    assert_null(outside_hear(fd));
    close(fd);
    assert_true(g_file_test(outside_path(), G_FILE_TEST_EXISTS));
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = outside_reach();
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    outside_assert_told(fd, "done", "budget");
    close(fd);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

/* No other file goes for it. */
static void socket__where_something_else_is__is_a_sentence(void **state)
{
    (void)state;
    assert_true(g_file_set_contents(outside_path(), "mine", -1, NULL));
    g_autofree char *set = g_strconcat("socket=", outside_path(), NULL), *text = NULL;
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox", "640x480", "--app", "xcalc", "x"));
    const event *e = driver_await(d, EVENT_ENDED);
    assert_non_null(strstr(e->reason, "something else is there"));
    assert_int_equal(driver_exit(d), 3);
    driver_free(d);
    assert_true(g_file_get_contents(outside_path(), &text, NULL, NULL));
    assert_string_equal(text, "mine");
    g_unlink(outside_path());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(env__approved_edited_and_rejected__plays_the_task_to_its_end),
        cmocka_unit_test(env__that_meets_a_run_that_ends__waits_for_the_next),
        cmocka_unit_test(socket__of_a_run_that_ends__is_gone_before_its_last_line),
        cmocka_unit_test(requests__of_a_person__do_not_exist),
        cmocka_unit_test(requests__that_are_none__have_one_error_each),
        cmocka_unit_test(line_without_an_end__of_the_client__stops_nothing),
        cmocka_unit_test(program__that_dies__leaves_nothing_waiting),
        cmocka_unit_test(program__that_dies__holds_no_key),
        cmocka_unit_test(last_action__of_the_limit__is_told),
        cmocka_unit_test(socket__where_something_else_is__is_a_sentence),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
