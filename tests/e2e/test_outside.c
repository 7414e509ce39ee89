/* The agent outside: a program acts over a socket that can approve nothing. The shipped environment plays a task to its end; what
 * is no request changes nothing; a program that goes leaves nothing waiting and nothing held. */
#include "tests/e2e/driver.h"

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

#define MOUSEPAD "env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server"
#define PRESS "{\"command\":\"act\",\"skill\":\"press_button\",\"args\":{\"label\":\"7\"}}"

static char *path; /* of the socket */

static int setup(void **state)
{
    (void)state;
    driver_configure("demo", "[eye]\nsettle_ms=60\n");
    path = g_build_filename(g_get_home_dir(), "program.sock", NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(path);
    return 0;
}

/* A run on xcalc, once its socket is there. `more`: an option of its own. */
static driver *start(const char *more, const char *value)
{
    g_autofree char *set = g_strconcat("socket=", path, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox", "640x480", "--app",
                                         "xcalc", more, value, "press 7"));
    driver_await_where(d, EVENT_STATE, "thinking");
    assert_int_equal(driver_notices(d, path), 1);
    return d;
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

/* ---- a client of ours ---- */

static int reach(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* All of it; the engine reads while we write. */
static void put(int fd, const char *bytes, gsize length)
{
    for (gsize done = 0; done < length;) {
        struct pollfd p = {.fd = fd, .events = POLLOUT};
        assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
        ssize_t n = send(fd, bytes + done, length - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        assert_true(n > 0);
        done += (gsize)n;
    }
}

/* The next line as an object; NULL at end-of-file. */
static cJSON *hear(int fd)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (char c = 0; c != '\n';) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
        if (read(fd, &c, 1) != 1)
            return NULL;
        g_string_append_c(line, c);
    }
    cJSON *object = cJSON_Parse(line->str);
    assert_non_null(object);
    return object;
}

static cJSON *ask(int fd, const char *request)
{
    g_autofree char *line = g_strconcat(request, "\n", NULL);
    put(fd, line, strlen(line));
    return hear(fd);
}

static const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : cJSON_IsNull(item) ? "null" : "?";
}

static void assert_refused(int fd, const char *request, const char *why)
{
    g_autoptr(cJSON) said = ask(fd, request);
    if (!strstr(text_of(said, "error"), why))
        fail_msg("%s: %s", request, text_of(said, "error"));
}

static void assert_looks(int fd)
{
    g_autoptr(cJSON) said = ask(fd, "{\"command\":\"look\"}");
    assert_string_equal(text_of(said, "outcome"), "null");
    assert_true(g_file_test(text_of(said, "frame"), G_FILE_TEST_EXISTS));
}

/* The answer has that outcome and, where it is the last one, that result. */
static void assert_told(int fd, const char *outcome, const char *result)
{
    g_autoptr(cJSON) said = hear(fd);
    assert_string_equal(text_of(said, "outcome"), outcome);
    assert_string_equal(text_of(said, "result"), result);
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(said, "done")), !g_str_equal(result, "null"));
}

/* ---- the environment ---- */

static void write_file(const char *name, const char *text)
{
    g_autofree char *place = g_build_filename(g_get_home_dir(), name, NULL);
    assert_true(g_file_set_contents(place, text, -1, NULL));
}

