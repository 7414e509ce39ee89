/* The pure parts of what fires by itself: fuse, grants, pace, the rules explained, when holds end. */

#include "tui/model/explain.h"
#include "tui/model/fuse.h"
#include "tui/model/grant_book.h"
#include "tui/model/hold_ends.h"
#include "tui/model/pace.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MS 1000
#define S G_USEC_PER_SEC

static void fuse__burns__from_its_arrival_and_stays_as_it_was_stopped(void **state)
{
    (void)state;
    struct fuse f;
    fuse_light(&f, 7, 2000, 100 * MS);
    assert_true(fuse_burning(&f, 100 * MS));
    assert_true(fuse_burning(&f, 2100 * MS - 1));
    assert_false(fuse_burning(&f, 2100 * MS));
    assert_int_equal(fuse_left_us(&f, 90000 * MS), 0);
    fuse_stop(&f, NULL, 1100 * MS);
    assert_false(fuse_burning(&f, 1200 * MS));
    assert_int_equal(fuse_left_us(&f, 90000 * MS), 1000 * MS);
    assert_int_equal(fuse_deadline(&f, 1200 * MS), -1);
}

static void fuse__none__never_burns(void **state)
{
    (void)state;
    struct fuse f;
    static const int lengths[] = {0, -1, G_MININT};
    for (gsize i = 0; i < G_N_ELEMENTS(lengths); i++) {
        fuse_light(&f, 7, lengths[i], 0);
        assert_false(fuse_burning(&f, 0));
        assert_int_equal(f.id, 0);
        assert_int_equal(fuse_deadline(&f, 0), -1);
    }
}

static void fuse__deadlines__ten_a_second_until_it_has_burnt_down(void **state)
{
    (void)state;
    struct fuse f;
    int turns = 0;
    fuse_light(&f, 7, 1950, 12345);
    for (gint64 now = 12345, at; (at = fuse_deadline(&f, now)) >= 0; now = at, turns++) {
        assert_true(at > now);
        assert_true(at - now <= FUSE_TURN_US);
    }
    assert_int_equal(turns, 20);
}

static void fuse__text__fits_every_width_and_only_shrinks(void **state)
{
    (void)state;
    struct fuse f;
    fuse_light(&f, 7, 60000, 0);
    for (int width = 32; width < 200; width++) {
        int last = G_MAXINT;
        for (gint64 now = 0; now < 60 * S; now += 777 * MS) {
            g_autofree char *text = fuse_text(&f, width, now);
            int whole = 0;
            for (const char *p = text; (p = strstr(p, "█")); p += strlen("█"))
                whole++;
            if (text_width(text) > width)
                fail_msg("%d columns: %s", width, text);
            assert_true(whole <= last && (whole > 0 || !strstr(text, "░")));
            last = whole;
        }
    }
}

static void take_grant(struct grant_book *g, int id, const char *until, gint64 left, int tier, const char *status, gint64 now_us)
{
    g_autoptr(event) e = event_new(EVENT_GRANT);
    e->grant.id = id;
    e->grant.until = g_strdup(until);
    e->grant.value = e->grant.left = left;
    e->grant.tier = tier;
    e->status = g_strdup(status);
    grant_book_event(g, e, now_us);
}

static void assert_status(const struct grant_book *g, const char *wanted, gint64 now_us)
{
    g_autofree char *text = grant_book_status(g, false, now_us);
    if (g_strcmp0(text, wanted) != 0)
        fail_msg("%s, wanted %s", text ? text : "nothing", wanted ? wanted : "nothing");
}

