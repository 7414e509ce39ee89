/* How long the pointer's way has waited. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/way.h"

static void way__waits__counts_from_the_first_time(void **state)
{
    (void)state;
    struct way w = {0};
    way_wait(&w, 1000);
    way_wait(&w, 3000);
    assert_int_equal(way_go_on(&w, 5000), 4000);
}

static void way__goes_on__has_not_waited_since(void **state)
{
    (void)state;
    struct way w = {0};
    assert_int_equal(way_go_on(&w, 1000), 0);
    way_wait(&w, 2000);
    way_go_on(&w, 3000);
    assert_int_equal(way_go_on(&w, 4000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way__waits__counts_from_the_first_time),
        cmocka_unit_test(way__goes_on__has_not_waited_since),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
