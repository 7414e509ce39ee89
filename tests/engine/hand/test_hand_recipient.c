/* Who gets a press inside a window, by the X server's own word: windows of other programs in it, and windows over it that let
 * clicks through. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"

#include <X11/extensions/shape.h>
#include <unistd.h>

enum inside { SEES_NOTHING, SAME_PIXELS, DEEP, INSIDES };

/* A window of this test's in another program's, at the target point: one that only takes input, one with the same pixels, or one
 * inside another. */
static Window stranger_in(Window host, enum inside kind)
{
    XSetWindowAttributes takes = {.event_mask = KeyPressMask | ButtonPressMask, .background_pixmap = ParentRelative};
    unsigned long mask = CWEventMask | (kind == SEES_NOTHING ? 0 : CWBackPixmap);
    Window w = XCreateWindow(dpy, host, 60, 60, 80, 80, 0, kind == SEES_NOTHING ? 0 : CopyFromParent,
                             kind == SEES_NOTHING ? InputOnly : InputOutput, CopyFromParent, mask, &takes);
    if (kind == DEEP)
        XMapWindow(dpy, XCreateWindow(dpy, w, 0, 0, 80, 80, 0, 0, InputOnly, CopyFromParent, CWEventMask, &takes));
    XMapRaised(dpy, w);
    XSync(dpy, False);
    return w;
}

static void pointer_to(int px, int py)
{
    XTestFakeMotionEvent(dpy, 0, px, py, CurrentTime);
    XSync(dpy, False);
}

/* It is there before the picture that is decided on: neither picture nor list tells of it. */
static void recipient__click_into_a_stranger__is_stale_and_named(void **state)
{
    (void)state;
    g_autofree char *named = g_strdup_printf("a window of test_hand_recip (%d) inside \"target\" is at 200,200", (int)getpid());
    for (enum inside kind = 0; kind < INSIDES; kind++) {
        Window w = stranger_in((Window)sink_window(window), kind);
        refused(click_request((int)kind + 1), HAND_STALE, named);
        XDestroyWindow(dpy, w);
        XSync(dpy, False);
        fires(click_request((int)kind + 10));
        await_event(window, SINK_BUTTON_RELEASE);
    }
}

/* Keys go to what the pointer is in, of all that is inside the window that has the focus. */
static void recipient__keys_and_the_pointer_in_a_stranger__is_stale(void **state)
{
    (void)state;
    for (enum inside kind = 0; kind < INSIDES; kind++) {
        Window w = stranger_in((Window)sink_window(window), kind);
        pointer_to(POINT_X, POINT_Y);
        refused(keys_request((int)kind + 1), HAND_STALE, "inside \"target\" would get the keys");
        pointer_to(POINT_X + 100, POINT_Y); /* beside it: it gets none */
        fires(keys_request((int)kind + 10));
        await_event(window, SINK_KEY_RELEASE);
        XDestroyWindow(dpy, w);
        XSync(dpy, False);
    }
}

static void recipient__keys_and_a_stranger_has_the_focus__is_stale(void **state)
{
    (void)state;
    Window w = stranger_in((Window)sink_window(window), SEES_NOTHING);
    pointer_to(700, 500);
    XSetInputFocus(dpy, w, RevertToParent, CurrentTime);
    XSync(dpy, False);
    refused(keys_request(1), HAND_STALE, "inside \"target\" would get the keys");
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
}

/* After the first press nothing is compared any more but who would get the next. */
static void recipient__stranger_comes_in_the_middle__stops(void **state)
{
    (void)state;
    hand_request *r = request_new(
        1, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"}, {.type = TIMELINE_KEY_UP, .key = "a", .at_ms = 20},
                  {.type = TIMELINE_KEY_DOWN, .key = "b", .at_ms = 600}, {.type = TIMELINE_KEY_UP, .key = "b", .at_ms = 620}));
    pointer_to(POINT_X, POINT_Y);
    r->fire.guard = guard_now(false);
    request_send(&hand, r);
    await_event(window, SINK_KEY_PRESS);
    Window w = stranger_in((Window)sink_window(window), SEES_NOTHING);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, "the keys would go to a window of test_hand_recip"))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
}

/* A browser draws in windows of its other processes: a child of this process, of its name. */
static void recipient__process_of_the_same_program__is_pressed(void **state)
{
    (void)state;
    Window own = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 100, 100, 400, 300, 0, 0, 0x336699);
    XStoreName(dpy, own, "own");
    XMapRaised(dpy, own);
    XReparentWindow(dpy, (Window)sink_window(window), own, 0, 0);
    XSync(dpy, False);
    XSetInputFocus(dpy, own, RevertToParent, CurrentTime);
    XSync(dpy, False);
    hand_request *r = click_request(1);
    r->fire.guard.window = r->fire.guard.focus = (gint64)own;
    fires(r);
    await_event(window, SINK_BUTTON_RELEASE);
    XReparentWindow(dpy, (Window)sink_window(window), DefaultRootWindow(dpy), 100, 100);
    XDestroyWindow(dpy, own);
    XSync(dpy, False);
}

/* The person has seen it, and the engine has said whose it is (engine/gate/policy.c): the press goes to what lies below. */
static void recipient__below_a_window_that_takes_no_input__is_pressed(void **state)
{
    (void)state;
    Window w = popup(POINT_X - 50, POINT_Y - 50, 100, 100, NULL);
    hand_request *r = click_request(1); /* while it takes clicks */
    refused(r, HAND_STALE, "another window is at 200,200");
    XShapeCombineRectangles(dpy, w, ShapeInput, 0, 0, NULL, 0, ShapeSet, Unsorted);
    XSync(dpy, False);
    fires(click_request(2));
    await_event(window, SINK_BUTTON_RELEASE);
    r = click_request(3);
    XShapeCombineMask(dpy, w, ShapeInput, 0, 0, None, ShapeSet);
    XSync(dpy, False);
    refused(r, HAND_STALE, "another window is at 200,200");
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
}

/* A tooltip of the target's program, over the square round the point and not over that: the resting pointer has called it. One
 * that comes far from the pointer is a change, and each is at tier 3. */
static void recipient__tooltip_beside_the_point__is_pressed(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Window target = popup(150, 150, 100, 100, NULL);
        XSetWindowBackground(dpy, target, 0x202020);
        XClearWindow(dpy, target);
        pointer_to(i == 1 ? 700 : POINT_X + 4, POINT_Y + 4);
        hand_request *r = click_request(60 + i);
        r->fire.guard.window = (gint64)target;
        r->fire.guard.tips = i < 2;
        Window tip = popup(POINT_X + 6, POINT_Y + 20, 80, 24, "_NET_WM_WINDOW_TYPE_TOOLTIP");
        i ? refused(r, HAND_STALE, "the target has changed") : fires(r);
        XDestroyWindow(dpy, tip);
        XDestroyWindow(dpy, target);
        XSync(dpy, False);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(recipient__click_into_a_stranger__is_stale_and_named),
        TEST(recipient__keys_and_the_pointer_in_a_stranger__is_stale),
        TEST(recipient__keys_and_a_stranger_has_the_focus__is_stale),
        TEST(recipient__stranger_comes_in_the_middle__stops),
        TEST(recipient__process_of_the_same_program__is_pressed),
        TEST(recipient__below_a_window_that_takes_no_input__is_pressed),
        TEST(recipient__tooltip_beside_the_point__is_pressed),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
