/* A person at the same display, another program that sends XTEST events, and reins' own terminal among the windows: who is
 * yielded to, and where nothing is pressed. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/at_the_display.h"

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

/* Xephyr reports places; x11vnc brings a person's mouse as XTEST motions, also where it only trembles. */
static void mouse__that_only_trembles__is_no_takeover(void **state)
{
    (void)state;
    person_moves(300, 300);
    heard();
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "w"), WAIT(1, 1)));
    for (int i = 1; i < 5; i++)
        person_moves(300 + i % 2, 300 + i / 2 % 2);
    says_nothing();
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 0, 120, 230), KEY(1, DOWN, "w"), WAIT(2, 1)));
    for (int i = 0; i < 20; i++)
        move(other, 120 + (i % 2), 230 - (i % 3));
    move(other, 120, 230);
    for (int i = 0; i < 20; i++) {
        XTestFakeRelativeMotionEvent(other, i % 2 ? -2 : 2, 0, CurrentTime);
        XSync(other, False);
    }
    says_nothing();
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 0, 120, 230)));
    move(other, 122, 230);
    says_nothing();
    move(other, 125, 230); /* but this goes somewhere */
    says("another program used the mouse");
    heard();
    move(other, 0, 0); /* a place that would be short as a way */
    says("another program used the mouse");
    heard();
    button(other, 1, true);
    says("another program used the mouse");
    button(other, 1, false);
    heard();
}

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

/* An event that came in with an answer or a flush wakes nobody: one in a thousand was overlooked until the next one came. */
static void foreign__hundreds_of_times__never_overlooked(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        fire(&hand, HAND_DONE, hold_w, 1);
        key(other, "a", true);
        says("another program");
        key(other, "a", false);
        heard();
    }
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
    person_clicks(); /* over it */
    says_nothing();
    person_moves(100, 200);
    says_nothing();
    person_clicks(); /* but this one is in the target */
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
         EVENTS(MOVE(0, 0, 100, 200), BUTTON(10, DOWN, 1), MOVE_BY(20, 0, OWN_X + 20 - 100, 0), BUTTON(60, UP, 1)));
    int at_x;
    observer_buttons(x.display, &at_x, NULL);
    assert_in_range(at_x, 0, OWN_X - 1); /* where it was let go of */
    heard();
    fire(&hand, HAND_ABORTED,
         EVENTS(MOVE(0, 0, 100, 200), BUTTON(10, DOWN, 1), BUTTON(20, UP, 1), MOVE(30, 0, OWN_X + 20, 200), BUTTON(40, DOWN, 1),
                BUTTON(50, UP, 1)));
    assert_int_equal(presses(terminal), 0);
    heard();
}

/* Over ssh or under GNU screen no process leads to it: its title does, which is believed of the first that bears it. */
static void terminal__known_by_its_title__is_never_typed_into(void **state)
{
    (void)state;
    XStoreName(other, (Window)sink_window(terminal), "reins 0123456789abcdef (over ssh)");
    XSync(other, False);
    own_terminal_is(0, "reins 0123456789abcdef");
    XStoreName(other, (Window)sink_window(terminal), "another tab"); /* it is still the same window */
    XStoreName(other, (Window)sink_window(target), "reins 0123456789abcdef");
    XSync(other, False);
    sink_focus(terminal);
    presses(terminal);
    fire(&hand, HAND_REFUSED, EVENTS(TEXT(0, "rm -rf")));
    assert_int_equal(presses(terminal), 0);
    sink_focus(target);
    fire(&hand, HAND_DONE, EVENTS(TEXT(0, "a")));
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

int main(void)
{
#define YIELDS(t) cmocka_unit_test_setup_teardown(t, start, stop)
    const struct CMUnitTest tests[] = {
        YIELDS(person__a_key__while_one_is_held),
        YIELDS(person__the_mouse__in_mid_drag),
        YIELDS(person__a_click),
        YIELDS(person__is_told_once),
        YIELDS(foreign__key__click__motion),
        YIELDS(mouse__that_only_trembles__is_no_takeover),
        YIELDS(foreign__release_of_our_key),
        cmocka_unit_test_setup_teardown(foreign__ignored, start_ignoring, stop),
        YIELDS(foreign__hundreds_of_times__never_overlooked),
        YIELDS(warp__is_nobody),
        YIELDS(own_input__of_all_kinds__is_no_alarm),
        YIELDS(terminal__has_the_focus__nobody_yields),
        YIELDS(terminal__is_never_typed_into),
        YIELDS(terminal__known_by_its_title__is_never_typed_into),
        YIELDS(terminal__gets_the_focus_in_mid_text),
        YIELDS(terminal__gets_the_focus_while_a_key_is_held),
    };
    return cmocka_run_group_tests(tests, open_displays, close_displays);
}
