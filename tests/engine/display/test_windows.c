/* Errors of the X server are told, and asked for only where an answer is outstanding. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/helper/xvfb.h"

static struct xvfb x;
static Display *dpy;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 320, 240, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    return dpy ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

static void windows_error__of_a_request_without_an_answer__is_told_once(void **state)
{
    (void)state;
    XMapWindow(dpy, 0x1fffff);
    assert_int_equal(windows_error(dpy), BadWindow);
    assert_int_equal(windows_error(dpy), 0);
}

/* An answer comes after all errors of what was asked before. */
static void windows_error__after_an_answer__asks_for_nothing(void **state)
{
    (void)state;
    Window focus;
    int revert;
    XMapWindow(dpy, 0x1fffff);
    XGetInputFocus(dpy, &focus, &revert);
    unsigned long next = XNextRequest(dpy);
    assert_int_equal(windows_error(dpy), BadWindow);
    assert_int_equal(XNextRequest(dpy), next);
}

static void windows_list__nothing_outstanding__asks_once_for_each(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) first = windows_list(dpy); /* atoms and extensions are known from then on */
    unsigned long next = XNextRequest(dpy);
    g_autoptr(GPtrArray) none = windows_list(dpy);
    assert_int_equal(none->len, 0);
    assert_int_equal(XNextRequest(dpy) - next, 3); /* the root's attributes and geometry, its children */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_error__of_a_request_without_an_answer__is_told_once),
        cmocka_unit_test(windows_error__after_an_answer__asks_for_nothing),
        cmocka_unit_test(windows_list__nothing_outstanding__asks_once_for_each),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
