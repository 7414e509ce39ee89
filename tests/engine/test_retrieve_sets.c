/* Which libraries are shown beside the nearest skills on a kind of screen. */

#include "engine/retrieve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void sets__of_a_kind_of_screen__are_there_on_it_only(void **state)
{
    (void)state;
    static const char *const libraries[] = {"text", "game", "game__map", "game__shop", "windows", NULL};
    static const char *const cases[][2] = {{"a Map", "game game__map"},
                                           {"maps, full screen", "game game__map"},
                                           {"game", "game"},
                                           {"roadmap", "game"},
                                           {NULL, "game"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree const char **sets = retrieve_sets(libraries, cases[i][0]);
        g_autofree char *got = g_strjoinv(" ", (char **)sets);
        assert_string_equal(got, cases[i][1]);
    }
    g_autofree const char **none = retrieve_sets(NULL, "map");
    assert_null(none[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets__of_a_kind_of_screen__are_there_on_it_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
