/* What a run sees: the titles that say that something is not saved. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/eye/eye.h"
#include "engine/run/look.h"

static const char *unsaved(const char *title)
{
    struct eye_window other = {0}, window = {.title = (char *)title};
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    eye_observation seen = {.windows = windows};
    const struct run_look look = {.observation = &seen};
    g_ptr_array_add(windows, &other);
    g_ptr_array_add(windows, &window);
    return look_unsaved(&look);
}

static void unsaved__titles_that_say_so__and_others(void **state)
{
    (void)state;
    static const char *const yes[] = {"*note.txt",    "*Untitled 1 - Mousepad", "note.txt* - Editor",         "notes*",
                                      "● a.c - Code", "*[Unbenannt]-1.0",       "note.txt [modified] — Kate", "note (Modified)"};
    static const char *const no[] = {"note.txt", "5 * 3 = 15", "C*algebra - Reader", "modified files", "", "[1] note"};
    for (gsize i = 0; i < G_N_ELEMENTS(yes); i++)
        assert_ptr_equal(unsaved(yes[i]), yes[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(no); i++)
        assert_null(unsaved(no[i]));
    assert_null(look_unsaved(&(struct run_look){0})); /* nothing was seen yet */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(unsaved__titles_that_say_so__and_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