/* The next one that connects. */
static int hail(int listener)
{
    struct pollfd p = {.fd = listener, .events = POLLIN};
    assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

static GPid play(const char *actions)
{
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *script = g_strdup_printf("%s/tests/e2e/outside_plays.py", source),
                    *folder = g_strdup_printf("%s/engine/agents/outside", source);
    g_autofree char *out = g_build_filename(g_get_home_dir(), "told", NULL);
    const char *argv[] = {"/usr/bin/python3", "-BEs", script, folder, path, actions, NULL};
    int to = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    GPid pid;
    assert_true(g_spawn_async_with_fds(NULL, (char **)argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, -1, to, to, NULL));
    close(to);
    return pid;
}

static void env__approved_edited_and_rejected__plays_the_task_to_its_end(void **state)
{
    (void)state;
    write_file("reward.lua", "function reward(before, after, state) return state.step * 0.5 end\n");
    write_file("two.ini", "[task]\ninstruction=write two\napp=" MOUSEPAD " notes.txt\nprofile=mousepad\nsandbox=900x600\n"
                          "reward=reward.lua\n[start notes]\nfile=notes.txt\ntext=one\n"
                          "[check saved]\nfile=notes.txt\ntext=^onetwo$\n");
    g_autofree char *task = g_build_filename(g_get_home_dir(), "two.ini", NULL), *set = g_strconcat("socket=", path, NULL);
    GPid program = play("[{\"skill\": \"press_key\", \"args\": {\"key\": \"End\"}},"
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
                        "[\"done\", \"changed\", {\"key\": \"End\"}, null, 0.5, false, false]\n"
                        "[\"edited\", \"changed\", {\"text\": \"two\"}, \"the person changed type_text(text = \\\"tvo\\\") into "
                        "type_text(text = \\\"two\\\")\", 1, false, false]\n"
                        "[\"rejected\", null, {\"key\": \"Delete\"}, \"the person rejected it: there is "
                        "nothing to tidy\", 1.5, false, false]\n"
                        "[\"done\", \"no_effect\", {\"keys\": \"ctrl+s\"}, null, 2, true, false]\n");
    assert_int_equal(code, 0);
    driver_free(d);
    assert_verified();
}

/* A run that ends takes a connection and answers no look; the next one is waited for. An episode that is left is not done. */
static void env__that_meets_a_run_that_ends__waits_for_the_next(void **state)
{
    (void)state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 4), 0);
    write_file("frame.png", "\x89PNG");
    g_autofree char *frame = g_build_filename(g_get_home_dir(), "frame.png", NULL),
                    *answer = g_strdup_printf("{\"frame\":\"%s\",\"task\":\"two\",\"done\":false}\n", frame);
    static const char ends[] = "{\"frame\":null,\"done\":true}\n";
    driver program = {.pid = play("[]")};
    close(hail(listener));
    int fd = hail(listener);
    put(fd, ends, strlen(ends));
    close(fd);
    fd = hail(listener);
    g_autoptr(cJSON) look = hear(fd);
    assert_string_equal(text_of(look, "command"), "look");
    put(fd, answer, strlen(answer));
    g_autoptr(cJSON) left = hear(fd);
    assert_string_equal(text_of(left, "command"), "end");
    assert_string_equal(text_of(left, "outcome"), "failed");
    assert_string_equal(text_of(left, "reason"), "the episode was left");
    close(fd);
    close(listener);
    g_unlink(path);
    assert_int_equal(driver_exit(&program), 0);
}

/* Who has heard the end finds nobody there. */
static void socket__of_a_run_that_ends__is_gone_before_its_last_line(void **state)
{
    (void)state;
    struct run run = {.program = run_program_new()};
    assert_true(program_listen(&run, path, NULL));
    int fd = reach();
    assert_true(program_serve(&run));
    gsize length = 4 * 1024 * 1024; /* more than the socket takes at once: the rest is written while it is read */
    g_autofree char *line = g_malloc0(length + 1);
    char c;
    memset(line, 'x', length);
    const pid_t reader = fork();
    if (reader == 0)
        _exit(read(fd, &c, 1) != 1 || g_file_test(path, G_FILE_TEST_EXISTS));
    close(fd);
    program_close(run.program, line);
    assert_int_equal(driver_exit(&(driver){.pid = reader}), 0);
    run_program_free(run.program);
}

/* ---- a reward ---- */

