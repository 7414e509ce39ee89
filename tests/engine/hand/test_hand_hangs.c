/* Who is held up without dying: whoever speaks to the hand falls silent, the X server is frozen. Nothing stays down. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

static struct xvfb x;
static struct spawned hand;
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    return left != 0;
}

static void pulse(int number)
{
    hand_request r = {.kind = HAND_PULSE, .pulse = number};
    g_autofree char *json = hand_request_to_json(&r);
    spawned_line(&hand, json);
}

/* Fires what holds w and the left button for long; both are down. */
static void hold_things(void)
{
    request_send(&hand,
                 request_new(1, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                                       {.type = TIMELINE_WAIT, .duration_ms = 60000},
                                       {.type = TIMELINE_BUTTON_UP, .at_ms = 60000, .button = 1})));
    for (bool both = false; !both;) {
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_HELD);
        both = a->keys[0] && a->buttons[0];
    }
    assert_true(observer_key(x.display, "w"));
}

static void assert_nothing_down(void)
{
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

static void silent__lets_go_and_says_of_what(void **state)
{
    (void)state;
    pulse(1);
    hold_things();
    g_autoptr(hand_answer) let_go = spawned_await(&hand, HAND_LET_GO);
    assert_nothing_down();
    assert_string_equal(let_go->keys[0], "w");
    assert_string_equal(let_go->buttons[0], "left");
    g_autoptr(hand_answer) held = spawned_await(&hand, HAND_HELD);
    assert_null(held->keys[0]);
    g_autoptr(hand_answer) finished = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(finished->status, HAND_ABORTED);
    assert_string_equal(finished->reason, let_go->text);
    pulse(2); /* it is there for whoever comes back */
    spawned_skip(&hand, HAND_PULSED);
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"}, {.type = TIMELINE_KEY_UP, .at_ms = 5, .key = "a"}));
    assert_int_equal(spawned_stop(&hand), 0);
}

static void silent__in_a_text__map_is_as_it_was(void **state)
{
    (void)state;
    g_autofree char *before = observer_keymap(x.display);
    pulse(1);
    request_send(&hand, request_new(1, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"é中😀 and so on", .duration_ms = 60000})));
    spawned_skip(&hand, HAND_LET_GO);
    g_autoptr(hand_answer) finished = spawned_await(&hand, HAND_FINISHED);
    assert_non_null(strstr(finished->reason, "characters had been typed"));
    g_autofree char *after = observer_keymap(x.display);
    assert_string_equal(after, before);
    assert_nothing_down();
    assert_int_equal(spawned_stop(&hand), 0);
}

/* Whoever goes on with pulses is left alone, however long it takes; each is answered in the middle of it. */
static void pulses__a_long_timeline_is_whole(void **state)
{
    (void)state;
    request_send(&hand,
                 request_new(1, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_WAIT, .duration_ms = 3000},
                                       {.type = TIMELINE_KEY_UP, .at_ms = 3000, .key = "w"})));
    int sent = 0, answered = 0;
    for (bool done = false; !done;) {
        if (sent == answered)
            pulse(++sent);
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        assert_int_not_equal(a->kind, HAND_LET_GO);
        if (a->kind == HAND_PULSED)
            answered = a->id;
        done = a->kind == HAND_FINISHED;
        if (done)
            assert_int_equal(a->status, HAND_DONE);
    }
    assert_true(answered > 1);
    assert_nothing_down();
    assert_int_equal(spawned_stop(&hand), 0);
}

/* Whoever has never sent one is not expected to. */
static void no_pulses__a_long_timeline_is_whole(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_WAIT, .duration_ms = 2500},
                {.type = TIMELINE_KEY_UP, .at_ms = 2500, .key = "w"}));
    assert_nothing_down();
    assert_int_equal(spawned_stop(&hand), 0);
}

/* ---- a frozen server ---- */

/* The hand is killed while it waits for the server, and so may be the next one. */
static void frozen__killed__next_hand_releases(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        hold_things();
        helper_halt(x.pid);
        spawned_request(&hand, HAND_RELEASE);
        spawned_kill(&hand);
        for (int i = 0; i < more; i++) {
            spawned_start(&hand, x.display, ledger);
            assert_null(spawned_any(&hand, 100)); /* connected by the kernel, answered by nobody */
            spawned_kill(&hand);
        }
        spawned_start(&hand, x.display, ledger);
        kill(x.pid, SIGCONT);
        g_autoptr(hand_answer) ready = spawned_await(&hand, HAND_READY);
        assert_string_equal(ready->keys[0], "w");
        assert_string_equal(ready->buttons[0], "left");
        assert_nothing_down();
    }
    assert_int_equal(spawned_stop(&hand), 0);
}

static bool has_ended(void *data)
{
    (void)data;
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)hand.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == hand.pid;
}

/* Nobody speaks to it any more, and nobody else would let go: it stays until the server has done it. */
static void frozen__end_of_file__stays_until_it_is_done(void **state)
{
    (void)state;
    hold_things();
    helper_halt(x.pid);
    shutdown(line_stream_fd(hand.line), SHUT_WR);
    assert_false(helper_await(has_ended, NULL, 2500));
    kill(x.pid, SIGCONT);
    assert_int_equal(spawned_end(&hand), 0);
    spawned_clear(&hand);
    assert_nothing_down();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(silent__lets_go_and_says_of_what),   TEST(silent__in_a_text__map_is_as_it_was),
        TEST(pulses__a_long_timeline_is_whole),   TEST(no_pulses__a_long_timeline_is_whole),
        TEST(frozen__killed__next_hand_releases), TEST(frozen__end_of_file__stays_until_it_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
