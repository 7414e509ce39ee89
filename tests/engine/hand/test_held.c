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

/* ---- against a model: names with their ends, nothing else ---- */
#define NAMES 12
#define SHARED_CODES 6

struct model_hold {
    gint64 until_us; /* 0 = not held */
    int codes[2], n;
};

static void model_press(held *h, struct model_hold model[HELD_KIND_COUNT][NAMES], GRand *rand, gint64 now, GArray *codes)
{
    enum held_kind kind = (enum held_kind)g_rand_int_range(rand, 0, HELD_KIND_COUNT);
    int i = g_rand_int_range(rand, 0, NAMES);
    g_autofree char *name = g_strdup_printf("name%d", i);
    struct model_hold *m = &model[kind][i];
    gint64 until = held_until(now, g_rand_int_range(rand, 0, 40), 30);
    assert_int_equal(held_add(h, kind, name, m->codes, m->n, until, codes), m->until_us == 0);
    m->until_us = MAX(m->until_us, until);
    assert_int_equal(held_end(h, kind, name), m->until_us);
}

static void model_release(held *h, struct model_hold model[HELD_KIND_COUNT][NAMES], GRand *rand, GArray *codes)
{
    enum held_kind kind = (enum held_kind)g_rand_int_range(rand, 0, HELD_KIND_COUNT);
    int i = g_rand_int_range(rand, 0, NAMES);
    g_autofree char *name = g_strdup_printf("name%d", i);
    assert_int_equal(held_remove(h, kind, name, codes), model[kind][i].until_us != 0);
    model[kind][i].until_us = 0;
    assert_int_equal(held_end(h, kind, name), 0);
}

static void model_expire(held *h, struct model_hold model[HELD_KIND_COUNT][NAMES], gint64 now, GArray *codes)
{
    held_expire(h, now, codes);
    for (int kind = 0; kind < HELD_KIND_COUNT; kind++)
        for (int i = 0; i < NAMES; i++)
            if (model[kind][i].until_us <= now)
                model[kind][i].until_us = 0;
}

/* A code is down exactly as long as one of the holds that need it lives; the set says the same names and ends as the model. */
static void assert_as_model(held *h, struct model_hold model[HELD_KIND_COUNT][NAMES], gint64 now)
{
    gint64 first = G_MAXINT64;
    for (int kind = 0; kind < HELD_KIND_COUNT; kind++) {
        bool needed[HELD_CODE_LIMIT] = {false};
        guint n = 0;
        gint64 left = 0, said = 0;
        for (int i = 0; i < NAMES; i++) {
            struct model_hold *m = &model[kind][i];
            if (m->until_us == 0)
                continue;
            n++;
            first = MIN(first, m->until_us);
            left += MAX(0, (m->until_us - now + 999) / 1000);
            for (int c = 0; c < m->n; c++)
                needed[m->codes[c]] = true;
        }
        for (int c = 0; c < HELD_CODE_LIMIT; c++)
            assert_int_equal(held_down(h, (enum held_kind)kind, c), needed[c]);
        assert_int_equal(held_count(h, (enum held_kind)kind), n);
        g_autoptr(GArray) each = held_left(h, (enum held_kind)kind, now);
        assert_int_equal(each->len, n);
        for (guint i = 0; i < each->len; i++)
            said += g_array_index(each, gint64, i);
        assert_int_equal(said, left);
    }
    assert_int_equal(held_deadline(h), first);
}

static void held__random_model__on_the_virtual_clock(void **state)
{
    (void)state;
    for (guint32 seed = 1; seed <= 20; seed++) {
        g_autoptr(held) h = held_new();
        g_autoptr(GArray) codes = codes_new();
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        struct model_hold model[HELD_KIND_COUNT][NAMES] = {0};
        int pressed[HELD_KIND_COUNT][HELD_CODE_LIMIT] = {0};
        for (int i = 0; i < NAMES; i++)
            for (int kind = 0; kind < HELD_KIND_COUNT; kind++) /* the last code is one's own, the first may be shared */
                model[kind][i] = (struct model_hold){.codes = {10 + i % SHARED_CODES, 100 + i}, .n = 2};
        for (gint64 now = 1; now < 1500000; now += g_rand_int_range(rand, 0, 3000)) {
            g_array_set_size(codes, 0);
            int what = g_rand_int_range(rand, 0, 4);
            if (what == 0 || what == 1)
                model_press(h, model, rand, now, codes);
            else if (what == 2)
                model_release(h, model, rand, codes);
            else
                model_expire(h, model, now, codes);
            for (guint i = 0; i < codes->len; i++) { /* never pressed twice, never let go of twice */
                struct held_code c = g_array_index(codes, struct held_code, i);
                pressed[c.kind][c.code] += what <= 1 ? 1 : -1;
                assert_in_range(pressed[c.kind][c.code], 0, 1);
            }
            assert_as_model(h, model, now);
        }
    }
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
        cmocka_unit_test(held__random_model__on_the_virtual_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
