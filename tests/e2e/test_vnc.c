/* Whole runs on VNC screens: a sandbox that is one, a server that dies, and what `reins do` presses. */
#include "tests/e2e/driver.h"

#include "tests/helper/vnc_relay.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
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

/* No window is told: the profile says where xcalc is. */
static driver *start_demo(void)
{
    driver_configure("walker", "");
    return driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "vnc:1024x768", "--app", "xcalc", "--brain", "demo", "compute 12 × 34"));
}

/* Each press counts as one into an unknown window. */
static void assert_unknown_windows(const driver *d)
{
    int pressed = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        bool presses = e->kind == EVENT_PROPOSAL && g_str_equal(e->fire.action->skill, "press_button");
        pressed += presses;
        if (presses && (e->judged.tier < 2 || !g_str_equal(e->judged.rule, "unknown-target")))
            fail_msg("tier %d by %s", e->judged.tier, e->judged.rule);
    }
    assert_true(pressed >= 6);
}

static void vnc__demo_in_a_sandbox__ends_in_408(void **state)
{
    (void)state;
    driver *d = start_demo();
    const event *hello = driver_await(d, EVENT_HELLO);
    struct stat socket;
    assert_true(g_str_has_prefix(hello->about.display, "vnc:/"));
    assert_true(hello->about.unseen);
    assert_int_equal(stat(hello->about.display + strlen("vnc:"), &socket), 0);
    assert_int_equal(socket.st_mode & 0777, 0600);
    assert_int_equal(driver_notices(d, "vncviewer -Shared /"), 1);
    assert_int_equal(driver_notices(d, "takes over by o"), 1);
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_unknown_windows(d);
    assert_verified();
    driver_free(d);
}

static void vnc__server_killed__resume_starts_it_again(void **state)
{
    (void)state;
    driver *d = start_demo();
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_FIRED);
    driver_await(d, EVENT_PROPOSAL);
    pid_t server = child_named(d->pid, "Xtigervnc");
    assert_true(server > 0);
    kill(server, SIGKILL);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_true(child_named(d->pid, "Xtigervnc") != server);
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

/* A program that no profile names: no window of it was ever told, so none has gone either. */
static void vnc__click_into_a_program_without_a_profile__is_into_an_unknown_window(void **state)
{
    (void)state;
    driver_configure("clicker", "[eye]\nsettle_ms=60\n");
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "vnc:640x480", "--app", "xclock", "--brain", "clicker", "click 200 200 1"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->judged.rule, "unknown-target");
    assert_int_equal(p->judged.tier, 2);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

/* ---- a screen of others ---- */

static void vnc__do__types_and_clicks(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *screen = g_strdup_printf("vnc:%s", socket), *out = NULL, *err = NULL, *why = NULL;
    struct sink_event e;
    GString *got = g_string_new(NULL);
    xtigervnc_start(&x, 640, 480, socket);
    sink *s = sink_start(x.display, "notes", 100, 100, 300, 200, 0x336699);
    sink_focus(s);
    int code = reins_run(
        NULL, WORDS("do", "--display", screen, "--yes", "--json", "mouse.click", "x=150", "y=160", "--", "key.type", "text=hi"),
        &out, &err);
    if (code != 0)
        fail_msg("%s%s", out, err);
    assert_non_null(strstr(out, "\"rule\":\"unknown-target\""));
    assert_non_null(strstr(err, "takes over by o"));
    while (sink_next(s, &e, 500)) {
        if (e.kind == SINK_BUTTON_PRESS)
            g_string_append_printf(got, "%d at %d,%d ", e.detail, e.x, e.y);
        else if (e.kind == SINK_KEY_PRESS)
            g_string_append(got, e.text);
    }
    assert_string_equal(got->str, "1 at 150,160 hi");
    g_string_free(got, TRUE);
    static const char *const ways[] = {"--yes", "--dry-run"};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) { /* what a script relies on is refused, not left out */
        g_autofree char *of_window = NULL;
        code = reins_run(NULL, WORDS("do", "--display", screen, ways[i], "--window", "notes", "key.type", "text=hi"), NULL,
                         &of_window);
        assert_int_equal(code, 2);
        assert_non_null(strstr(of_window, "tells no windows, so no input can be kept to one: leave --window out"));
    }
    assert_false(sink_next(s, &e, 200));
    code = reins_run(NULL, WORDS("run", "--display", screen, "--app", "xcalc", "--headless", "a task"), NULL, &why);
    assert_int_equal(code, 2);
    assert_non_null(strstr(why, "--app does not start a program on a VNC screen"));
    g_autofree char *task = g_build_filename(folder, "app.ini", NULL), *of_task = NULL;
    assert_true(g_file_set_contents(task, "[task]\ninstruction=x\napp=xcalc\n", -1, NULL));
    assert_int_equal(reins_run(NULL, WORDS("run", "--display", screen, "--task", task, "--headless"), NULL, &of_task), 2);
    assert_non_null(strstr(of_task, "app= of the task file does not start a program on a VNC screen"));
    sink_stop(s);
    xvfb_stop(&x);
}

