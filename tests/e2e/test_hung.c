/* Who is held up in the middle of an action instead of dying: the hand, the engine, the X server (SIGSTOP). Nothing stays down,
 * the person is told, and `held` says what is true. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include "config/config.h"
#include "memory/batch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <cmocka.h>

#define RESUME "{\"command\":\"resume\"}"
#define PAUSE "{\"command\":\"pause\"}"
#define STOP "{\"command\":\"stop\"}"

static struct xvfb x;
static sink *window;

static int setup(void **state)
{
    (void)state;
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

static bool nothing_down(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static void assert_nothing_down(void)
{
    if (!nothing_down(NULL))
        fail_msg("%d keys are still down", observer_keys(x.display));
}

static void assert_released(void)
{
    if (!helper_await(nothing_down, NULL, 30000))
        fail_msg("%d keys are still down", observer_keys(x.display));
}

static driver *start(const char *brain, const char *task)
{
    const char *words[] = {"run", "--headless", "--display", x.display, "--brain", brain, task, NULL};
    driver_configure(brain, "[eye]\nsettle_ms=40");
    return driver_start(NULL, words);
}

/* A run whose action holds the key a for 20 s: it is down. */
static driver *start_holding(const char *task)
{
    driver *d = start("holder", task);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_HELD);
    assert_false(nothing_down(NULL));
    return d;
}

static pid_t hand_of(const driver *d)
{
    return child_named(d->pid, "hand");
}

static void assert_notice(driver *d, const char *level, const char *words)
{
    while (!strstr(driver_await_where(d, EVENT_NOTICE, level)->text, words))
        ;
}

/* When `held` says that nothing is down, nothing is. */
static void await_all_up(driver *d)
{
    while (driver_await(d, EVENT_HELD)->holds.keys[0])
        ;
    assert_nothing_down();
}

static void end(driver *d)
{
    driver_send(d, STOP);
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_nothing_down();
    assert_verified();
    driver_free(d);
}

/* ---- the hand ---- */

static void hung_hand__pause__a_new_one_lets_go(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    pid_t hand = hand_of(d);
    helper_halt(hand);
    driver_send(d, PAUSE);
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    guint told = d->seen;
    await_all_up(d);
    d->seen = told;
    assert_notice(d, "warning", "a dead hand had left down: a; now released");
    d->seen = told;
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "uncertain");
    assert_int_not_equal(hand_of(d), hand);
    driver_send(d, RESUME);
    driver_await(d, EVENT_PROPOSAL);
    end(d);
}

/* Nobody has asked it for anything. */
static void hung_hand__is_found_by_itself(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    helper_halt(hand_of(d));
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    await_all_up(d);
    d->seen = 0;
    driver_await_where(d, EVENT_STATE, "paused");
    end(d);
}

/* In a text, with keycodes of the map lent to its characters. */
static void hung_hand__in_a_text__map_is_as_it_was(void **state)
{
    (void)state;
    g_autofree char *map = observer_keymap(x.display);
    driver *d = start("holder", "random 3");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_STATE, "firing");
    helper_halt(hand_of(d));
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    driver_await_where(d, EVENT_STATE, "paused");
    end(d);
    g_autofree char *now = observer_keymap(x.display), *changed = observer_keymap_difference(map, now);
    if (changed)
        fail_msg("the keyboard map: %s", changed);
}

/* What outlives its action is asked for again, once a person has resumed. */
static void hung_hand__hold_is_asked_for_again(void **state)
{
    (void)state;
    driver *d = start("keeper", "w 50 keep");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    driver_await(d, EVENT_PROPOSAL);
    helper_halt(hand_of(d));
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    await_all_up(d);
    driver_send(d, RESUME);
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(again->fire.action->skill, "hold_key");
    end(d);
}

static void end_by(driver *d, int way)
{
    if (way == 0)
        driver_send(d, STOP);
    else if (way == 1)
        kill(d->pid, SIGINT);
    else
        driver_close(d);
}

/* What is down is up before the engine has gone. */
static void hung_hand__end_of_the_run__nothing_is_left(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) { /* stop, Ctrl-C, end-of-file */
        driver *d = start_holding("hold");
        helper_halt(hand_of(d));
        end_by(d, way);
        assert_notice(d, "warning", "the hand has not answered for 1 s");
        driver_await(d, EVENT_ENDED);
        assert_int_equal(driver_exit(d), 4);
        assert_nothing_down();
        driver_free(d);
    }
}

