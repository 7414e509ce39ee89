/* The gate on a virtual clock: only the right proposal, digest, word and time open it. */
#include "engine/gate.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gate__approve__needs_id_and_digest),   cmocka_unit_test(gate__tier_3__needs_the_word),
        cmocka_unit_test(gate__approved_once__never_again),     cmocka_unit_test(gate__expiry__by_the_clock),
        cmocka_unit_test(gate__without_expiry__waits_for_ever), cmocka_unit_test(gate__voided__takes_no_approval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
