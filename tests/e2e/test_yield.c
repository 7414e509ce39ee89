/* A person at the display that reins works on: their own use of mouse and keyboard pauses the run; the console in a terminal on
 * the same display takes their keys, and the program that is worked on takes the clicks. */
#include "tests/e2e/driver.h"

#include "engine/display/windows.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <string.h>
#include <cmocka.h>

#define TARGET_X 640
#define TARGET_Y 60
#define APPROVAL_MS 5000

static struct xvfb outer, x;
static Display *person; /* the outer display: what XTEST does there comes from devices on the inner one */
static sink *target;

static void write_file(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(g_get_user_config_dir(), "reins", name, NULL), *dir = g_path_get_dirname(path);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static int setup(void **state)
{
    (void)state;
    driver_configure("clicker", "");
    write_file("apps/target.ini", "[profile]\nwindow=^target of yield$\nsettle_ms=50\n");
    xvfb_start(&outer, 1000, 700, NULL);
    xephyr_start(&x, &outer);
    person = XOpenDisplay(outer.display);
    assert_non_null(person);
    target = sink_start(x.display, "target of yield", TARGET_X, TARGET_Y, 300, 300, 0x336699);
    sink_focus(target);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sink_stop(target);
    XCloseDisplay(person);
    xvfb_stop(&x);
    xvfb_stop(&outer);
    return 0;
}

static void key(const char *name, bool down)
{
    XTestFakeKeyEvent(person, XKeysymToKeycode(person, XStringToKeysym(name)), down, CurrentTime);
    XSync(person, False);
}

static void tap(const char *name)
{
    key(name, true);
    key(name, false);
}

static bool all_up(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static bool w_down(void *data)
{
    (void)data;
    return observer_key(x.display, "w");
}

static bool b_down(void *data)
{
    (void)data;
    return observer_key(x.display, "b");
}

static void type__while_a_key_is_held(void **state)
{
    (void)state;
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--display", x.display, "--profile", "target", "--brain", "clicker", "hold 1 1 9"));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_true(helper_await(w_down, NULL, 10000));
    tap("a");
    driver_await_where(d, EVENT_STATE, "paused");
    assert_non_null(strstr(driver_await(d, EVENT_NOTICE)->text, "you used the keyboard"));
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "aborted");
    assert_true(helper_await(all_up, NULL, 30000));
    key("b", true); /* they go on for a while: it is told to nobody again, also not by a hand that hears of it late */
    assert_true(helper_await(b_down, NULL, 30000));
    pid_t hand = child_named(d->pid, "hand");
    kill(hand, SIGSTOP);
    key("b", false);
    tap("b");
    assert_true(helper_await(all_up, NULL, 30000));
    driver_send(d, "{\"command\":\"resume\"}");
    driver_send(d, "{\"command\":\"say\",\"text\":\"go on\"}");
    driver_await(d, EVENT_NOTICE); /* both have been taken */
    kill(hand, SIGCONT);
    /* it looks again, and the plan is told; nothing stale pauses it again */
    driver_await(d, EVENT_FRAME);
    const event *next = driver_await(d, EVENT_PROPOSAL);
    assert_non_null(strstr(next->fire.action->reason, "used by somebody else meanwhile"));
    /* also while a proposal only waits */
    tap("a");
    driver_await_where(d, EVENT_STATE, "paused");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "voided");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

/* A closed loop that holds w and the button, in the middle of its turns: for the hand of a person as for any other action. */
static void loop__a_person_comes_in_between(void **state)
{
    (void)state;
    g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL),
                    *file = g_build_filename(folder, "loops.lua", NULL);
    g_mkdir_with_parents(folder, 0700);
    assert_true(
        g_file_set_contents(file,
                            "--- Hold w and the button, and move.\nfunction hold_on()\n  local n = 0\n  loop({seconds = 50, "
                            "events = 1900, keys = {'w', 'left mouse'}, rect = {650, 70, 200, 200}}, function()\n    if n "
                            "== 0 then key.hold('w') mouse.hold() end\n    n = n + 1\n    mouse.move(700 + n % 2, 100, "
                            "{duration = 0})\n    wait(0.03)\n  end)\nend\n",
                            -1, NULL));
    for (int way = 0; way < 2; way++) { /* a key, the mouse */
        driver *d = driver_start(NULL, WORDS("do", "--display", x.display, "--yes", "--window", "target of yield", "hold_on"));
        assert_true(helper_await(w_down, NULL, 20000));
        if (way == 0) {
            tap("a");
        } else {
            for (int i = 0; i < 12; i++) {
                XTestFakeRelativeMotionEvent(person, 9, 9, CurrentTime);
                XSync(person, False);
            }
        }
        assert_int_equal(driver_exit(d), 4);
        driver_free(d);
        assert_true(helper_await(all_up, NULL, 30000));
    }
}