/* Nobody is left who could let go, until somebody comes to this display again. */
static void hung_hand__engine_killed__next_one_lets_go(void **state)
{
    (void)state;
    driver *d = start_holding("hold"), *next;
    pid_t hand = hand_of(d);
    helper_halt(hand);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    assert_false(nothing_down(NULL));
    next = start("holder", "hold");
    g_autofree char *words = g_strdup_printf("process %d", (int)hand);
    assert_notice(next, "warning", words);
    assert_notice(next, "warning", "a dead hand had left down: a; now released");
    driver_await(next, EVENT_PROPOSAL);
    end(next);
    driver_free(d);
}

static void engine_killed__hand_halted(void)
{
    driver *d = start_holding("hold");
    helper_halt(hand_of(d));
    kill(d->pid, SIGKILL);
    driver_exit(d);
    assert_false(nothing_down(NULL));
    driver_free(d);
}

/* A reins do is the next one, too, and has no console to say it to. */
static void hung_hand__engine_killed__do_lets_go_and_says_so(void **state)
{
    (void)state;
    static const char let_go[] = "a dead hand had left down: a; now released";
    g_autofree char *out = NULL, *err = NULL, *json = NULL, *quiet = NULL;
    engine_killed__hand_halted();
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "key.press", "key=F5"), &out, &err), 0);
    assert_nothing_down();
    assert_non_null(strstr(err, let_go));
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1); /* one line */
    engine_killed__hand_halted();
    g_clear_pointer(&err, g_free);
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "--json", "key.press", "key=F5"), &json, &err), 0);
    assert_non_null(strstr(json, "\"recovered\":\""));
    assert_non_null(strstr(json, let_go));
    g_clear_pointer(&err, g_free);
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "--json", "key.press", "key=F5"), &quiet, &err), 0);
    assert_non_null(strstr(quiet, "\"recovered\":null"));
    assert_string_equal(err, "");
}

static pid_t hand_seen;

static bool hand_is_there(void *data)
{
    hand_seen = child_named(((const driver *)data)->pid, "hand");
    return hand_seen != 0 && !nothing_down(NULL);
}

static void hung_hand__do__says_so_and_leaves_nothing(void **state)
{
    (void)state;
    const char *words[] = {"do", "--display", x.display, "--yes", "key.hold", "key=w", "duration=30", NULL};
    driver *d = driver_start(NULL, words);
    assert_true(helper_await(hand_is_there, d, 30000));
    helper_halt(hand_seen);
    assert_int_equal(driver_exit(d), 1);
    assert_nothing_down();
    driver_free(d);
}

/* ---- the engine ---- */

static void hung_engine__hand_lets_go__told_afterwards(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    helper_halt(d->pid);
    assert_released();
    kill(d->pid, SIGCONT);
    assert_notice(d, "warning", "the hand has released a");
    guint told = d->seen;
    await_all_up(d);
    d->seen = told;
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "aborted");
    d->seen = 0;
    driver_await_where(d, EVENT_STATE, "paused");
    end(d);
}

static void hung_engine__hold_is_asked_for_again(void **state)
{
    (void)state;
    driver *d = start("keeper", "w 50 keep");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    driver_await(d, EVENT_PROPOSAL);
    helper_halt(d->pid);
    assert_released();
    kill(d->pid, SIGCONT);
    assert_notice(d, "warning", "the hand has released w");
    await_all_up(d);
    driver_send(d, RESUME);
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(again->fire.action->skill, "hold_key");
    end(d);
}

static void hung_engine__in_a_text__map_is_as_it_was(void **state)
{
    (void)state;
    g_autofree char *map = observer_keymap(x.display);
    driver *d = start("holder", "random 3");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_STATE, "firing");
    helper_halt(d->pid);
    assert_released();
    kill(d->pid, SIGCONT);
    driver_await(d, EVENT_FIRED); /* all of it was typed, or it was let go of in the middle */
    end(d);
    g_autofree char *now = observer_keymap(x.display), *changed = observer_keymap_difference(map, now);
    if (changed)
        fail_msg("the keyboard map: %s", changed);
}

/* ---- the store ---- */

static bool has_read_all(void *data)
{
    int waiting = -1;
    return ioctl(((const driver *)data)->to, FIONREAD, &waiting) == 0 && waiting == 0;
}

/* Something is held, and the engine waits for the store, which we have locked. */
static driver *start_locked_out(memory **ret_store)
{
    g_autofree char *dir = config_data_dir(NULL);
    driver *d = start("keeper", "w 50 keep");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    const event *next = driver_await(d, EVENT_PROPOSAL);
    *ret_store = memory_open(dir, false, NULL);
    assert_true(*ret_store && memory_batch_begin(*ret_store, NULL));
    driver_reject(d, next, "no");
    assert_true(helper_await(has_read_all, d, 30000));
    return d;
}

