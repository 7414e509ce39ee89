/* The hand on a VNC screen: what a window of that screen gets, compared with what the hand on X gives it; what is let go of at
 * each end; and a server that stops in the middle of a message. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/vnc_screen.h"
#include "tests/helper/vnc_relay.h"

#include <X11/Xlib.h>
#include <stdio.h>
#include <sys/un.h>

/* ---- the same from both ---- */

static char *fired(const char *display, const struct timeline_event *events, gsize n)
{
    begin(display);
    fire(&hand, HAND_DONE, events, n);
    char *got = received();
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
    assert_int_equal(spawned_stop(&hand), 0);
    return got;
}

static void same_from_both(const struct timeline_event *events, gsize n)
{
    g_autofree char *by_x = fired(x.display, events, n), *by_vnc = fired(name, events, n); /* which changes the map */
    assert_string_not_equal(by_x, "");
    assert_string_equal(by_vnc, by_x);
}

static void hand_vnc__keys__are_those_of_x(void **state)
{
    (void)state;
    same_from_both(EVENTS(KEY(0, DOWN, "a"), KEY(20, UP, "a"), KEY(30, DOWN, "Return"), KEY(40, UP, "Return"),
                          KEY(50, DOWN, "F5"), KEY(60, UP, "F5"), KEY(70, DOWN, "Up"), KEY(80, UP, "Up"), KEY(90, DOWN, "A"),
                          KEY(100, UP, "A"), KEY(110, DOWN, "percent"), KEY(120, UP, "percent"), KEY(130, DOWN, "KP_Enter"),
                          KEY(140, UP, "KP_Enter"), KEY(150, DOWN, "Tab"), KEY(160, UP, "Tab")));
}

static void hand_vnc__chords__are_those_of_x(void **state)
{
    (void)state;
    same_from_both(EVENTS(KEY(0, DOWN, "Control_L"), KEY(5, DOWN, "c"), KEY(10, UP, "c"), KEY(15, UP, "Control_L"),
                          KEY(20, DOWN, "Control_L"), KEY(25, DOWN, "Shift_L"), KEY(30, DOWN, "t"), KEY(35, UP, "t"),
                          KEY(40, UP, "Shift_L"), KEY(45, UP, "Control_L"), KEY(50, DOWN, "Shift_L"), KEY(55, DOWN, "1"),
                          KEY(60, UP, "1"), KEY(65, DOWN, "Tab"), KEY(70, UP, "Tab"), KEY(75, DOWN, "Right"),
                          KEY(80, UP, "Right"), KEY(85, UP, "Shift_L"), KEY(90, DOWN, "Alt_L"), KEY(95, DOWN, "F4"),
                          KEY(100, UP, "F4"), KEY(105, UP, "Alt_L")));
}

static void hand_vnc__buttons_and_wheel__are_those_of_x(void **state)
{
    (void)state;
    same_from_both(EVENTS(MOVE(0, 200, 200), BUTTON(10, DOWN, 1), BUTTON(20, UP, 1), BUTTON(30, DOWN, 3), BUTTON(40, UP, 3),
                          BUTTON(50, DOWN, 2), MOVE(60, 240, 260), MOVE_BY(70, 5, -7), BUTTON(80, UP, 2), SCROLL(90, 0, 3),
                          SCROLL(120, 0, -2), SCROLL(150, 1, 0), SCROLL(180, -1, 0)));
}

static void hand_vnc__text__is_that_of_x(void **state)
{
    (void)state;
    g_autofree char *by_vnc = NULL, *by_x = NULL;
    const char *text = "Hello, World! {[(~`@#\\|\"')]} aÄöß éñ €Ω п中文😀 end\tof\nit";
    for (int i = 0; i < 2; i++) {
        GString *typed = g_string_new(NULL);
        struct sink_event e;
        begin(i ? name : x.display);
        fire(&hand, HAND_DONE, EVENTS(TEXT(0, text)));
        sink_fill(window, 0, 0, 1, 1, 0x336699);
        while (sink_next(window, &e, 500))
            if (e.kind == SINK_KEY_PRESS)
                g_string_append(typed, e.text);
        *(i ? &by_vnc : &by_x) = g_string_free(typed, FALSE);
        assert_int_equal(spawned_stop(&hand), 0);
    }
    assert_string_equal(by_vnc, by_x);
    assert_non_null(strstr(by_vnc, "€Ω п中文😀"));
}

/* ---- the pointer's place ---- */

