/* Keys and buttons that outlive their action: they live on beside later actions, end at their own time, are let go of by every
 * interruption, and are pressed again after it only if the agent still wants them, and only through the gate. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define RESUME "{\"command\":\"resume\"}"
#define PAUSE "{\"command\":\"pause\"}"

static struct xvfb x;
static sink *window;

static int setup(void **state)
{
    (void)state;
    driver_configure("keeper", "[eye]\nsettle_ms=40");
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 100, 100, 300, 200, 0x336699);
    sink_focus(window);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sink_stop(window);
    xvfb_stop(&x);
    return 0;
}

static driver *start(const char *task)
{
    const char *words[] = {"run", "--headless", "--display", x.display, "--brain", "keeper", task, NULL};
    return driver_start(NULL, words);
}

static bool nothing_down(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static void assert_released(void)
{
    if (!helper_await(nothing_down, NULL, 30000))
        fail_msg("%d keys are still down", observer_keys(x.display));
}

static void assert_skill(const event *proposal, const char *skill)
{
    assert_string_equal(proposal->fire.action->skill, skill);
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_released();
    driver_free(d);
}

/* Approves the next proposal, which must be of this skill, and waits until it has been fired. */
static void approve_next(driver *d, const char *skill)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_skill(p, skill);
    driver_approve(d, p);
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "done");
}

static double seconds_of(const event *proposal)
{
    const struct value *v = action_get(proposal->fire.action, "duration");
    assert_non_null(v);
    return v->type == VALUE_INTEGER ? (double)v->integer : v->number;
}

static void hold__lives_on_beside_later_actions(void **state)
{
    (void)state;
    driver *d = start("w 50 keep");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    const event *held = driver_await(d, EVENT_HELD);
    assert_string_equal(held->holds.keys[0], "w");
    assert_non_null(strstr(held->holds.left_ms, "\"w\":"));
    driver_await(d, EVENT_FIRED);
    for (int i = 0; i < 3; i++) {
        approve_next(d, "wait_seconds");
        assert_true(observer_key(x.display, "w"));
    }
    assert_int_equal(observer_keys(x.display), 1);
    stop(d);
}

static void hold__ends_at_its_own_time(void **state)
{
    (void)state;
    driver *d = start("w 0.4 keep");
    approve_next(d, "hold_key");
    guint fired = d->seen;
    d->seen = 0;
    assert_string_equal(driver_await(d, EVENT_HELD)->holds.keys[0], "w");
    assert_null(driver_await(d, EVENT_HELD)->holds.keys[0]); /* nobody asked for it */
    assert_released();
    d->seen = fired; /* it may have ended before the next proposal or after */
    approve_next(d, "wait_seconds");
    stop(d);
}

static void hold__reflect_says_release(void **state)
{
    (void)state;
    driver *d = start("w 50 release");
    approve_next(d, "hold_key");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_skill(p, "wait_seconds");
    assert_string_equal(p->fire.action->reason, "held: "); /* the plan was not told that it is held any more */
    assert_released();
    stop(d);
}

/* A pause lets go; after it the agent says keep: an action like any other, which a person sees first. */
static void pressed_again_after_a_pause(const char *task, const char *skill)
{
    driver *d = start(task);
    approve_next(d, skill);
    driver_await(d, EVENT_PROPOSAL);
    assert_false(nothing_down(NULL));
    driver_send(d, PAUSE);
    driver_await_where(d, EVENT_STATE, "paused");
    assert_released();
    driver_send(d, RESUME);
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_skill(again, skill);
    assert_true(seconds_of(again) < 50);
    assert_non_null(strstr(again->fire.action->reason, "was held when the run was interrupted"));
    assert_true(nothing_down(NULL));
    driver_approve(d, again);
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "done");
    assert_false(nothing_down(NULL));
    approve_next(d, "wait_seconds"); /* and the agent goes on with what it was at */
    assert_false(nothing_down(NULL));
    stop(d);
}

static void hold__key__pressed_again_after_a_pause(void **state)
{
    (void)state;
    pressed_again_after_a_pause("w 50 keep", "hold_key");
}

