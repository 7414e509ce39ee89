/* Keyboard or pointer are grabbed by somebody: an open menu, a lock, a thief. Nothing is fired to them; to the target's own open
 * menu it is. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"
#include "tests/helper/toolkit.h"

#include <X11/extensions/XInput2.h>

static sink *other; /* another program */

static int setup_both(void **state)
{
    setup(state);
    other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    return 0;
}

static int teardown_both(void **state)
{
    sink_stop(other);
    return teardown(state);
}

static bool has_window(void *toplevel)
{
    return observer_focus(x.display) == *(gint64 *)toplevel;
}

/* What a window has seen since; it drops what it has seen. */
static bool has_seen(sink *s, enum sink_kind kind)
{
    struct sink_event e;
    bool seen = false;
    sink_fill(s, 0, 0, 1, 1, 0x336699);
    while (sink_next(s, &e, 50))
        seen = seen || e.kind == kind;
    return seen;
}

static char *grabbed_by_other(const char *device)
{
    return g_strdup_printf("the %s is grabbed by test_hand_grabs (", device);
}

/* ---- before the first event ---- */

static void grabs__keyboard_by_another__no_key(void **state)
{
    (void)state;
    g_autofree char *says = grabbed_by_other("keyboard");
    sink_grab(other, true, false);
    refused(keys_request(1), HAND_STALE, says);
    fires(click_request(2)); /* the pointer is nobody's */
    sink_grab(other, false, false);
    fires(keys_request(3));
}

static void grabs__pointer_by_another__no_click(void **state)
{
    (void)state;
    g_autofree char *says = grabbed_by_other("pointer");
    sink_grab(other, false, true);
    refused(click_request(4), HAND_STALE, says);
    assert_false(has_seen(other, SINK_BUTTON_PRESS));
    fires(keys_request(5));
    sink_grab(other, false, false);
    fires(click_request(6));
}

/* XInput 2: of the very device that XTEST's events come from. The core grab of a seat knows nothing of it. */
static int xtest_device(const char *name)
{
    int n, opcode, event, error, major = 2, minor = 0, id = 0;
    assert_true(XQueryExtension(dpy, "XInputExtension", &opcode, &event, &error));
    XIQueryVersion(dpy, &major, &minor);
    XIDeviceInfo *all = XIQueryDevice(dpy, XIAllDevices, &n);
    for (int i = 0; i < n; i++)
        id = strstr(all[i].name, name) ? all[i].deviceid : id;
    XIFreeDeviceInfo(all);
    assert_int_not_equal(id, 0);
    return id;
}

static int grab_device(const char *name)
{
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    static const int types[] = {XI_KeyPress, XI_KeyRelease, XI_ButtonPress, XI_ButtonRelease, XI_Motion};
    int id = xtest_device(name);
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        XISetMask(bits, types[i]);
    XIEventMask mask = {.deviceid = id, .mask_len = sizeof bits, .mask = bits};
    assert_int_equal(
        XIGrabDevice(dpy, id, DefaultRootWindow(dpy), CurrentTime, None, XIGrabModeAsync, XIGrabModeAsync, False, &mask),
        GrabSuccess);
    return id;
}

static void ungrab_device(int id)
{
    XIUngrabDevice(dpy, id, CurrentTime);
    XSync(dpy, False);
    for (XEvent e; XPending(dpy) && XNextEvent(dpy, &e) == 0;) /* what XSync() throws away keeps its data */
        if (XGetEventData(dpy, &e.xcookie))
            XFreeEventData(dpy, &e.xcookie);
}

static void grabs__our_own_keyboard_device__no_key(void **state)
{
    (void)state;
    g_autofree char *says = grabbed_by_other("keyboard");
    int id = grab_device("XTEST keyboard");
    refused(keys_request(60), HAND_STALE, says);
    fires(click_request(61));
    ungrab_device(id);
    fires(keys_request(62));
}

