#include "engine/hand/held.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define SHIFT 50
#define KEY_A 38
#define KEY_B 56

static char *codes_text(GArray *codes)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < codes->len; i++) {
        struct held_code c = g_array_index(codes, struct held_code, i);
        g_string_append_printf(text, "%s%c%d", i ? " " : "", c.kind == HELD_KEY ? 'k' : 'b', c.code);
    }
    g_array_set_size(codes, 0);
    return g_string_free(text, FALSE);
}

#define assert_codes(codes, expected)                                                                                            \
    do {                                                                                                                         \
        g_autofree char *got = codes_text(codes);                                                                                \
        assert_string_equal(got, expected);                                                                                      \
    } while (0)

static GArray *codes_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(struct held_code));
}

static bool add_key(held *h, const char *name, int code, gint64 until_us, GArray *codes)
{
    return held_add(h, HELD_KEY, name, &code, 1, until_us, codes);
}

static void held__add__twice_is_one_hold(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    assert_true(add_key(h, "w", 25, 1000, codes));
    assert_codes(codes, "k25");
    assert_false(add_key(h, "w", 25, 5000, codes));
    assert_codes(codes, "");
    assert_int_equal(held_deadline(h), 5000);
    assert_false(add_key(h, "w", 25, 2000, codes)); /* an earlier end does not shorten it */
    assert_int_equal(held_deadline(h), 5000);
    assert_true(held_remove(h, HELD_KEY, "w", codes));
    assert_codes(codes, "k25");
    assert_int_equal(held_count(h, HELD_KEY), 0);
}

static void held__remove__of_what_is_not_held(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    assert_false(held_remove(h, HELD_KEY, "w", codes));
    add_key(h, "w", 25, 1000, codes);
    g_array_set_size(codes, 0);
    assert_false(held_remove(h, HELD_BUTTON, "w", codes)); /* another kind of the same name */
    assert_codes(codes, "");
    assert_true(held_down(h, HELD_KEY, 25));
    assert_false(held_down(h, HELD_BUTTON, 25));
    assert_false(held_down(h, HELD_KEY, -1));
    assert_false(held_down(h, HELD_KEY, 256));
}

/* "A" and "B" share Shift: it is up only after both, in either order. */
static void held__shared_modifier__any_order(void **state)
{
    (void)state;
    const int a[] = {SHIFT, KEY_A}, b[] = {SHIFT, KEY_B};
    for (int order = 0; order < 2; order++) {
        g_autoptr(held) h = held_new();
        g_autoptr(GArray) codes = codes_new();
        held_add(h, HELD_KEY, "A", a, 2, 1000, codes);
        assert_codes(codes, "k50 k38");
        held_add(h, HELD_KEY, "B", b, 2, 1000, codes);
        assert_codes(codes, "k56");
        held_remove(h, HELD_KEY, order ? "B" : "A", codes);
        assert_codes(codes, order ? "k56" : "k38");
        assert_true(held_down(h, HELD_KEY, SHIFT));
        held_remove(h, HELD_KEY, order ? "A" : "B", codes);
        assert_codes(codes, order ? "k38 k50" : "k56 k50");
        assert_false(held_down(h, HELD_KEY, SHIFT));
    }
}

/* Shift held by itself stays down when a capital that also uses it ends. */
static void held__explicit_modifier__outlives_the_implicit_one(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    const int a[] = {SHIFT, KEY_A};
    add_key(h, "Shift_L", SHIFT, 9000, codes);
    g_array_set_size(codes, 0);
    held_add(h, HELD_KEY, "A", a, 2, 1000, codes);
    assert_codes(codes, "k38");
    held_remove(h, HELD_KEY, "A", codes);
    assert_codes(codes, "k38");
    held_remove(h, HELD_KEY, "Shift_L", codes);
    assert_codes(codes, "k50");
}

static void held__expire__by_time_not_by_order(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    add_key(h, "w", 25, 3000, codes);
    add_key(h, "a", KEY_A, 1000, codes);
    const int left = 1;
    held_add(h, HELD_BUTTON, "left", &left, 1, 2000, codes);
    g_array_set_size(codes, 0);
    assert_int_equal(held_deadline(h), 1000);
    assert_false(held_expire(h, 999, codes));
    assert_codes(codes, "");
    assert_true(held_expire(h, 1000, codes)); /* exactly at its time */
    assert_codes(codes, "k38");
    assert_true(held_expire(h, 5000, codes));
    assert_codes(codes, "b1 k25");
    assert_int_equal(held_deadline(h), G_MAXINT64);
    assert_false(held_expire(h, G_MAXINT64, codes));
}

static void held__clear__last_first(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    add_key(h, "Control_L", 37, 3000, codes);
    add_key(h, "c", 54, 1000, codes);
    g_array_set_size(codes, 0);
    g_auto(GStrv) names = held_names(h, HELD_KEY);
    assert_string_equal(names[0], "Control_L");
    assert_string_equal(names[1], "c");
    assert_null(names[2]);
    assert_true(held_clear(h, codes));
    assert_codes(codes, "k54 k37");
    assert_false(held_clear(h, codes));
}

static void held__until__bounds(void **state)
{
    (void)state;
    assert_int_equal(held_until(7, 0, 60000), 60000007);
    assert_int_equal(held_until(7, 250, 60000), 250007);
    assert_int_equal(held_until(7, 90000, 60000), 60000007);
}

/* 20 keys in 10,000 random presses, releases and expiries: codes that went down and up agree with a plain count at every moment.
 */
static void held__random__never_loses_a_release(void **state)
{
    (void)state;
    g_autoptr(held) h = held_new();
    g_autoptr(GArray) codes = codes_new();
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    bool down[HELD_CODE_LIMIT] = {false};
    for (gint64 now = 0; now < 10000; now++) {
        int key = g_rand_int_range(rand, 0, 20);
        g_autofree char *name = g_strdup_printf("key%d", key);
        const int code[] = {SHIFT + key % 2, 100 + key};
        guint what = (guint)g_rand_int_range(rand, 0, 3);
        g_array_set_size(codes, 0);
        bool pressing = what == 0;
        if (pressing)
            held_add(h, HELD_KEY, name, code, 2, now + g_rand_int_range(rand, 1, 50), codes);
        else if (what == 1)
            held_remove(h, HELD_KEY, name, codes);
        else
            held_expire(h, now, codes);
        for (guint i = 0; i < codes->len; i++) {
            int c = g_array_index(codes, struct held_code, i).code;
            assert_int_equal(down[c], !pressing);
            down[c] = pressing;
        }
        for (int c = 0; c < HELD_CODE_LIMIT; c++)
            assert_int_equal(down[c], held_down(h, HELD_KEY, c));
    }
    g_array_set_size(codes, 0);
    held_clear(h, codes);
    for (guint i = 0; i < codes->len; i++)
        down[g_array_index(codes, struct held_code, i).code] = false;
    for (int c = 0; c < HELD_CODE_LIMIT; c++)
        assert_false(down[c]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held__add__twice_is_one_hold),
        cmocka_unit_test(held__remove__of_what_is_not_held),
        cmocka_unit_test(held__shared_modifier__any_order),
        cmocka_unit_test(held__explicit_modifier__outlives_the_implicit_one),
        cmocka_unit_test(held__expire__by_time_not_by_order),
        cmocka_unit_test(held__clear__last_first),
        cmocka_unit_test(held__until__bounds),
        cmocka_unit_test(held__random__never_loses_a_release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