static void hold__button__pressed_again_after_a_pause(void **state)
{
    (void)state;
    pressed_again_after_a_pause("left button 50 keep", "hold_mouse_button");
}

static void hold__not_wanted_any_more(void **state)
{
    (void)state;
    driver *d = start("w 50 none");
    approve_next(d, "hold_key");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    assert_released();
    driver_send(d, "{\"command\":\"handback\",\"note\":\"\"}");
    approve_next(d, "wait_seconds");
    assert_true(nothing_down(NULL));
    stop(d);
}

static void hold__rejected__is_not_asked_for_again(void **state)
{
    (void)state;
    driver *d = start("w 50 keep");
    approve_next(d, "hold_key");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, PAUSE);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, RESUME);
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_skill(again, "hold_key");
    driver_reject(d, again, "no");
    approve_next(d, "wait_seconds");
    assert_true(nothing_down(NULL));
    stop(d);
}

/* Paused while the press that comes again waits: it is asked for once more. */
static void hold__paused_twice(void **state)
{
    (void)state;
    driver *d = start("w 50 keep");
    approve_next(d, "hold_key");
    driver_await(d, EVENT_PROPOSAL);
    for (int i = 0; i < 2; i++) {
        driver_send(d, PAUSE);
        driver_await_where(d, EVENT_STATE, "paused");
        driver_send(d, RESUME);
        assert_skill(driver_await(d, EVENT_PROPOSAL), "hold_key");
        assert_true(nothing_down(NULL));
    }
    stop(d);
}

/* The engine that let go is not the one that asks. */
static void hold__asked_for_by_the_next_engine(bool paused)
{
    driver *d = start("w 50 keep");
    approve_next(d, "hold_key");
    driver_await(d, EVENT_PROPOSAL);
    if (paused) {
        driver_send(d, PAUSE);
        driver_await_where(d, EVENT_STATE, "paused");
    }
    kill(d->pid, SIGKILL);
    driver_exit(d);
    assert_released();
    const char *words[] = {"resume", d->run, "--headless", NULL};
    driver *next = driver_start(NULL, words);
    const event *again = driver_await(next, EVENT_PROPOSAL);
    assert_skill(again, "hold_key");
    assert_true(seconds_of(again) < 50);
    assert_true(nothing_down(NULL));
    driver_approve(next, again);
    driver_await(next, EVENT_FIRED);
    assert_true(observer_key(x.display, "w"));
    stop(next);
    driver_free(d);
}

static void hold__engine_killed__asked_for_by_the_next(void **state)
{
    (void)state;
    hold__asked_for_by_the_next_engine(false);
}

static void hold__engine_killed_in_a_pause__asked_for_by_the_next(void **state)
{
    (void)state;
    hold__asked_for_by_the_next_engine(true);
}

static void hold__hand_killed__asked_for_again(void **state)
{
    (void)state;
    driver *d = start("w 50 keep");
    approve_next(d, "hold_key");
    driver_await(d, EVENT_PROPOSAL);
    kill(child_named(d->pid, "hand"), SIGKILL);
    driver_await_where(d, EVENT_STATE, "paused");
    assert_released();
    driver_send(d, RESUME);
    assert_skill(driver_await(d, EVENT_PROPOSAL), "hold_key");
    stop(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold__lives_on_beside_later_actions),
        cmocka_unit_test(hold__ends_at_its_own_time),
        cmocka_unit_test(hold__reflect_says_release),
        cmocka_unit_test(hold__key__pressed_again_after_a_pause),
        cmocka_unit_test(hold__button__pressed_again_after_a_pause),
        cmocka_unit_test(hold__not_wanted_any_more),
        cmocka_unit_test(hold__rejected__is_not_asked_for_again),
        cmocka_unit_test(hold__paused_twice),
        cmocka_unit_test(hold__engine_killed__asked_for_by_the_next),
        cmocka_unit_test(hold__engine_killed_in_a_pause__asked_for_by_the_next),
        cmocka_unit_test(hold__hand_killed__asked_for_again),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
