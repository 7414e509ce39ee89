/* Real programs light up what the pointer is over, and are pressed; what is not any more what it was is not, although that
 * changes in the last moments before the press, inside the target's own window (tests/sinks/hover_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/hover_scene.h"

static void hover__gtk(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_gtk", (struct area){0});
}

static void hover__tabs_gtk(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_tabs_gtk", (struct area){0});
}

static void hover__radio_gtk(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_radio_gtk", (struct area){0});
}

static void hover__qt(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_qt", (struct area){0});
}

static void hover__radio_qt(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_radio_qt", (struct area){0});
}

static void hover__chromium(void **state)
{
    (void)state;
    if (!g_getenv("REINS_SOAK") || !g_find_program_in_path("chromium"))
        skip(); /* it takes half a minute, and is not among what `make deps` installs */
    hover__lit_is_pressed_changed_is_not("hover_chromium", (struct area){0});
}

static int setup_screen(void **state)
{
    (void)state;
    return display_start(700, 530); /* what its programs need: each look takes all of it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hover__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__tabs_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__radio_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__radio_qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__chromium, start_hand, stop_program),
    };
    return cmocka_run_group_tests(tests, setup_screen, teardown_display);
}
