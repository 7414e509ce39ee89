/* A person at the same display (Xephyr inside Xvfb: XTEST on the outer display is the input of devices on the inner one), another
 * program that sends XTEST events, and reins' own terminal among the windows. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

#define OWN_X 500 /* the terminal's left edge; the target's is 50 */

static struct xvfb outer, x;
static Display *person, *other; /* the outer display; the inner one, as another program has it */
static struct spawned hand;
static sink *target, *terminal;
static char *ledger;

static int open_displays(void **state)
{
    (void)state;
    xvfb_start(&outer, 800, 600, NULL);
    xephyr_start(&x, &outer);
    person = XOpenDisplay(outer.display);
    other = XOpenDisplay(x.display);
    assert_true(person && other);
    XTestFakeMotionEvent(person, 0, 400, 500, CurrentTime); /* into Xephyr: keys go where the pointer is */
    XSync(person, False);
    return 0;
}

static int close_displays(void **state)
{
    (void)state;
    XCloseDisplay(person);
    XCloseDisplay(other);
    xvfb_stop(&x);
    xvfb_stop(&outer);
    return 0;
}

static int start_as(const char *foreign)
{
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    target = sink_start(x.display, "target", 50, 100, 300, 300, 0x336699);
    terminal = sink_start(x.display, "terminal", OWN_X, 100, 250, 300, 0x101010);
    sink_focus(target);
    spawned_start_as(&hand, x.display, ledger, foreign);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int start(void **state)
{
    (void)state;
    return start_as("yield");
}

static int start_ignoring(void **state)
{
    (void)state;
    return start_as("ignore");
}

static int stop(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    sink_stop(terminal);
    sink_stop(target);
    guint left = folder_files(ledger);
    g_clear_pointer(&ledger, g_free);
    return code != 0 || left != 0 || observer_keys(x.display) != 0 || observer_buttons(x.display, NULL, NULL) != 0;
}

/* ---- what a person does, what another program does ---- */

static void key(Display *dpy, const char *name, bool down)
{
    XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XStringToKeysym(name)), down, CurrentTime);
    XSync(dpy, False);
}

static void tap(Display *dpy, const char *name)
{
    key(dpy, name, true);
    key(dpy, name, false);
}

static void button(Display *dpy, unsigned number, bool down)
{
    XTestFakeButtonEvent(dpy, number, down, CurrentTime);
    XSync(dpy, False);
}

static void move(Display *dpy, int mx, int my)
{
    XTestFakeMotionEvent(dpy, 0, mx, my, CurrentTime);
    XSync(dpy, False);
}

static bool key_is_down(void *name)
{
    return observer_key(x.display, name);
}

static bool pointer_is_at(void *data)
{
    const int *at = data;
    int px, py;
    observer_buttons(x.display, &px, &py);
    return px == at[0] && py == at[1];
}

/* Xephyr takes the outer events in its own time: waits until the inner display has them. */
static void person_moves(int mx, int my)
{
    int at[] = {mx, my};
    move(person, mx, my);
    assert_true(helper_await(pointer_is_at, at, 5000));
}

static void person_presses(const char *name)
{
    key(person, name, true);
    assert_true(helper_await(key_is_down, (void *)name, 5000));
}

static bool key_is_up(void *name)
{
    return !observer_key(x.display, name);
}

static void person_lets_go(const char *name)
{
    key(person, name, false);
    assert_true(helper_await(key_is_up, (void *)name, 5000));
}

static void person_types(const char *name)
{
    person_presses(name);
    person_lets_go(name);
}

/* ---- what the hand says ---- */

static void says(const char *what)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_PERSON);
    if (!strstr(a->text, what))
        fail_msg("the hand says: %s", a->text);
}

/* Everything that has been said until the hand has let go: none of it may be `person`. */
static void says_nothing(void)
{
    spawned_request(&hand, HAND_RELEASE);
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        if (a->kind == HAND_PERSON)
            fail_msg("a false alarm: %s", a->text);
        if (a->kind == HAND_RELEASED)
            return;
    }
}

static void heard(void)
{
    spawned_request(&hand, HAND_RELEASE);
    spawned_skip(&hand, HAND_RELEASED);
}

