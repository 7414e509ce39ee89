/* How a hand begins and ends: whatever happens to it, nothing stays down and the keyboard map is as it was. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

static struct xvfb x;
static struct spawned hand;
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    return left != 0;
}

/* Holds w and the left button, and says so. */
static void hold_things(void)
{
    request_send(&hand, request_new(1, EVENTS({.type = TIMELINE_MOVE, .x = 50, .y = 50}, {.type = TIMELINE_KEY_DOWN, .key = "w"},
                                              {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                                              {.type = TIMELINE_MOVE, .x = 600, .y = 400, .duration_ms = 60000},
                                              {.type = TIMELINE_BUTTON_UP, .at_ms = 60000, .button = 1})));
    for (bool both = false; !both;) {
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_HELD);
        both = a->keys[0] && a->buttons[0];
    }
    assert_true(observer_key(x.display, "w"));
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 1 << 1);
}

static bool nothing_down(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static void assert_nothing_down(void)
{
    assert_true(nothing_down(NULL));
}

static void life__end_of_file__releases(void **state)
{
    (void)state;
    hold_things();
    shutdown(line_stream_fd(hand.line), SHUT_WR);
    assert_int_equal(spawned_end(&hand), 0);
    assert_nothing_down();
    spawned_clear(&hand);
}

static void life__peer_dies__releases(void **state)
{
    (void)state;
    hold_things();
    line_stream_free(hand.line);
    int status;
    assert_int_equal(waitpid(hand.pid, &status, 0), hand.pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_nothing_down();
}

static void life__signals__release(void **state)
{
    (void)state;
    const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
        hold_things();
        kill(hand.pid, signals[i]);
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
        g_autofree char *who = g_strdup_printf("signal %d of process %d", signals[i], (int)getpid());
        assert_non_null(strstr(a->reason, who));
        assert_int_equal(spawned_end(&hand), 0);
        spawned_clear(&hand);
        assert_nothing_down();
        assert_int_equal(folder_files(ledger), 0);
        spawned_start(&hand, x.display, ledger);
        spawned_skip(&hand, HAND_READY);
    }
    assert_int_equal(spawned_stop(&hand), 0);
}

static void life__release__leaves_the_hand_alive(void **state)
{
    (void)state;
    hold_things();
    spawned_request(&hand, HAND_RELEASE);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_ABORTED);
    spawned_skip(&hand, HAND_RELEASED);
    assert_nothing_down();
    spawned_request(&hand, HAND_RELEASE); /* with nothing to release */
    spawned_skip(&hand, HAND_RELEASED);
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"}, {.type = TIMELINE_KEY_UP, .at_ms = 5, .key = "a"}));
    assert_int_equal(spawned_stop(&hand), 0);
}

/* kill -9 in the middle of a held key and of a drag: the next hand lets go and says of what. */
static void life__killed__next_hand_releases(void **state)
{
    (void)state;
    hold_things();
    spawned_kill(&hand);
    assert_false(nothing_down(NULL)); /* this is what would stay without the ledger */
    assert_int_equal(folder_files(ledger), 1);
    spawned_start(&hand, x.display, ledger);
    g_autoptr(hand_answer) ready = spawned_await(&hand, HAND_READY);
    assert_nothing_down();
    assert_string_equal(ready->keys[0], "w");
    assert_null(ready->keys[1]);
    assert_string_equal(ready->buttons[0], "left");
    assert_null(ready->buttons[1]);
    assert_int_equal(spawned_stop(&hand), 0);
}

/* A second hand on the same display must not touch what a living one holds. */
static void life__two_hands__leave_each_other_alone(void **state)
{
    (void)state;
    hold_things();
    struct spawned other;
    spawned_start(&other, x.display, ledger);
    g_autoptr(hand_answer) ready = spawned_await(&other, HAND_READY);
    assert_null(ready->keys[0]);
    assert_int_equal(spawned_stop(&other), 0);
    assert_true(observer_key(x.display, "w"));
    assert_int_equal(spawned_stop(&hand), 0);
    assert_nothing_down();
}

/* A key that a person holds is not in the ledger and stays theirs. */
static void life__killed__a_persons_key_is_left_alone(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    hold_things();
    XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XStringToKeysym("p")), True, CurrentTime);
    XSync(dpy, False);
    spawned_kill(&hand);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    assert_int_equal(observer_keys(x.display), 1);
    assert_true(observer_key(x.display, "p"));
    XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XStringToKeysym("p")), False, CurrentTime);
    XCloseDisplay(dpy);
    assert_int_equal(spawned_stop(&hand), 0);
}

static bool map_differs(void *data)
{
    g_autofree char *now = observer_keymap(x.display);
    return strcmp(now, data) != 0;
}

/* kill -9 while spare keycodes have a meaning and Caps Lock is out of the way. */
static void life__killed__next_hand_restores_the_map(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XkbLockModifiers(dpy, XkbUseCoreKbd, LockMask, LockMask);
    XSync(dpy, False);
    XCloseDisplay(dpy);
    g_autofree char *before = observer_keymap(x.display);
    request_send(&hand, request_new(1, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"é中😀 and so on", .duration_ms = 60000})));
    spawned_skip(&hand, HAND_STARTED);
    assert_true(helper_await(map_differs, before, 30000));
    spawned_kill(&hand);
    assert_true(map_differs(before));
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    g_autofree char *after = observer_keymap(x.display);
    assert_string_equal(after, before);
    assert_int_equal(spawned_stop(&hand), 0);
}

