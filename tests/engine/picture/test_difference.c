/* Where an action has changed the screen most. */

#include "engine/picture/difference.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(difference__is_where_most_has_changed),
        cmocka_unit_test(difference__of_another_size__is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
