/* Between the events of a timeline: what would go to another window than the one that was approved is not pressed. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"

static void diverted(int id, const char *says)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->id, id);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, says))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    assert_non_null(strstr(a->fired_json, "\"index\":0"));
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

static hand_request *long_request_after(int id, const char *key)
{
    hand_request *r = request_new(
        id,
        EVENTS({.type = TIMELINE_KEY_DOWN, .key = key}, {.type = TIMELINE_KEY_UP, .key = key, .at_ms = 20},
               {.type = TIMELINE_KEY_DOWN, .key = "Shift_L", .at_ms = 300}, {.type = TIMELINE_KEY_DOWN, .key = "b", .at_ms = 600},
               {.type = TIMELINE_KEY_UP, .key = "b", .at_ms = 620}, {.type = TIMELINE_KEY_UP, .key = "Shift_L", .at_ms = 630}));
    r->fire.guard = guard_now(false);
    return r;
}

static hand_request *long_request(int id)
{
    return long_request_after(id, "a");
}

static void route__focus_moved_in_the_middle__no_key_goes_there(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    request_send(&hand, long_request(60));
    await_event(window, SINK_KEY_PRESS);
    sink_focus(other);
    diverted(60, "the keys would go to \"other\"");
    no_button_was_pressed(other);
    sink_stop(other);
}

static void route__focus_moved_in_a_text__no_letter_goes_there(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    g_autofree char *long_text = g_strnfill(400, 'x');
    hand_request *r = request_new(61, EVENTS({.type = TIMELINE_TEXT, .text = long_text, .duration_ms = 4000}));
    r->fire.guard = guard_now(false);
    request_send(&hand, r);
    await_event(window, SINK_KEY_PRESS);
    sink_focus(other);
    diverted(61, "the keys would go to \"other\"");
    no_button_was_pressed(other);
    sink_stop(other);
}

/* The focus is away for a moment, as window managers do it: the keys wait for it. */
static void route__focus_comes_back__goes_on(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    request_send(&hand, long_request(62));
    await_event(window, SINK_KEY_PRESS);
    XSetInputFocus(dpy, (Window)sink_window(other), RevertToParent, CurrentTime);
    XSync(dpy, False);
    XSetInputFocus(dpy, (Window)sink_window(window), RevertToParent, CurrentTime);
    XSync(dpy, False);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
    no_button_was_pressed(other);
    sink_stop(other);
}

static void route__stranger_comes__stops(void **state)
{
    (void)state;
    request_send(&hand, long_request(63));
    await_event(window, SINK_KEY_PRESS);
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    diverted(63, "a window of another program has come during the action: \"other\"");
    sink_stop(other);
}

static void route__second_click__on_what_has_come_between(void **state)
{
    (void)state;
    hand_request *r =
        request_new(64, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1},
                               {.type = TIMELINE_MOVE, .at_ms = 500, .x = 400, .y = 300},
                               {.type = TIMELINE_BUTTON_DOWN, .at_ms = 520, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 540, .button = 1}));
    r->fire.guard = guard_now(true);
    request_send(&hand, r);
    await_event(window, SINK_BUTTON_RELEASE);
    Window menu = popup(380, 280, 60, 60, NULL); /* of another program than the target */
    diverted(64, "the button would go down at 400,300");
    XDestroyWindow(dpy, menu);
}

static void drag(int id)
{
    hand_request *r =
        request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                               {.type = TIMELINE_MOVE, .at_ms = 20, .x = 550, .y = 300, .duration_ms = 100},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 600, .button = 1}));
    r->fire.guard = guard_now(true);
    request_send(&hand, r);
    await_event(window, SINK_BUTTON_PRESS);
}