static void own(gint64 window)
{
    hand_request r = {.kind = HAND_OWN};
    r.own.n = 1;
    r.own.terminals[0].window = window;
    g_autofree char *json = hand_request_to_json(&r);
    spawned_line(&hand, json);
    heard(); /* it has been read */
}

/* Presses of keys and buttons that a window has received. */
static int presses(sink *s)
{
    struct sink_event e;
    int n = 0;
    sink_fill(s, 0, 0, 1, 1, 0x336699);
    while (sink_next(s, &e, 100))
        n += e.kind == SINK_KEY_PRESS || e.kind == SINK_BUTTON_PRESS;
    return n;
}

#define KEY(when, t, name)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_##t, .at_ms = (when), .key = (name)                                                                 \
    }
#define BUTTON(when, t, number)                                                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_##t, .at_ms = (when), .button = (number)                                                         \
    }
#define MOVE(when, ms, mx, my)                                                                                                   \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my), .duration_ms = (ms)                                        \
    }
#define MOVE_BY(when, ms, mx, my)                                                                                                \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my), .duration_ms = (ms), .origin = ORIGIN_RELATIVE             \
    }
#define TEXT(when, what)                                                                                                         \
    {                                                                                                                            \
        .type = TIMELINE_TEXT, .at_ms = (when), .text = (char *)(what)                                                           \
    }
#define SCROLL(when, sx, sy)                                                                                                     \
    {                                                                                                                            \
        .type = TIMELINE_SCROLL, .at_ms = (when), .dx = (sx), .dy = (sy)                                                         \
    }
#define WAIT(when, ms)                                                                                                           \
    {                                                                                                                            \
        .type = TIMELINE_WAIT, .at_ms = (when), .duration_ms = (ms)                                                              \
    }

static const struct timeline_event hold_w[] = {{.type = TIMELINE_KEY_DOWN, .at_ms = 0, .key = "w", .hold_ms = 60000}};

/* ---- the person ---- */

static void person__a_key__while_one_is_held(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, hold_w, 1);
    assert_true(observer_key(x.display, "w"));
    person_presses("a");
    says("you used the keyboard");
    g_autoptr(hand_answer) held = spawned_await(&hand, HAND_HELD);
    assert_null(held->keys[0]);
    assert_false(observer_key(x.display, "w"));
    person_lets_go("a");
    says_nothing();
}

static void person__the_mouse__in_mid_drag(void **state)
{
    (void)state;
    request_send(&hand, request_new(1, EVENTS(MOVE(0, 0, 100, 200), BUTTON(10, DOWN, 1), MOVE(20, 30000, 300, 200),
                                              BUTTON(30020, UP, 1))));
    g_autoptr(hand_answer) held = spawned_await(&hand, HAND_HELD);
    assert_string_equal(held->buttons[0], "left");
    move(person, 450, 520);
    says("you used the mouse");
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_ABORTED);
    assert_non_null(strstr(a->reason, "you used the mouse"));
    assert_non_null(strstr(a->fired_json, "\"index\":1"));
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
    heard();
}

static void person__a_click(void **state)
{
    (void)state;
    person_moves(200, 300);
    says("you used the mouse");
    heard();
    button(person, 1, true);
    button(person, 1, false);
    says("you used the mouse");
    heard();
    person_moves(400, 500);
    says("you used the mouse");
}

/* It is said once, until whoever asks for firing has shown that they know. */
static void person__is_told_once(void **state)
{
    (void)state;
    person_types("a");
    person_types("b");
    says("you used the keyboard");
    person_types("c");
    request_send(&hand, request_new(7, EVENTS(TEXT(0, "hi"))));
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        assert_int_not_equal(a->kind, HAND_PERSON);
        assert_int_not_equal(a->kind, HAND_STARTED);
        if (a->kind != HAND_FINISHED)
            continue;
        assert_int_equal(a->status, HAND_REFUSED);
        assert_non_null(strstr(a->reason, "somebody else"));
        break;
    }
    heard();
    says_nothing(); /* nothing stale is left */
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "a"), KEY(20, UP, "a")));
    person_types("d");
    says("you used the keyboard");
}

