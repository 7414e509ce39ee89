/* The person's terminal is on the display that reins works on, and may lie over the target: whoever wants to answer a proposal
 * gives it the focus and raises it, with a mouse, through a window manager. A person at the inner display is XTEST on the outer
 * one. */
#include "tests/e2e/driver.h"

#include "engine/display/windows.h"
#include "tests/helper/toolkit.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define WAIT_MS 20000
enum { TARGET_X = 210, TARGET_Y = 120, TERMINAL_X = 130, TERMINAL_Y = 180, FRAME_MAX = 40 };

static struct xvfb outer, x;
static Display *person, *inner;
static pid_t wm, terminal;
static toolkit *gtk;
static sink *plain; /* of the tests that change the target themselves */

static bool is_managed(void *data)
{
    (void)data;
    XWindowAttributes root;
    return XGetWindowAttributes(inner, DefaultRootWindow(inner), &root) && (root.all_event_masks & SubstructureRedirectMask);
}

/* The window whose title or class has this in it; false: there is none yet. */
static bool find_window(const char *name, struct eye_window *ret)
{
    g_autoptr(GPtrArray) windows = windows_list(inner);
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (strcasestr(w->class, name) || strcasestr(w->title, name)) {
            *ret = (struct eye_window){.id = w->id, .x = w->x, .y = w->y, .width = w->width, .height = w->height};
            return true;
        }
    }
    return false;
}

static bool is_there(void *name)
{
    struct eye_window w;
    return find_window(name, &w);
}

static bool has_focus(void *name)
{
    struct eye_window w;
    return find_window(name, &w) && windows_focus(inner, NULL) == w.id;
}

static void click(int at_x, int at_y)
{
    XTestFakeMotionEvent(person, 0, at_x, at_y, CurrentTime);
    XTestFakeButtonEvent(person, 1, True, CurrentTime);
    XTestFakeButtonEvent(person, 1, False, CurrentTime);
    XSync(person, False);
}

static int setup(void **state)
{
    driver_configure("clicker", "");
    g_autofree char *path = g_build_filename(g_get_user_config_dir(), "reins", "apps", "gtk.ini", NULL),
                    *dir = g_path_get_dirname(path);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, "[profile]\nwindow=^gtk$\nsettle_ms=200\n", -1, NULL));
    xvfb_start(&outer, 1000, 700, NULL);
    xephyr_start(&x, &outer);
    person = XOpenDisplay(outer.display);
    inner = XOpenDisplay(x.display);
    assert_true(person && inner);
    windows_trap_errors();
    plain = *state ? sink_start(x.display, "gtk", 100, 100, 600, 400, 0x336699) : NULL;
    wm = helper_spawn(x.display, WORDS("openbox"));
    assert_true(helper_await(is_managed, NULL, WAIT_MS));
    gtk = plain ? NULL : toolkit_start(x.display, "gtk");
    terminal = helper_spawn(x.display, WORDS("xterm", "-geometry", "60x20", "-e", "cat"));
    assert_true(helper_await(is_there, (void *)"xterm", WAIT_MS));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    helper_end(terminal);
    if (plain)
        sink_stop(plain);
    else
        toolkit_stop(gtk);
    helper_end(wm);
    XCloseDisplay(inner);
    XCloseDisplay(person);
    xvfb_stop(&x);
    xvfb_stop(&outer);
    return 0;
}

static bool is_near(const struct eye_window *w, int at_x, int at_y)
{
    return w->x >= at_x && w->x < at_x + FRAME_MAX && w->y >= at_y && w->y < at_y + FRAME_MAX;
}

/* The terminal over the target's left half, the target on top and with the focus; the point to click at is where the terminal
 * will be. */
static void arrange(struct eye_window *ret_target, struct eye_window *ret_terminal)
{
    assert_true(find_window("gtk", ret_target) && find_window("xterm", ret_terminal));
    XMoveWindow(inner, (Window)ret_target->id, TARGET_X, TARGET_Y);
    XMoveWindow(inner, (Window)ret_terminal->id, TERMINAL_X, TERMINAL_Y);
    XSync(inner, False);
    gint64 end_us = g_get_monotonic_time() + WAIT_MS * 1000;
    do
        assert_true(find_window("gtk", ret_target) && find_window("xterm", ret_terminal) && g_get_monotonic_time() < end_us);
    while (!is_near(ret_target, TARGET_X, TARGET_Y) || !is_near(ret_terminal, TERMINAL_X, TERMINAL_Y));
    click(ret_target->x + ret_target->width - 20, ret_target->y + ret_target->height - 20);
    assert_true(helper_await(has_focus, (void *)"gtk", WAIT_MS));
}

