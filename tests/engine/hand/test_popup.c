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

static frame *shown; /* the screen, where it is not blank; owned */

static GArray *gone(struct eye_window *was, struct eye_window *is, struct area thing)
{
    g_autoptr(frame) blank = frame_new(640, 480);
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                         now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    g_ptr_array_add(before, was);
    if (is)
        g_ptr_array_add(now, is);
    const struct hand_guard h = {.windows = before};
    const struct popup_target target = {224, 124, near, thing, shown ? shown : blank};
    popup_add_gone(&h, now, OWNER, &target, areas);
    g_clear_pointer(&shown, frame_free);
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

/* Beneath the point, as those of toolbars are. */
static struct eye_window *tip_beneath(void)
{
    struct eye_window *was = tip();
    was->y = 130;
    was->width = 200;
    was->height = 20;
    return was;
}

static void near_the_target__what_was_under_it_counts(void **state)
{
    (void)state;
    for (int upright = 0; upright < 2; upright++) {
        shown = frame_new(640, 480); /* a stroke of a letter that ends within it */
        frame_fill(shown, 220, 134, upright ? 1 : 4, upright ? 6 : 1, 0x202020);
        g_autoptr(GArray) all = gone(tip_beneath(), NULL, nothing);
        assert_true(covers(all, 199, 140) && covers(all, 248, 140));
        for (int x = near.x; x < near.x + near.width; x++)
            assert_false(covers(all, x, 130) || covers(all, x, 147));
    }
}

/* A toolbar's lower edge, and the ground beneath it. */
static void near_the_target__plain_ground_was_under_it__is_left_out(void **state)
{
    (void)state;
    shown = frame_new(640, 480);
    frame_fill(shown, 0, 135, 640, 1, 0xa0a0a0);
    g_autoptr(GArray) all = gone(tip_beneath(), NULL, nothing);
    for (int x = 100; x < 300; x++)
        assert_true(covers(all, x, 130) && covers(all, x, 149));
}

static void over_the_target__it_counts(void **state)
{
    (void)state;
    struct eye_window *was = tip_beneath();
    was->y = 110;
    g_autoptr(GArray) all = gone(was, NULL, nothing);
    assert_false(covers(all, 224, 124) || covers(all, 210, 120));
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

/* ---- submenus ---- */

static struct eye_window *popup(gint64 id, struct area a)
{
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w = (struct eye_window){.id = id, .pid = OWNER, .x = a.x, .y = a.y, .width = a.width, .height = a.height, .popup = true};
    return w;
}

/* A menu with one submenu, and with another one, or NULL; the press goes to the menu. */
static GArray *submenus(struct eye_window *was, struct eye_window *is, bool tips, bool pressed_is_popup)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                         now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    for (int i = 0; i < 2; i++) {
        struct eye_window *menu = popup(1, (struct area){100, 100, 150, 300});
        menu->popup = pressed_is_popup;
        if (i ? is : was)
            g_ptr_array_add(i ? now : before, i ? is : was);
        g_ptr_array_add(i ? now : before, menu);
    }
    const struct hand_guard h = {.windows = before, .window = 1, .tips = tips};
    popup_add_submenus(&h, now, OWNER, areas);
    return areas;
}

static const struct area right = {248, 150, 90, 60}, left = {20, 200, 84, 60};

static void submenu_that_came_or_went__is_left_out(void **state)
{
    (void)state;
    g_autoptr(GArray) went = submenus(popup(2, right), NULL, true, true), came = submenus(NULL, popup(3, left), true, true),
                      both = submenus(popup(2, right), popup(3, left), true, true),
                      stays = submenus(popup(2, right), popup(2, right), true, true);
    assert_true(went->len == 1 && covers(went, 248, 150) && covers(went, 337, 209));
    assert_true(came->len == 1 && covers(came, 20, 200) && covers(came, 103, 259));
    assert_int_equal(both->len, 2);
    assert_int_equal(stays->len, 0);
}

/* It covers more of the menu, is of another process, is a window or a tooltip, what is pressed is no menu, or tier 3. */
static void what_is_no_submenu__counts(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct eye_window *w = popup(2, i == 0 ? (struct area){240, 150, 90, 60} : right);
        w->pid = i == 1 ? OWNER + 1 : OWNER;
        w->popup = i != 2;
        w->tooltip = i == 3;
        g_autoptr(GArray) all = submenus(NULL, w, i != 4, i != 5);
        if (all->len)
            fail_msg("%d", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(submenu_that_came_or_went__is_left_out),
        cmocka_unit_test(what_is_no_submenu__counts),
        cmocka_unit_test(tooltip_that_went__is_left_out),
        cmocka_unit_test(tooltip_that_moved__is_left_out),
        cmocka_unit_test(near_the_target__what_was_under_it_counts),
        cmocka_unit_test(near_the_target__plain_ground_was_under_it__is_left_out),
        cmocka_unit_test(over_the_target__it_counts),
        cmocka_unit_test(over_the_thing_that_is_pressed__it_counts),
        cmocka_unit_test(any_other_window__counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
