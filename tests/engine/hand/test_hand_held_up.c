/* On a busy machine a program shows what the pointer does there later than it answers, or answers late. Nothing is pressed until
 * it has had its turn (tests/sinks/hover_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/hover_scene.h"

/* Starved only some: for each, a processor is busy all the time. */
static void held_up__is_not_pressed_before_it_has_had_its_turn(const char *name, const char *const *stopped,
                                                               const char *const *starved)
{
    program = toolkit_start(x.display, name);
    if (!program)
        skip();
    go_away();
    g_autoptr(GArray) widgets = widgets_of();
    for (held_up = STOPPED; held_up <= STARVED; held_up++)
        for (guint i = 0; i < widgets->len; i++) {
            const struct widget *w = &g_array_index(widgets, struct widget, i);
            g_autofree char *wrong =
                g_strv_contains(held_up == STOPPED ? stopped : starved, w->name) ? try_widget(w, (int)i + 1) : NULL;
            if (wrong)
                fail_msg("%s: %s", held_up == STOPPED ? "stopped" : "starved", wrong);
        }
    held_up = RUNS;
}

static void held_up__gtk(void **state)
{
    (void)state;
    static const char *const names[] = {"button", "!label", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_gtk", names, names);
}

static const char *const menu[] = {"second", "third", "!label", "!counts", "!before", NULL};

static void held_up__menu_gtk(void **state)
{
    (void)state;
    static const char *const starved[] = {"!label", "!before", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_menu_gtk", menu, starved);
}

static void held_up__menu_qt(void **state)
{
    (void)state;
    static const char *const starved[] = {"third", "!before", NULL};
    held_up__is_not_pressed_before_it_has_had_its_turn("hover_menu_qt", menu, starved);
}

static int setup_screen(void **state)
{
    (void)state;
    return display_start(640, 540); /* what its programs need: each look takes all of it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(held_up__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_qt, start_hand, stop_program),
    };
    return cmocka_run_group_tests(tests, setup_screen, teardown_display);
}
