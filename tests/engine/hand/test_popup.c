/* Tooltips that were there and have gone: what of the place that they had counts no more. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/popup.h"

#define OWNER 77

static const struct area near = {200, 100, 48, 48}, nothing;

static struct eye_window *tip(void)
{
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w =
        (struct eye_window){.id = 5, .pid = OWNER, .x = 100, .y = 110, .width = 80, .height = 30, .popup = true, .tooltip = true};
    return w;
}

static GArray *gone(struct eye_window *was, struct eye_window *is, struct area thing)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                         now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    g_ptr_array_add(before, was);
    if (is)
        g_ptr_array_add(now, is);
    const struct hand_guard h = {.windows = before};
    popup_add_gone(&h, now, OWNER, near, thing, areas);
    return areas;
}

static bool covers(const GArray *areas, int x, int y)
{
    bool is = false;
    for (guint i = 0; i < areas->len; i++)
        is = is || area_has(g_array_index(areas, struct area, i), x, y);
    return is;
}

static void tooltip_that_went__is_left_out(void **state)
{
    (void)state;
    g_autoptr(GArray) all = gone(tip(), NULL, nothing);
    assert_true(covers(all, 100, 110) && covers(all, 179, 139));
    assert_false(covers(all, 99, 110) || covers(all, 180, 120) || covers(all, 150, 140));
}

static void tooltip_that_moved__is_left_out(void **state)
{
    (void)state;
    struct eye_window *is = tip();
    is->x = 400;
    g_autoptr(GArray) all = gone(tip(), is, nothing);
    assert_true(covers(all, 100, 110));
    assert_false(covers(all, 410, 120));
}

static void near_the_target__it_counts(void **state)
{
    (void)state;
    struct eye_window *was = tip();
    was->width = 200;
    was->height = 20;
    g_autoptr(GArray) all = gone(was, NULL, nothing);
    assert_true(covers(all, 199, 120) && covers(all, 248, 120));
    for (int x = near.x; x < near.x + near.width; x++)
        assert_false(covers(all, x, 110) || covers(all, x, 129));
}

static void over_the_thing_that_is_pressed__it_counts(void **state)
{
    (void)state;
    g_autoptr(GArray) all = gone(tip(), NULL, (struct area){170, 100, 90, 40});
    assert_int_equal(all->len, 0);
}

static void any_other_window__counts(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct eye_window *was = tip();
        was->pid = i == 0 ? OWNER + 1 : OWNER;
        was->tooltip = i != 1;
        g_autoptr(GArray) all = gone(was, i == 2 ? tip() : NULL, nothing);
        assert_int_equal(all->len, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tooltip_that_went__is_left_out), cmocka_unit_test(tooltip_that_moved__is_left_out),
        cmocka_unit_test(near_the_target__it_counts),     cmocka_unit_test(over_the_thing_that_is_pressed__it_counts),
        cmocka_unit_test(any_other_window__counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
