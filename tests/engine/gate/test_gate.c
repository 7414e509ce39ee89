/* The gate on a virtual clock: only the right proposal, digest, word and time open it. */
#include "engine/gate/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define SECOND G_USEC_PER_SEC
#define NOW (1000 * SECOND)

static struct gate opened(int tier, const char *word, int expires_s)
{
    struct gate g = {0};
    gate_open(&g, 7, "abc", tier, word, expires_s, NOW);
    return g;
}

static void assert_refused(struct gate *g, int id, const char *digest, const char *word, gint64 now, enum gate_error code)
{
    GError *error = NULL;
    assert_false(gate_approve(g, id, digest, word, now, &error));
    assert_true(g_error_matches(error, GATE_ERROR, (int)code));
    assert_int_not_equal(g->verdict, GATE_APPROVED);
    g_error_free(error);
}

static void gate__approve__needs_id_and_digest(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 0);
    assert_refused(&g, 6, "abc", NULL, NOW, GATE_ERROR_CLOSED);
    assert_refused(&g, 7, "abd", NULL, NOW, GATE_ERROR_DIGEST);
    assert_refused(&g, 7, NULL, NULL, NOW, GATE_ERROR_DIGEST);
    assert_refused(&g, 7, "", NULL, NOW, GATE_ERROR_DIGEST);
    assert_true(g.open);
    assert_true(gate_approve(&g, 7, "abc", NULL, NOW, NULL));
    assert_int_equal(g.verdict, GATE_APPROVED);
    assert_int_equal(g.approved_us, NOW);
    assert_refused(&(struct gate){0}, 7, "abc", NULL, NOW, GATE_ERROR_CLOSED);
    gate_clear(&g);
}

static void gate__tier_3__needs_the_word(void **state)
{
    (void)state;
    struct gate g = opened(3, "send", 0);
    assert_refused(&g, 7, "abc", NULL, NOW, GATE_ERROR_WORD);
    assert_refused(&g, 7, "abc", "sen", NOW, GATE_ERROR_WORD);
    assert_refused(&g, 7, "abc", "", NOW, GATE_ERROR_WORD);
    assert_true(gate_approve(&g, 7, "abc", "Send", NOW, NULL));
    gate_clear(&g);
}

static void gate__approved_once__never_again(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 0);
    assert_true(gate_approve(&g, 7, "abc", NULL, NOW, NULL));
    GError *error = NULL;
    assert_false(gate_approve(&g, 7, "abc", NULL, NOW, &error));
    g_clear_error(&error);
    assert_false(gate_reject(&g, 7, "late", &error));
    g_clear_error(&error);
    assert_int_equal(g.verdict, GATE_APPROVED);
    gate_clear(&g);
}

static void gate__expiry__by_the_clock(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 30);
    assert_int_equal(gate_tick(&g, NOW + 30 * SECOND - 1), NOW + 30 * SECOND);
    assert_true(g.open);
    assert_refused(&g, 7, "abc", NULL, NOW + 30 * SECOND, GATE_ERROR_EXPIRED);
    assert_int_equal(g.verdict, GATE_EXPIRED);
    assert_string_equal(g.by, "timeout");
    gate_clear(&g);
}

static void gate__without_expiry__waits_for_ever(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 0);
    assert_int_equal(gate_tick(&g, G_MAXINT64), 0);
    assert_true(g.open);
    gate_clear(&g);
}

static void gate__voided__takes_no_approval(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 0);
    gate_close(&g, GATE_VOIDED, "human", "paused");
    assert_refused(&g, 7, "abc", NULL, NOW, GATE_ERROR_CLOSED);
    gate_close(&g, GATE_STALE, "eye", "late");
    assert_int_equal(g.verdict, GATE_VOIDED);
    gate_clear(&g);
}

/* ---- the fuse ---- */

static struct gate burning(int fuse_ms)
{
    struct gate g = opened(1, "", 0);
    assert_true(gate_light(&g, fuse_ms, NOW));
    return g;
}

static void fuse__runs_out__fires_once(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    assert_int_equal(gate_due(&g), NOW + 3 * SECOND);
    assert_int_equal(gate_tick(&g, NOW + 3 * SECOND - 1), NOW + 3 * SECOND);
    assert_true(g.open);
    assert_int_equal(gate_tick(&g, NOW + 3 * SECOND), 0);
    assert_int_equal(g.verdict, GATE_AUTO);
    assert_true(gate_fires(g.verdict));
    assert_string_equal(g.by, "fuse");
    assert_int_equal(g.approved_us, NOW + 3 * SECOND);
    assert_refused(&g, 7, "abc", NULL, NOW + 4 * SECOND, GATE_ERROR_CLOSED); /* it is fired already */
    gate_clear(&g);
}