/* A run on Mousepad without a profile, so that no region's words are read, with that reward. */
static driver *start_rewarded(const char *reward)
{
    write_file("reward.lua", reward);
    write_file("menu.ini", "[task]\ninstruction=read\napp=" MOUSEPAD " notes.txt\nsandbox=900x600\nreward=reward.lua\n"
                           "[start notes]\nfile=notes.txt\ntext=one\n");
    g_autofree char *task = g_build_filename(g_get_home_dir(), "menu.ini", NULL), *set = g_strconcat("socket=", path, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--task", task));
    driver_await_where(d, EVENT_STATE, "thinking");
    return d;
}

static double reward_of(cJSON *answer_take)
{
    g_autoptr(cJSON) answer = answer_take;
    const cJSON *reward = cJSON_GetObjectItemCaseSensitive(answer, "reward");
    assert_true(cJSON_IsNumber(reward));
    return reward->valuedouble;
}

/* What the screen says is read before the function is called, as it is for a check; also where nothing was fired. */
static void reward__of_words__sees_them_before_and_after(void **state)
{
    (void)state;
    driver *d =
        start_rewarded("local function menu(look)\n"
                       "  return look and not look.screen.words_pending and string.find(look.text.screen or '', 'Document')\n"
                       "    and 1 or 0\n"
                       "end\n"
                       "function reward(before, after, state) return 10 * menu(before) + menu(after) end\n");
    int fd = reach();
    static const char key[] = "{\"command\":\"act\",\"skill\":\"press_key\",\"args\":{\"key\":\"End\"}}\n";
    put(fd, key, strlen(key));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_true(reward_of(hear(fd)) == 11);
    put(fd, key, strlen(key));
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    assert_true(reward_of(hear(fd)) == 11);
    close(fd);
    stop(d);
}

/* A program that learns must not take it for 0. */
static void reward__that_fails__is_an_error_of_the_environment(void **state)
{
    (void)state;
    driver program = {.pid = play("[{\"skill\": \"press_key\", \"args\": {\"key\": \"End\"}}]")};
    driver *d = start_rewarded("function reward(before, after, state)\n  return state.nothing.more\nend\n");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_int_equal(driver_exit(&program), 1);
    g_autofree char *out = g_build_filename(g_get_home_dir(), "told", NULL), *told = NULL;
    assert_true(g_file_get_contents(out, &told, NULL, NULL));
    assert_non_null(strstr(told, "RuntimeError: the task's reward: reward.lua:2: "));
    stop(d);
}

/* ---- requests ---- */

/* Not even with the digest of what waits. */
static void requests__of_a_person__do_not_exist(void **state)
{
    (void)state;
    static const char *const commands[] = {"approve", "grant",  "mode", "resume",  "handback", "takeover", "pause", "stop",
                                           "reject",  "revoke", "edit", "present", "say",      "hold",     "answer"};
    driver *d = start("--mode", "step");
    int fd = reach();
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    assert_int_equal(there.st_mode & 0777, 0600);
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *request = g_strdup_printf("{\"command\":\"%s\"}", commands[i]);
        assert_refused(fd, request, "no such command here: act, look and end are");
    }
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *yes =
        g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\",\"word\":\"\"}", p->id, p->fire.digest);
    assert_refused(fd, yes, "one at a time");
    driver_reject(d, p, "no");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "human");
    assert_told(fd, "rejected", "null");
    assert_refused(fd, yes, "no such command here");
    close(fd);
    stop(d);
}

static void requests__that_are_none__have_one_error_each(void **state)
{
    (void)state;
    driver *d = start("--mode", "step");
    int fd = reach();
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
    put(fd, huge, length);
    g_autoptr(cJSON) said = hear(fd);
    assert_non_null(strstr(text_of(said, "error"), "was refused"));
    assert_looks(fd);
    for (int i = 0; i < 20000; i++)
        put(fd, "approve\n", 8); /* and its answers are not read */
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    close(fd);
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = reach();
    assert_looks(fd);
    int second = reach();
    g_autoptr(cJSON) other = hear(second);
    assert_non_null(strstr(text_of(other, "error"), "another program acts"));
    assert_null(hear(second));
    close(second);
    put(fd, "{\"command\":\"en", 14); /* half a line, and gone */
    close(fd);
    fd = reach();
    assert_looks(fd);
    close(fd);
    stop(d);
}

