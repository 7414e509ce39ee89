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

static void hover__qt(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_qt", (struct area){0});
}

/* The entries of an open menu: the first one was selected, and the status bar says what each of them does. */
static void menu__tips_and_the_selected_row(const char *name)
{
    hover__lit_is_pressed_changed_is_not(name, (struct area){0});
    g_autoptr(GArray) widgets = widgets_of();
    tips = false;
    g_autofree char *refused = try_widget(&g_array_index(widgets, struct widget, 1), 200);
    tips = true;
    if (!refused || !strstr(refused, "not pressed"))
        fail_msg("tier 3: %s", refused ? refused : "it was pressed");
}

static void hover__menu_gtk(void **state)
{
    (void)state;
    menu__tips_and_the_selected_row("hover_menu_gtk");
}

static void hover__menu_qt(void **state)
{
    (void)state;
    menu__tips_and_the_selected_row("hover_menu_qt");
}

/* The status bar of a painter says where the pointer is, and on what; a brush is round it. At tier 3 the words count. */
static void hover__status_qt(void **state)
{
    (void)state;
    menu__tips_and_the_selected_row("hover_status_qt");
}

static void hover__chromium(void **state)
{
    (void)state;
    if (!g_getenv("REINS_SOAK") || !g_find_program_in_path("chromium"))
        skip(); /* it takes half a minute, and is not among what `make deps` installs */
    hover__lit_is_pressed_changed_is_not("hover_chromium", (struct area){0});
}

/* On a busy machine a program shows what the pointer does there later than it answers, or answers late. Nothing is pressed until
 * it has had its turn. */
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
        cmocka_unit_test_setup_teardown(hover__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__menu_qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__status_qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(held_up__menu_qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__chromium, start_hand, stop_program),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
