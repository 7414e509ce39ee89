/* Programs that draw their own pointer, rulers and links: what goes along with the pointer there is no change, and what changes
 * else is one (tests/sinks/canvas_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/hover_scene.h"

/* A sprite that it draws, as a game does; also where what is under it lights up. */
static void hover__own_pointer(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_pointer", (struct area){0});
}

/* Markers, coordinates and the outline of a brush, as a painter has them. */
static void hover__rulers(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_rulers", (struct area){26, 412, 300, 28});
}

/* The address of what is under the pointer, at the window's edge. */
static void hover__bubble(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_bubble", (struct area){0, 416, 200, 24});
}

static int setup_screen(void **state)
{
    (void)state;
    return display_start(640, 440); /* what its programs need: each look takes all of it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hover__own_pointer, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__rulers, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__bubble, start_hand, stop_program),
    };
    return cmocka_run_group_tests(tests, setup_screen, teardown_display);
}
