/* The changes of a firing's phase and of its loop's stage that may be. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/firing_phase.h"

#include <glib.h>

static void phase__goes_on__only_to_the_end_or_a_later_one(void **state)
{
    (void)state;
    for (enum firing_phase from = 0; from < PHASE_COUNT; from++)
        for (enum firing_phase to = 0; to < PHASE_COUNT; to++)
            if (firing_phase_may(from, to) && to <= from)
                fail_msg("%d → %d", from, to);
    assert_true(firing_phase_may(PHASE_ARM, PHASE_FOCUS));
    assert_true(firing_phase_may(PHASE_ARM, PHASE_COMPARE)); /* the focus is where it belongs */
    assert_true(firing_phase_may(PHASE_FOCUS, PHASE_COMPARE));
    assert_true(firing_phase_may(PHASE_COMPARE, PHASE_PLAY));
    assert_true(firing_phase_may(PHASE_PLAY, PHASE_RETURN));
}

static void phase__not_compared__is_never_played(void **state)
{
    (void)state;
    for (enum firing_phase from = 0; from < PHASE_COUNT; from++)
        assert_int_equal(firing_phase_may(from, PHASE_PLAY), from == PHASE_COMPARE);
}

static void phase__any_but_over__may_be_ended__and_no_end_is_followed(void **state)
{
    (void)state;
    for (enum firing_phase p = 0; p < PHASE_COUNT; p++) {
        assert_int_equal(firing_phase_may(p, PHASE_OVER), p != PHASE_OVER);
        assert_false(firing_phase_may(PHASE_OVER, p));
    }
}

static void stage__each__has_one_that_follows(void **state)
{
    (void)state;
    static const enum loop_stage next[LOOP_COUNT] = {LOOP_TELLS, LOOP_WAITS, LOOP_CAME, LOOP_PLAYS, LOOP_TELLS};
    for (enum loop_stage from = 0; from < LOOP_COUNT; from++)
        for (enum loop_stage to = 0; to < LOOP_COUNT; to++)
            assert_int_equal(firing_phase_loop_may(from, to), to == next[from]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phase__goes_on__only_to_the_end_or_a_later_one),
        cmocka_unit_test(phase__not_compared__is_never_played),
        cmocka_unit_test(phase__any_but_over__may_be_ended__and_no_end_is_followed),
        cmocka_unit_test(stage__each__has_one_that_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