/* The button goes up all the same: it must not stay down. But what was dragged may be anywhere now. */
static void route__dropped_on_what_has_come__is_no_success(void **state)
{
    (void)state;
    drag(70);
    Window menu = popup(530, 280, 60, 60, NULL);
    diverted(70, "what was dragged was dropped at 550,300 on window 0x");
    await_event(window, SINK_BUTTON_RELEASE);
    XDestroyWindow(dpy, menu);
}

static void route__dropped_on_what_was_there__is_done(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 520, 250, 100, 100, 0x00ff00);
    sink_focus(window);
    drag(71);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
    sink_stop(other);
}

/* What the action itself opens: a dialog of the same program gets the keys that follow; an older window of it does not, nor one
 * that a letter has opened. */
static void route__same_program__what_has_come_only(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const bool old = i == 1, letter = i == 2;
        Window root = DefaultRootWindow(dpy);
        Window own = XCreateSimpleWindow(dpy, root, 520, 10, 200, 100, 0, 0, 0xeeeeee),
               dialog = XCreateSimpleWindow(dpy, root, 520, 200, 200, 100, 0, 0, 0xdddddd);
        XSelectInput(dpy, own, KeyPressMask | FocusChangeMask);
        XMapWindow(dpy, own);
        if (old)
            XMapWindow(dpy, dialog);
        XSetInputFocus(dpy, own, RevertToPointerRoot, CurrentTime);
        XSync(dpy, False);
        hand_request *r = long_request_after(65 + i, letter ? "a" : "Return");
        r->fire.guard.focus = (gint64)own;
        r->fire.guard.rules.close = r->fire.guard.rules.window = (struct area){520, 10, 200, 100};
        request_send(&hand, r);
        XEvent e;
        XMaskEvent(dpy, KeyPressMask, &e);
        XMapWindow(dpy, dialog);
        XSetInputFocus(dpy, dialog, RevertToPointerRoot, CurrentTime);
        XSync(dpy, False);
        if (old || letter) {
            diverted(65 + i, "the keys would go to");
        } else {
            g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
            if (a->status != HAND_DONE)
                fail_msg("%s", a->reason);
        }
        XDestroyWindow(dpy, own);
        XDestroyWindow(dpy, dialog);
        XSync(dpy, False);
    }
}

/* From a title in a row of menus into its open menu: the title beside it would open another one. */
static void route__into_a_menu__does_not_cross_the_title_beside(void **state)
{
    (void)state;
    XEvent e;
    Window menu = popup(140, 150, 120, 100, NULL), root = DefaultRootWindow(dpy);
    Window title = XCreateSimpleWindow(dpy, (Window)sink_window(window), 60, 10, 60, 40, 0, 0, 0xcccccc);
    XSelectInput(dpy, title, EnterWindowMask);
    XMapWindow(dpy, title);
    XWarpPointer(dpy, None, root, 0, 0, 0, 0, 145, 120);
    XSync(dpy, False);
    hand_request *r = request_new(80, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y, .duration_ms = 160},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = 160, .button = 1},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = 180, .button = 1}));
    r->fire.guard = guard_now(true);
    r->fire.guard.window = (gint64)menu;
    r->fire.guard.rules.window = (struct area){140, 150, 120, 100};
    fires(r);
    XSync(dpy, False);
    bool entered = XCheckTypedWindowEvent(dpy, title, EnterNotify, &e);
    XDestroyWindow(dpy, title);
    XDestroyWindow(dpy, menu);
    XSync(dpy, False);
    assert_false(entered);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(route__focus_moved_in_the_middle__no_key_goes_there),
        TEST(route__focus_moved_in_a_text__no_letter_goes_there),
        TEST(route__focus_comes_back__goes_on),
        TEST(route__stranger_comes__stops),
        TEST(route__second_click__on_what_has_come_between),
        TEST(route__dropped_on_what_has_come__is_no_success),
        TEST(route__dropped_on_what_was_there__is_done),
        TEST(route__into_a_menu__does_not_cross_the_title_beside),
        TEST(route__same_program__what_has_come_only),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