/* A run whose first proposal waits: a click where the terminal comes to lie. */
static driver *begin(struct eye_window *ret_target, struct eye_window *ret_terminal, const event **ret_proposal)
{
    arrange(ret_target, ret_terminal);
    g_autofree char *task = g_strdup_printf("click %d %d 1", ret_target->x + 60, ret_terminal->y + 40),
                    *id = g_strdup_printf("%" G_GINT64_FORMAT, ret_terminal->id);
    g_setenv("WINDOWID", id, TRUE);
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--profile", "gtk", "--brain", "clicker", task));
    g_unsetenv("WINDOWID");
    *ret_proposal = driver_await(d, EVENT_PROPOSAL);
    return d;
}

static void go_to(const struct eye_window *own)
{
    click(own->x + 20, own->y + 20);
    assert_true(helper_await(has_focus, (void *)"xterm", WAIT_MS));
}

static void terminal__focused_and_raised_over_the_target__proposal_fires(void **state)
{
    (void)state;
    struct eye_window of, own;
    const event *p;
    driver *d = begin(&of, &own, &p);
    go_to(&own);
    guint heard = d->heard->len;
    driver_listen(d, 3000); /* the eye would have said so by now */
    for (guint i = heard; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind == EVENT_DECISION)
            fail_msg("%s: %s", e->decided.verdict, e->reason);
    }
    driver_approve(d, p);
    const event *fired = driver_await(d, EVENT_FIRED);
    assert_string_equal(fired->status, "done");
    assert_true(helper_await(has_focus, (void *)"xterm", WAIT_MS)); /* given back */
    assert_int_equal(driver_await(d, EVENT_ENDED)->end.exit_code, 0);
    driver_exit(d);
    driver_free(d);
}

/* What it hides is compared once it is not hidden any more. */
static void target__changed_while_the_terminal_covers_it__is_stale(void **state)
{
    (void)state;
    struct eye_window of, own;
    const event *p;
    driver *d = begin(&of, &own, &p);
    go_to(&own);
    sink_fill(plain, 50, own.y + 30 - of.y, 20, 20, 0x993366);
    driver_approve(d, p);
    const event *stale = driver_await_where(d, EVENT_DECISION, "stale");
    if (!strstr(stale->reason, "the target has changed"))
        fail_msg("%s", stale->reason);
    assert_null(strstr(g_ptr_array_index(d->lines, d->lines->len - 1), "\"fired\""));
    for (struct sink_event e; sink_next(plain, &e, 50);)
        assert_int_not_equal(e.kind, e.x < own.x + own.width ? SINK_BUTTON_PRESS : -1);
    driver_free(d);
}

static void focus__of_a_third_window__is_stale(void **state)
{
    (void)state;
    struct eye_window of, own;
    const event *p;
    driver *d = begin(&of, &own, &p);
    sink *third = sink_start(x.display, "third", 700, 500, 100, 100, 0x00ff00);
    sink_focus(third);
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "stale");
    driver_free(d);
    sink_stop(third);
}

/* A mouse that goes to the terminal is on its way there; one that stays elsewhere is somebody who takes over. */
static void mouse__that_does_not_come_to_the_terminal__pauses(void **state)
{
    (void)state;
    struct eye_window of, own;
    const event *p;
    driver *d = begin(&of, &own, &p);
    XTestFakeMotionEvent(person, 0, of.x + of.width - 100, of.y + 50, CurrentTime);
    XSync(person, False);
    driver_await_where(d, EVENT_STATE, "paused");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "voided");
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(terminal__focused_and_raised_over_the_target__proposal_fires, setup, teardown),
        cmocka_unit_test_prestate_setup_teardown(target__changed_while_the_terminal_covers_it__is_stale, setup, teardown,
                                                 (void *)"plain"),
        cmocka_unit_test_prestate_setup_teardown(mouse__that_does_not_come_to_the_terminal__pauses, setup, teardown,
                                                 (void *)"plain"),
        cmocka_unit_test_prestate_setup_teardown(focus__of_a_third_window__is_stale, setup, teardown, (void *)"plain"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
