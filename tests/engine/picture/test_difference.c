/* Where an action has changed the screen most. */

#include "engine/picture/difference.h"
#include "engine/picture/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void difference__is_where_most_has_changed(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        struct area changed[2], expected;
    } rows[] = {
        {640, 480, {{0}}, {0}},
        {640, 480, {{400, 200, 8, 8}}, {368, 168, 72, 72}}, /* with its margin */
        {640, 480, {{401, 201, 1, 1}}, {368, 168, 72, 72}}, /* one pixel is enough */
        {640, 480, {{0, 0, 8, 8}, {632, 472, 8, 8}}, {0, 0, 640, 480}},
        {643, 481, {{642, 480, 1, 1}}, {608, 448, 35, 33}}, /* cells at the edge are cut off */
        {5, 5, {{2, 2, 1, 1}}, {0, 0, 5, 5}},
        {1920, 1080, {{1880, 1040, 16, 16}, {96, 80, 80, 40}}, {64, 48, 144, 104}}, /* too far from each other: the larger */
        {1920, 1080, {{0, 0, 1920, 1080}}, {0, 0, 992, 736}},                       /* bounded, its margin is off the screen */
        {1920, 1080, {{400, 200, 1500, 800}}, {368, 168, 1024, 768}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(frame) before = frame_new(rows[i].width, rows[i].height), after = frame_copy(before);
        for (gsize k = 0; k < G_N_ELEMENTS(rows[i].changed); k++) {
            struct area c = rows[i].changed[k];
            frame_fill(after, c.x, c.y, c.width, c.height, 1);
        }
        struct area is = difference_area(before, after), should = rows[i].expected;
        if (is.x != should.x || is.y != should.y || is.width != should.width || is.height != should.height)
            fail_msg("row %zu: %d×%d at %d,%d", i, is.width, is.height, is.x, is.y);
    }
}

static void difference__of_another_size__is_none(void **state)
{
    (void)state;
    g_autoptr(frame) before = frame_new(64, 64), after = frame_new(64, 72);
    assert_int_equal(difference_area(before, after).width, 0);
}

static void measure__how_much_where_and_around_a_point(void **state)
{
    (void)state;
    g_autoptr(frame) before = frame_new(200, 100), after = frame_copy(before), other = frame_new(200, 101);
    struct difference none = difference_measure(before, after, 50, 50);
    assert_true(none.share == 0 && none.near == 0 && none.box.width == 0 && !none.caret);
    frame_fill(after, 100, 20, 3, 16, 1);
    struct difference caret = difference_measure(before, after, 0, 0);
    assert_true(caret.caret && caret.near == 0 && caret.share == 48 / 20000.0);
    assert_true(caret.box.x == 100 && caret.box.y == 20 && caret.box.width == 3 && caret.box.height == 16);
    frame_fill(after, 160, 90, 10, 10, 1);
    struct difference two = difference_measure(before, after, 150, 52); /* a column of the first, all of the second */
    assert_true(!two.caret && two.box.width == 70 && two.box.height == 80);
    assert_true(two.near == 116 / (double)(DIFFERENCE_NEAR * DIFFERENCE_NEAR));
    assert_true(difference_measure(before, after, -1, 5).near == 0);
    assert_true(difference_measure(before, other, 1, 1).share == 1);
}

/* A wizard: its list of pages and its buttons stay, the rest is another. */
static void gone__of_what_was_drawn__not_of_the_ground(void **state)
{
    (void)state;
    const struct area all = {0, 0, 200, 100}, left = {0, 0, 40, 100};
    g_autoptr(frame) before = frame_new(200, 100), after = frame_new(200, 100), other = frame_new(200, 101);
    for (int row = 0; row < 10; row++)
        frame_fill(before, 2, 8 * row + 2, 4, 4, 0xffffff); /* 10 cells, … */
    assert_true(difference_gone(before, before, all, NULL) == 0);
    assert_true(difference_gone(before, after, all, NULL) == 1);
    for (int row = 0; row < 6; row++)
        frame_fill(after, 2, 8 * row + 2, 4, 4, 0xffffff); /* … of which 6 stay, */
    frame_fill(after, 100, 0, 100, 100, 1);                /* and all that was empty is full */
    assert_true(difference_gone(before, after, all, NULL) == 0.4);
    assert_true(difference_gone(before, after, left, NULL) == 0.4);
    assert_true(difference_gone(before, after, (struct area){100, 0, 400, 400}, NULL) == 0);
    frame_fill(after, 2, 2, 1, 2, 7); /* as a caret or a rounded corner */
    assert_true(difference_gone(before, after, all, NULL) == 0.4);
    for (int x = 0; x < 40; x++) { /* a button with a shade, which is lit */
        frame_fill(before, x, 88, 1, 8, (guint32)(0xb0 + x));
        frame_fill(after, x, 88, 1, 8, (guint32)(0xc0 + x));
    }
    assert_true(difference_gone(before, after, left, NULL) == 0.4);
    assert_true(difference_gone(before, other, all, NULL) == 0);
    g_autoptr(GArray) menu = g_array_new(FALSE, FALSE, sizeof(struct area)); /* lay over what has gone */
    g_array_append_val(menu, ((struct area){0, 48, 40, 52}));
    assert_true(difference_gone(before, after, left, menu) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(difference__is_where_most_has_changed),
        cmocka_unit_test(difference__of_another_size__is_none),
        cmocka_unit_test(measure__how_much_where_and_around_a_point),
        cmocka_unit_test(gone__of_what_was_drawn__not_of_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
