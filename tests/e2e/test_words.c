/* The eyes of the campaign of moments (driver_words.h): what they would not see, it could not find. */
#include "tests/e2e/driver_words.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void words__typed_again__are_seen(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *again;
    } cases[] = {
        {"", NULL},
        {"zaaaazbaaazcaaa", NULL},
        {"zaaaazbzcaaazdaaa", NULL},     /* the second was cut off */
        {"zaaaazbbbbbzcaaazdaaa", NULL}, /* with its key held */
        {"zzzzzaaaazcaaa", NULL},
        {"zcaaazdaaa", NULL}, /* some never came */
        {"zaaaazbaaazbaaa", "zbaaa"},
        {"zaaaazbaazbaaazcaaa", "zbaaa"}, /* cut off and fired again */
        {"zaaaazbaaaza", "za"},
        {"zaaaazbaaazaaaa", "zaaaa"},
        {"zaaaazbxaa", "zbxaa"},
        {"zaaaazfaaa", "zfaaa"}, /* of none that there was */
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *again = words_typed_again(cases[i].typed, 5);
        if (g_strcmp0(again, cases[i].again) != 0)
            fail_msg("%s: %s", cases[i].typed, again ? again : "nothing");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words__typed_again__are_seen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