/* Killed at 20 moments of a busy timeline. */
static void life__killed__at_any_moment(void **state)
{
    (void)state;
    g_autofree char *before = observer_keymap(x.display);
    for (int i = 0; i < 20; i++) {
        request_send(&hand, request_new(i, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Shift_L", .hold_ms = 5000},
                                                  {.type = TIMELINE_BUTTON_DOWN, .button = 3},
                                                  {.type = TIMELINE_SCROLL, .dy = 20, .duration_ms = 40},
                                                  {.type = TIMELINE_TEXT, .text = (char *)"Äbc é Ω中 xyz", .duration_ms = 100},
                                                  {.type = TIMELINE_BUTTON_UP, .at_ms = 100, .button = 3})));
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        hand_answer_free(spawned_any(&hand, i * 15)); /* goes on until then, unless something is told earlier */
        spawned_kill(&hand);
        spawned_start(&hand, x.display, ledger);
        spawned_skip(&hand, HAND_READY);
        assert_nothing_down();
        g_autofree char *after = observer_keymap(x.display);
        assert_string_equal(after, before);
    }
    assert_int_equal(spawned_stop(&hand), 0);
}

static void life__garbage__is_answered_and_then_ends(void **state)
{
    (void)state;
    hold_things();
    spawned_line(&hand, "{\"request\":\"dance\"}");
    g_autoptr(hand_answer) failed = spawned_await(&hand, HAND_FAILED);
    assert_non_null(strstr(failed->text, "dance"));
    assert_true(observer_key(x.display, "w")); /* one bad line changes nothing */
    g_autofree char *huge = g_strnfill(2 * 1024 * 1024, 'x');
    spawned_line(&hand, huge);
    g_autoptr(hand_answer) too_long = spawned_await(&hand, HAND_FAILED);
    assert_non_null(strstr(too_long->text, "1 MiB"));
    for (int i = 0; i < 40; i++)
        line_stream_send(hand.line, "garbage");
    assert_int_equal(spawned_end(&hand), 0);
    spawned_clear(&hand);
    assert_nothing_down();
}

static void life__display_dies__says_so(void **state)
{
    (void)state;
    hold_things();
    xvfb_kill(&x);
    assert_int_equal(spawned_end(&hand), 3);
    bool lost = false;
    for (hand_answer *a; (a = g_queue_pop_head(&hand.answers));) {
        lost |= a->kind == HAND_LOST && a->text;
        hand_answer_free(a);
    }
    assert_true(lost);
    spawned_clear(&hand);
    /* Something was down: the ledger stays until a hand comes to this display, and finds another server. */
    assert_int_equal(folder_files(ledger), 1);
    xvfb_stop(&x);
    g_autoptr(GDir) dir = g_dir_open(ledger, 0, NULL);
    g_autofree char *file = g_build_filename(ledger, g_dir_read_name(dir), NULL);
    unlink(file);
    xvfb_start(&x, 640, 480, NULL);
}

/* Answers to a hand that cannot start: one sentence, exit code 3. */
static void start_fails(const char *display, const char *says, int code)
{
    struct spawned s;
    g_autofree char *dir = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&s, display, dir);
    g_autoptr(hand_answer) a = spawned_await(&s, HAND_FAILED);
    if (!strstr(a->text, says))
        fail_msg("%s", a->text);
    assert_int_equal(spawned_end(&s), code);
    spawned_clear(&s);
    assert_int_equal(folder_files(dir), 0);
}

static void start__no_display(void **state)
{
    (void)state;
    start_fails(":9876", "the display :9876 cannot be opened", 3);
}

static void start__no_xtest(void **state)
{
    (void)state;
    struct xvfb bare;
    const char *const extra[] = {"-extension", "XTEST", NULL};
    xvfb_start(&bare, 320, 200, extra);
    start_fails(bare.display, "has no XTEST extension", 3);
    xvfb_stop(&bare);
}

/* What is less safe than elsewhere is said. */
static void start__no_owners_of_windows__is_said(void **state)
{
    (void)state;
    struct xvfb bare;
    const char *const extra[] = {"-extension", "X-Resource", NULL};
    xvfb_start(&bare, 320, 200, extra);
    struct spawned s;
    g_autofree char *dir = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&s, bare.display, dir);
    g_autoptr(hand_answer) a = spawned_await(&s, HAND_READY);
    assert_non_null(a->text);
    assert_non_null(strstr(a->text, "X-Resource"));
    assert_int_equal(spawned_stop(&s), 0);
    xvfb_stop(&bare);
}

static void start__no_ledger(void **state)
{
    (void)state;
    struct xvfb bare;
    xvfb_start(&bare, 320, 200, NULL);
    struct spawned s;
    spawned_start(&s, bare.display, "/proc/nowhere");
    g_autoptr(hand_answer) a = spawned_await(&s, HAND_FAILED);
    assert_non_null(strstr(a->text, "/proc/nowhere"));
    assert_int_equal(spawned_end(&s), 1);
    spawned_clear(&s);
    xvfb_stop(&bare);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(life__end_of_file__releases),
        TEST(life__peer_dies__releases),
        TEST(life__signals__release),
        TEST(life__release__leaves_the_hand_alive),
        TEST(life__killed__next_hand_releases),
        TEST(life__two_hands__leave_each_other_alone),
        TEST(life__killed__a_persons_key_is_left_alone),
        TEST(life__killed__next_hand_restores_the_map),
        TEST(life__killed__at_any_moment),
        TEST(life__garbage__is_answered_and_then_ends),
        TEST(life__display_dies__says_so),
        cmocka_unit_test(start__no_display),
        cmocka_unit_test(start__no_xtest),
        cmocka_unit_test(start__no_owners_of_windows__is_said),
        cmocka_unit_test(start__no_ledger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
