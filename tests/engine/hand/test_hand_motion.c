/* Where the hand's pointer goes, as windows and a program that has grabbed it receive it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    window = sink_start(x.display, "sink", 100, 100, 400, 300, 0x336699);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    if (window)
        sink_stop(window);
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    return code != 0 || left != 0;
}

/* Fires with the sink as the target window; the answer's status and reason. Caller frees the answer. */
static hand_answer *fire_on(gint64 target, const struct timeline_event *events, gsize n)
{
    static int id = 1000;
    hand_request *r = request_new(++id, events, n);
    r->fire.target_window = target;
    request_send(&hand, r);
    return spawned_await(&hand, HAND_FINISHED);
}

/* The next press of that button in the window. */
static struct sink_event pressed(int button)
{
    struct sink_event e = {0};
    while (sink_next(window, &e, SPAWN_WAIT_MS))
        if (e.kind == SINK_BUTTON_PRESS && e.detail == button)
            return e;
    fail_msg("button %d has not arrived", button);
    return e;
}

#define CLICK(at)                                                                                                                \
    {.type = TIMELINE_BUTTON_DOWN, .button = 1, .at_ms = (at)},                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_UP, .button = 1, .at_ms = (at) + 10                                                              \
    }

static void window__moved_between__the_point_follows(void **state)
{
    (void)state;
    static const int places[][2] = {{100, 100}, {300, 250}, {-50, 20}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        sink_move(window, places[i][0], places[i][1], 400, 300);
        g_autoptr(hand_answer) a =
            fire_on(sink_window(window), EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 60, .y = 70}, CLICK(0)));
        assert_int_equal(a->status, HAND_DONE);
        struct sink_event e = pressed(1);
        assert_int_equal(e.x, places[i][0] + 60);
        assert_int_equal(e.y, places[i][1] + 70);
    }
    sink_move(window, 100, 100, 400, 300);
}

/* One timeline: a click, then the window moves, then another. The centre and the share follow, too. */
static void window__moved_in_the_middle__the_next_click_follows(void **state)
{
    (void)state;
    hand_request *r = request_new(1, EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW_CENTER, .x = 1, .y = -2}, CLICK(0),
                                            {.type = TIMELINE_MOVE,
                                             .origin = ORIGIN_WINDOW_NORMALIZED,
                                             .x = 500000,
                                             .y = 1000000,
                                             .at_ms = 1500,
                                             .duration_ms = 40,
                                             .tween = TWEEN_MINIMUM_JERK},
                                            CLICK(1550)));
    r->fire.target_window = sink_window(window);
    request_send(&hand, r);
    struct sink_event first = pressed(1);
    assert_int_equal(first.x, 100 + 200 + 1);
    assert_int_equal(first.y, 100 + 150 - 2);
    sink_move(window, 350, 200, 400, 300);
    struct sink_event second = pressed(1);
    assert_int_equal(second.x, 350 + 200); /* half of 399 px, rounded */
    assert_int_equal(second.y, 200 + 299);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    sink_move(window, 100, 100, 400, 300);
}

static void window__off_the_screen_or_none__is_said_and_nothing_pressed(void **state)
{
    (void)state;
    sink_move(window, -200, 100, 400, 300);
    g_autoptr(hand_answer) off =
        fire_on(sink_window(window), EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 10, .y = 10}, CLICK(0)));
    assert_int_equal(off->status, HAND_ABORTED);
    assert_non_null(strstr(off->reason, "would move to -190,110, which is off the screen"));
    sink_move(window, 100, 100, 400, 300);
    g_autoptr(hand_answer) none =
        fire_on(0, EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 10, .y = 10}, CLICK(0)));
    assert_int_equal(none->status, HAND_REFUSED);
    assert_non_null(strstr(none->reason, "names no target window"));
    struct sink_event e;
    sink_fill(window, 0, 0, 1, 1, 0x336699);
    while (sink_next(window, &e, 100))
        assert_int_not_equal(e.kind, SINK_BUTTON_PRESS);
}

static void scroll__horizontal__is_buttons_6_and_7(void **state)
{
    (void)state;
    g_autoptr(hand_answer) a = fire_on(0, EVENTS({.type = TIMELINE_MOVE, .x = 200, .y = 200},
                                                 {.type = TIMELINE_SCROLL, .dx = 2, .dy = 1, .duration_ms = 60},
                                                 {.type = TIMELINE_SCROLL, .dx = -1, .dy = -1, .at_ms = 100}));
    assert_int_equal(a->status, HAND_DONE);
    static const int expected[] = {5, 7, 7, 4, 6};
    struct sink_event e;
    gsize n = 0;
    while (n < G_N_ELEMENTS(expected) && sink_next(window, &e, SPAWN_WAIT_MS)) {
        if (e.kind != SINK_BUTTON_PRESS)
            continue;
        assert_int_equal(e.detail, expected[n++]);
        assert_int_equal(e.x, 200);
    }
    assert_int_equal(n, G_N_ELEMENTS(expected));
}

/* ---- a program that has grabbed the pointer, as first-person games do ---- */

/* Raw motion, as SDL reads it. */
static Display *raw_listen(int *ret_opcode)
{
    Display *dpy = XOpenDisplay(x.display);
    assert_non_null(dpy);
    int event, error, major = 2, minor = 2;
    assert_true(XQueryExtension(dpy, "XInputExtension", ret_opcode, &event, &error));
    assert_int_equal(XIQueryVersion(dpy, &major, &minor), Success);
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    XISetMask(bits, XI_RawMotion);
    XIEventMask mask = {XIAllMasterDevices, sizeof bits, bits};
    XISelectEvents(dpy, DefaultRootWindow(dpy), &mask, 1);
    XSync(dpy, False);
    return dpy;
}