static void locked_store__what_is_held_stays_down(void **state)
{
    (void)state;
    memory *store;
    driver *d = start_locked_out(&store);
    assert_false(helper_await(nothing_down, NULL, 2500));
    assert_true(memory_batch_end(store, true, NULL));
    driver_await_where(d, EVENT_DECISION, "rejected");
    driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(driver_notices(d, "the hand has released"), 0);
    end(d);
    memory_close(store);
}

/* Nobody hears a person who says something now. */
static void locked_store__somebody_wants_something__let_go(void **state)
{
    (void)state;
    memory *store;
    driver *d = start_locked_out(&store);
    kill(d->pid, SIGINT);
    assert_released();
    assert_true(memory_batch_end(store, true, NULL));
    assert_notice(d, "warning", "the hand has released w");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_verified();
    driver_free(d);
    memory_close(store);
}

/* A hold that lasts longer than any limit of these, with an engine that does nothing but wait, is disturbed by nobody. */
static void nobody_hangs__a_long_hold_is_whole(void **state)
{
    (void)state;
    const char *words[] = {"do", "--display", x.display, "--yes", "key.hold", "key=w", "duration=4", NULL};
    g_autofree char *err = NULL;
    int code = reins_run(NULL, words, NULL, &err);
    if (code != 0)
        fail_msg("do: %d: %s", code, err);
    assert_nothing_down();
}

/* ---- the X server ---- */

static void frozen_server__pause__up_once_it_runs(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    helper_halt(x.pid);
    driver_send(d, PAUSE);
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    kill(x.pid, SIGCONT);
    await_all_up(d);
    d->seen = 0;
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "uncertain");
    end(d);
}

/* Nobody can let go of anything before the run ends: a hand stays that does once it can. */
static void frozen_server__end_of_the_run__up_once_it_runs(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    helper_halt(x.pid);
    driver_send(d, STOP);
    assert_notice(d, "error", "does not answer");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    kill(x.pid, SIGCONT);
    assert_released();
    driver_free(d);
}

static void frozen_server__engine_killed__up_once_it_runs(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    pid_t hand = hand_of(d);
    helper_halt(x.pid);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    assert_int_equal(kill(hand, 0), 0);
    kill(x.pid, SIGCONT);
    assert_released();
    driver_free(d);
}

/* A run that is resumed while the server is still frozen says so, and goes on when it runs. */
static void frozen_server__resume__says_so(void **state)
{
    (void)state;
    driver *d = start_holding("hold");
    helper_halt(x.pid);
    driver_send(d, PAUSE);
    assert_notice(d, "warning", "the hand has not answered for 1 s");
    driver_send(d, RESUME);
    assert_notice(d, "error", "does not answer");
    kill(x.pid, SIGCONT);
    await_all_up(d);
    driver_send(d, RESUME);
    driver_await(d, EVENT_PROPOSAL);
    end(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hung_hand__pause__a_new_one_lets_go),
        cmocka_unit_test(hung_hand__is_found_by_itself),
        cmocka_unit_test(hung_hand__in_a_text__map_is_as_it_was),
        cmocka_unit_test(hung_hand__hold_is_asked_for_again),
        cmocka_unit_test(hung_hand__end_of_the_run__nothing_is_left),
        cmocka_unit_test(hung_hand__engine_killed__next_one_lets_go),
        cmocka_unit_test(hung_hand__engine_killed__do_lets_go_and_says_so),
        cmocka_unit_test(hung_hand__do__says_so_and_leaves_nothing),
        cmocka_unit_test(hung_engine__hand_lets_go__told_afterwards),
        cmocka_unit_test(hung_engine__hold_is_asked_for_again),
        cmocka_unit_test(hung_engine__in_a_text__map_is_as_it_was),
        cmocka_unit_test(locked_store__what_is_held_stays_down),
        cmocka_unit_test(locked_store__somebody_wants_something__let_go),
        cmocka_unit_test(nobody_hangs__a_long_hold_is_whole),
        cmocka_unit_test(frozen_server__pause__up_once_it_runs),
        cmocka_unit_test(frozen_server__end_of_the_run__up_once_it_runs),
        cmocka_unit_test(frozen_server__engine_killed__up_once_it_runs),
        cmocka_unit_test(frozen_server__resume__says_so),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