/* The run's program and its signals are served all the same. */
static void line_without_an_end__of_the_client__stops_nothing(void **state)
{
    (void)state;
    g_autofree char *set = g_strconcat("socket=", path, NULL);
    driver *d = driver_start_reading("/dev/zero", WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox",
                                                        "640x480", "--app", "xcalc", "press 7"));
    driver_await_where(d, EVENT_STATE, "thinking");
    int fd = reach();
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
    driver *d = start("--mode", "step");
    int fd = reach();
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    close(fd);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_await_where(d, EVENT_DECISION, "voided");
    driver_approve(d, p); /* too late */
    driver_await_where(d, EVENT_NOTICE, "error");
    fd = reach();
    put(fd, PRESS "\n", strlen(PRESS) + 1); /* the one that died is not asked for again, and this one waits for the person */
    driver_send(d, "{\"command\":\"resume\"}");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await_where(d, EVENT_FIRED, "done")->effect, "changed");
    assert_told(fd, "done", "null");
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}"); /* what was voided is told once it goes on, with the screen as it is then */
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    assert_told(fd, "voided", "null");
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"stop\"}");
    assert_told(fd, "voided", "stopped");
    assert_null(hear(fd));
    close(fd);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    driver_free(d);
    assert_verified();
}

static void program__that_dies__holds_no_key(void **state)
{
    (void)state;
    driver *d = start("--mode", "step");
    int fd = reach();
    const char *hold = "{\"command\":\"act\",\"skill\":\"hold_key\",\"args\":{\"key\":\"w\",\"duration\":50}}\n";
    put(fd, hold, strlen(hold));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await(d, EVENT_HELD)->holds.keys[0], "w");
    driver_await_where(d, EVENT_FIRED, "done");
    g_autoptr(cJSON) said = hear(fd);
    close(fd);
    driver_await_where(d, EVENT_STATE, "paused");
    while (driver_await(d, EVENT_HELD)->holds.keys[0])
        ;
    stop(d);
}

/* A rehearsal fires nothing, and says so; what a person does and says between is told with the next screen. */
static void person__in_between__is_told(void **state)
{
    (void)state;
    driver *d = start("--mode", "dry");
    int fd = reach();
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_told(fd, "unfired", "null");
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"I have opened it\"}");
    g_autoptr(cJSON) said = hear(fd);
    assert_string_equal(text_of(said, "outcome"), "voided");
    assert_non_null(strstr(text_of(said, "said"), "I have opened it"));
    close(fd);
    stop(d);
}

static void assert_said(int fd, const char *request, const char *said, const char *trouble)
{
    g_autoptr(cJSON) told = ask(fd, request);
    if (!strstr(text_of(told, "said"), said) || !strstr(text_of(told, "trouble"), trouble))
        fail_msg("%s: said %s, trouble %s", request, text_of(told, "said"), text_of(told, "trouble"));
}

static void say(driver *d, const char *text)
{
    static const char noted[] = "noted for the next step";
    g_autofree char *line = g_strdup_printf("{\"command\":\"say\",\"text\":\"%s\"}", text);
    const guint before = driver_notices(d, noted);
    driver_send(d, line);
    while (driver_notices(d, noted) == before)
        driver_await(d, EVENT_NOTICE);
}