struct sum {
    double x, y;
    int events;
};

/* Adds what the device has said meanwhile, past any edge. */
static void raw_add(Display *dpy, int opcode, struct sum *s)
{
    XSync(dpy, False);
    while (XPending(dpy)) {
        XEvent e;
        XNextEvent(dpy, &e);
        if (e.xcookie.type != GenericEvent || e.xcookie.extension != opcode || !XGetEventData(dpy, &e.xcookie))
            continue;
        const XIRawEvent *raw = e.xcookie.data;
        const double *value = raw->raw_values;
        for (int i = 0; raw->evtype == XI_RawMotion && i < raw->valuators.mask_len * 8; i++) {
            if (XIMaskIsSet(raw->valuators.mask, i))
                *(i == 0 ? &s->x : &s->y) += *value++;
        }
        s->events += raw->evtype == XI_RawMotion;
        XFreeEventData(dpy, &e.xcookie);
    }
}

struct awaited {
    Display *dpy;
    int opcode, dx, dy;
    struct sum sum;
};

static bool has_arrived(void *data)
{
    struct awaited *a = data;
    raw_add(a->dpy, a->opcode, &a->sum);
    return a->sum.events > 0 && (int)a->sum.x == a->dx && (int)a->sum.y == a->dy;
}

static void relative__grabbed_pointer__the_sum_is_exact_beyond_the_edge(void **state)
{
    (void)state;
    static const struct {
        int dx, dy, duration_ms;
        enum timeline_tween tween;
    } rows[] = {
        {200, 0, 120, TWEEN_EASE_IN_OUT},  {2000, -3000, 200, TWEEN_MINIMUM_JERK},
        {-7, 5, 333, TWEEN_EASE_IN_CUBIC}, {32767, -32767, 100, TWEEN_LINEAR},
        {1, 1, 0, TWEEN_LINEAR},           {100000, -70000, 0, TWEEN_LINEAR},
    };
    int opcode;
    Display *dpy = raw_listen(&opcode), *grabber = XOpenDisplay(x.display);
    assert_non_null(grabber);
    assert_int_equal(XGrabPointer(grabber, DefaultRootWindow(grabber), False, PointerMotionMask, GrabModeAsync, GrabModeAsync,
                                  None, None, CurrentTime),
                     GrabSuccess);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct awaited all = {.dpy = dpy, .opcode = opcode, .dx = rows[i].dx, .dy = rows[i].dy};
        g_autoptr(hand_answer) a = fire_on(0, EVENTS({.type = TIMELINE_MOVE,
                                                      .origin = ORIGIN_RELATIVE,
                                                      .x = rows[i].dx,
                                                      .y = rows[i].dy,
                                                      .duration_ms = rows[i].duration_ms,
                                                      .tween = rows[i].tween}));
        assert_int_equal(a->status, HAND_DONE);
        if (!helper_await(has_arrived, &all, SPAWN_WAIT_MS))
            fail_msg("row %d: %g,%g in %d events", (int)i, all.sum.x, all.sum.y, all.sum.events);
        assert_true(all.sum.events >= rows[i].duration_ms / 8); /* in steps, not as one jump */
    }
    XCloseDisplay(grabber);
    XCloseDisplay(dpy);
}

/* As many clicks as a timeline can ask for at one moment: whoever wants them to end is heard between them. */
static void scroll__all_at_once__can_be_stopped(void **state)
{
    (void)state;
    g_autofree struct timeline_event *events = g_new0(struct timeline_event, 100);
    for (int i = 0; i < 100; i++)
        events[i] = (struct timeline_event){.type = TIMELINE_SCROLL, .dy = 1000};
    request_send(&hand, request_new(1, events, 100));
    g_autoptr(hand_answer) started G_GNUC_UNUSED = spawned_await(&hand, HAND_STARTED);
    spawned_request(&hand, HAND_ABORT);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_ABORTED);
}

/* What was held until then is let go of. Last: the sink is gone then. */
static void window__gone_or_unmapped__aborts_with_the_reason(void **state)
{
    (void)state;
    gint64 id = sink_window(window);
    sink_unmap(window);
    for (int gone = 0; gone < 2; gone++) {
        g_autoptr(hand_answer) a =
            fire_on(id, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Shift_L"}, {.type = TIMELINE_BUTTON_DOWN, .button = 3},
                               {.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 10, .y = 10, .at_ms = 20}, CLICK(20)));
        assert_int_equal(a->status, HAND_ABORTED);
        assert_non_null(strstr(a->reason, "is gone or not shown any more"));
        assert_non_null(strstr(a->fired_json, "\"index\":1"));
        assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
        assert_int_equal(observer_keys(x.display), 0);
        if (window)
            sink_stop(window);
        window = NULL;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window__moved_between__the_point_follows),
        cmocka_unit_test(window__moved_in_the_middle__the_next_click_follows),
        cmocka_unit_test(window__off_the_screen_or_none__is_said_and_nothing_pressed),
        cmocka_unit_test(scroll__horizontal__is_buttons_6_and_7),
        cmocka_unit_test(relative__grabbed_pointer__the_sum_is_exact_beyond_the_edge),
        cmocka_unit_test(scroll__all_at_once__can_be_stopped),
        cmocka_unit_test(window__gone_or_unmapped__aborts_with_the_reason),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
