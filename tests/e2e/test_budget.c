/* What a run may cost, with a service that does not tell its tokens, and with one whose price nobody knows. */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MANY 12
#define ENOUGH_FOR_ONE "0.003" /* USD: of a call by estimate, not of two */

static struct mock server;

#define GATHERS_WELL                                                                                                             \
    "{\\\"text\\\":[],\\\"description\\\":\\\"a desktop\\\",\\\"target\\\":\\\"\\\",\\\"guidance\\\":\\\"\\\","                  \
    "\\\"screen_class\\\":\\\"desktop\\\"}"

/* A service that says so (within a JSON string), and counts as `usage` says; a run of one module after the other. */
static driver *start(const char *says, const char *usage, const char *prices, const char *max_cost)
{
    g_autofree char *body =
        g_strdup_printf("{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]%s}", says, usage);
    g_autofree char *answer = mock_response("200 OK", "", body);
    struct mock_step steps[MANY];
    for (int i = 0; i < MANY; i++)
        steps[i] = (struct mock_step){MOCK_ANSWER, answer};
    server = mock_start(steps, MANY);
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=100\n[brain paid]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\ntimeout_s=20\n%s",
                                           server.port, prices);
    driver_configure("gate", ini);
    return driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--brain", "paid",
                                    "--max-cost", max_cost, "look"));
}

static int asked(void)
{
    int n;
    g_free(mock_requests(&server, &n));
    return n;
}

static void finish(driver *d)
{
    driver_free(d);
    mock_stop(&server);
}

static void budget__of_a_service_that_counts_nonsense__is_kept(void **state)
{
    (void)state;
    static const char *const usages[] = {",\"usage\":{\"prompt_tokens\":9e18,\"completion_tokens\":1e300}", ""};
    for (gsize i = 0; i < G_N_ELEMENTS(usages); i++) {
        driver *d = start(GATHERS_WELL, usages[i], "price_in=2\nprice_out=10", ENOUGH_FOR_ONE);
        const event *ended = driver_await(d, EVENT_ENDED);
        assert_string_equal(ended->end.outcome, "budget");
        assert_int_equal(driver_exit(d), 4);
        assert_int_equal(asked(), 1);
        assert_int_equal(driver_notices(d, "no credible token counts"), 1);
        finish(d);
    }
}

/* What cannot be used is not asked for once more with money that is not there. */
static void budget__spent_by_a_reply_that_cannot_be_used__is_kept(void **state)
{
    (void)state;
    driver *d = start("hello", "", "price_in=2\nprice_out=10", ENOUGH_FOR_ONE);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "budget");
    assert_int_equal(driver_exit(d), 4);
    assert_int_equal(asked(), 1);
    finish(d);
}

/* One notice, however many calls. */
static void budget__estimated_again_and_again__is_said_once(void **state)
{
    (void)state;
    driver *d = start(GATHERS_WELL, "", "price_in=2\nprice_out=10", "100");
    while (asked() < 3)
        driver_await(d, EVENT_METER);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    assert_int_equal(driver_notices(d, "no credible token counts"), 1);
    finish(d);
}

/* The store has what was sent and what had come, by estimate, for the sums of the run and of the day. */
static void budget__of_a_call_that_is_broken_off__is_in_the_store(void **state)
{
    (void)state;
    struct mock_step stalls = {MOCK_STALL, (char *)"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                                                   "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"actions\"}}]}\n\n"};
    server = mock_start(&stalls, 1);
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=100\n[brain paid]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\ntimeout_s=20\nprice_in=2\nprice_out=10",
                                           server.port);
    g_autofree char *shown = NULL;
    driver_configure("gate", ini);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--brain", "paid",
                                         "--agent", "direct", "look"));
    driver_await_where(d, EVENT_MODULE, "delta");
    g_autofree char *run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    shown = run_shown(run);
    assert_non_null(strstr(shown, "\"status\":\"failed\""));
    assert_null(strstr(shown, "\"cost\":0,\"holder_pid\""));
    assert_null(strstr(shown, "\"tokens_out\":0,"));
    finish(d);
}

/* By estimate, before the first call is made: a service is not asked what a run has no money for. */
static void budget__that_a_call_would_pass__ends_before_it(void **state)
{
    (void)state;
    driver *d = start(GATHERS_WELL, "", "price_in=2\nprice_out=10", "0.0001");
    const event *begun = driver_await(d, EVENT_ENDED);
    assert_string_equal(begun->end.outcome, "budget");
    assert_non_null(strstr(begun->reason, "and the next call about"));
    assert_int_equal(driver_exit(d), 4);
    assert_int_equal(asked(), 0);
    finish(d);
}

static void budget__without_a_price__ends_before_anything_is_asked(void **state)
{
    (void)state;
    static const char *const prices[] = {"", "price_in=2"};
    for (gsize i = 0; i < G_N_ELEMENTS(prices); i++) {
        driver *d = start(GATHERS_WELL, "", prices[i], "5");
        const event *ended = driver_await(d, EVENT_ENDED);
        assert_string_equal(ended->end.outcome, "budget");
        assert_non_null(strstr(ended->reason, "brain paid has no price"));
        assert_int_equal(driver_exit(d), 4);
        assert_int_equal(asked(), 0);
        finish(d);
    }
}

static void budget__of_what_is_free__does_not_pause(void **state)
{
    (void)state;
    driver *d = start(GATHERS_WELL, ",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":9}", "price_in=0\nprice_out=0", "5");
    driver_await_where(d, EVENT_MODULE, "gather");
    driver_await_where(d, EVENT_MODULE, "gather"); /* done */
    assert_int_equal(driver_notices(d, "has no price"), 0);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    assert_int_equal(driver_notices(d, "no credible token counts"), 0);
    finish(d);
}

static void budget__that_is_no_amount__is_wrong_usage(void **state)
{
    (void)state;
    static const char *const amounts[] = {"nan", "inf", "-5", "-1"};
    for (gsize i = 0; i < G_N_ELEMENTS(amounts); i++) {
        g_autofree char *word = g_strdup_printf("--max-cost=%s", amounts[i]), *err = NULL;
        assert_int_equal(reins_run(NULL, WORDS("run", "--headless", word, "look"), NULL, &err), 2);
        assert_non_null(strstr(err, "--max-cost"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budget__of_a_service_that_counts_nonsense__is_kept),
        cmocka_unit_test(budget__spent_by_a_reply_that_cannot_be_used__is_kept),
        cmocka_unit_test(budget__estimated_again_and_again__is_said_once),
        cmocka_unit_test(budget__of_a_call_that_is_broken_off__is_in_the_store),
        cmocka_unit_test(budget__that_a_call_would_pass__ends_before_it),
        cmocka_unit_test(budget__without_a_price__ends_before_anything_is_asked),
        cmocka_unit_test(budget__of_what_is_free__does_not_pause),
        cmocka_unit_test(budget__that_is_no_amount__is_wrong_usage),
    };
    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
