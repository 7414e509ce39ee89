/* What reacts late to an action, on pictures and times of our own. */
#include "engine/eye/late.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MS(n) (1000000 + (gint64)(n)*1000)
#define SETTLE_US (300 * 1000)

static volatile_areas *r;
static frame *was, *is;

static int setup(void **state)
{
    (void)state;
    r = volatile_areas_new();
    was = frame_new(200, 100);
    is = frame_new(200, 100);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    volatile_areas_free(r);
    frame_free(was);
    frame_free(is);
    return 0;
}

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    for (int j = y; j < y + height; j++)
        for (int i = x; i < x + width; i++)
            f->pixels[j * f->width + i] = colour;
}

static void nothing__is_at_rest(void **state)
{
    (void)state;
    struct late l = {0};
    late_note(&l, r, was, is, NULL, false, MS(500));
    assert_int_equal(late_rests_us(&l, SETTLE_US), SETTLE_US);
    assert_false(late_reaction(&l));
}

static void tool_bar__after_the_action__is_a_reaction_and_waited_for_the_next_time(void **state)
{
    (void)state;
    struct late l = {0};
    late_begin(&l);
    late_acted(&l, true, MS(0));
    fill(is, 0, 0, 60, 20, 0xffffff);
    late_note(&l, r, was, is, NULL, false, MS(900));
    assert_true(late_reaction(&l));
    assert_int_equal(late_rests_us(&l, SETTLE_US), MS(1200));
    late_begin(&l);
    late_acted(&l, true, MS(10000));
    assert_int_equal(late_rests_us(&l, SETTLE_US), MS(11200)); /* nothing has been seen yet */
}

static void tool_bar__does_not_react_any_more__is_waited_for_less_and_less(void **state)
{
    (void)state;
    struct late l = {.usual_us = 900000};
    for (int i = 1; i < 20; i++) {
        gint64 before_us = l.usual_us;
        late_begin(&l);
        late_acted(&l, true, MS(5000 * i));
        assert_true(l.usual_us < before_us || l.usual_us == 0);
    }
    assert_int_equal(l.usual_us, 0);
}

static void change__long_after_the_action__is_none_of_its(void **state)
{
    (void)state;
    struct late l = {0};
    late_acted(&l, true, MS(0));
    fill(is, 0, 0, 60, 20, 0xffffff);
    late_note(&l, r, was, is, NULL, false, MS(LATE_MAX_MS + 1));
    assert_false(late_reaction(&l));
    assert_int_equal(late_rests_us(&l, SETTLE_US), MS(LATE_MAX_MS + 1) + SETTLE_US); /* but it is no rest */
}

static void awaited__until_it_cannot_be_a_reaction_any_more(void **state)
{
    (void)state;
    struct late l = {0};
    late_acted(&l, true, MS(0));
    assert_false(late_expects(&l, r, was, is, NULL, MS(LATE_FIRST_MS)));
    late_await(&l);
    assert_true(late_expects(&l, r, was, is, NULL, MS(LATE_FIRST_MS)));
    assert_false(late_expects(&l, r, was, is, NULL, MS(LATE_MAX_MS)));
    fill(is, 0, 0, 60, 20, 0xffffff);
    assert_false(late_expects(&l, r, was, is, NULL, MS(LATE_FIRST_MS)));
}

static void caret__is_not_waited_for(void **state)
{
    (void)state;
    struct late l = {0};
    late_acted(&l, true, MS(0));
    fill(is, 50, 20, 2, 16, 0xffffff);
    late_note(&l, r, was, is, NULL, false, MS(600));
    assert_false(late_reaction(&l));
    assert_false(late_differs(r, was, is, NULL, MS(600)));
    late_note(&l, r, was, is, NULL, true, MS(700)); /* a window has come with it */
    assert_true(late_reaction(&l));
}

static void spinner__once_known__is_not_waited_for(void **state)
{
    (void)state;
    struct late l = {0};
    for (int i = 0; i < 3; i++) {
        fill(is, 64, 32, 16, 16, i % 2 ? 0 : 0xff);
        fill(was, 64, 32, 16, 16, i % 2 ? 0xff : 0);
        volatile_areas_note(r, was, is, MS(500 * i));
    }
    late_acted(&l, true, MS(1500));
    late_note(&l, r, was, is, NULL, false, MS(1600));
    assert_false(late_reaction(&l));
    fill(is, 0, 0, 60, 20, 0xffffff); /* and a tool bar beside it */
    late_note(&l, r, was, is, NULL, false, MS(1700));
    assert_true(late_reaction(&l));
}

static void own_terminal__is_left_out(void **state)
{
    (void)state;
    struct late l = {0};
    const struct area terminal = {0, 0, 100, 50};
    g_autoptr(GArray) ignored = g_array_new(FALSE, FALSE, sizeof terminal);
    g_array_append_val(ignored, terminal);
    late_acted(&l, true, MS(0));
    fill(is, 10, 10, 60, 20, 0xffffff);
    late_note(&l, r, was, is, ignored, false, MS(100));
    assert_false(late_reaction(&l));
    fill(is, 90, 10, 60, 20, 0xffffff); /* half beside it */
    late_note(&l, r, was, is, ignored, false, MS(200));
    assert_true(late_reaction(&l));
}

static void sizes__differ(void **state)
{
    (void)state;
    g_autoptr(frame) larger = frame_new(300, 100);
    assert_true(late_differs(r, was, larger, NULL, MS(0)));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(nothing__is_at_rest),
        CASE(tool_bar__after_the_action__is_a_reaction_and_waited_for_the_next_time),
        CASE(tool_bar__does_not_react_any_more__is_waited_for_less_and_less),
        CASE(change__long_after_the_action__is_none_of_its),
        CASE(awaited__until_it_cannot_be_a_reaction_any_more),
        CASE(caret__is_not_waited_for),
        CASE(spinner__once_known__is_not_waited_for),
        CASE(own_terminal__is_left_out),
        CASE(sizes__differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