static void refused(const struct timeline_event *events, gsize n, const char *why)
{
    request_send(&hand, request_new(1, events, n));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_REFUSED);
    if (!strstr(a->reason, why))
        fail_msg("%s", a->reason);
}

static void hand_vnc__pointer__unknown_refuses_what_starts_from_it(void **state)
{
    (void)state;
    begin(name);
    refused(EVENTS(BUTTON(0, DOWN, 1), BUTTON(10, UP, 1)), "does not tell where that is");
    refused(EVENTS(SCROLL(0, 0, 1)), "does not tell where that is");
    refused(EVENTS(MOVE_BY(0, 5, 5)), "does not tell where that is");
    refused(EVENTS(MOVE(0, 200, 200), BUTTON(10, DOWN, 8), BUTTON(20, UP, 8)), "buttons 1 to 7");
    g_autofree char *nothing = received();
    assert_string_equal(nothing, "");
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 200, 200)));
    fire(&hand, HAND_DONE, EVENTS(BUTTON(0, DOWN, 1), BUTTON(10, UP, 1)));
    g_autofree char *click = received();
    assert_string_equal(click, "b1 at 200,200; B1 at 200,200; ");
    assert_int_equal(spawned_stop(&hand), 0);
}

/* ---- ends ---- */

static bool all_is_up(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static bool is_held(void *data)
{
    (void)data;
    return observer_key(x.display, "w") && observer_key(x.display, "Shift_L") && observer_buttons(x.display, NULL, NULL) == 2;
}

static void holds(const char *display)
{
    begin(display);
    request_send(&hand,
                 request_new(1, EVENTS(MOVE(0, 210, 220), BUTTON(0, DOWN, 1), KEY(0, DOWN, "Shift_L"), KEY(10, DOWN, "w"))));
    assert_true(helper_await(is_held, NULL, WAIT_MS));
}

static void hand_vnc__end_of_file__lets_go(void **state)
{
    (void)state;
    holds(name);
    assert_int_equal(spawned_stop(&hand), 0);
    assert_true(helper_await(all_is_up, NULL, WAIT_MS));
}

static void hand_vnc__term__lets_go(void **state)
{
    (void)state;
    holds(name);
    kill(hand.pid, SIGTERM);
    assert_int_equal(spawned_end(&hand), 0);
    spawned_clear(&hand);
    assert_true(helper_await(all_is_up, NULL, WAIT_MS));
}

static void hand_vnc__hold__ends_in_time(void **state)
{
    (void)state;
    struct timeline_event key = KEY(0, DOWN, "w");
    key.hold_ms = 150;
    begin(name);
    fire(&hand, HAND_DONE, &key, 1);
    assert_true(helper_await(all_is_up, NULL, WAIT_MS));
    g_autofree char *got = received();
    assert_string_equal(got, "kw \"w\" 0; K; ");
    assert_int_equal(spawned_stop(&hand), 0);
}

static gboolean has(char **list, const char *what)
{
    return g_strv_contains((const char *const *)list, what);
}

/* Xtigervnc lets go of the keys of a client that has gone, and leaves its button down. */
static void hand_vnc__killed__the_next_one_lets_go(void **state)
{
    (void)state;
    int at_x, at_y;
    holds(name);
    spawned_kill(&hand);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 2);
    spawned_start(&hand, name, ledger);
    g_autoptr(hand_answer) ready = spawned_await(&hand, HAND_READY);
    assert_true(has(ready->keys, "w") && has(ready->keys, "Shift_L") && has(ready->buttons, "left"));
    assert_true(helper_await(all_is_up, NULL, WAIT_MS));
    observer_buttons(x.display, &at_x, &at_y);
    assert_true(at_x == 210 && at_y == 220);
    assert_int_equal(spawned_stop(&hand), 0);
}

static void hand_vnc__server_dies__is_lost_in_a_sentence(void **state)
{
    (void)state;
    struct xvfb other = {0};
    g_autofree char *socket = g_build_filename(folder, "dies", NULL), *display = g_strdup_printf("vnc:%s", socket);
    xtigervnc_start(&other, 320, 240, socket);
    begin(display);
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 20, 20)));
    xvfb_kill(&other);
    g_free(other.display);
    g_setenv("DISPLAY", x.display, TRUE);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_LOST);
    if (!strstr(a->text, "closed the connection: its server has ended"))
        fail_msg("%s", a->text);
    assert_int_equal(spawned_end(&hand), 3);
    spawned_clear(&hand);
}

/* ---- servers of ours ---- */

static int listening(const char *at)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_strlcpy(address.sun_path, at, sizeof address.sun_path);
    unlink(at);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    return listener;
}

