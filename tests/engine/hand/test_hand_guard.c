/* The last look before anything is fired: what must be as it was, or nothing is pressed. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

#define PATCH_X 180
#define PATCH_Y 180
#define PATCH 40

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger;
static Display *dpy;

static int setup(void **state)
{
    (void)state;
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    window = sink_start(x.display, "target", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    sink_text(window, 85, 100, 0xffffff, "OK");
    spawned_start_as(&hand, x.display, ledger, "ignore"); /* this test's own XTEST presses play the person's keys */
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    sink_stop(window);
    guint left = folder_files(ledger);
    g_free(ledger);
    return code != 0 || left != 0;
}

static int setup_display(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    return dpy == NULL;
}

static int teardown_display(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

/* The patch as the eye would send it. */
static char *patch_now(void)
{
    XImage *image = XGetImage(dpy, DefaultRootWindow(dpy), PATCH_X, PATCH_Y, PATCH, PATCH, AllPlanes, ZPixmap);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    for (int i = 0; i < PATCH * PATCH; i++) {
        unsigned long pixel = XGetPixel(image, i % PATCH, i / PATCH);
        guint8 rgb[3] = {pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff};
        g_byte_array_append(bytes, rgb, 3);
    }
    XDestroyImage(image);
    return g_base64_encode(bytes->data, bytes->len);
}

static hand_request *click_request(int id)
{
    hand_request *r =
        request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = 200, .y = 200}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1}));
    struct hand_guard *g = &r->fire.guard;
    g_autoptr(GPtrArray) windows = windows_list(dpy);
    *g = (struct hand_guard){.x = PATCH_X,
                             .y = PATCH_Y,
                             .width = PATCH,
                             .height = PATCH,
                             .patch = patch_now(),
                             .min_match = 0.97,
                             .window = sink_window(window),
                             .focus = sink_window(window),
                             .stack_hash = windows_stack_hash(windows)};
    return r;
}

/* Sends it and expects that nothing at all is pressed or moved; `says` is in the reason. */
static void refused(hand_request *request_take, enum hand_status status, const char *says)
{
    int id = request_take->fire.id;
    int px, py, qx, qy;
    observer_buttons(x.display, &px, &py);
    request_send(&hand, request_take);
    g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS); /* the very next answer: nothing started, nothing was held */
    assert_non_null(a);
    assert_int_equal(a->kind, HAND_FINISHED);
    assert_int_equal(a->id, id);
    if (a->status != status || !strstr(a->reason, says))
        fail_msg("status %d, reason: %s", (int)a->status, a->reason);
    assert_string_equal(a->fired_json, "[]");
    observer_buttons(x.display, &qx, &qy);
    assert_int_equal(px, qx);
    assert_int_equal(py, qy);
}

static void no_button_was_pressed(sink *s)
{
    struct sink_event e;
    sink_fill(s, 0, 0, 1, 1, 0x336699);
    while (sink_next(s, &e, 50))
        assert_true(e.kind != SINK_BUTTON_PRESS && e.kind != SINK_KEY_PRESS);
}

static void guard__unchanged__fires(void **state)
{
    (void)state;
    request_send(&hand, click_request(1));
    g_autoptr(hand_answer) started = spawned_await(&hand, HAND_STARTED);
    assert_true(started->match == 1.0);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("%s", a->reason);
    assert_true(a->match == 1.0);
}

static void guard__patch__changed(void **state)
{
    (void)state;
    hand_request *r = click_request(2);
    sink_fill(window, 90, 90, 20, 20, 0x993333);
    refused(r, HAND_STALE, "the target has changed");
    no_button_was_pressed(window);
}

/* A change below the tolerance and below the share that may differ is none. */
static void guard__patch__small_change_is_none(void **state)
{
    (void)state;
    hand_request *r = click_request(3);
    sink_fill(window, 81, 81, 6, 6, 0x993333); /* 36 of 1600 pixels: 0.9775 alike */
    request_send(&hand, r);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    assert_true(a->match > 0.97 && a->match < 1);
}

