/* When the hand lets go by itself, on a virtual clock. */
#include "engine/hand/silence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const gint64 start = 1000 * G_USEC_PER_SEC;

static void silence__without_pulses__is_nothing(void **state)
{
    (void)state;
    struct silence s = {0};
    silence_hear(&s, false, start);
    assert_int_equal(silence_deadline(&s, true), G_MAXINT64);
}

static void silence__two_seconds_while_something_is_held(void **state)
{
    (void)state;
    struct silence s = {0};
    silence_hear(&s, true, start);
    assert_int_equal(silence_deadline(&s, false), G_MAXINT64);
    assert_int_equal(silence_deadline(&s, true), start + 2 * G_USEC_PER_SEC);
}

/* Whoever pulses once goes on; but any line shows that somebody is there. */
static void silence__any_line_counts(void **state)
{
    (void)state;
    struct silence s = {0};
    silence_hear(&s, true, start);
    silence_hear(&s, false, start + G_USEC_PER_SEC);
    assert_int_equal(silence_deadline(&s, true), start + 3 * G_USEC_PER_SEC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence__without_pulses__is_nothing),
        cmocka_unit_test(silence__two_seconds_while_something_is_held),
        cmocka_unit_test(silence__any_line_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
