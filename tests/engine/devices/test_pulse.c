/* The pulse of the hand, on a virtual clock. */
#include "engine/devices/pulse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MS (G_USEC_PER_SEC / 1000)

static const gint64 start = 1000 * G_USEC_PER_SEC;

static void pulse__only_while_something_is_held_or_fired(void **state)
{
    (void)state;
    struct pulse p = {0};
    assert_false(pulse_is_due(&p, false, start));
    assert_int_equal(pulse_deadline(&p, false, PULSE_LIMIT_US), G_MAXINT64);
    assert_true(pulse_is_due(&p, true, start)); /* the first at once */
    pulse_answer(&p, pulse_send(&p, start));
    assert_false(pulse_is_due(&p, true, start + PULSE_EVERY_US - 1));
    assert_int_equal(pulse_deadline(&p, true, PULSE_LIMIT_US), start + PULSE_EVERY_US);
    assert_true(pulse_is_due(&p, true, start + PULSE_EVERY_US));
    assert_false(pulse_is_due(&p, false, start + PULSE_EVERY_US));
}

/* As an engine calls it, again and again. Gives the time at which the hand is late; 0 = not before `until`. */
static gint64 late_at(struct pulse *p, gint64 now, gint64 until)
{
    for (; now <= until; now = MAX(now + 1, pulse_deadline(p, true, PULSE_LIMIT_US))) {
        if (pulse_is_late(p, PULSE_LIMIT_US, now))
            return now;
    }
    return 0;
}

static void pulse__no_answer__is_late_after_the_limit(void **state)
{
    (void)state;
    struct pulse p = {0};
    pulse_send(&p, start);
    assert_int_equal(late_at(&p, start, start + 5 * G_USEC_PER_SEC), start + PULSE_LIMIT_US);
}

static void pulse__answered__is_never_late(void **state)
{
    (void)state;
    struct pulse p = {0};
    pulse_answer(&p, pulse_send(&p, start));
    assert_int_equal(late_at(&p, start, start + 60 * G_USEC_PER_SEC), 0);
}

/* The earlier one until it has come, then the one that was sent behind a release. */
static void pulse__two_owed__the_older_counts(void **state)
{
    (void)state;
    struct pulse p = {0};
    int first = pulse_send(&p, start);
    pulse_send(&p, start + 400 * MS);
    assert_int_equal(late_at(&p, start + 400 * MS, start + 5 * G_USEC_PER_SEC), start + PULSE_LIMIT_US);
    p.doubt_us = 0;
    pulse_answer(&p, first);
    assert_int_equal(late_at(&p, start + 500 * MS, start + 5 * G_USEC_PER_SEC), start + 400 * MS + PULSE_LIMIT_US);
}

/* The engine was stopped: what it finds late at its first look has come meanwhile, or comes within the doubt. */
static void pulse__engine_was_stopped__looks_twice(void **state)
{
    (void)state;
    struct pulse p = {0};
    int number = pulse_send(&p, start);
    gint64 back = start + 100 * G_USEC_PER_SEC;
    assert_false(pulse_is_late(&p, PULSE_LIMIT_US, back));
    assert_true(pulse_deadline(&p, true, PULSE_LIMIT_US) > back);
    pulse_answer(&p, number);
    assert_false(pulse_is_late(&p, PULSE_LIMIT_US, back + G_USEC_PER_SEC));
    /* and the next one has its whole limit again */
    pulse_send(&p, back + G_USEC_PER_SEC);
    assert_int_equal(late_at(&p, back + G_USEC_PER_SEC, back + 5 * G_USEC_PER_SEC), back + G_USEC_PER_SEC + PULSE_LIMIT_US);
}

static void pulse__connecting__has_longer_and_then_begins_anew(void **state)
{
    (void)state;
    struct pulse p = {0};
    pulse_send(&p, start);
    gint64 connected = start + 5 * G_USEC_PER_SEC;
    assert_false(pulse_is_late(&p, PULSE_START_LIMIT_US, connected));
    pulse_begin(&p, connected);
    assert_int_equal(late_at(&p, connected, connected + 5 * G_USEC_PER_SEC), connected + PULSE_LIMIT_US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulse__only_while_something_is_held_or_fired),
        cmocka_unit_test(pulse__no_answer__is_late_after_the_limit),
        cmocka_unit_test(pulse__answered__is_never_late),
        cmocka_unit_test(pulse__two_owed__the_older_counts),
        cmocka_unit_test(pulse__engine_was_stopped__looks_twice),
        cmocka_unit_test(pulse__connecting__has_longer_and_then_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
