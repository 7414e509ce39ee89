/* A refusal is kept for what was judged, and for nothing else. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/judged_look.h"

static void judged_look__the_same__has_its_verdict(void **state)
{
    (void)state;
    g_autoptr(frame) shown = frame_new(40, 30), same = frame_new(40, 30);
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      over = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct area tip = {1, 2, 3, 4};
    g_array_append_val(over, tip);
    struct judged_look j = {0};
    struct judged_look_at at = {.taken = shown, .still = true, .focus = 7, .over = over};
    assert_false(judged_look_is(&j, &at)); /* nothing was judged */
    judged_look_keep(&j, &at, "it has changed");
    at.taken = same;
    assert_true(judged_look_is(&j, &at));
    assert_string_equal(j.what, "it has changed");
    struct judged_look_at other = at;
    other.still = false;
    assert_false(judged_look_is(&j, &other));
    other = at;
    other.focus = 8;
    assert_false(judged_look_is(&j, &other));
    other = at;
    other.over = none;
    assert_false(judged_look_is(&j, &other));
    g_array_index(over, struct area, 0).x = 2;
    assert_false(judged_look_is(&j, &at));
    g_array_index(over, struct area, 0).x = 1;
    same->pixels[40 * 30 - 1] ^= 1;
    assert_false(judged_look_is(&j, &at));
    judged_look_clear(&j);
    assert_false(judged_look_is(&j, &at));
}

static void judged_look__nothing_has_changed__is_not_kept(void **state)
{
    (void)state;
    g_autoptr(frame) shown = frame_new(40, 30);
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct judged_look_at at = {.taken = shown, .over = none};
    struct judged_look j = {0};
    judged_look_keep(&j, &at, "it has changed");
    judged_look_keep(&j, &at, NULL);
    assert_false(judged_look_is(&j, &at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_look__the_same__has_its_verdict),
        cmocka_unit_test(judged_look__nothing_has_changed__is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
