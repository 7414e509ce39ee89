/* A target that was seen to change is pressed once it is held long enough. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/steady.h"

#define MS 1000
#define START (5 * G_USEC_PER_SEC)

/* Looks every 10 ms at what is as approved for on_ms, and is not for off_ms, from phase_ms of that on. After how many ms it is
 * pressed; -1 = it is not. *ret_left_ms: so long it stays as approved after that. */
static int pressed_after(struct steady s, int on_ms, int off_ms, int phase_ms, int *ret_left_ms)
{
    for (int ms = 0; ms < 5000; ms += STEADY_LOOK_US / MS) {
        gint64 now_us = START + ms * MS, at_us;
        int phase = (phase_ms + ms) % (on_ms + off_ms);
        steady_look(&s, phase < on_ms, now_us);
        enum steady_says says = phase < on_ms ? steady_ask(&s, now_us, &at_us) : STEADY_WAIT;
        *ret_left_ms = on_ms - phase;
        if (says != STEADY_WAIT)
            return says == STEADY_GO ? ms : -1;
    }
    return -1;
}

static void steady__never_seen_to_change__is_pressed_at_once(void **state)
{
    (void)state;
    int left_ms;
    assert_int_equal(pressed_after((struct steady){0}, 1000000, 1, 0, &left_ms), 0);
}

static void steady__changed_before__is_waited_for(void **state)
{
    (void)state;
    int left_ms;
    assert_int_equal(pressed_after((struct steady){.needed = true}, 1000000, 1, 0, &left_ms), STEADY_UNSEEN_US / MS);
}

static void steady__comes_back_for_good__is_pressed(void **state)
{
    (void)state;
    int left_ms;
    assert_int_equal(pressed_after((struct steady){0}, 1000000, 50, 1000000, &left_ms), 50 + STEADY_UNSEEN_US / MS);
}

/* Whenever one begins to look, and whether it was known or not. */
static void steady__to_and_fro__is_not_pressed_or_with_time_left(void **state)
{
    (void)state;
    for (int on_ms = 15; on_ms < STEADY_UNSEEN_US / MS; on_ms += on_ms < 300 ? 5 : 50)
        for (int phase_ms = 0; phase_ms < 2 * on_ms; phase_ms += 5) {
            int left_ms, after = pressed_after((struct steady){.needed = true}, on_ms, on_ms, phase_ms, &left_ms);
            if (after >= 0 && (on_ms <= STEADY_LEAST_US / MS || left_ms < 50))
                fail_msg("%d ms each, from %d on: pressed after %d ms, %d ms before it changes", on_ms, phase_ms, after, left_ms);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady__never_seen_to_change__is_pressed_at_once),
        cmocka_unit_test(steady__changed_before__is_waited_for),
        cmocka_unit_test(steady__comes_back_for_good__is_pressed),
        cmocka_unit_test(steady__to_and_fro__is_not_pressed_or_with_time_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