/* Greets the server at that socket as a viewer that wants it for itself; caller closes. */
static int take_for_itself(const char *path)
{
    static const guint8 version[] = "RFB 003.008\n", none = 1, alone = 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    guint8 said[64];
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(recv(fd, said, 12, MSG_WAITALL), 12);
    assert_int_equal(send(fd, version, 12, MSG_NOSIGNAL), 12);
    assert_int_equal(recv(fd, said, 1, MSG_WAITALL), 1);
    assert_int_equal(recv(fd, said + 1, said[0], MSG_WAITALL), said[0]); /* its kinds of login */
    assert_int_equal(send(fd, &none, 1, MSG_NOSIGNAL), 1);
    assert_int_equal(recv(fd, said, 4, MSG_WAITALL), 4);
    assert_int_equal(send(fd, &alone, 1, MSG_NOSIGNAL), 1);
    return fd;
}

/* The server cannot be asked who took it: both are said, and how a viewer shares. */
static void vnc__viewer_that_does_not_share__is_said(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *screen = g_strdup_printf("vnc:%s", socket);
    driver_configure("walker", "");
    xtigervnc_start(&x, 640, 480, socket);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", screen, "--brain", "walker", "press the keys"));
    driver_await(d, EVENT_PROPOSAL);
    int fd = take_for_itself(socket);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_await_where(d, EVENT_NOTICE, "error");
    assert_int_equal(driver_notices(d, "has a viewer taken it for itself? One beside reins must share: vncviewer -Shared"), 1);
    close(fd);
    driver_send(d, "{\"command\":\"resume\"}");
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    xvfb_stop(&x);
}

/* Eye and hand wait inside the message, and then say why; a hand that fires is ended before that. The server is named in both. */
static void vnc__half_a_message__names_the_server_and_the_reason(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL),
                    *between = g_build_filename(folder, "relay", NULL), *screen = g_strdup_printf("vnc:%s", between),
                    *hand = g_strdup_printf("the hand did not answer: the server of %s may have stopped in the middle", screen),
                    *lost = g_strdup_printf("display lost: %s has stopped in the middle of a message", screen), *err = NULL;
    xtigervnc_start(&x, 640, 480, socket);
    sink *s = sink_start(x.display, "notes", 100, 100, 300, 200, 0x336699);
    pid_t relay = vnc_relay_start(between, socket);
    driver_configure("walker", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", screen, "--brain", "walker", "press the keys"));
    driver_await(d, EVENT_PROPOSAL);
    vnc_relay_stall(relay);
    sink_fill(s, 5, 5, 20, 20, 0xaabbcc);
    driver_await_where(d, EVENT_STATE, "paused");
    const event *said = driver_await_where(d, EVENT_NOTICE, "error");
    if (!strstr(said->text, lost))
        fail_msg("%s", said->text);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    helper_end(relay);
    relay = vnc_relay_start(between, socket);
    pid_t stalls = fork(); /* once the click has come, and the rest of the command waits */
    if (stalls == 0) {
        struct sink_event e;
        while (sink_next(s, &e, DRIVER_TIMEOUT_MS) && e.kind != SINK_BUTTON_RELEASE)
            ;
        vnc_relay_stall(relay);
        sink_fill(s, 5, 5, 20, 20, 0x123456);
        _exit(0);
    }
    int code = reins_run(NULL,
                         WORDS("do", "--display", screen, "--yes", "mouse.click", "x=150", "y=160", "--", "wait", "seconds=30",
                               "--", "key.press", "key=a"),
                         NULL, &err);
    if (code != 1 || !strstr(err, hand))
        fail_msg("%d: %s", code, err);
    helper_end(stalls);
    helper_end(relay);
    sink_stop(s);
    xvfb_stop(&x);
}

