/* Displays that are opened while their server starts anew: Xvfb does when its last client has gone, and drops who comes then. */
#include "engine/display/display.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define TIMES 60

static void opening__server_that_starts_anew__is_waited_for(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 320, 240, (const char *const[]){"-reset", NULL});
    for (int i = 0; i < TIMES; i++) {
        struct display_probe p; /* it comes and goes itself */
        display_probe(x.display, &p);
        if (!p.opened)
            fail_msg("time %d: %s", i + 1, p.problem);
        display_probe_clear(&p);
    }
    xvfb_stop(&x);
}

static void opening__no_server__is_said(void **state)
{
    (void)state;
    struct xvfb x;
    struct display_probe p;
    xvfb_start(&x, 320, 240, NULL);
    xvfb_kill(&x);
    display_probe(x.display, &p);
    assert_false(p.opened);
    assert_non_null(p.problem);
    display_probe_clear(&p);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening__server_that_starts_anew__is_waited_for),
        cmocka_unit_test(opening__no_server__is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
