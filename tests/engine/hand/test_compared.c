/* How long a picture that is not as it was may come back, and when a comparison is too old. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/screen_match.h"
#include "engine/hand/compared.h"

#define NOW (5 * G_USEC_PER_SEC)
#define PATIENCE_US ((gint64)SCREEN_MATCH_PATIENCE_MS * 1000)

static void compared__differs__is_looked_at_again_until_patience_ends(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    gint64 at_us = NOW;
    while (at_us && at_us < NOW + 2 * PATIENCE_US) {
        gint64 again_us = compared_again_us(&c, true, at_us);
        assert_true(again_us ? again_us > at_us && at_us < NOW + PATIENCE_US : at_us >= NOW + PATIENCE_US);
        at_us = again_us;
    }
    assert_int_equal(at_us, 0);
}

static void compared__holds_in_between__has_all_its_patience_again(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    assert_true(compared_again_us(&c, true, NOW) > NOW);
    compared_holds(&c, NOW + PATIENCE_US);
    assert_true(compared_again_us(&c, true, NOW + PATIENCE_US) > NOW);
}

static void compared__cannot_come_back__is_not_looked_at_again(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    assert_int_equal(compared_again_us(&c, false, NOW), 0);
}

static void compared__after_a_while__is_old(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    compared_holds(&c, NOW);
    assert_false(compared_old(&c, NOW + COMPARED_US));
    assert_true(compared_old(&c, NOW + COMPARED_US + 1));
}

static void compared__not_compared__keeps_the_likeness_of_before(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    assert_true(c.match == -1);
    compared_look(&c, 0.9, true, false, NOW);
    compared_look(&c, -1, true, false, NOW);
    assert_true(c.match == 0.9);
}

/* A caret is no change of the target; what is a change makes it looked at more often, on the way as well. */
static void compared__a_change_that_counts__makes_the_target_unsteady(void **state)
{
    (void)state;
    struct compared c;
    compared_init(&c, false);
    compared_look(&c, -1, false, false, NOW);
    assert_false(c.steady.needed);
    gint64 pause_us = compared_pause_us(&c);
    compared_look(&c, -1, false, true, NOW);
    assert_true(c.steady.needed);
    assert_true(compared_pause_us(&c) < pause_us);
    compared_look(&c, -1, true, false, NOW);
    compared_begin(&c);
    assert_true(c.steady.needed);
    assert_int_equal(c.steady.since_us, 0);
    compared_init(&c, true);
    assert_true(c.steady.needed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compared__differs__is_looked_at_again_until_patience_ends),
        cmocka_unit_test(compared__holds_in_between__has_all_its_patience_again),
        cmocka_unit_test(compared__cannot_come_back__is_not_looked_at_again),
        cmocka_unit_test(compared__after_a_while__is_old),
        cmocka_unit_test(compared__not_compared__keeps_the_likeness_of_before),
        cmocka_unit_test(compared__a_change_that_counts__makes_the_target_unsteady),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