/* Commands are obeyed before the tick: a veto that came in the same turn as the fuse ran out wins. */
static void fuse__veto_in_the_same_turn__wins(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    assert_true(gate_reject(&g, 7, "no", NULL));
    gate_tick(&g, NOW + 100 * SECOND);
    assert_int_equal(g.verdict, GATE_REJECTED);
    assert_string_equal(g.by, "human");
    gate_clear(&g);
}

/* Until the hand has it, a yes can be taken back; not after, and a no never becomes anything else. */
static void take_back__before_the_hand_has_it__only(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    assert_false(gate_take_back(&g, GATE_VOIDED, "human", "x")); /* it waits: that is rejected or held */
    gate_tick(&g, NOW + 3 * SECOND);
    assert_true(gate_take_back(&g, GATE_VOIDED, "human", "the mode"));
    assert_false(gate_fires(g.verdict));
    assert_string_equal(g.by, "human");
    assert_false(gate_take_back(&g, GATE_REJECTED, "human", "x"));
    assert_int_equal(g.verdict, GATE_VOIDED);
    gate_open(&g, 8, "abc", 1, "", 0, NOW);
    gate_pass(&g, "grant:1", NOW);
    g.sent = true;
    assert_false(gate_take_back(&g, GATE_VOIDED, "human", "x"));
    assert_int_equal(g.verdict, GATE_AUTO);
    gate_open(&g, 9, "abc", 1, "", 0, NOW);
    gate_pass(&g, "grant:1", NOW);
    assert_true(gate_take_back(&g, GATE_REJECTED, "human", "no"));
    gate_clear(&g);
}

static void fuse__approved__fires_at_once_by_the_person(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    assert_true(gate_approve(&g, 7, "abc", NULL, NOW + SECOND, NULL));
    assert_int_equal(g.verdict, GATE_APPROVED);
    gate_clear(&g);
    g = burning(3000);
    assert_refused(&g, 7, "wrong", NULL, NOW + SECOND, GATE_ERROR_DIGEST);
    assert_int_equal(gate_due(&g), NOW + 3 * SECOND);
    gate_clear(&g);
}

static void fuse__put_out__asks_for_ever(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    assert_true(gate_put_out(&g));
    assert_false(gate_put_out(&g));
    assert_int_equal(gate_tick(&g, G_MAXINT64), 0);
    assert_true(g.open);
    gate_clear(&g);
}

static void fuse__void_and_tier_3__never_fire(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    gate_close(&g, GATE_VOIDED, "human", "paused");
    gate_tick(&g, G_MAXINT64);
    assert_int_equal(g.verdict, GATE_VOIDED);
    gate_clear(&g);
    g = opened(3, "send", 0);
    assert_false(gate_light(&g, 3000, NOW));
    assert_int_equal(gate_tick(&g, G_MAXINT64), 0);
    assert_true(g.open);
    gate_clear(&g);
    g = opened(1, "", 2);
    assert_true(gate_light(&g, 3000, NOW));
    gate_tick(&g, NOW + 10 * SECOND); /* both are over: what is not certain does not fire */
    assert_int_equal(g.verdict, GATE_EXPIRED);
    gate_clear(&g);
}

static void fuse__of_the_one_before__is_gone(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    gate_close(&g, GATE_EDITED, "human", "");
    gate_open(&g, 8, "def", 1, "", 0, NOW);
    assert_int_equal(gate_tick(&g, G_MAXINT64), 0);
    assert_true(g.open);
    gate_clear(&g);
}

/* ---- whose terminal answers ---- */

static void unseen__terminal_falls_silent__out(void **state)
{
    (void)state;
    struct gate g = burning(5000);
    for (int i = 1; i <= 4; i++) {
        gate_watched(&g, NOW + i * SECOND / 2);
        gate_tick(&g, NOW + i * SECOND / 2);
        assert_true(g.fuse_us);
    }
    assert_int_equal(gate_due(&g), NOW + 2 * SECOND + GATE_UNSEEN_US);
    assert_int_equal(gate_tick(&g, NOW + 2 * SECOND + GATE_UNSEEN_US), 0);
    assert_true(g.open && !g.fuse_us);
    gate_watched(&g, NOW + 6 * SECOND); /* it is back: the proposal asks all the same */
    assert_int_equal(gate_tick(&g, G_MAXINT64), 0);
    assert_true(g.open);
    gate_clear(&g);
}

static void unseen__since_it_was_lit__does_not_burn_down(void **state)
{
    (void)state;
    struct gate g = opened(1, "", 0);
    gate_watched(&g, NOW - 1);
    assert_true(gate_light(&g, 1000, NOW));
    gate_tick(&g, NOW + SECOND);
    assert_true(g.open); /* the last word came before it was lit */
    gate_watched(&g, NOW + 2 * SECOND);
    gate_tick(&g, NOW + 2 * SECOND);
    assert_int_equal(g.verdict, GATE_AUTO);
    gate_open(&g, 8, "def", 1, "", 0, NOW);
    gate_light(&g, 1000, NOW + 3 * SECOND);
    gate_tick(&g, NOW + 3 * SECOND + GATE_UNSEEN_US);
    assert_true(g.open && !g.fuse_us);
    gate_clear(&g);
}