static void grabs__our_own_pointer_device__no_click(void **state)
{
    (void)state;
    g_autofree char *says = grabbed_by_other("pointer");
    int id = grab_device("XTEST pointer");
    refused(click_request(63), HAND_STALE, says);
    fires(keys_request(64));
    ungrab_device(id);
    fires(click_request(65));
}

static void grabs__by_the_target__fires(void **state)
{
    (void)state;
    sink_grab(window, true, true);
    fires(keys_request(7));
    fires(click_request(8));
    assert_true(has_seen(window, SINK_BUTTON_PRESS));
}

/* A menu that is about to close: the firing waits for it. */
static void grabs__over_within_the_patience__fires(void **state)
{
    (void)state;
    sink_grab(other, true, true);
    request_send(&hand, keys_request(9));
    await_event(other, SINK_KEY_PRESS); /* it was asked */
    sink_grab(other, false, false);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
}

/* A pointer that takes no motion tells nobody's name; that is no leave to click. */
static void grabs__by_nobody_knows_whom__no_click(void **state)
{
    (void)state;
    XGrabPointer(dpy, DefaultRootWindow(dpy), False, 0, GrabModeAsync, GrabModeAsync, None, None, CurrentTime);
    refused(click_request(10), HAND_STALE, "the pointer is grabbed, and the display does not tell by whom");
    XUngrabPointer(dpy, CurrentTime);
    XSync(dpy, False);
}

static void grabs__nobody__asking_is_not_seen(void **state)
{
    (void)state;
    has_seen(window, SINK_KEY_PRESS);
    fires(keys_request(11));
    fires(click_request(12));
    struct sink_event e;
    sink_fill(window, 0, 0, 1, 1, 0x336699);
    while (sink_next(window, &e, 50))
        assert_true(e.kind != SINK_FOCUS_OUT && e.kind != SINK_FOCUS_IN && (e.kind != SINK_KEY_PRESS || e.keysym != 0));
}

/* ---- in the middle ---- */

static void diverted_to_other(int id, const char *device)
{
    g_autofree char *says = grabbed_by_other(device);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->id, id);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, says))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

static void grabs__in_the_middle_with_a_key_held__the_rest_is_not_pressed(void **state)
{
    (void)state;
    hand_request *r = request_new(20, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Shift_L"},
                                             {.type = TIMELINE_KEY_DOWN, .key = "b", .at_ms = 600},
                                             {.type = TIMELINE_KEY_UP, .key = "b", .at_ms = 620},
                                             {.type = TIMELINE_KEY_UP, .key = "Shift_L", .at_ms = 630}));
    r->fire.guard = guard_now(false);
    request_send(&hand, r);
    await_event(window, SINK_KEY_PRESS);
    sink_grab(other, true, false);
    diverted_to_other(20, "keyboard");
    struct sink_event e;
    while (sink_next(other, &e, 50)) /* it was asked, by a key that means nothing */
        assert_true(e.kind != SINK_KEY_PRESS || e.keysym == 0);
}

static void grabs__in_a_text__the_rest_is_not_typed(void **state)
{
    (void)state;
    g_autofree char *long_text = g_strnfill(400, 'x');
    hand_request *r = request_new(21, EVENTS({.type = TIMELINE_TEXT, .text = long_text, .duration_ms = 4000}));
    r->fire.guard = guard_now(false);
    request_send(&hand, r);
    await_event(window, SINK_KEY_PRESS);
    sink_grab(other, true, false);
    diverted_to_other(21, "keyboard");
}

static void grabs__second_click__not_into_the_grab(void **state)
{
    (void)state;
    hand_request *r =
        request_new(22, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1},
                               {.type = TIMELINE_BUTTON_DOWN, .at_ms = 600, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 620, .button = 1}));
    r->fire.guard = guard_now(true);
    request_send(&hand, r);
    await_event(window, SINK_BUTTON_RELEASE);
    sink_grab(other, false, true);
    diverted_to_other(22, "pointer");
    assert_false(has_seen(other, SINK_BUTTON_PRESS));
}

/* ---- what our own keys bring about ---- */

