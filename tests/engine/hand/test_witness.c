/* What the hand tells of a person who teaches, and what it never tells: nothing before it was asked, nothing of other programs,
 * nothing of reins' own terminal. Beside them it fires nothing. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/gesture.h"
#include "tests/engine/hand/at_the_display.h"

static void watch(const char *json)
{
    spawned_line(&hand, json);
    heard(); /* it has been read */
}

static void watch_all(void)
{
    watch("{\"request\":\"watch\",\"on\":true,\"pids\":[]}");
}

static void expect(enum gesture_kind kind, const char *text, int x_at, int y_at)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_GESTURE);
    const struct gesture *g = a->gesture;
    if (g->kind != kind || g_strcmp0(g->text, text) != 0 || (x_at && (g->x != x_at || g->y != y_at)))
        fail_msg("%s \"%s\" at %d,%d", gesture_kind_name(g->kind), g->text, g->x, g->y);
}

/* Until the hand has let go, which it does after all that came before; none of it may be a gesture. */
static void expect_nothing(void)
{
    spawned_request(&hand, HAND_RELEASE);
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        if (a->kind == HAND_GESTURE)
            fail_msg("told: %s %s", gesture_kind_name(a->gesture->kind), a->gesture->text);
        if (a->kind == HAND_RELEASED)
            return;
    }
}

static void watched__mouse_and_keyboard(void **state)
{
    (void)state;
    watch_all();
    person_moves(200, 300);
    person_clicks();
    expect(GESTURE_TAP, NULL, 200, 300);
    person_types("a");
    person_presses("Shift_L");
    person_types("b");
    person_lets_go("Shift_L");
    person_types("Tab");
    expect(GESTURE_TYPING, NULL, 0, 0);
    expect(GESTURE_TEXT, "aB", 0, 0);
    expect(GESTURE_CHORD, "Tab", 0, 0);
    person_presses("Control_L");
    person_types("s");
    person_lets_go("Control_L");
    expect(GESTURE_CHORD, "ctrl+s", 0, 0);
    button(person, 1, true);
    assert_true(helper_await(button_is, x.display, 5000));
    person_moves(200, 380);
    button(person, 1, false);
    expect(GESTURE_SWIPE, NULL, 200, 300);
}

/* The person at an x11vnc, and a script of theirs. */
static void watched__xtest_of_another_program(void **state)
{
    (void)state;
    watch_all();
    tap(other, "h");
    tap(other, "i");
    tap(other, "Return");
    expect(GESTURE_TYPING, NULL, 0, 0);
    expect(GESTURE_TEXT, "hi", 0, 0);
    expect(GESTURE_CHORD, "Return", 0, 0);
}

static void unwatched__nothing(void **state)
{
    (void)state;
    person_types("a"); /* before */
    heard();
    watch_all();
    person_types("Return");
    expect(GESTURE_CHORD, "Return", 0, 0);
    watch("{\"request\":\"watch\",\"on\":false,\"pids\":[]}");
    person_types("b");
    expect_nothing();
    person_types("c"); /* it yields again */
    says("you used the keyboard");
}

static void others_windows__nothing(void **state)
{
    (void)state;
    g_autofree char *json = g_strdup_printf("{\"request\":\"watch\",\"on\":true,\"pids\":[%d]}", (int)getpid());
    watch(json); /* neither window is of this process */
    person_moves(200, 300);
    person_clicks();
    person_types("a");
    person_types("Return");
    expect_nothing();
}

static void own_terminal__nothing(void **state)
{
    (void)state;
    own(sink_window(terminal));
    watch_all();
    sink_focus(terminal);
    person_types("y");
    person_types("Return");
    person_moves(OWN_X + 50, 200);
    person_clicks();
    expect_nothing();
    sink_focus(target);
    person_types("Return");
    expect(GESTURE_CHORD, "Return", 0, 0);
}

static void watched__nothing_is_fired(void **state)
{
    (void)state;
    watch_all();
    presses(target);
    request_send(&hand, request_new(5, EVENTS(TEXT(0, "rm"))));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_REFUSED);
    assert_non_null(strstr(a->reason, "teaching"));
    assert_int_equal(presses(target), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(watched__mouse_and_keyboard), TEST(watched__xtest_of_another_program),
        TEST(unwatched__nothing),          TEST(others_windows__nothing),
        TEST(own_terminal__nothing),       TEST(watched__nothing_is_fired),
    };
    return cmocka_run_group_tests(tests, open_displays, close_displays);
}