static void do__a_person_comes_in_between(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("do", "--display", x.display, "--yes", "press_key", "key=w", "duration=20"));
    assert_true(helper_await(w_down, NULL, 10000));
    tap("a");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    assert_true(helper_await(all_up, NULL, 30000));
}

static void do__into_its_own_terminal(void **state)
{
    (void)state;
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, sink_window(target)), *out = NULL, *err = NULL;
    struct sink_event e;
    while (sink_next(target, &e, 20))
        ;
    g_setenv("WINDOWID", id, TRUE);
    assert_int_equal(reins_run(NULL, WORDS("do", "--display", x.display, "--yes", "--json", "type_text", "text=rm"), &out, &err),
                     1);
    g_unsetenv("WINDOWID");
    if (!strstr(err, "it is reins' own terminal"))
        fail_msg("%s", err);
    if (!strstr(out, "\"status\":\"refused\""))
        fail_msg("%s", out);
    while (sink_next(target, &e, 50))
        assert_int_not_equal(e.kind, SINK_KEY_PRESS);
}

/* ---- the console in an xterm on the same display, under a window manager ---- */

static bool clicked(int timeout_ms)
{
    struct sink_event e;
    gint64 until = g_get_monotonic_time() + timeout_ms * 1000;
    while (g_get_monotonic_time() < until) {
        if (sink_next(target, &e, 50) && e.kind == SINK_BUTTON_PRESS)
            return true;
    }
    return false;
}

static bool is_console(Display *inner, gint64 window)
{
    g_autoptr(GPtrArray) windows = windows_list(inner);
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (w->id == window)
            return g_str_equal(w->class, "XTerm");
    }
    return false;
}

static bool console_has_focus(void *inner)
{
    return is_console(inner, windows_focus(inner, NULL));
}

static bool console_is_pointed(void *inner)
{
    return is_console(inner, windows_at(inner, 300, 200));
}

static bool is_managed(void *inner)
{
    XWindowAttributes root;
    return XGetWindowAttributes(inner, DefaultRootWindow((Display *)inner), &root) &&
           (root.all_event_masks & SubstructureRedirectMask);
}

static bool pointer_is_back(void *data)
{
    (void)data;
    int px, py;
    observer_buttons(x.display, &px, &py);
    return px == 300 && py == 200;
}

static bool ended(void *data)
{
    const char *outcome = data;
    g_autofree char *out = NULL;
    return reins_run(NULL, WORDS("memory", "runs", "--json"), &out, NULL) == 0 && strstr(out, outcome) != NULL;
}

static void console__on_the_same_display__approves(void **state)
{
    (void)state;
    pid_t wm = helper_spawn(x.display, WORDS("openbox"));
    Display *inner = XOpenDisplay(x.display);
    windows_trap_errors();
    assert_true(helper_await(is_managed, inner, 10000));
    g_autofree char *task = g_strdup_printf("click %d %d 2", TARGET_X + 100, TARGET_Y + 100);
    pid_t xterm = helper_spawn(x.display, WORDS("xterm", "-u8", "-geometry", "90x30+0+0", "-e", g_getenv("REINS_BIN"), "run",
                                                "--display", x.display, "--profile", "target", "--brain", "clicker", task));
    XTestFakeMotionEvent(person, 0, 300, 200, CurrentTime);
    XSync(person, False);
    assert_true(helper_await(console_is_pointed, inner, 10000));
    XTestFakeButtonEvent(person, 1, True, CurrentTime);
    XTestFakeButtonEvent(person, 1, False, CurrentTime);
    XSync(person, False);
    assert_true(helper_await(console_has_focus, inner, 10000));
    for (int i = 0; i < 2; i++) {
        /* a card takes no key before it is armed: the person tries until it does */
        bool hit = false;
        for (int tries = 0; tries < 10 && !hit; tries++) {
            tap("y");
            hit = clicked(APPROVAL_MS / 2);
        }
        assert_true(hit);
        assert_true(helper_await(console_has_focus, inner, 30000));
        assert_true(helper_await(pointer_is_back, NULL, 30000));
    }
    assert_true(helper_await(ended, (void *)"\"click", 10000));
    assert_true(helper_await(ended, (void *)"\"success\"", 20000));
    tap("q");
    helper_end(xterm);
    helper_end(wm);
    XCloseDisplay(inner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(type__while_a_key_is_held, setup, teardown),
        cmocka_unit_test_setup_teardown(do__a_person_comes_in_between, setup, teardown),
        cmocka_unit_test_setup_teardown(loop__a_person_comes_in_between, setup, teardown),
        cmocka_unit_test_setup_teardown(do__into_its_own_terminal, setup, teardown),
        cmocka_unit_test_setup_teardown(console__on_the_same_display__approves, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