/* A hotkey of another program that grabs the keyboard itself then, as Alt+Tab does in a window manager, until Alt is up. */
static void grabs__hotkey__goes_on(void **state)
{
    (void)state;
    Window root = DefaultRootWindow(dpy);
    KeyCode tab = XKeysymToKeycode(dpy, XK_Tab), alt = XKeysymToKeycode(dpy, XK_Alt_L);
    XGrabKey(dpy, tab, Mod1Mask, root, True, GrabModeAsync, GrabModeAsync);
    XSync(dpy, False);
    hand_request *r = request_new(
        23,
        EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Alt_L"}, {.type = TIMELINE_KEY_DOWN, .key = "Tab", .at_ms = 20},
               {.type = TIMELINE_KEY_UP, .key = "Tab", .at_ms = 400}, {.type = TIMELINE_KEY_DOWN, .key = "Tab", .at_ms = 800},
               {.type = TIMELINE_KEY_UP, .key = "Tab", .at_ms = 820}, {.type = TIMELINE_KEY_UP, .key = "Alt_L", .at_ms = 840}));
    r->fire.guard = guard_now(false);
    request_send(&hand, r);
    int tabs = 0;
    for (XEvent e; XNextEvent(dpy, &e), true;) {
        if (e.type == KeyPress && e.xkey.keycode == tab && tabs++ == 0)
            assert_int_equal(XGrabKeyboard(dpy, root, False, GrabModeAsync, GrabModeAsync, CurrentTime), GrabSuccess);
        if (e.type == KeyRelease && e.xkey.keycode == alt)
            break;
    }
    assert_int_equal(tabs, 2);
    XUngrabKeyboard(dpy, CurrentTime);
    XUngrabKey(dpy, tab, Mod1Mask, root);
    XSync(dpy, False);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
    fires(keys_request(24));
}

/* ---- real programs ---- */

static void grabs__menu_of_gtk(void **state)
{
    (void)state;
    toolkit *menu = toolkit_start(x.display, "menu_gtk");
    assert_non_null(menu);
    sink_focus(window);
    toolkit_clear(menu);
    refused(keys_request(30), HAND_STALE, "the keyboard is grabbed by python3 (");
    refused(click_request(31), HAND_STALE, "the pointer is grabbed by python3 (");
    g_autofree char *closed = toolkit_text(menu, 1, 200);
    assert_string_equal(closed, ""); /* neither has the menu closed nor its window seen anything */
    XSetInputFocus(dpy, (Window)toolkit_window(menu), RevertToPointerRoot, CurrentTime);
    XSync(dpy, False);
    gint64 focused = toolkit_window(menu);
    assert_true(helper_await(has_window, &focused, 30000));
    hand_request *r =
        request_new(32, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Down"}, {.type = TIMELINE_KEY_UP, .key = "Down", .at_ms = 10},
                               {.type = TIMELINE_KEY_DOWN, .key = "Return", .at_ms = 200},
                               {.type = TIMELINE_KEY_UP, .key = "Return", .at_ms = 210}));
    r->fire.guard = guard_now(false);
    r->fire.guard.focus = focused;
    fires(r);
    g_autofree char *chosen = toolkit_text(menu, 2, 5000);
    assert_non_null(strchr(chosen, 'a'));
    toolkit_stop(menu);
}

static bool is_grabbed(void *data)
{
    (void)data;
    int answer = XGrabKeyboard(dpy, DefaultRootWindow(dpy), False, GrabModeAsync, GrabModeAsync, CurrentTime);
    XUngrabKeyboard(dpy, CurrentTime);
    return answer == AlreadyGrabbed;
}

static bool has_focus(void *data)
{
    return observer_focus(x.display) > 1 && observer_focus(x.display) != sink_window(data);
}

static gint64 top_window(const char *class)
{
    g_autoptr(GPtrArray) all = windows_list(dpy);
    for (guint i = 0; i < all->len; i++) {
        const struct eye_window *w = g_ptr_array_index(all, i);
        if (g_strcmp0(w->class, class) == 0)
            return w->id;
    }
    return 0;
}

static bool xterm_is_there(void *data)
{
    *(gint64 *)data = top_window("XTerm");
    return *(gint64 *)data != 0;
}

