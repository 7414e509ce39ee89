/* Whose input it is: what the server reports against what was sent. */

#include "engine/hand/input_attribution.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MS 1000

static void sent(input_attribution *p, enum input_attribution_kind kind, int detail, guint64 serial, gint64 now_us)
{
    const struct input_attribution_event e = {.kind = kind, .detail = detail, .serial = serial};
    input_attribution_expect(p, &e, now_us);
}

static enum input_attribution_who seen(input_attribution *p, enum input_attribution_kind kind, int detail, guint64 serial,
                                       gint64 now_us)
{
    const struct input_attribution_event e = {.kind = kind, .detail = detail, .serial = serial, .device = 4, .xtest = true};
    return input_attribution_match(p, &e, now_us);
}

static enum input_attribution_who mouse(input_attribution *p, double x, double y, bool absolute, gint64 now_us)
{
    const struct input_attribution_event e = {
        .kind = INPUT_ATTRIBUTION_MOTION, .x = x, .y = y, .device = 9, .absolute = absolute, .scale_x = 0.01, .scale_y = 0.01};
    struct input_attribution_event relative = e;
    relative.scale_x = relative.scale_y = 1;
    return input_attribution_match(p, absolute ? &e : &relative, now_us);
}

static void ours__each_request_explains_one_event(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    sent(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, 0);
    sent(p, INPUT_ATTRIBUTION_KEY_RELEASE, 38, 21, 0);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, MS), INPUT_ATTRIBUTION_OURS);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, MS), INPUT_ATTRIBUTION_FOREIGN);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_RELEASE, 38, 21, MS), INPUT_ATTRIBUTION_OURS);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_RELEASE, 38, 21, MS), INPUT_ATTRIBUTION_FOREIGN);
}

/* Another client's event comes between our request and its event: it bears the number of the last request that was worked on. */
static void foreign__the_same_key_before_ours(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    sent(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, 0);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 19, MS), INPUT_ATTRIBUTION_FOREIGN);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, MS), INPUT_ATTRIBUTION_OURS);
}

static void foreign__anything_that_was_not_sent(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    sent(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, 0);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 39, 20, MS), INPUT_ATTRIBUTION_FOREIGN);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_BUTTON_PRESS, 38, 20, MS), INPUT_ATTRIBUTION_FOREIGN);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_MOTION, 0, 20, MS), INPUT_ATTRIBUTION_FOREIGN);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, MS), INPUT_ATTRIBUTION_OURS);
}

/* A modifier that is down already makes no event when it is pressed again; a frozen device makes its events later. */
static void ours__events_that_never_come_or_come_late(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    sent(p, INPUT_ATTRIBUTION_KEY_PRESS, 50, 20, 0);
    sent(p, INPUT_ATTRIBUTION_BUTTON_PRESS, 1, 21, 0);
    sent(p, INPUT_ATTRIBUTION_BUTTON_RELEASE, 1, 22, 0);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_BUTTON_PRESS, 1, 30, 500 * MS), INPUT_ATTRIBUTION_OURS);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_BUTTON_RELEASE, 1, 30, 500 * MS), INPUT_ATTRIBUTION_OURS);
    assert_int_equal(seen(p, INPUT_ATTRIBUTION_KEY_PRESS, 50, 31, INPUT_ATTRIBUTION_LATE_US + MS),
                     INPUT_ATTRIBUTION_FOREIGN); /* not for ever */
}

static void ours__motion_by_its_coordinates(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    struct input_attribution_event e = {.kind = INPUT_ATTRIBUTION_MOTION, .x = 5000, .y = -3, .serial = 7};
    input_attribution_expect(p, &e, 0);
    e.xtest = true;
    e.x = 5001;
    assert_int_equal(input_attribution_match(p, &e, MS), INPUT_ATTRIBUTION_FOREIGN);
    e.x = 5000;
    assert_int_equal(input_attribution_match(p, &e, MS), INPUT_ATTRIBUTION_OURS);
}

static void ours__ten_thousand_at_once(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    for (int i = 0; i < 10000; i++)
        sent(p, i % 2 ? INPUT_ATTRIBUTION_KEY_RELEASE : INPUT_ATTRIBUTION_KEY_PRESS, 10 + i / 2 % 200, 100 + (guint64)i, 0);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(
            seen(p, i % 2 ? INPUT_ATTRIBUTION_KEY_RELEASE : INPUT_ATTRIBUTION_KEY_PRESS, 10 + i / 2 % 200, 100 + (guint64)i, MS),
            INPUT_ATTRIBUTION_OURS);
}

static void person__any_key_of_a_device(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    sent(p, INPUT_ATTRIBUTION_KEY_PRESS, 38, 20, 0);
    const struct input_attribution_event e = {.kind = INPUT_ATTRIBUTION_KEY_PRESS, .detail = 38, .serial = 20, .device = 8};
    assert_int_equal(input_attribution_match(p, &e, MS), INPUT_ATTRIBUTION_PERSON);
}

static void noise__a_table_that_shakes(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    for (int i = 0; i < 1000; i++)
        assert_int_equal(mouse(p, i % 2 ? 1 : -1, i % 3 ? 1 : -2, false, i * 3 * MS), INPUT_ATTRIBUTION_NOISE);
    /* one pixel a second, for ever, goes nowhere */
    for (int i = 0; i < 20; i++)
        assert_int_equal(mouse(p, 1, 0, false, 10000 * MS + i * (INPUT_ATTRIBUTION_JIGGLE_US + MS)), INPUT_ATTRIBUTION_NOISE);
}

static void person__a_hand_on_the_mouse(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    assert_int_equal(mouse(p, 1, 0, false, 0), INPUT_ATTRIBUTION_NOISE);
    assert_int_equal(mouse(p, 2, 1, false, 10 * MS), INPUT_ATTRIBUTION_NOISE);
    assert_int_equal(mouse(p, 1, 0, false, 20 * MS), INPUT_ATTRIBUTION_PERSON);
    assert_int_equal(mouse(p, 0, -30, false, 30 * MS), INPUT_ATTRIBUTION_PERSON);
}

/* A tablet says where it is: its first word is no way, and its units are not pixels. */
static void person__absolute_device(void **state)
{
    (void)state;
    g_autoptr(input_attribution) p = input_attribution_new();
    assert_int_equal(mouse(p, 30000, 20000, true, 0), INPUT_ATTRIBUTION_NOISE);
    assert_int_equal(mouse(p, 30200, 20000, true, MS), INPUT_ATTRIBUTION_NOISE);
    assert_int_equal(mouse(p, 30399, 20000, true, 2 * MS), INPUT_ATTRIBUTION_NOISE);
    assert_int_equal(mouse(p, 30400, 20000, true, 3 * MS), INPUT_ATTRIBUTION_PERSON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours__each_request_explains_one_event), cmocka_unit_test(foreign__the_same_key_before_ours),
        cmocka_unit_test(foreign__anything_that_was_not_sent),   cmocka_unit_test(ours__events_that_never_come_or_come_late),
        cmocka_unit_test(ours__motion_by_its_coordinates),       cmocka_unit_test(ours__ten_thousand_at_once),
        cmocka_unit_test(person__any_key_of_a_device),           cmocka_unit_test(noise__a_table_that_shakes),
        cmocka_unit_test(person__a_hand_on_the_mouse),           cmocka_unit_test(person__absolute_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