static void grant_book__status__shows_the_laxest_and_counts_down(void **state)
{
    (void)state;
    struct grant_book g;
    grant_book_init(&g);
    assert_status(&g, NULL, 0);
    take_grant(&g, 1, "count", 4, 1, "active", 0);
    assert_status(&g, "grant ≤1 · 4 left", 0);
    take_grant(&g, 2, "seconds", 151, 2, "active", 10 * S);
    assert_status(&g, "grant ≤2 · 2:31 +1", 10 * S);
    assert_int_equal(grant_book_deadline(&g, 10 * S), 11 * S);
    assert_status(&g, "grant ≤2 · 2:30 +1", 11 * S);
    assert_status(&g, "grant ≤2 · 0:00 +1", 500 * S); /* the engine says when it has ended */
    assert_int_equal(grant_book_deadline(&g, 500 * S), -1);
    take_grant(&g, 2, "seconds", 0, 2, "expired", 500 * S);
    assert_status(&g, "grant ≤1 · 4 left", 500 * S);
    static const char *const ends[] = {"spent", "expired", "revoked", "window", "paused", "", "a word of later"};
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        take_grant(&g, 1, "count", 3, 1, "used", 0);
        assert_int_equal(grant_book_active(&g), 1);
        take_grant(&g, 1, "count", 3, 1, ends[i], 0);
        assert_status(&g, NULL, 0);
    }
    grant_book_clear(&g);
}

static void grant_book__many__the_ended_ones_are_dropped_never_an_active_one(void **state)
{
    (void)state;
    struct grant_book g;
    grant_book_init(&g);
    take_grant(&g, 1, "count", 4, 0, "active", 0);
    for (int id = 2; id < 1000; id++)
        take_grant(&g, id, "count", 0, 1, "spent", 0);
    assert_true(g.all->len < 20);
    assert_status(&g, "grant ≤0 · 4 left", 0);
    grant_book_clear(&g);
}

static void grant_book__preview__covers_what_a_grant_given_before_would_have(void **state)
{
    (void)state;
    struct grant_book g;
    int of;
    grant_book_init(&g);
    assert_int_equal(grant_book_preview(&g, UNTIL_COUNT, 5, 2, &of), 0);
    assert_int_equal(of, 0);
    for (int i = 0; i < 30; i++) { /* tiers 0 1 2 0 1 2 …; 10 s apart; the window changes after the 25th */
        struct approval a = {i % 3, i < 25 ? 1 : 2, i * 10 * S};
        grant_book_approved(&g, &a);
    }
    static const struct {
        enum until until;
        gint64 value;
        int tier, covered;
    } rows[] = {{UNTIL_COUNT, 100, 2, 20}, {UNTIL_COUNT, 100, 1, 13}, {UNTIL_COUNT, 5, 1, 5},  {UNTIL_COUNT, 0, 2, 0},
                {UNTIL_SECONDS, 45, 2, 5}, {UNTIL_SECONDS, 45, 0, 1}, {UNTIL_WINDOW, 0, 2, 15}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int covered = grant_book_preview(&g, rows[i].until, rows[i].value, rows[i].tier, &of);
        if (covered != rows[i].covered || of != GRANT_APPROVALS)
            fail_msg("row %zu: %d of %d", i, covered, of);
    }
    grant_book_clear(&g);
}

static void pace__median__of_ten_and_not_before(void **state)
{
    (void)state;
    struct pace p = {0};
    for (int i = 0; i < PACE_N - 1; i++)
        pace_add(&p, 1);
    assert_int_equal(pace_median_ms(&p), -1);
    assert_int_equal(pace_quiet_ms(&p, 3, 400), 400);
    pace_add(&p, 1);
    assert_true(pace_too_fast(&p));
    assert_int_equal(pace_quiet_ms(&p, 1, 400), 400);
    assert_int_equal(pace_quiet_ms(&p, 2, 400), 1200);
    for (int i = 0; i < 5; i++) /* half of them read: 1 1 1 1 1 9000 … */
        pace_add(&p, 9000);
    assert_int_equal(pace_median_ms(&p), 4500);
    assert_false(pace_too_fast(&p));
    struct pace edge = {0};
    for (int i = 0; i < PACE_N; i++)
        pace_add(&edge, PACE_FAST_MS);
    assert_false(pace_too_fast(&edge));
    pace_add(&edge, 0);
    assert_false(pace_too_fast(&edge));
}