static void unseen__seen_or_no_word_ever__burns_down(void **state)
{
    (void)state;
    struct gate g = burning(3000);
    gate_watched(&g, NOW + 2 * SECOND);
    assert_int_equal(gate_tick(&g, NOW + 3 * SECOND), 0);
    assert_int_equal(g.verdict, GATE_AUTO);
    gate_watch_nobody(&g); /* another client, that does not tell of its terminal */
    gate_open(&g, 8, "def", 1, "", 0, NOW);
    gate_light(&g, 60000, NOW);
    assert_int_equal(gate_due(&g), NOW + 60 * SECOND);
    gate_clear(&g);
}

/* ---- which way ---- */

/* Every mode, tier and mix of what speaks for and against: the invariants, each by itself. */
static void choose__all_cases__hold_the_invariants(void **state)
{
    (void)state;
    for (int n = 0; n < 4 * 4 * 4 * 32; n++) {
        struct gate_facts f = {.mode = n % 4, .tier = n / 4 % 4, .risk_tier = 2, .fuse_ms = 3000, .allowed_tier = n / 16 % 4};
        f.denied_by = n / 64 & 1 ? "rule:d" : NULL;
        f.asked = n / 64 & 2 ? "why" : NULL;
        f.allowed_by = n / 64 & 4 ? "rule:a" : NULL;
        f.granted_by = n / 64 & 8 ? "grant:1" : NULL;
        f.unattended = n / 64 & 16;
        struct gate_choice c = gate_choose(&f);
        if (f.denied_by)
            assert_int_equal(c.way, GATE_DENIES);
        else
            assert_int_not_equal(c.way, GATE_DENIES);
        if (!f.denied_by && (f.asked || f.mode == GATE_DRY))
            assert_int_equal(c.way, GATE_ASKS);
        if (f.tier == 3 && c.way != GATE_DENIES && c.way != GATE_ASKS) {
            assert_int_equal(c.way, GATE_FIRES); /* never a fuse, never a grant */
            assert_string_equal(c.by, "rule:a");
            assert_int_equal(f.allowed_tier, 3);
        }
        if (c.way == GATE_FUSES)
            assert_true(f.mode == GATE_WATCH || (f.mode == GATE_RISK && f.tier < 2));
        if (c.way == GATE_FIRES)
            assert_true((c.by == f.allowed_by && f.tier <= f.allowed_tier && f.mode <= GATE_RISK) || c.by == f.granted_by);
        if (!f.denied_by && !f.asked && !f.allowed_by && !f.granted_by && f.mode == GATE_STEP)
            assert_int_equal(c.way, GATE_ASKS);
        if (!f.denied_by && !f.asked && !f.granted_by && f.mode == GATE_WATCH)
            assert_int_equal(c.way, f.tier == 3 || f.unattended ? GATE_ASKS : GATE_FUSES);
        if (f.unattended)
            assert_true(c.way != GATE_FUSES && (c.way != GATE_FIRES || c.by == f.allowed_by));
    }
}

static void modes__names__come_back(void **state)
{
    (void)state;
    for (int m = 0; m < GATE_MODE_COUNT; m++) {
        enum gate_mode back = GATE_MODE_COUNT;
        assert_true(gate_mode_parse(gate_mode_name((enum gate_mode)m), &back));
        assert_int_equal(back, m);
    }
    enum gate_mode mode = GATE_STEP;
    assert_false(gate_mode_parse("yolo", &mode));
    assert_false(gate_mode_parse(NULL, &mode));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gate__approve__needs_id_and_digest),
        cmocka_unit_test(gate__tier_3__needs_the_word),
        cmocka_unit_test(gate__approved_once__never_again),
        cmocka_unit_test(gate__expiry__by_the_clock),
        cmocka_unit_test(gate__without_expiry__waits_for_ever),
        cmocka_unit_test(gate__voided__takes_no_approval),
        cmocka_unit_test(fuse__runs_out__fires_once),
        cmocka_unit_test(fuse__veto_in_the_same_turn__wins),
        cmocka_unit_test(take_back__before_the_hand_has_it__only),
        cmocka_unit_test(fuse__approved__fires_at_once_by_the_person),
        cmocka_unit_test(fuse__put_out__asks_for_ever),
        cmocka_unit_test(fuse__void_and_tier_3__never_fire),
        cmocka_unit_test(fuse__of_the_one_before__is_gone),
        cmocka_unit_test(unseen__terminal_falls_silent__out),
        cmocka_unit_test(unseen__since_it_was_lit__does_not_burn_down),
        cmocka_unit_test(unseen__seen_or_no_word_ever__burns_down),
        cmocka_unit_test(choose__all_cases__hold_the_invariants),
        cmocka_unit_test(modes__names__come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