static void grabs__xterm_secures_its_keyboard(void **state)
{
    (void)state;
    const char *secure = "XTerm*VT100.translations: #override <Key>F5: secure()";
    const char *argv[] = {"xterm", "-xrm", secure, "-geometry", "40x5+450+450", "-e", "sleep", "60", NULL};
    pid_t pid = helper_spawn(x.display, argv);
    gint64 id = 0;
    assert_true(helper_await(xterm_is_there, &id, 10000));
    XSetInputFocus(dpy, (Window)id, RevertToPointerRoot, CurrentTime);
    XSync(dpy, False);
    assert_true(helper_await(has_focus, window, 30000));
    do { /* until it reads its keys */
        XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XK_F5), True, CurrentTime);
        XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XK_F5), False, CurrentTime);
        XSync(dpy, False);
    } while (!helper_await(is_grabbed, NULL, 500));
    hand_request *r = request_new(41, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard = guard_now(false);
    r->fire.guard.focus = id;
    fires(r);
    assert_true(is_grabbed(NULL));
    sink_focus(window);
    refused(keys_request(42), HAND_STALE, "the keyboard is grabbed by xterm (");
    helper_end(pid);
}

static bool has_wm(void *data)
{
    Atom type;
    int format;
    unsigned long n = 0, rest;
    unsigned char *value = NULL;
    XGetWindowProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "_NET_SUPPORTING_WM_CHECK", False), 0, 1, False,
                       AnyPropertyType, &type, &format, &n, &rest, &value);
    if (value)
        XFree(value);
    (void)data;
    return n == 1;
}

static bool window_has_focus(void *data)
{
    return windows_focus(dpy, NULL) == sink_window(data);
}

static bool menu_is_shown(void *data) /* openbox grabs first */
{
    (void)data;
    return windows_at(dpy, 560, 30) != 0;
}

static void grabs__menu_of_openbox(void **state)
{
    (void)state;
    const char *argv[] = {"openbox", NULL};
    pid_t pid = helper_spawn(x.display, argv);
    assert_true(helper_await(has_wm, NULL, 10000));
    sink_stop(window);
    window = sink_start(x.display, "target", 100, 100, 400, 300, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "OK");
    windows_set_focus(dpy, sink_window(window));
    assert_true(helper_await(window_has_focus, window, 10000));
    XTestFakeMotionEvent(dpy, 0, 550, 20, CurrentTime);
    do {
        XTestFakeButtonEvent(dpy, 3, True, CurrentTime);
        XTestFakeButtonEvent(dpy, 3, False, CurrentTime);
        XSync(dpy, False);
    } while (!helper_await(is_grabbed, NULL, 1000));
    assert_true(helper_await(menu_is_shown, NULL, 10000));
    refused(keys_request(50), HAND_STALE, "the keyboard is grabbed by openbox (");
    refused(click_request(51), HAND_STALE, "the pointer is grabbed by openbox (");
    assert_true(is_grabbed(NULL)); /* it is still open */
    helper_end(pid);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_both, teardown_both)
    const struct CMUnitTest tests[] = {
        TEST(grabs__keyboard_by_another__no_key),
        TEST(grabs__pointer_by_another__no_click),
        TEST(grabs__our_own_keyboard_device__no_key),
        TEST(grabs__our_own_pointer_device__no_click),
        TEST(grabs__by_the_target__fires),
        TEST(grabs__over_within_the_patience__fires),
        TEST(grabs__by_nobody_knows_whom__no_click),
        TEST(grabs__nobody__asking_is_not_seen),
        TEST(grabs__in_the_middle_with_a_key_held__the_rest_is_not_pressed),
        TEST(grabs__in_a_text__the_rest_is_not_typed),
        TEST(grabs__second_click__not_into_the_grab),
        TEST(grabs__hotkey__goes_on),
        TEST(grabs__menu_of_gtk),
        TEST(grabs__xterm_secures_its_keyboard),
        TEST(grabs__menu_of_openbox),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
