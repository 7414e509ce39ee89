/* Focus and pointer: taken to the target when everybody's keys are up, and given back; with and without a window manager. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/engine/hand/at_the_display.h"

/* The whole of an approval: y goes down in the terminal, the target gets the click once it is up, and the terminal has focus and
 * pointer again. */
static void terminal__approves(void **state)
{
    (void)state;
    person_moves(OWN_X + 50, 250);
    heard();
    own(sink_window(terminal));
    sink_focus(terminal);
    presses(target);
    person_presses("y");
    hand_request *r = request_new(
        3, EVENTS(MOVE(0, 20, 100, 200), BUTTON(30, DOWN, 1), BUTTON(60, UP, 1), KEY(70, DOWN, "a"), KEY(80, UP, "a")));
    r->fire.guard.focus_window = sink_window(target);
    request_send(&hand, r);
    g_autoptr(hand_answer) early = spawned_any(&hand, 60);
    assert_null(early);
    assert_int_equal(observer_focus(x.display), sink_window(terminal));
    person_lets_go("y");
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        assert_int_not_equal(a->kind, HAND_PERSON);
        if (a->kind != HAND_FINISHED)
            continue;
        assert_int_equal(a->status, HAND_DONE);
        break;
    }
    assert_int_equal(presses(target), 2);
    assert_int_equal(observer_focus(x.display), sink_window(terminal));
    int px, py;
    observer_buttons(x.display, &px, &py);
    assert_true(px == OWN_X + 50 && py == 250);
    says_nothing();
    person_moves(400, 500);
    says_nothing();
}

/* A held key repeats into whatever has the focus: it is given back only when nothing is held. */
static void terminal__gets_its_focus_back__after_a_hold(void **state)
{
    (void)state;
    own(sink_window(terminal));
    sink_focus(terminal);
    hand_request *r = request_new(4, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w", .hold_ms = 300}));
    r->fire.guard.focus_window = sink_window(target);
    request_send(&hand, r);
    spawned_skip(&hand, HAND_FINISHED);
    assert_int_equal(observer_focus(x.display), sink_window(target));
    for (bool held = true; held;) {
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_HELD);
        held = a->keys[0] != NULL;
    }
    assert_int_equal(presses(terminal), 0);
    assert_int_equal(observer_focus(x.display), sink_window(terminal));
    says_nothing();
}

/* Without a terminal of ours on the display there is nobody to give anything back to. */
static void focus__is_left__where_no_terminal_is(void **state)
{
    (void)state;
    static const enum hand_give_back ways[] = {HAND_GIVE_BACK_AUTO, HAND_GIVE_BACK_NEVER, HAND_GIVE_BACK_ALWAYS};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        sink_focus(terminal);
        hand_request *r = request_new(5, EVENTS(TEXT(0, "hi")));
        r->fire.guard.focus_window = sink_window(target);
        r->fire.give_back = ways[i];
        request_send(&hand, r);
        spawned_skip(&hand, HAND_FINISHED);
        bool back = ways[i] == HAND_GIVE_BACK_ALWAYS;
        assert_int_equal(observer_focus(x.display), sink_window(back ? terminal : target));
    }
}

/* ---- window managers ---- */

/* One that says it knows _NET_ACTIVE_WINDOW and never heeds it. */
static void manager__that_refuses(void **state)
{
    (void)state;
    Window root = DefaultRootWindow(other), check = XCreateSimpleWindow(other, root, 0, 0, 1, 1, 0, 0, 0);
    Atom supporting = XInternAtom(other, "_NET_SUPPORTING_WM_CHECK", False),
         supported = XInternAtom(other, "_NET_SUPPORTED", False);
    Atom active = XInternAtom(other, "_NET_ACTIVE_WINDOW", False);
    XChangeProperty(other, root, supporting, XA_WINDOW, 32, PropModeReplace, (const unsigned char *)&check, 1);
    XChangeProperty(other, root, supported, XA_ATOM, 32, PropModeReplace, (const unsigned char *)&active, 1);
    XSync(other, False);
    own(sink_window(terminal));
    sink_focus(terminal);
    hand_request *r = request_new(6, EVENTS(TEXT(0, "hi")));
    r->fire.guard.focus_window = sink_window(target);
    request_send(&hand, r);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_STALE);
    assert_non_null(strstr(a->reason, "did not take the focus"));
    assert_int_equal(observer_focus(x.display), sink_window(terminal));
    assert_int_equal(presses(terminal) + presses(target), 0);
    XDeleteProperty(other, root, supporting);
    XDeleteProperty(other, root, supported);
    XDestroyWindow(other, check);
    XSync(other, False);
}

static bool has_focus(void *data)
{
    const gint64 *window = data;
    return observer_focus(x.display) == *window;
}

static bool is_managed(void *data)
{
    (void)data;
    XWindowAttributes root;
    return XGetWindowAttributes(other, DefaultRootWindow(other), &root) && (root.all_event_masks & SubstructureRedirectMask);
}

/* A real one, click to focus: the target is focused and raised its way, the terminal has the focus again afterwards. */
static void manager__that_is_real(void **state)
{
    (void)state;
    const char *name = g_getenv("REINS_TEST_WM") ? g_getenv("REINS_TEST_WM") : "openbox";
    pid_t wm = helper_spawn(x.display, (const char *const[]){name, NULL});
    assert_true(helper_await(is_managed, NULL, 10000));
    sink *t = sink_start(x.display, "managed target", 60, 120, 280, 250, 0x663399);
    sink *console = sink_start(x.display, "managed terminal", OWN_X, 120, 250, 250, 0x202020);
    gint64 on_console = sink_window(console);
    own(sink_window(console));
    hand_request *first = request_new(10, EVENTS(TEXT(0, "a"))); /* brings the focus to a known place */
    first->fire.guard.focus_window = sink_window(t);
    first->fire.give_back = HAND_GIVE_BACK_NEVER;
    request_send(&hand, first);
    spawned_skip(&hand, HAND_FINISHED);
    sink_focus(console);
    assert_true(helper_await(has_focus, &on_console, 30000));
    presses(t);
    presses(console);
    int wx, wy, width, height;
    assert_true(windows_rectangle(other, sink_window(t), &wx, &wy, &width, &height)); /* it places windows as it likes */
    for (int i = 0; i < 5; i++) {
        hand_request *r =
            request_new(11 + i, EVENTS(MOVE(0, 0, wx + 30, wy + 30), BUTTON(10, DOWN, 1), BUTTON(30, UP, 1), TEXT(40, "hello")));
        r->fire.guard.focus_window = sink_window(t);
        request_send(&hand, r);
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
        if (a->status != HAND_DONE)
            fail_msg("%s: %s", name, a->reason);
        assert_int_equal(presses(t), 6);
        assert_int_equal(presses(console), 0);
        assert_true(helper_await(has_focus, &on_console, 30000));
    }
    says_nothing();
    sink_stop(t);
    sink_stop(console);
    helper_end(wm);
}

int main(void)
{
#define YIELDS(t) cmocka_unit_test_setup_teardown(t, start, stop)
    const struct CMUnitTest tests[] = {
        YIELDS(terminal__approves),
        YIELDS(terminal__gets_its_focus_back__after_a_hold),
        YIELDS(focus__is_left__where_no_terminal_is),
        YIELDS(manager__that_refuses),
        YIELDS(manager__that_is_real),
    };
    return cmocka_run_group_tests(tests, open_displays, close_displays);
}
