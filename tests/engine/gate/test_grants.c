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
#define LOOP_END (NOW + (gint64)GRANT_LOOP_SECONDS * SECOND)

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

/* ---- lists ---- */

static struct grant_action action_of(char letter, int tier)
{
    struct grant_action a = {.tier = tier, .window = WINDOW, .x = 10, .y = 20};
    memset(a.digest, letter, sizeof a.digest - 1);
    return a;
}

static const struct grant *add_list(struct grants *g, const char *letters, int tier, GError **error)
{
    g_autoptr(GArray) actions = g_array_new(FALSE, FALSE, sizeof(struct grant_action));
    for (; *letters; letters++) {
        struct grant_action a = action_of(*letters, tier);
        g_array_append_val(actions, a);
    }
    return grants_add_list(g, actions, error);
}

static void list__bad_ones__are_refused(void **state)
{
    (void)state;
    struct grants g = {0};
    g_autofree char *many = g_strnfill(GRANT_COUNT_MAX + 1, 'a');
    assert_null(add_list(&g, "", 1, NULL));
    assert_null(add_list(&g, many, 1, NULL));
    assert_null(add_list(&g, "ab", 3, NULL));
    assert_null(add_list(&g, "ab", -1, NULL));
    assert_null(grants_add(&g, "list", 2, 1, WINDOW, 0, NOW, NULL));
    assert_null(grants_list(&g));
    assert_non_null(add_list(&g, "ab", 2, NULL));
    g_autoptr(GError) error = NULL;
    assert_null(add_list(&g, "cd", 1, &error));
    assert_non_null(strstr(error->message, "already"));
    grants_drop(&g);
}

static void list__the_next_one_as_listed__is_covered_and_nothing_else(void **state)
{
    (void)state;
    struct grants g = {0};
    struct grant now;
    int id = add_list(&g, "abc", 1, NULL)->id;
    struct grant_action a = action_of('a', 1), b = action_of('b', 1), other = a;
    assert_null(grants_cover(&g, 0, WINDOW, NOW)); /* by its digest alone */
    assert_null(grants_cover_next(&g, &b));
    other.tier = 2;
    assert_null(grants_cover_next(&g, &other));
    other = a, other.tier = -1;
    assert_null(grants_cover_next(&g, &other));
    other = a, other.window++;
    assert_null(grants_cover_next(&g, &other));
    other = a, other.x++;
    assert_null(grants_cover_next(&g, &other));
    other = a, other.y--;
    assert_null(grants_cover_next(&g, &other));
    other = a, other.digest[63] = 'b';
    assert_null(grants_cover_next(&g, &other));
    other = a, other.tier = 0;
    assert_int_equal(grants_cover_next(&g, &other)->id, id);
    assert_false(grants_use(&g, id, &now));
    assert_null(grants_cover_next(&g, &a)); /* once */
    assert_int_equal(grants_cover_next(&g, &b)->id, id);
    assert_false(grants_use(&g, id, &now));
    assert_int_equal(grant_rest(&now, NOW), 1);
    assert_true(grants_use(&g, id, &now));
    assert_null(grants_list(&g));
    assert_null(grants_cover_next(&g, &b));
    add_list(&g, "abc", 1, NULL);
    assert_true(grants_end_list(&g, &now));
    assert_false(grants_end_list(&g, &now));
    assert_null(grants_cover_next(&g, &a));
    grants_drop(&g);
}

/* Whatever is proposed: swapped, left out, inserted, repeated, changed. What fires is the list's beginning, in its order. */
static void list__ten_thousand_sequences__fire_its_beginning_alone(void **state)
{
    (void)state;
    g_autoptr(GRand) chance = g_rand_new_with_seed(17);
    guint longest = 0;
    for (int round = 0; round < 10000; round++) {
        struct grants g = {0};
        struct grant now;
        g_autoptr(GString) list = g_string_new(NULL), fired = g_string_new(NULL);
        for (int i = g_rand_int_range(chance, 1, 6); i > 0; i--)
            g_string_append_c(list, (char)('a' + g_rand_int_range(chance, 0, 3)));
        int id = add_list(&g, list->str, 1, NULL)->id;
        for (gsize i = 0; i < 8 && grants_list(&g); i++) {
            bool as_listed = i < list->len && g_rand_int_range(chance, 0, 4) > 0;
            struct grant_action a = action_of(as_listed ? list->str[i] : (char)('a' + g_rand_int_range(chance, 0, 3)),
                                              as_listed ? 1 : g_rand_int_range(chance, 0, 4));
            const struct grant *one = grants_cover_next(&g, &a);
            if (one) {
                g_string_append_c(fired, *a.digest);
                assert_in_range(a.tier, 0, 1);
                grants_use(&g, id, &now);
            } else {
                grants_end_list(&g, &now);
            }
        }
        assert_true(g_str_has_prefix(list->str, fired->str));
        longest = MAX(longest, (guint)fired->len);
        grants_drop(&g);
    }
    assert_int_equal(longest, 5);
}

/* ---- a closed loop ---- */

static timeline_loop *budget(const char *skill, int events, gint64 ms, const char *keys, int x, int width)
{
    timeline_loop *l = timeline_loop_new();
    g_free(l->skill);
    g_strfreev(l->keys);
    l->skill = g_strdup(skill);
    l->events = events;
    l->ms = ms;
    l->keys = g_strsplit(keys, ",", -1);
    l->x = l->y = x;
    l->width = l->height = width;
    return l;
}

