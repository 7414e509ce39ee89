/* Grants on a virtual clock: what they cover, when they end, and what no grant may be. */
#include "engine/gate/grants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define SECOND G_USEC_PER_SEC
#define NOW (1000 * SECOND)
#define WINDOW 77

static int add(struct grants *g, const char *until, gint64 value, int tier)
{
    GError *error = NULL;
    const struct grant *one = grants_add(g, until, value, tier, WINDOW, 5, NOW, &error);
    if (!one)
        fail_msg("%s", error->message);
    return one->id;
}

static void grants__bad_values__are_refused(void **state)
{
    (void)state;
    const struct {
        const char *until;
        gint64 value;
        int tier;
        gint64 window;
        const char *says;
    } rows[] = {
        {"count", 0, 1, WINDOW, "1 to 100"},
        {"count", -1, 1, WINDOW, "1 to 100"},
        {"count", 101, 1, WINDOW, "1 to 100"},
        {"seconds", 0, 1, WINDOW, "1 to 900"},
        {"seconds", 901, 1, WINDOW, "1 to 900"},
        {"seconds", G_MAXINT64, 1, WINDOW, "1 to 900"},
        {"count", 1, 3, WINDOW, "tier 3"},
        {"count", 1, -2, WINDOW, "tier"},
        {"count", 1, 99, WINDOW, "tier"},
        {"ever", 1, 1, WINDOW, "until"},
        {"", 1, 1, WINDOW, "until"},
        {NULL, 1, 1, WINDOW, "until"},
        {"window", 0, 1, 0, "known target window"},
        {"window", -1, 1, WINDOW, "less than 0"},
    };
    struct grants g = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        const struct grant *one = grants_add(&g, rows[i].until, rows[i].value, rows[i].tier, rows[i].window, 0, NOW, &error);
        if (one || !strstr(error->message, rows[i].says))
            fail_msg("row %zu: %s", i, one ? "accepted" : error->message);
        g_error_free(error);
    }
    for (int i = 0; i < GRANTS_MAX; i++)
        add(&g, "count", 1, 1);
    assert_null(grants_add(&g, "count", 1, 1, WINDOW, 0, NOW, NULL));
    grants_drop(&g);
}

static void grants__count__is_used_up(void **state)
{
    (void)state;
    struct grants g = {0};
    struct grant now;
    int id = add(&g, "count", 2, -1);
    assert_int_equal(g_array_index(g.list, struct grant, 0).tier, GRANT_TIER_DEFAULT);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(grants_cover(&g, 1, WINDOW, NOW)->id, id);
        assert_int_equal(grants_use(&g, id, &now), i == 1);
        assert_int_equal(grant_rest(&now, NOW), 1 - i);
    }
    assert_null(grants_cover(&g, 1, WINDOW, NOW));
    assert_false(grants_use(&g, id, &now));
    grants_drop(&g);
}

static void grants__tier__is_capped_and_3_never_covered(void **state)
{
    (void)state;
    struct grants g = {0};
    int low = add(&g, "count", 9, 0);
    assert_int_equal(grants_cover(&g, 0, WINDOW, NOW)->id, low);
    assert_null(grants_cover(&g, 1, WINDOW, NOW));
    add(&g, "count", 9, 2);
    assert_non_null(grants_cover(&g, 2, WINDOW, NOW));
    assert_null(grants_cover(&g, 3, WINDOW, NOW));
    assert_null(grants_cover(&g, -1, WINDOW, NOW));
    g_array_index(g.list, struct grant, 1).tier = 3; /* however it came about */
    assert_null(grants_cover(&g, 3, WINDOW, NOW));
    grants_drop(&g);
}

static void grants__seconds__end_by_the_clock(void **state)
{
    (void)state;
    struct grants g = {0};
    struct grant ended;
    int id = add(&g, "seconds", 10, 1);
    assert_int_equal(grants_due(&g), NOW + 10 * SECOND);
    assert_int_equal(grant_rest(&g_array_index(g.list, struct grant, 0), NOW + 1), 10);
    assert_non_null(grants_cover(&g, 1, WINDOW, NOW + 10 * SECOND - 1));
    assert_false(grants_expire(&g, NOW + 10 * SECOND - 1, &ended));
    assert_null(grants_cover(&g, 1, WINDOW, NOW + 10 * SECOND)); /* also before anybody has swept */
    assert_true(grants_expire(&g, NOW + 10 * SECOND, &ended));
    assert_int_equal(ended.id, id);
    assert_int_equal(grants_due(&g), 0);
    grants_drop(&g);
}

static bool there(const struct grant *one, void *data)
{
    return one->window == *(gint64 *)data;
}

static void grants__window__ends_when_it_changes(void **state)
{
    (void)state;
    struct grants g = {0};
    struct grant ended;
    gint64 here = WINDOW, gone = 0;
    add(&g, "window", 123, 1);
    assert_non_null(grants_cover(&g, 1, WINDOW, G_MAXINT64));
    assert_null(grants_cover(&g, 1, WINDOW + 1, NOW));
    assert_null(grants_cover(&g, 1, 0, NOW));
    assert_false(grants_leave(&g, there, &here, 0, &ended));
    assert_false(grants_leave(&g, there, &here, 5, &ended)); /* who had the focus when it was given */
    assert_false(grants_leave(&g, there, &here, WINDOW, &ended));
    assert_false(grants_depart(&g, WINDOW, &ended));
    assert_true(grants_leave(&g, there, &here, 6, &ended));
    add(&g, "window", 0, 1);
    assert_true(grants_leave(&g, there, &gone, 0, &ended));
    add(&g, "window", 0, 1);
    assert_true(grants_depart(&g, WINDOW + 1, &ended));
    add(&g, "count", 1, 1);
    assert_false(grants_depart(&g, WINDOW + 1, &ended)); /* the others do not care */
    grants_drop(&g);
}

static void grants__several__the_least_is_lost(void **state)
{
    (void)state;
    struct grants g = {0};
    struct grant ended;
    int count = add(&g, "count", 1, 2), window = add(&g, "window", 0, 1);
    assert_int_equal(grants_cover(&g, 1, WINDOW, NOW)->id, window);
    assert_int_equal(grants_cover(&g, 2, WINDOW, NOW)->id, count);
    GError *error = NULL;
    assert_false(grants_withdraw(&g, 99, &ended, &error));
    assert_true(g_error_matches(error, GRANTS_ERROR, GRANTS_ERROR_UNKNOWN));
    g_clear_error(&error);
    assert_true(grants_withdraw(&g, window, &ended, NULL));
    assert_int_equal(grants_cover(&g, 1, WINDOW, NOW)->id, count);
    assert_true(grants_withdraw(&g, 0, &ended, NULL));
    assert_false(grants_withdraw(&g, 0, &ended, &error));
    g_clear_error(&error);
    grants_drop(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grants__bad_values__are_refused),
        cmocka_unit_test(grants__count__is_used_up),
        cmocka_unit_test(grants__tier__is_capped_and_3_never_covered),
        cmocka_unit_test(grants__seconds__end_by_the_clock),
        cmocka_unit_test(grants__window__ends_when_it_changes),
        cmocka_unit_test(grants__several__the_least_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
