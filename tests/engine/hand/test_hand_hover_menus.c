/* Entries of open menus and a painter's status bar, as test_hand_hover.c: what lights up is pressed, what changes is not
 * (tests/sinks/hover_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/hover_scene.h"

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

/* The submenu of the entry under the pointer opens, and that of the last one closes. */
static void hover__submenu_gtk(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_submenu_gtk", (struct area){0});
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

/* No larger than the programs need: each look takes all of it. */
static int setup_screen(void **state)
{
    (void)state;
    return display_start(640, 540);
}

static int setup_wide(void **state)
{
    (void)state;
    return display_start(800, 440);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hover__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__submenu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__menu_qt, start_hand, stop_program),
    };
    const struct CMUnitTest wide[] = {cmocka_unit_test_setup_teardown(hover__status_qt, start_hand, stop_program)};
    return cmocka_run_group_tests(tests, setup_screen, teardown_display) +
           cmocka_run_group_tests(wide, setup_wide, teardown_display);
}