static timeline *looping(timeline_loop *l_take, const struct timeline_event *first)
{
    timeline *t = timeline_new();
    if (first)
        assert_true(timeline_add(t, *first, NULL));
    struct timeline_event e = {.type = TIMELINE_LOOP, .loop = l_take, .duration_ms = l_take->ms};
    assert_true(timeline_add(t, e, NULL));
    return t;
}

static bool loop_covered(const struct grants *g, timeline *t_take, int tier, gint64 window, gint64 now_us)
{
    g_autoptr(timeline) t = t_take;
    return grants_cover_loop(g, t, tier, window, now_us) != NULL;
}

static void loop__within_its_budget__is_covered_and_nothing_else(void **state)
{
    (void)state;
    g_autoptr(timeline_loop) granted = budget("fight", 100, 5000, "a,left mouse", 10, 100);
    struct grants g = {0};
    const struct grant *one = grants_add_loop(&g, granted, 2, 2, WINDOW, NOW, NULL);
    assert_non_null(one);
    const int id = one->id;
#define LOOP(...) looping(budget(__VA_ARGS__), NULL)
    assert_true(loop_covered(&g, LOOP("fight", 100, 5000, "a,left mouse", 10, 100), 2, WINDOW, NOW));
    assert_true(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 2, WINDOW, NOW));
    assert_true(loop_covered(&g, LOOP("fight", 5, 50, "left mouse", 20, 90), 1, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("flee", 5, 50, "a", 0, 0), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 101, 50, "a", 0, 0), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 5001, "a", 0, 0), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a,b", 0, 0), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "left mouse", 9, 50), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "left mouse", 20, 91), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 3, WINDOW, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 2, WINDOW + 1, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 2, 0, NOW));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 2, WINDOW, LOOP_END));
    timeline_loop *other = budget("fight", 5, 50, "a", 0, 0);
    memset(other->source_sha256, 'f', 64);
    assert_false(loop_covered(&g, looping(other, NULL), 2, WINDOW, NOW));
    /* what comes before the loop is no part of its budget */
    const struct timeline_event press = {.type = TIMELINE_KEY_DOWN, .key = "a"}, rest = {.type = TIMELINE_WAIT},
                                inside = {.type = TIMELINE_MOVE, .x = 60, .y = 60},
                                outside = {.type = TIMELINE_MOVE, .x = 5, .y = 60};
    assert_false(loop_covered(&g, looping(budget("fight", 5, 50, "left mouse", 20, 90), &press), 2, WINDOW, NOW));
    assert_false(loop_covered(&g, looping(budget("fight", 5, 50, "left mouse", 20, 90), &outside), 2, WINDOW, NOW));
    assert_true(loop_covered(&g, looping(budget("fight", 5, 50, "left mouse", 20, 90), &inside), 2, WINDOW, NOW));
    assert_true(loop_covered(&g, looping(budget("fight", 5, 50, "a", 0, 0), &rest), 2, WINDOW, NOW));
    /* no other grant covers a loop, and this one nothing else */
    assert_null(grants_cover(&g, 1, WINDOW, NOW));
    g_autoptr(timeline) key = timeline_new();
    assert_true(timeline_add(key, press, NULL));
    assert_null(grants_cover_loop(&g, key, 1, WINDOW, NOW));
    struct grant now;
    assert_false(grants_use(&g, id, &now));
    assert_true(grants_use(&g, id, &now));
    assert_false(loop_covered(&g, LOOP("fight", 5, 50, "a", 0, 0), 2, WINDOW, NOW));
    grants_drop(&g);
}

static bool gone(const struct grant *one, void *data)
{
    (void)one, (void)data;
    return false;
}

static void loop__bad_ones__are_refused_and_its_end_comes(void **state)
{
    (void)state;
    g_autoptr(timeline_loop) good = budget("fight", 5, 50, "a", 0, 0), nameless = budget("", 5, 50, "a", 0, 0);
    struct grants g = {0};
    struct grant ended;
    assert_null(grants_add_loop(&g, good, 0, 2, WINDOW, NOW, NULL));
    assert_null(grants_add_loop(&g, good, 101, 2, WINDOW, NOW, NULL));
    assert_null(grants_add_loop(&g, good, 1, 3, WINDOW, NOW, NULL));
    assert_null(grants_add_loop(&g, good, 1, 2, 0, NOW, NULL));
    assert_null(grants_add_loop(&g, nameless, 1, 2, WINDOW, NOW, NULL));
    assert_null(grants_add(&g, "loop", 1, 1, WINDOW, 0, NOW, NULL));
    assert_non_null(grants_add_loop(&g, good, 1, 2, WINDOW, NOW, NULL));
    assert_null(grants_add_loop(&g, good, 1, 2, WINDOW, NOW, NULL));
    assert_int_equal(grants_due(&g), LOOP_END);
    assert_true(grants_expire(&g, LOOP_END, &ended));
    assert_null(g.loop);
    assert_non_null(grants_add_loop(&g, good, 1, 2, WINDOW, NOW, NULL));
    assert_true(grants_leave(&g, gone, NULL, 0, &ended));
    assert_null(g.loop);
    assert_non_null(grants_add_loop(&g, good, 1, 2, WINDOW, NOW, NULL));
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
        cmocka_unit_test(loop__within_its_budget__is_covered_and_nothing_else),
        cmocka_unit_test(loop__bad_ones__are_refused_and_its_end_comes),
        cmocka_unit_test(list__bad_ones__are_refused),
        cmocka_unit_test(list__the_next_one_as_listed__is_covered_and_nothing_else),
        cmocka_unit_test(list__ten_thousand_sequences__fire_its_beginning_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