/* Needs no login, shows 16×16 black pixels, and passes on which keysyms go down, four bytes each. */
G_NORETURN static void note_keys(int listener, int to)
{
    static const char hello[] = "RFB 003.008\n\1\1\0\0\0\0"
                                "\0\20\0\20\40\30\0\1\0\377\0\377\0\377\20\10\0\0\0\0\0\0\0\1x"
                                "\0\0\0\1\0\0\0\0\0\20\0\20\0\0\0\0";
    static const int lengths[] = {[0] = 20, [2] = 4, [3] = 10, [4] = 8, [5] = 6};
    static char black[16 * 16 * 4];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    FILE *client = fdopen(accept4(listener, NULL, NULL, SOCK_CLOEXEC), "r+");
    setvbuf(client, NULL, _IONBF, 0);
    guint8 bytes[64];
    bool ok = fwrite(hello, sizeof hello - 1, 1, client) == 1 && fwrite(black, sizeof black, 1, client) == 1 &&
              fread(bytes, 12 + 1 + 1, 1, client) == 1;
    while (ok && fread(bytes, 1, 1, client) == 1 && bytes[0] < G_N_ELEMENTS(lengths)) {
        ok = fread(bytes + 1, (gsize)lengths[bytes[0]] - 1, 1, client) == 1;
        for (int n = bytes[0] == 2 ? bytes[2] << 8 | bytes[3] : 0; n > 0; n--)
            ok = ok && fread(bytes + 4, 4, 1, client) == 1;
        if (ok && bytes[0] == 4 && bytes[1])
            ok = write(to, bytes + 4, 4) == 4;
    }
    _exit(0);
}

/* More characters than there are keycodes. */
static void hand_vnc__text__of_300_characters(void **state)
{
    (void)state;
    g_autofree char *socket = g_build_filename(folder, "notes", NULL), *display = g_strdup_printf("vnc:%s", socket);
    g_autoptr(GString) text = g_string_new(NULL);
    int keys[2], listener = listening(socket);
    for (gunichar c = 0x4e00; c < 0x4e00 + 300; c++)
        g_string_append_unichar(text, c);
    assert_int_equal(pipe(keys), 0);
    pid_t pid = fork();
    if (pid == 0)
        note_keys(listener, keys[1]);
    close(listener);
    begin(display);
    fire(&hand, HAND_DONE, EVENTS(TEXT(0, text->str)));
    for (guint32 c = 0x4e00; c < 0x4e00 + 300; c++) {
        guint8 is[4];
        assert_int_equal(read(keys[0], is, 4), 4);
        assert_int_equal((guint32)is[0] << 24 | (guint32)is[1] << 16 | (guint32)is[2] << 8 | is[3], 0x01000000 + c);
    }
    assert_int_equal(spawned_stop(&hand), 0);
    helper_end(pid);
    close(keys[0]);
    close(keys[1]);
}

/* ---- a server that stops in the middle of a message ---- */

static void hand_vnc__half_a_message__lets_go_while_it_waits(void **state)
{
    (void)state;
    g_autofree char *socket = g_build_filename(folder, "relay", NULL), *display = g_strdup_printf("vnc:%s", socket);
    pid_t pid = vnc_relay_start(socket, path);
    holds(display);
    vnc_relay_stall(pid);
    sink_fill(window, 50, 50, 30, 30, 0xaabbcc);
    assert_true(helper_await(all_is_up, NULL, WAIT_MS));
    assert_int_equal(waitpid(hand.pid, NULL, WNOHANG), 0); /* it waits on */
    helper_end(pid);
    g_autoptr(hand_answer) lost = spawned_await(&hand, HAND_LOST);
    assert_int_equal(spawned_end(&hand), 3);
    spawned_clear(&hand);
    pid = vnc_relay_start(socket, path);
    begin(display); /* takes up the ledger */
    assert_int_equal(spawned_stop(&hand), 0);
    helper_end(pid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hand_vnc__keys__are_those_of_x, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__chords__are_those_of_x, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__buttons_and_wheel__are_those_of_x, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__text__is_that_of_x, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__text__of_300_characters, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__pointer__unknown_refuses_what_starts_from_it, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__end_of_file__lets_go, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__term__lets_go, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__hold__ends_in_time, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__killed__the_next_one_lets_go, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__server_dies__is_lost_in_a_sentence, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__half_a_message__lets_go_while_it_waits, start, stop),
    };
    return cmocka_run_group_tests(tests, open_screen, close_screen);
}
