/* A program that works while its window stands still: nobody is shown half of it, and no press is queued behind that work, to hit
 * what comes of it (tests/sinks/opening.py). */
#include "tests/e2e/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <X11/Xlib.h>

#include "engine/picture/frame.h"
#include "tests/helper/xvfb.h"

#define CLICK_X 400 /* in the upper button */
#define CLICK_Y 120
#define LOWER_Y 160
#define SAVE 0x40c040
#define DELETE 0xc04040

static driver *d;
static char *folder, *log_path;

/* splash, half, press, motion: seconds of work (opening.py). */
static void start(const char *what, const char *seconds, const char *times)
{
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *app = g_strdup_printf("/usr/bin/python3 %s/tests/sinks/opening.py %s %s", source ? source : ".", log_path,
                                           seconds),
                    *task = g_strdup_printf("%s %d %d %s", what, CLICK_X, CLICK_Y, times);
    d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "1000x700", "--wm", "none", "--brain", "clicker", "--app", app,
                                 "--max-steps", "8", task));
}

static int begin(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("opening-XXXXXX", NULL);
    log_path = g_build_filename(folder, "log", NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    driver_free(d);
    g_free(folder);
    g_free(log_path);
    return 0;
}

/* A point of the last picture that was told. */
static guint32 shown_at(int x, int y)
{
    const char *path = NULL;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        path = e->kind == EVENT_FRAME ? e->picture.path : path;
    }
    g_autoptr(frame) f = path ? frame_open(path, NULL, NULL) : NULL;
    assert_non_null(f);
    return f->pixels[(gsize)y * (gsize)f->width + (gsize)x] & 0xffffff;
}

static char *pressed(void)
{
    char *text = NULL;
    return g_file_get_contents(log_path, &text, NULL, NULL) ? text : g_strdup("");
}

static void slow_start__whole_window_is_shown(void **state)
{
    (void)state;
    start("click", "0.8 0.8 0 0", "1");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), DELETE);
    assert_int_equal(shown_at(CLICK_X, LOWER_Y), SAVE);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    g_autofree char *text = pressed();
    assert_string_equal(text, "pressed Delete\n");
}

static void work_after_a_press__its_end_is_shown(void **state)
{
    (void)state;
    start("click", "0 0 0.7 0", "2");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), DELETE);
    driver_approve(d, p);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), SAVE);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    g_autofree char *text = pressed();
    assert_string_equal(text, "pressed Delete\npressed Save\n");
}

static void assert_shown_again(void)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *none = pressed();
    assert_string_equal(none, "");
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), SAVE);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    g_autofree char *text = pressed();
    assert_string_equal(text, "pressed Save\n");
}

/* The window still looks as approved when the pointer has come, and the program is at what it will be. */
static void work_before_a_press__nothing_is_pressed(void **state)
{
    (void)state;
    start("click", "0 0 0 0.7", "1");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), DELETE);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "aborted");
    assert_shown_again();
}

/* As if the pointer had come, without a pointer that anyone moved. */
static void tell_of_motion(void)
{
    Display *dpy = XOpenDisplay(d->display);
    assert_non_null(dpy);
    XEvent e = {.xmotion = {.type = MotionNotify, .root = DefaultRootWindow(dpy)}};
    int x, y;
    XTranslateCoordinates(dpy, e.xmotion.root, e.xmotion.root, CLICK_X, CLICK_Y, &x, &y, &e.xmotion.window);
    assert_int_not_equal(XSendEvent(dpy, e.xmotion.window, False, PointerMotionMask, &e), 0);
    XCloseDisplay(dpy); /* and waits until it is there */
}

/* It is at work when the approval comes. */
static void work_makes_stale(const char *what)
{
    start(what, "0 0 0 0.7", "1");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(shown_at(CLICK_X, CLICK_Y), DELETE);
    tell_of_motion();
    driver_approve(d, p);
    driver_await_where(d, EVENT_DECISION, "stale");
}

static void work_before_a_key__nothing_is_pressed(void **state)
{
    (void)state;
    work_makes_stale("key");
    assert_shown_again();
}

static void work_before_a_text__nothing_is_typed(void **state)
{
    (void)state;
    work_makes_stale("type");
    assert_shown_again();
}

static void work_before_the_wheel_turns__nothing_is_scrolled(void **state)
{
    (void)state;
    work_makes_stale("scroll");
}

/* It never rests: it is waited for once, which is said, and once before a press. Then it is known to be so. */
static void work_without_an_end(const char *what)
{
    driver_configure("clicker", "[eye]\nsettle_timeout_ms=300\n");
    start(what, "0 10000 0 0", "1");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(driver_notices(d, "still at work"), 1);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "aborted");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    assert_int_equal(driver_notices(d, "still at work"), 1);
}

static void work_without_an_end__is_said_and_pressed(void **state)
{
    (void)state;
    work_without_an_end("click");
}

static void work_without_an_end__key_waits_once(void **state)
{
    (void)state;
    work_without_an_end("key");
}

static int begin_all(void **state)
{
    (void)state;
    driver_configure("clicker", "");
    driver_leave_words_unread();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(slow_start__whole_window_is_shown, begin, end),
        cmocka_unit_test_setup_teardown(work_after_a_press__its_end_is_shown, begin, end),
        cmocka_unit_test_setup_teardown(work_before_a_press__nothing_is_pressed, begin, end),
        cmocka_unit_test_setup_teardown(work_before_a_key__nothing_is_pressed, begin, end),
        cmocka_unit_test_setup_teardown(work_before_a_text__nothing_is_typed, begin, end),
        cmocka_unit_test_setup_teardown(work_before_the_wheel_turns__nothing_is_scrolled, begin, end),
        cmocka_unit_test_setup_teardown(work_without_an_end__is_said_and_pressed, begin, end),
        cmocka_unit_test_setup_teardown(work_without_an_end__key_waits_once, begin, end),
    };
    cmocka_set_test_filter(g_getenv("CASE"));
    return cmocka_run_group_tests(tests, begin_all, NULL);
}
