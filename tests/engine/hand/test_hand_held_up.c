/* On a busy machine a program shows what the pointer does there later than it answers, or answers late. Nothing is pressed until
 * it has had its turn (tests/sinks/hover_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/hover_scene.h"

static void held_up__is_not_pressed_before_it_has_had_its_turn(const char *name, const char *const *names)
{
    program = toolkit_start(x.display, name);
    if (!program)
        skip();
    away_x = AWAY_X;
    away_y = AWAY_Y;
    g_autoptr(GArray) widgets = widgets_of();
    for (held_up = STOPPED; held_up <= STARVED; held_up++)
        for (guint i = 0; i < widgets->len; i++) {
            const struct widget *w = &g_array_index(widgets, struct widget, i);
            g_autofree char *wrong = g_strv_contains(names, w->name) ? try_widget(w, (int)i + 1) : NULL;
            if (wrong)
                fail_msg("%s: %s", held_up == STOPPED ? "stopped" : "starved", wrong);
        }
    held_up = RUNS;
}

static void held_up__gtk(void **state)
{
    (void)state;
    static const char *const names[] = {"button", "!label", "!name", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_gtk", names);
}

static void held_up__menu_gtk(void **state)
{
    (void)state;
    static const char *const names[] = {"second", "third", "!label", "!counts", "!before", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_menu_gtk", names);
}

static void held_up__menu_qt(void **state)
{
    (void)state;
    static const char *const names[] = {"second", "third", "!label", "!counts", "!before", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_menu_qt", names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(held_up__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_qt, start_hand, stop_program),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