/* ---- another program ---- */

static void foreign__key__click__motion(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, hold_w, 1);
    tap(other, "a");
    says("another program used the keyboard");
    g_autoptr(hand_answer) held = spawned_await(&hand, HAND_HELD);
    assert_null(held->keys[0]);
    heard();
    button(other, 3, true);
    button(other, 3, false);
    says("another program used the mouse");
    heard();
    move(other, 123, 234);
    says("another program used the mouse");
}

/* It lets go of what the hand holds. */
static void foreign__release_of_our_key(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, hold_w, 1);
    key(other, "w", false);
    says("another program");
}

static void foreign__ignored(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, hold_w, 1);
    tap(other, "a");
    move(other, 123, 234);
    says_nothing();
    person_types("a");
    says("you used the keyboard"); /* a person is not */
}

static void warp__is_nobody(void **state)
{
    (void)state;
    XWarpPointer(other, None, DefaultRootWindow(other), 0, 0, 0, 0, 30, 30);
    XSync(other, False);
    says_nothing();
}

/* ---- ourselves ---- */

static void own_input__of_all_kinds__is_no_alarm(void **state)
{
    (void)state;
    for (int i = 0; i < 25; i++) {
        fire(&hand, HAND_DONE,
             EVENTS(KEY(0, DOWN, "A"), KEY(1, UP, "A"), KEY(2, DOWN, "Control_L"), KEY(3, DOWN, "Shift_L"), KEY(4, DOWN, "t"),
                    KEY(5, UP, "Control_L"), KEY(6, UP, "t"), KEY(7, UP, "Shift_L")));
        fire(&hand, HAND_DONE,
             EVENTS(MOVE(0, 5, 60 + i, 110), BUTTON(6, DOWN, 1), BUTTON(7, UP, 1), BUTTON(8, DOWN, 3), BUTTON(9, UP, 3)));
        fire(&hand, HAND_DONE,
             EVENTS(MOVE(0, 0, 60, 110), MOVE(1, 0, 60, 110), MOVE_BY(2, 3, 20, -5), MOVE_BY(6, 0, 0, 0),
                    MOVE_BY(7, 0, -3000, -3000)));
        fire(&hand, HAND_DONE, EVENTS(MOVE(0, 0, 100, 200), SCROLL(1, 0, 5), SCROLL(2, -3, 0)));
        fire(&hand, HAND_DONE, EVENTS(MOVE(0, 0, 100, 200), BUTTON(1, DOWN, 1), MOVE(2, 20, 200, 300), BUTTON(60, UP, 1)));
        fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "Shift_L"), TEXT(1, "aB"), KEY(2, UP, "Shift_L")));
        fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "x"), KEY(1, DOWN, "x"), KEY(2, UP, "x"), KEY(3, UP, "x")));
        fire(&hand, HAND_DONE, EVENTS(TEXT(0, i % 5 ? "plain TEXT, 1+1" : "漢字 éß")));
    }
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "w"), WAIT(1, 900), KEY(900, UP, "w"))); /* it repeats */
    says_nothing();
}

/* ---- our own terminal ---- */

static void terminal__has_the_focus__nobody_yields(void **state)
{
    (void)state;
    own(sink_window(terminal));
    sink_focus(terminal);
    person_types("y");
    person_moves(600, 200);
    button(person, 1, true); /* over it */
    button(person, 1, false);
    says_nothing();
    person_moves(100, 200);
    says_nothing();
    button(person, 1, true); /* but this one is in the target */
    button(person, 1, false);
    says("you used the mouse");
    heard();
    sink_focus(target);
    person_types("a");
    says("you used the keyboard");
    heard();
    person_moves(400, 500);
    says("you used the mouse");
}

