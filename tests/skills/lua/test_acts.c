/* What a skill has done so far: its clock, and what goes on beside it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "skills/lua/acts.h"

#define BUTTON(type_, number) ((struct timeline_event){.type = type_, .button = number})
#define WAIT(ms) ((struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = ms})

static const struct timeline_event *event(const struct acts *a, guint i)
{
    return &g_array_index(a->timeline->events, struct timeline_event, i);
}

static void acts__add__moves_the_clock_on(void **state)
{
    (void)state;
    struct acts a;
    acts_init(&a);
    assert_true(acts_add(&a, WAIT(200), 200, NULL));
    assert_true(acts_add(&a, BUTTON(TIMELINE_BUTTON_DOWN, 1), 0, NULL));
    assert_int_equal(a.clock_ms, 200);
    assert_int_equal(event(&a, 1)->at_ms, 200);
    acts_clear(&a);
}

static void acts__put_off__comes_in_order_when_its_time_has_come(void **state)
{
    (void)state;
    struct acts a;
    acts_init(&a);
    assert_true(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 2), 300));
    assert_true(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), 100));
    assert_int_equal(a.clock_ms, 0);
    assert_true(acts_add(&a, WAIT(150), 150, NULL));
    assert_int_equal(a.timeline->events->len, 1); /* neither was due when it began */
    assert_true(acts_add(&a, BUTTON(TIMELINE_BUTTON_DOWN, 3), 0, NULL));
    assert_int_equal(a.timeline->events->len, 3);
    assert_int_equal(event(&a, 1)->button, 1);
    assert_int_equal(event(&a, 2)->button, 3);
    assert_true(acts_finish(&a, NULL));
    assert_int_equal(event(&a, 3)->button, 2);
    assert_int_equal(a.clock_ms, 150);
    acts_clear(&a);
}

static void acts__wait__lasts_until_all_that_was_put_off_is_done(void **state)
{
    (void)state;
    struct acts a;
    acts_init(&a);
    assert_true(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), 300));
    assert_true(acts_wait(&a, NULL));
    assert_int_equal(a.clock_ms, 300);
    assert_int_equal(a.later->len, 0);
    assert_true(acts_wait(&a, NULL));
    assert_int_equal(a.clock_ms, 300);
    acts_clear(&a);
}

static void acts__put_off_too_far_or_too_many__is_refused(void **state)
{
    (void)state;
    struct acts a;
    acts_init(&a);
    assert_false(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), TIMELINE_MS_MAX + 1));
    for (int i = 0; i < TIMELINE_EVENTS_MAX; i++)
        assert_true(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), 1));
    assert_false(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), 1));
    acts_clear(&a);
}

static void acts__begin__forgets_all_but_what_turns_owe(void **state)
{
    (void)state;
    struct acts a;
    acts_init(&a);
    assert_true(acts_add(&a, WAIT(200), 200, NULL));
    assert_true(acts_put_off(&a, BUTTON(TIMELINE_BUTTON_UP, 1), 300));
    a.turn_x = 0.5;
    acts_begin(&a, 3, 4);
    assert_int_equal(a.timeline->events->len + a.later->len, 0);
    assert_int_equal(a.clock_ms, 0);
    assert_int_equal(a.pointer_x, 3);
    assert_int_equal(a.pointer_y, 4);
    assert_true(a.turn_x == 0.5);
    acts_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acts__add__moves_the_clock_on),
        cmocka_unit_test(acts__put_off__comes_in_order_when_its_time_has_come),
        cmocka_unit_test(acts__wait__lasts_until_all_that_was_put_off_is_done),
        cmocka_unit_test(acts__put_off_too_far_or_too_many__is_refused),
        cmocka_unit_test(acts__begin__forgets_all_but_what_turns_owe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