/* Not again with each answer until something is fired, and not to the next program what the one before was to know. */
static void words__are_told_once_and_to_whom_they_concern(void **state)
{
    (void)state;
    static const char look[] = "{\"command\":\"look\"}";
    static const char away[] =
        "{\"command\":\"act\",\"skill\":\"click_at_position\",\"args\":{\"x\":5000,\"y\":5,\"mouse_button\":\"left\"}}";
    driver *d = start("--mode", "step");
    int fd = reach();
    assert_said(fd, away, "null", "is off the screen");
    assert_said(fd, look, "null", "null");
    say(d, "the blue one");
    assert_said(fd, look, "the blue one", "null");
    assert_said(fd, look, "null", "null");
    say(d, "not that");
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    close(fd); /* and never hears it */
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = reach();
    assert_said(fd, look, "null", "null");
    close(fd);
    say(d, "who comes");
    fd = reach();
    assert_said(fd, look, "who comes", "null");
    close(fd);
    stop(d);
}

/* Whether one is there, and that nobody else is asked: the run names no brain, and its proposals no model. */
static void program__is_told_of_as_what_acts(void **state)
{
    (void)state;
    driver *d = start("--mode", "step");
    g_autofree char *run = g_strdup(d->run);
    const event *hello = g_ptr_array_index(d->heard, 0), *waits = g_ptr_array_index(d->heard, d->seen - 1);
    assert_null(hello->about.brain);
    assert_non_null(strstr(waits->reason, path));
    int fd = reach();
    assert_string_equal(driver_await_where(d, EVENT_STATE, "thinking")->reason,
                        "the program that is connected has not asked yet");
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    assert_told(fd, "rejected", "null");
    close(fd);
    stop(d);
    g_autofree char *shown = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", run), &shown, NULL), 0);
    if (!strstr(shown, "by program") || strstr(shown, "by model") || strstr(shown, "\nbrain"))
        fail_msg("%s", shown);
    assert_verified();
}

/* The limit, and an engine that dies: its socket is taken over. */
static void last_action__of_the_limit__is_told(void **state)
{
    (void)state;
    driver *d = start("--max-steps", "1");
    int fd = reach();
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    g_autofree char *run = g_strdup(d->run);
    driver_free(d);
    assert_null(hear(fd));
    close(fd);
    assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = reach();
    put(fd, PRESS "\n", strlen(PRESS) + 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_told(fd, "done", "budget");
    close(fd);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

/* No other file goes for it. */
static void socket__where_something_else_is__is_a_sentence(void **state)
{
    (void)state;
    assert_true(g_file_set_contents(path, "mine", -1, NULL));
    g_autofree char *set = g_strconcat("socket=", path, NULL), *text = NULL;
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox", "640x480", "--app", "xcalc", "x"));
    const event *e = driver_await(d, EVENT_ENDED);
    assert_non_null(strstr(e->reason, "something else is there"));
    assert_int_equal(driver_exit(d), 3);
    driver_free(d);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "mine");
    g_unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(env__approved_edited_and_rejected__plays_the_task_to_its_end),
        cmocka_unit_test(env__that_meets_a_run_that_ends__waits_for_the_next),
        cmocka_unit_test(socket__of_a_run_that_ends__is_gone_before_its_last_line),
        cmocka_unit_test(reward__of_words__sees_them_before_and_after),
        cmocka_unit_test(reward__that_fails__is_an_error_of_the_environment),
        cmocka_unit_test(requests__of_a_person__do_not_exist),
        cmocka_unit_test(requests__that_are_none__have_one_error_each),
        cmocka_unit_test(line_without_an_end__of_the_client__stops_nothing),
        cmocka_unit_test(program__that_dies__leaves_nothing_waiting),
        cmocka_unit_test(program__that_dies__holds_no_key),
        cmocka_unit_test(person__in_between__is_told),
        cmocka_unit_test(words__are_told_once_and_to_whom_they_concern),
        cmocka_unit_test(program__is_told_of_as_what_acts),
        cmocka_unit_test(last_action__of_the_limit__is_told),
        cmocka_unit_test(socket__where_something_else_is__is_a_sentence),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