static void terminal__is_never_typed_into(void **state)
{
    (void)state;
    own(sink_window(terminal));
    sink_focus(terminal);
    presses(terminal);
    request_send(&hand, request_new(1, EVENTS(TEXT(0, "rm -rf"), KEY(10, DOWN, "Return"), KEY(20, UP, "Return"))));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_REFUSED);
    assert_non_null(strstr(a->reason, "it is reins' own terminal"));
    assert_string_equal(a->fired_json, "[]");
    sink_focus(target);
    fire(&hand, HAND_REFUSED, EVENTS(MOVE(0, 0, OWN_X + 20, 200), BUTTON(10, DOWN, 1), BUTTON(20, UP, 1)));
    fire(&hand, HAND_REFUSED, EVENTS(MOVE(0, 0, OWN_X + 20, 200), SCROLL(10, 0, 1)));
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 0, OWN_X + 20, 200))); /* looking is free */
    /* in the middle: a drag into it, a second click on it */
    fire(&hand, HAND_ABORTED, EVENTS(MOVE(0, 0, 100, 200), BUTTON(10, DOWN, 1), MOVE(20, 0, OWN_X + 20, 200), BUTTON(60, UP, 1)));
    heard();
    fire(&hand, HAND_ABORTED,
         EVENTS(MOVE(0, 0, 100, 200), BUTTON(10, DOWN, 1), BUTTON(20, UP, 1), MOVE(30, 0, OWN_X + 20, 200), BUTTON(40, DOWN, 1),
                BUTTON(50, UP, 1)));
    assert_int_equal(presses(terminal), 0);
    heard();
}

/* A window manager moves the focus to it while a text is being typed: not one character of the text arrives there. */
static void terminal__gets_the_focus_in_mid_text(void **state)
{
    (void)state;
    own(sink_window(terminal));
    presses(terminal);
    g_autofree char *text = g_strnfill(5000, 'x');
    for (int i = 0; i < 5; i++) {
        struct sink_event e;
        sink_focus(target);
        request_send(&hand, request_new(i + 1, EVENTS(TEXT(0, text))));
        for (int n = 0; n < 30 + 7 * i;) {
            assert_true(sink_next(target, &e, 5000));
            n += e.kind == SINK_KEY_PRESS;
        }
        XSetInputFocus(other, (Window)sink_window(terminal), RevertToParent, CurrentTime);
        XSync(other, False);
        says("it is reins' own terminal");
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
        assert_int_equal(a->status, HAND_ABORTED);
        assert_non_null(strstr(a->reason, "it is reins' own terminal"));
        assert_int_equal(presses(terminal), 0);
        assert_int_equal(observer_keys(x.display), 0);
        heard();
        while (sink_next(target, &e, 20))
            ;
    }
}

static void terminal__gets_the_focus_while_a_key_is_held(void **state)
{
    (void)state;
    own(sink_window(terminal));
    fire(&hand, HAND_DONE, hold_w, 1);
    XSetInputFocus(other, (Window)sink_window(terminal), RevertToParent, CurrentTime);
    XSync(other, False);
    says("reins' own terminal");
    g_autoptr(hand_answer) held = spawned_await(&hand, HAND_HELD);
    assert_null(held->keys[0]);
    assert_int_equal(presses(terminal), 0);
    heard();
}

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
    assert_true(helper_await(has_focus, &on_console, 5000));
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
        assert_true(helper_await(has_focus, &on_console, 5000));
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
        YIELDS(person__a_key__while_one_is_held),
        YIELDS(person__the_mouse__in_mid_drag),
        YIELDS(person__a_click),
        YIELDS(person__is_told_once),
        YIELDS(foreign__key__click__motion),
        YIELDS(foreign__release_of_our_key),
        cmocka_unit_test_setup_teardown(foreign__ignored, start_ignoring, stop),
        YIELDS(warp__is_nobody),
        YIELDS(own_input__of_all_kinds__is_no_alarm),
        YIELDS(terminal__has_the_focus__nobody_yields),
        YIELDS(terminal__is_never_typed_into),
        YIELDS(terminal__gets_the_focus_in_mid_text),
        YIELDS(terminal__gets_the_focus_while_a_key_is_held),
        YIELDS(terminal__approves),
        YIELDS(terminal__gets_its_focus_back__after_a_hold),
        YIELDS(focus__is_left__where_no_terminal_is),
        YIELDS(manager__that_refuses),
        YIELDS(manager__that_is_real),
    };
    return cmocka_run_group_tests(tests, open_displays, close_displays);
}
