/* A library that is loaded late: its functions, or why it is not there. */
#include "config/config.h"
#include "config/late.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define FUNCTIONS(NAME) NAME(cos) NAME(pow)

static void late__load__sets_every_function(void **state)
{
    (void)state;
    static const char *const names[] = {FUNCTIONS(LATE_NAME) NULL};
    struct {
        FUNCTIONS(LATE_MEMBER)
    } late;
    g_autoptr(GError) error = NULL;
    assert_true(late_load("libm.so.6", names, &late, &error));
    assert_null(error);
    assert_true(late.cos(0) == 1);
    assert_true(late.pow(2, 5) == 32);
}

static void late__load__says_what_is_missing(void **state)
{
    (void)state;
    static const struct {
        const char *file, *names[2], *said;
    } rows[] = {{"libno-such.so.1", {"cos", NULL}, "libno-such.so.1"},
                {"libm.so.6", {"no_such_function", NULL}, "no_such_function"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        void *slot[1];
        g_autoptr(GError) error = NULL;
        assert_false(late_load(rows[i].file, rows[i].names, slot, &error));
        assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT));
        assert_non_null(strstr(error->message, rows[i].said));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late__load__sets_every_function),
        cmocka_unit_test(late__load__says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