/* Eye and hand are two clients: whichever comes last is refused. */
static void vnc__server_for_one_client__is_said(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *screen = g_strdup_printf("vnc:%s", socket), *err = NULL;
    const char *extra[] = {"-NeverShared", "-DisconnectClients=0", NULL};
    xtigervnc_start_with(&x, 640, 480, socket, extra);
    int code = reins_run(NULL, WORDS("do", "--display", screen, "--yes", "key.press", "key=a"), NULL, &err);
    if (code == 0 || !strstr(err, "vnc:") || !strstr(err, "The server is already in use"))
        fail_msg("%d: %s", code, err);
    xvfb_stop(&x);
}

/* A clock with seconds refuses keys, which may go to any window: the refusal says what leaves it out. */
static void vnc__keys_beside_a_clock__are_refused_with_the_way_out(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *screen = g_strdup_printf("vnc:%s", socket), *err = NULL;
    xtigervnc_start(&x, 640, 480, socket);
    pid_t clock = helper_spawn(x.display, (const char *const[]){"xclock", "-digital", "-strftime", "%S", "-update", "1", NULL});
    int code = 0;
    for (int i = 0; i < 40 && code == 0; i++) { /* until a second falls between the look and the press, which waits for one */
        g_clear_pointer(&err, g_free);
        code = reins_run(NULL, WORDS("do", "--display", screen, "--yes", "wait", "seconds=1", "--", "key.combo", "keys=ctrl+a"),
                         NULL, &err);
    }
    if (code != 1 || !strstr(err, "a profile leaves it out by [ignore NAME] x="))
        fail_msg("%d: %s", code, err);
    helper_end(clock);
    xvfb_stop(&x);
}

