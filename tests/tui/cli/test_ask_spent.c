/* What reins ask takes counts in the limit of a day, and stands beside the answer. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory/memory.h"
#include "tests/tui/cli/ask_fixture.h"

/* What the store has of today, through the command that a person has for it. */
static char *spent_today(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", NULL);
    g_autoptr(memory) m = memory_open(folder, false, NULL);
    struct memory_spent day = {0};
    if (m)
        assert_true(memory_spent_today(m, &day, NULL));
    return g_strdup_printf("%d in, %.4f, %d unpriced", (int)day.tokens_in, day.cost, (int)day.unpriced);
}

static void forget_today(void)
{
    g_autofree char *file = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "memory.sqlite", NULL);
    g_unlink(file);
}

#define USAGE(IN, OUT)                                                                                                           \
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":" IN                            \
    ",\"completion_tokens\":" OUT "}}\n\ndata: [DONE]\n\n"

/* Unknown is not free; what a terminal shows goes to standard error, so that a pipe has the answer alone. */
static void ask__brain_without_a_price__says_so(void **state)
{
    (void)state;
    int code;
    forget_today();
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_autofree char *json = rest(ask("--json"), &code);
    assert_non_null(strstr(json, "\"cost\":0,\"unpriced\":true,"));
    mock_stop(&mock);
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_autofree char *shown = ask_on_a_terminal();
    assert_non_null(strstr(shown, "One\r\n# 0."));
    assert_non_null(strstr(shown, " · tokens 1000 in, 100 out · price unknown\r\n"));
    mock_stop(&mock);
    g_autofree char *today = spent_today();
    assert_string_equal(today, "2000 in, 0.0000, 2 unpriced");
    price = "[run]\nmax_cost_day=0.03\n"; /* no limit holds it */
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_autofree char *limited = rest(ask(""), &code);
    assert_int_equal(code, 0);
    assert_non_null(strstr(limited, "has no price: what it costs does not count in max_cost_day"));
    mock_stop(&mock);
    price = "";
}

/* Also of one that was stopped; then nothing is asked beyond the limit. */
static void ask__what_it_costs__counts_in_the_day(void **state)
{
    (void)state;
    int code, n;
    char got[8] = "";
    price = "price_in=10\nprice_out=100\n[run]\nmax_cost_day=0.03\n";
    forget_today();
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_free(rest(ask(""), &code));
    g_autofree char *today = spent_today();
    assert_string_equal(today, "1000 in, 0.0200, 0 unpriced");
    mock_stop(&mock);
    serve(MOCK_STALL, PIECE("One"));
    struct asked asked = ask("");
    assert_non_null(fgets(got, (int)strlen("One") + 1, asked.out));
    kill(asked.pid, SIGINT);
    g_free(rest(asked, &code));
    g_autofree char *stopped = spent_today();
    assert_string_not_equal(stopped, today);
    mock_stop(&mock);
    price = "price_in=1000\nprice_out=100\n[run]\nmax_cost_day=0.03\n";
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_autofree char *refused = rest(ask(""), &code);
    g_free(mock_requests(&mock, &n));
    assert_int_equal(code, 4);
    assert_non_null(strstr(refused, "more than max_cost_day 0.0300"));
    assert_int_equal(n, 0);
    g_autofree char *document = rest(ask_beside("--json", "/dev/null"), &code);
    assert_int_equal(code, 4);
    assert_true(g_str_has_prefix(document, "{\"brain\":\"t\",\"error\":\"the models have cost 0.0"));
    g_autofree char *both = rest(ask_beside("--json --brain u", "/dev/null"), &code);
    assert_non_null(strstr(both, "},{\"brain\":\"u\",\"error\":\"the models have cost 0.0"));
    price = "";
    mock_stop(&mock);
    price = "price_in=0\nprice_out=0\n[run]\nmax_cost_day=0.01\n"; /* free: it goes on */
    serve(MOCK_PIECES, PIECE("One") USAGE("1000", "100"));
    g_free(rest(ask(""), &code));
    assert_int_equal(code, 0);
    mock_stop(&mock);
    price = "";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask__brain_without_a_price__says_so),
        cmocka_unit_test(ask__what_it_costs__counts_in_the_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
