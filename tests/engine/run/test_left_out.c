/* Places that the person leaves out in a run: with their window, and never where an action presses. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "config/profile.h"
#include "engine/eye/eye.h"
#include "engine/picture/screen_match.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"

static void left_out__goes_with_its_window__not_where_it_presses(void **state)
{
    (void)state;
    struct eye_window window = {.id = 7, .x = 100, .y = 50, .width = 400, .height = 300};
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    g_ptr_array_add(windows, &window);
    eye_observation seen = {.windows = windows, .target = 7};
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct left_out));
    struct run_look look = {.observation = &seen};
    struct run_proposing proposing = {0};
    assert_null(proposing_left_out(&proposing, &look, -1, -1));
    proposing.left_out = places;
    const struct left_out of_window = {{false, 10, 280, 200, 16}, 7}, of_screen = {{true, 0, 0, 80, 20}, 0};
    g_array_append_val(places, of_window);
    g_array_append_val(places, of_screen);
    g_autoptr(GArray) elsewhere = proposing_left_out(&proposing, &look, 300, 200);
    g_autoptr(GArray) on_it = proposing_left_out(&proposing, &look, 150, 335);
    assert_int_equal(elsewhere->len, 2);
    assert_int_equal(g_array_index(elsewhere, struct area, 0).x, 110);
    assert_int_equal(g_array_index(elsewhere, struct area, 0).y, 330);
    assert_int_equal(on_it->len, 1);
    assert_int_equal(g_array_index(on_it, struct area, 0).width, 80);
    window.id = seen.target = 8; /* another window in the same place: only the screen's place holds */
    g_autoptr(GArray) in_a_dialog = proposing_left_out(&proposing, &look, 300, 200);
    assert_int_equal(in_a_dialog->len, 1);
    assert_int_equal(g_array_index(in_a_dialog, struct area, 0).width, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(left_out__goes_with_its_window__not_where_it_presses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