static void guard__window__another_one_on_top(void **state)
{
    (void)state;
    hand_request *r = click_request(4);
    g_clear_pointer(&r->fire.guard.stack_hash, g_free);
    /* the same colours, so that the picture alone does not show it */
    sink *other = sink_start(x.display, "trap", 150, 150, 200, 100, 0x336699);
    sink_text(other, 35, 50, 0xffffff, "OK");
    r->fire.guard.min_match = 0;
    refused(r, HAND_STALE, "another window is at 200,200");
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__stack__a_window_came(void **state)
{
    (void)state;
    hand_request *r = click_request(5);
    sink *other = sink_start(x.display, "elsewhere", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    refused(r, HAND_STALE, "the windows have changed");
    sink_stop(other);
}

static void guard__focus__moved(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    hand_request *r = click_request(6);
    sink_focus(other);
    refused(r, HAND_STALE, "the focus has moved");
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__focus_window__gets_the_focus_first(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    hand_request *r = request_new(7, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    request_send(&hand, r);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    assert_int_equal(observer_focus(x.display), sink_window(window));
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__focus_window__does_not_come(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink *hidden = sink_start(x.display, "hidden", 600, 100, 100, 100, 0x0000ff);
    sink_unmap(hidden);
    sink_focus(other);
    hand_request *r = request_new(8, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(hidden); /* not viewable: X refuses it the focus */
    refused(r, HAND_STALE, "did not take the focus");
    no_button_was_pressed(other);
    sink_stop(hidden);
    sink_stop(other);
}

/* Somebody's own key is still down: the focus is not moved away from under it. */
static void guard__focus_window__waits_for_a_quiet_keyboard(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    KeyCode key = XKeysymToKeycode(dpy, XStringToKeysym("z"));
    XTestFakeKeyEvent(dpy, key, True, CurrentTime);
    XSync(dpy, False);
    hand_request *r = request_new(9, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    request_send(&hand, r);
    g_autoptr(hand_answer) early = spawned_any(&hand, 60);
    assert_null(early);
    assert_int_equal(observer_focus(x.display), sink_window(other));
    XTestFakeKeyEvent(dpy, key, False, CurrentTime);
    XSync(dpy, False);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    sink_stop(other);
}

static void guard__focus_window__a_key_stays_down(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    XTestFakeButtonEvent(dpy, 2, True, CurrentTime);
    XSync(dpy, False);
    hand_request *r = request_new(17, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    r->fire.grant_ms = 100;
    refused(r, HAND_EXPIRED, "somebody else");
    assert_int_equal(observer_focus(x.display), sink_window(other));
    XTestFakeButtonEvent(dpy, 2, False, CurrentTime);
    XSync(dpy, False);
    sink_stop(other);
}

static void guard__window__gone(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    hand_request *r = request_new(10, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(other);
    sink_stop(other);
    refused(r, HAND_STALE, "did not take the focus"); /* BadWindow has not killed the hand */
}

static void guard__patch__off_the_screen(void **state)
{
    (void)state;
    hand_request *r = click_request(11);
    r->fire.guard.x = 790;
    refused(r, HAND_STALE, "not on the screen");
}

static void guard__patch__of_the_wrong_size(void **state)
{
    (void)state;
    hand_request *r = click_request(12);
    r->fire.guard.width++;
    refused(r, HAND_REFUSED, "target patch");
    r = click_request(13);
    r->fire.guard.patch[5] = '!';
    refused(r, HAND_REFUSED, "target patch");
}

static void fire__digest__of_another_timeline(void **state)
{
    (void)state;
    hand_request *r = click_request(14);
    r->fire.digest[0] = r->fire.digest[0] == '0' ? '1' : '0';
    refused(r, HAND_REFUSED, "digest");
}

static void fire__grant__is_over(void **state)
{
    (void)state;
    hand_request *r = click_request(15);
    r->fire.grant_ms = 0;
    refused(r, HAND_EXPIRED, "grant of 0 ms");
}

static void fire__timeline__does_not_fit_the_display(void **state)
{
    (void)state;
    const struct {
        struct timeline_event event;
        const char *says;
    } cases[] = {
        {{.type = TIMELINE_MOVE, .x = 800, .y = 10}, "off the screen"},
        {{.type = TIMELINE_MOVE, .x = 10, .y = -1}, "off the screen"},
        {{.type = TIMELINE_MOVE, .origin = ORIGIN_CENTER, .x = 401, .y = 0}, "off the screen"},
        {{.type = TIMELINE_MOVE, .origin = ORIGIN_NORMALIZED, .x = 1100000, .y = 0}, "off the screen"},
        {{.type = TIMELINE_KEY_DOWN, .key = "Hangul_Jamo"}, "keyboard map"},
        {{.type = TIMELINE_TEXT, .text = (char *)"\x1b[A"}, "U+001B"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        hand_request *r = request_new(20 + (int)i, &cases[i].event, 1);
        refused(r, HAND_REFUSED, cases[i].says);
    }
    refused(request_new(30, NULL, 0), HAND_REFUSED, "empty");
}

static void fire__second_one__while_the_first_runs(void **state)
{
    (void)state;
    request_send(&hand, request_new(40, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"},
                                               {.type = TIMELINE_KEY_UP, .at_ms = 60000, .key = "a"})));
    spawned_skip(&hand, HAND_HELD);
    request_send(&hand, request_new(41, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "b"})));
    g_autoptr(hand_answer) busy = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(busy->id, 41);
    assert_int_equal(busy->status, HAND_REFUSED);
    assert_true(observer_key(x.display, "a"));
    spawned_request(&hand, HAND_ABORT);
    g_autoptr(hand_answer) aborted = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(aborted->id, 40);
    assert_int_equal(aborted->status, HAND_ABORTED);
    assert_non_null(strstr(aborted->fired_json, "\"index\":0"));
    assert_null(strstr(aborted->fired_json, "\"index\":1"));
    assert_int_equal(observer_keys(x.display), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(guard__unchanged__fires),
        TEST(guard__patch__changed),
        TEST(guard__patch__small_change_is_none),
        TEST(guard__window__another_one_on_top),
        TEST(guard__stack__a_window_came),
        TEST(guard__focus__moved),
        TEST(guard__focus_window__gets_the_focus_first),
        TEST(guard__focus_window__does_not_come),
        TEST(guard__focus_window__waits_for_a_quiet_keyboard),
        TEST(guard__focus_window__a_key_stays_down),
        TEST(guard__window__gone),
        TEST(guard__patch__off_the_screen),
        TEST(guard__patch__of_the_wrong_size),
        TEST(fire__digest__of_another_timeline),
        TEST(fire__grant__is_over),
        TEST(fire__timeline__does_not_fit_the_display),
        TEST(fire__second_one__while_the_first_runs),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