/* A profile names the screen; what the command line says comes first. */
static void vnc__display_of_a_profile__is_used(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *apps = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(apps, "far.ini", NULL), *out = NULL, *err = NULL, *why = NULL,
                    *text = g_strdup_printf("[profile]\ndisplay=vnc:%s\nplace=10,10,300,200\n", socket);
    assert_int_equal(g_mkdir_with_parents(apps, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
    driver_configure("walker", "");
    xtigervnc_start(&x, 640, 480, socket);
    if (reins_run(NULL, WORDS("see", "--profile", "far", "--json"), &out, &err) != 0)
        fail_msg("%s%s", out, err);
    assert_non_null(strstr(out, "\"width\":640"));
    assert_int_equal(reins_run(NULL, WORDS("do", "--profile", "far", "--yes", "key.press", "key=a"), NULL, NULL), 0);
    assert_int_equal(reins_run(NULL, WORDS("see", "--profile", "far", "--display", "vnc:/nowhere"), NULL, &why), 3);
    assert_non_null(strstr(why, "/nowhere"));
    g_autofree char *broken = g_build_filename(apps, "broken.ini", NULL), *fault = NULL, *checked = NULL;
    assert_true(g_file_set_contents(broken, "place=10,10,300,200\n", -1, NULL));
    assert_int_equal(reins_run(NULL, WORDS("do", "--profile", "broken", "--yes", "key.press", "key=a"), NULL, &fault), 1);
    if (!strstr(fault, "broken.ini"))
        fail_msg("%s", fault);
    g_unlink(broken);
    reins_run(NULL, WORDS("doctor", "--profile", "far"), &checked, NULL);
    assert_non_null(strstr(checked, "vncviewer -Shared /"));
    g_autofree char *moved = NULL; /* its place is no window that a hand could find again */
    assert_int_equal(
        reins_run(NULL, WORDS("do", "--profile", "far", "--yes", "mouse.click", "x=5", "y=5", "origin=window"), NULL, &moved), 1);
    assert_non_null(strstr(moved, "names no target window"));
    g_autofree char *task = g_build_filename(folder, "keys.ini", NULL);
    assert_true(g_file_set_contents(task, "[task]\ninstruction=press the keys\nprofile=far\n", -1, NULL));
    const char *const *const runs[] = {WORDS("run", "--headless", "--profile", "far", "--brain", "walker", "press the keys"),
                                       WORDS("run", "--headless", "--task", task, "--brain", "walker")};
    for (gsize i = 0; i < G_N_ELEMENTS(runs); i++) {
        driver *d = driver_start(NULL, runs[i]);
        assert_true(g_str_has_suffix(driver_await(d, EVENT_HELLO)->about.display, socket));
        assert_string_equal(driver_approve_all(d)->end.outcome, "success");
        driver_exit(d);
        driver_free(d);
    }
    xvfb_stop(&x);
}

/* ---- a password ---- */

/* "password", as Xtigervnc's file has it. */
#define SCRAMBLED "dbd83cfd727a1458"

/* Whether the environment or the words of a process have the text. */
static bool shows(pid_t pid, const char *file, const char *text)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/%s", (int)pid, file), *bytes = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    return memmem(bytes, length, text, strlen(text));
}

static void vnc__password__reaches_eye_and_hand_alone(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL);
    g_autofree char *screen = g_strdup_printf("vnc:%s", socket), *out = NULL, *err = NULL, *wrong = NULL;
    const char *extra[] = {"-SecurityTypes", "VncAuth", "-Password", SCRAMBLED, NULL};
    xtigervnc_start_with(&x, 640, 480, socket, extra);
    driver_configure("walker", "");
    assert_int_equal(reins_run(NULL, WORDS("see", "--display", screen), NULL, &err), 3);
    assert_non_null(strstr(err, "vnc_password in [run]"));
    driver_configure("walker", "[run]\nvnc_password=cmd:echo pass1234");
    assert_int_equal(reins_run(NULL, WORDS("see", "--display", screen), NULL, &wrong), 3);
    assert_non_null(strstr(wrong, "does not take the password"));
    driver_configure("walker", "[run]\nvnc_password=env:SCREEN_WORD");
    g_setenv("SCREEN_WORD", "password", TRUE);
    assert_int_equal(reins_run(NULL, WORDS("see", "--display", screen), &out, NULL), 0);
    sink *s = sink_start(x.display, "target", 100, 100, 300, 200, 0x336699);
    sink_focus(s);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", screen, "--brain", "walker", "press the keys"));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "done");
    const pid_t all[] = {d->pid, child_named(d->pid, "eye"), child_named(d->pid, "hand")};
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        assert_false(shows(all[i], "environ", "SCREEN_WORD=password") || shows(all[i], "cmdline", "password=") ||
                     shows(all[i], "cmdline", "SCREEN_WORD"));
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    g_unsetenv("SCREEN_WORD");
    sink_stop(s);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vnc__demo_in_a_sandbox__ends_in_408),
        cmocka_unit_test(vnc__server_killed__resume_starts_it_again),
        cmocka_unit_test(vnc__click_into_a_program_without_a_profile__is_into_an_unknown_window),
        cmocka_unit_test(vnc__do__types_and_clicks),
        cmocka_unit_test(vnc__viewer_that_does_not_share__is_said),
        cmocka_unit_test(vnc__half_a_message__names_the_server_and_the_reason),
        cmocka_unit_test(vnc__server_for_one_client__is_said),
        cmocka_unit_test(vnc__keys_beside_a_clock__are_refused_with_the_way_out),
        cmocka_unit_test(vnc__display_of_a_profile__is_used),
        cmocka_unit_test(vnc__password__reaches_eye_and_hand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