static void explain__rows__the_one_that_set_the_tier_comes_first(void **state)
{
    (void)state;
    const char *json = "[{\"rule\":\"a\",\"tier\":1,\"effect\":\"tier\"},{\"rule\":\"b\",\"tier\":3,\"effect\":\"ask\"},7,"
                       "{\"rule\":\"c\",\"tier\":3,\"evidence\":\"e\",\"effect\":\"tier\"},{\"rule\":\"d\",\"tier\":9}]";
    g_autoptr(GArray) rules = explain_read(json, "c", 3);
    static const char *const order[] = {"c", "b", "d", "a"};
    assert_int_equal(rules->len, G_N_ELEMENTS(order));
    for (guint i = 0; i < rules->len; i++)
        assert_string_equal(g_array_index(rules, struct explain_rule, i).rule, order[i]);
    assert_string_equal(g_array_index(rules, struct explain_rule, 0).evidence, "e");
    static const char *const bad[] = {NULL, "", "{", "7", "{\"rule\":\"a\"}", "[]"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GArray) none = explain_read(bad[i], "c", 3);
        assert_int_equal(none->len, 0);
    }
}

static void hold_ends__count_down__in_whole_seconds(void **state)
{
    (void)state;
    GHashTable *ends = hold_ends_read("{\"w\":2500,\"x\":-1,\"y\":\"1\",\"z\":1e300}", 0);
    assert_int_equal(g_hash_table_size(ends), 1);
    static const struct {
        gint64 now;
        const char *text;
        gint64 deadline;
    } rows[] = {{0, "w 3 s", 500 * MS}, {500 * MS, "w 2 s", 1500 * MS}, {2499 * MS, "w 1 s", 2500 * MS}, {2500 * MS, "w", -1}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = hold_ends_text(ends, "w", rows[i].now);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(hold_ends_deadline(ends, rows[i].now), rows[i].deadline);
    }
    g_hash_table_unref(ends);
    g_autofree char *bare = hold_ends_text(NULL, "w", 0);
    assert_string_equal(bare, "w");
}

static void reasons__own_or_shipped(void **state)
{
    (void)state;
    static const char *const unset[] = {NULL, "", " ; ;;"};
    for (gsize i = 0; i < G_N_ELEMENTS(unset); i++) {
        g_auto(GStrv) shipped = prompt_split_reasons(unset[i]);
        assert_int_equal(g_strv_length(shipped), 9);
    }
    g_auto(GStrv) own = prompt_split_reasons(" not there; ;too fast ");
    assert_int_equal(g_strv_length(own), 2);
    assert_string_equal(own[0], "not there");
    assert_string_equal(own[1], "too fast");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuse__burns__from_its_arrival_and_stays_as_it_was_stopped),
        cmocka_unit_test(fuse__none__never_burns),
        cmocka_unit_test(fuse__deadlines__ten_a_second_until_it_has_burnt_down),
        cmocka_unit_test(fuse__text__fits_every_width_and_only_shrinks),
        cmocka_unit_test(grant_book__status__shows_the_laxest_and_counts_down),
        cmocka_unit_test(grant_book__many__the_ended_ones_are_dropped_never_an_active_one),
        cmocka_unit_test(grant_book__preview__covers_what_a_grant_given_before_would_have),
        cmocka_unit_test(pace__median__of_ten_and_not_before),
        cmocka_unit_test(explain__rows__the_one_that_set_the_tier_comes_first),
        cmocka_unit_test(reasons__own_or_shipped),
        cmocka_unit_test(hold_ends__count_down__in_whole_seconds),
    };
    return cmocka_run_group_tests_name("fuses", tests, NULL, NULL);
}
